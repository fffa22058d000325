/**
 * The phone number of a recipient and the former numbers of its beneficiaries, each with the facts
 * on which a decision about its data depends. Data about a beneficiary is sealed for the number
 * that the beneficiary had at that time, so an erasure must find the former numbers.
 */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { RecipientFacts } from "../engine/ports/ReadModel.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface Recipient {
  readonly accountId: string
  /** E.164. */
  readonly phone: string
}

/** A recipient, and what was read about it. */
export interface Known {
  readonly recipient: Recipient
  readonly facts: RecipientFacts
  /**
   * True if something of the recipient was unfinished before the facts were read. It may finish and
   * leave memory while other numbers are read, and the facts do not have it.
   */
  readonly wasBusy: boolean
  /** Saved recipients with the number, in the tables. */
  readonly beneficiaries: ReadonlyArray<Beneficiary.Beneficiary>
}

/** A recipient with the former numbers of its beneficiaries. */
export interface Family {
  readonly current: Known
  readonly former: ReadonlyArray<Known>
}

/** The account has no data about the phone number. */
export interface RecipientNotFound {
  readonly _tag: "RecipientNotFound"
}

type WithEngine = Pick<PartitionContext, "engine">

const beneficiariesMax = 1_000

/** Saved recipients with the phone number. A search by digits may find others too. */
export const beneficiariesOf = ({ engine }: WithEngine, { accountId, phone }: Recipient) =>
  Effect.map(
    engine.lists.beneficiaries(
      { accountId, words: [phone.replace(/\D/g, "")] },
      { limit: beneficiariesMax, offset: 0 }
    ),
    ({ items }) => items.filter((beneficiary) => beneficiary.phone === phone)
  )

const knownOf = (deps: WithEngine, recipient: Recipient) =>
  Effect.suspend(() => {
    const wasBusy = deps.engine.isRecipientBusy(recipient.accountId, recipient.phone)
    // Facts write the tables first, so memory has every beneficiary that is saved after the list.
    return Effect.map(
      Effect.all({
        facts: deps.engine.recipientFacts(recipient.accountId, recipient.phone),
        beneficiaries: beneficiariesOf(deps, recipient)
      }),
      (read): Known => ({ recipient, wasBusy, ...read })
    )
  })

/** True if a payout, batch or delivery that needs the data is not finished, or was not. */
export const isBusy = ({ engine }: WithEngine, { recipient, wasBusy }: Known): boolean =>
  wasBusy || engine.isRecipientBusy(recipient.accountId, recipient.phone)

/** The beneficiaries with the number at this moment. */
export const currentBeneficiaries = ({ engine }: WithEngine, { beneficiaries, recipient }: Known) =>
  engine.currentBeneficiaries(recipient, beneficiaries)

/** Former numbers of beneficiaries, at most one more than an erasure accepts. */
export const formerOf = (
  { engine }: WithEngine,
  { accountId, phone }: Recipient,
  beneficiaries: ReadonlyArray<Beneficiary.Beneficiary>
) =>
  Effect.map(
    engine.beneficiaryPhones(
      beneficiaries.map(({ id }) => id),
      // The current number, and one more to notice the excess.
      Limits.retention.formerNumbersMax + 2
    ),
    (phones) =>
      phones
        .filter((other) => other !== phone)
        .map((other): Recipient => ({ accountId, phone: other }))
  )

/** Reads a recipient, and the former numbers of those of its beneficiaries that `isMeant` names. */
export const read = Effect.fnUntraced(function* (
  deps: WithEngine,
  recipient: Recipient,
  isMeant: (beneficiary: Beneficiary.Beneficiary) => boolean = () => true
) {
  const current = yield* knownOf(deps, recipient)
  const meant = currentBeneficiaries(deps, current).filter(isMeant)
  const numbers = meant.length === 0 ? [] : yield* formerOf(deps, recipient, meant)
  const former = yield* Effect.forEach(numbers, (each) => knownOf(deps, each))
  return { current, former } satisfies Family
})

/** True if an erasure would have to erase the data of more numbers than one entry may. */
export const isTooLarge = ({ former }: Family): boolean =>
  former.length > Limits.retention.formerNumbersMax

/** The locks of a decision about all numbers and their beneficiaries, in a fixed order. */
export const locksOf = (deps: WithEngine, { current, former }: Family): ReadonlyArray<string> =>
  [
    ...currentBeneficiaries(deps, current).map(({ id }) => Beneficiaries.lockOf(id)),
    ...[current, ...former].map(({ recipient }) => KeyLocks.recipientLock(recipient))
  ].sort()

/**
 * The record of a recipient's data; a new one if nothing was requested yet. Fails if the account
 * has no data about the number. Keys tell, because all data is sealed, and an erasure leaves none.
 */
export const recordOf = (
  { engine, source }: PartitionContext,
  at: number,
  { accountId, phone }: Recipient,
  { keys, recordKeys }: Pick<RecipientFacts, "keys" | "recordKeys">
): Result.Result<RecipientData.RecipientData, RecipientNotFound> => {
  const known = engine.recipientData(accountId, phone)
  if (known !== undefined) return Result.succeed(known)
  return keys.length === 0 && recordKeys.length === 0
    ? Result.fail({ _tag: "RecipientNotFound" })
    : Result.succeed(RecipientData.none(IdGenerator.id(source, "rcp", at), accountId, phone))
}
