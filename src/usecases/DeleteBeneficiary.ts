/**
 * The deletion of a beneficiary by its account. It also erases the data of a recipient who was
 * never paid, because nothing else needs this data, and the data of the beneficiary's former
 * numbers by the same rule. The data of a reversed payout stays: it may be evidence of a compliance
 * review, which a customer must not be able to destroy.
 */
import { Effect, Result } from "effect"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"
import * as RecipientNumbers from "./RecipientNumbers.ts"

/** The erasure of a number's data; `undefined` if the data is needed. */
const erasureOf = (
  deps: PartitionContext,
  { at }: Request.Origin,
  id: string,
  known: RecipientNumbers.Known
): RecipientData.Event | undefined => {
  const { facts, recipient } = known
  if (facts.payments.length > 0 || facts.hasReversal) return undefined
  const current = RecipientNumbers.currentBeneficiaries(deps, known)
  if (current.some((other) => other.id !== id)) return undefined
  if (RecipientNumbers.isBusy(deps, known)) return undefined
  const { keys, recordKeys } = facts
  const command = { _tag: "Erase", at, keys, recordKeys, keepUntil: null } as const
  const record = RecipientNumbers.recordOf(deps, at, recipient, facts)
  // A legal hold and a restriction refuse the erasure, and not the deletion.
  return Result.getOrUndefined(
    Result.flatMap(record, (data) => RecipientData.decide(data, command))
  )
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
  const familyOf = (phone: string) =>
    RecipientNumbers.read(deps, { accountId, phone }, (each) => each.id === id)
  const deleteOf = Effect.fnUntraced(function* (phone: string) {
    const { current, former } = yield* familyOf(phone)
    const recipientLocks = [current, ...former].map((known) =>
      KeyLocks.recipientLock(known.recipient)
    )
    return yield* engine.execute(request, {
      locks: [Beneficiaries.lockOf(id), ...recipientLocks.sort()],
      // The deletion fails if the beneficiary is gone.
      read: () => Effect.andThen(find, ({ phone }) => familyOf(phone)),
      decide: (family: RecipientNumbers.Family) => {
        // The number may have changed in the meantime, and the lock of the new one is not held.
        const isLocked = (known: RecipientNumbers.Known): boolean =>
          recipientLocks.includes(KeyLocks.recipientLock(known.recipient))
        const locked = [family.current, ...family.former].filter(isLocked)
        const erasures = locked.flatMap((known) => erasureOf(deps, request, id, known) ?? [])
        return Result.succeed({ events: [deletion, ...erasures], result: { id } })
      }
    })
  })
  return engine.unlessReplayed(
    request,
    Effect.flatMap(find, ({ phone }) => deleteOf(phone))
  )
}
