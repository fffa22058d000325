/**
 * The deletion of a beneficiary by its account. It also erases the data of a recipient who was
 * never paid, because nothing else needs this data. The data of a reversed payout stays: it may be
 * evidence of a compliance review, which a customer must not be able to destroy.
 */
import { Effect, Result } from "effect"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { RecipientFacts } from "../engine/ports/ReadModel.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"
import * as RecipientErasure from "./RecipientErasure.ts"

/** The state that the deletion depends on. */
interface Read {
  readonly saved: Beneficiary.Beneficiary
  /** All beneficiaries with the phone number. */
  readonly namesakes: ReadonlyArray<Beneficiary.Beneficiary>
  readonly facts: RecipientFacts
}

/** The erasure of the recipient's data; `undefined` if the data is needed. */
const erasureOf = (
  { engine, source }: PartitionContext,
  at: number,
  { facts, namesakes, saved }: Read
): RecipientData.Event | undefined => {
  const { accountId, id, phone } = saved
  if (facts.payments.length > 0 || facts.hasReversal) return undefined
  const current = engine.currentBeneficiaries({ accountId, phone }, namesakes)
  if (current.some((other) => other.id !== id)) return undefined
  if (engine.isRecipientBusy(accountId, phone)) return undefined
  const data =
    engine.recipientData(accountId, phone) ??
    RecipientData.none(IdGenerator.id(source, "rcp", at), accountId, phone)
  const { keys, recordKeys } = facts
  const command = { _tag: "Erase", at, keys, recordKeys, keepUntil: null } as const
  // A legal hold and a restriction refuse the erasure, and not the deletion.
  return Result.getOrUndefined(RecipientData.decide(data, command))
}

/** Fails with `BeneficiaryNotFound`. */
export const run = (
  deps: PartitionContext,
  request: Request.Request<{ readonly id: string }>,
  { accountId, id }: OwnedId
) => {
  const { engine } = deps
  const { at } = request
  const deletion = { _tag: "BeneficiaryDeleted", id, accountId, at } as const
  const find = Beneficiaries.get(engine, accountId, id)
  const deleteOf = (phone: string) => {
    const recipient = { accountId, phone }
    return engine.execute(request, {
      locks: [Beneficiaries.lockOf(id), KeyLocks.recipientLock(recipient)],
      read: () =>
        // Facts write the tables first, so memory has every beneficiary that is saved after the list.
        Effect.all({
          saved: find,
          facts: engine.recipientFacts(accountId, phone),
          namesakes: RecipientErasure.beneficiariesOf(deps, recipient)
        }),
      decide: (read) => {
        // A change of the number in the meantime: its lock is not held.
        const isLocked = read.saved.phone === phone
        const erasure = isLocked ? erasureOf(deps, at, read) : undefined
        return Result.succeed({
          events: erasure === undefined ? [deletion] : [deletion, erasure],
          result: { id }
        })
      }
    })
  }
  return engine.unlessReplayed(
    request,
    Effect.flatMap(find, ({ phone }) => deleteOf(phone))
  )
}
