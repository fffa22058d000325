/**
 * The erasure of a recipient's personal data, and the legal hold that prevents it. The reason is
 * the request's note. Beneficiaries with the same phone number are deleted.
 */
import { Effect, Result } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import * as Retention from "../domain/recipient/Retention.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type * as Policy from "../engine/ports/Policy.ts"
import type { RecipientFacts } from "../engine/ports/ReadModel.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface Recipient {
  readonly accountId: string
  /** E.164. */
  readonly phone: string
}

/** A recipient as a request names it: by its phone number, or else by a beneficiary. */
export interface Named {
  readonly accountId: string
  /** E.164. */
  readonly phone: string | undefined
  readonly beneficiaryId: string | undefined
}

/** The state of the data after a request. */
export type Outcome =
  | { readonly _tag: "Erased"; readonly at: number }
  /** `until`: the date of the erasure, milliseconds. */
  | { readonly _tag: "Restricted"; readonly until: number }
  /** More people must request the erasure. */
  | { readonly _tag: "Requested"; readonly approvals: ReadonlyArray<string> }

/** A payout, batch or delivery that needs the data is not finished. */
export interface RecipientBusy {
  readonly _tag: "RecipientBusy"
}

export interface Dependencies extends PartitionContext {
  readonly policy: Pick<Policy.Rules, "retention" | "holdApprovals">
}

/** The account has no data about the phone number. */
export interface RecipientNotFound {
  readonly _tag: "RecipientNotFound"
}

type ErasureRequest = Request.Request<Outcome>
type HoldRequest = Request.Request<HoldOutcome>

const beneficiariesMax = 1_000

/** The recipient that a request names. */
export const recipientOf = (
  { engine }: Pick<Dependencies, "engine">,
  { accountId, beneficiaryId = "", phone }: Named
): Effect.Effect<Recipient, Beneficiaries.BeneficiaryNotFound | Unavailable> =>
  phone === undefined
    ? Effect.map(Beneficiaries.get(engine, accountId, beneficiaryId), (saved) => ({
        accountId,
        phone: saved.phone
      }))
    : Effect.succeed({ accountId, phone })

/** Saved recipients with the phone number. A search by digits may find others too. */
export const beneficiariesOf = (
  { engine }: Pick<Dependencies, "engine">,
  { accountId, phone }: Recipient
) =>
  Effect.map(
    engine.lists.beneficiaries(
      { accountId, words: [phone.replace(/\D/g, "")] },
      { limit: beneficiariesMax, offset: 0 }
    ),
    ({ items }) => items.filter((beneficiary) => beneficiary.phone === phone)
  )

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

const outcomeOf = (
  data: RecipientData.RecipientData,
  event: RecipientData.Event | undefined
): Outcome => {
  switch (event?._tag) {
    case "RecipientErased":
      return { _tag: "Erased", at: event.at }
    case "RecipientRestricted":
      return { _tag: "Restricted", until: event.until }
    case "RecipientErasureRequested":
      return { _tag: "Requested", approvals: [...data.approvals, event.by] }
    default:
      return { _tag: "Requested", approvals: data.approvals }
  }
}

const deletionOf =
  (at: number) =>
  ({ accountId, id }: Beneficiary.Beneficiary) =>
    ({ _tag: "BeneficiaryDeleted", id, accountId, at }) as const

/** A request about the legal hold: `isHeld` after it. */
export interface HoldOutcome {
  readonly data: RecipientData.RecipientData | undefined
}

const setHoldOf = (
  deps: Dependencies,
  request: HoldRequest,
  recipient: Recipient,
  reason: string | null
) => {
  const { engine } = deps
  const { accountId, phone } = recipient
  const { at, by } = request
  const command =
    reason === null
      ? ({ _tag: "EndHold", at, by } as const)
      : ({ _tag: "SetHold", at, by, reason } as const)
  return engine.execute(request, {
    locks: [KeyLocks.recipientLock(recipient)],
    read: () => engine.recipientFacts(accountId, phone),
    decide: (
      facts
    ): Result.Result<Request.Decision<HoldOutcome>, RecipientNotFound | RecipientData.Rejection> =>
      Result.flatMap(recordOf(deps, at, recipient, facts), (data) =>
        Result.map(RecipientData.decide(data, command), (event) => ({
          events: event === undefined ? [] : [event],
          result: { data: event === undefined ? data : RecipientData.evolve(data, event) }
        }))
      )
  })
}

const eraseOf = (deps: Dependencies, request: ErasureRequest, recipient: Recipient) => {
  const { engine, policy } = deps
  const { accountId, phone } = recipient
  const { at, by } = request
  return engine.execute(request, {
    locks: [KeyLocks.recipientLock(recipient)],
    read: () =>
      // Facts write the tables first, so memory has every beneficiary that is saved after the list.
      Effect.all({
        facts: engine.recipientFacts(accountId, phone),
        beneficiaries: beneficiariesOf(deps, recipient)
      }),
    decide: ({
      beneficiaries,
      facts
    }): Result.Result<
      Request.Decision<Outcome>,
      RecipientBusy | RecipientNotFound | RecipientData.Rejection
    > => {
      if (engine.isRecipientBusy(accountId, phone)) {
        return Result.fail({ _tag: "RecipientBusy" })
      }
      const command = {
        ...({ _tag: "Erase", at, keys: facts.keys, recordKeys: facts.recordKeys } as const),
        keepUntil: Retention.keepUntil(policy.retention, facts.payments),
        ...Approver.vote(engine.registry, { by, at, needs: "holds" }, policy.holdApprovals)
      }
      return Result.flatMap(recordOf(deps, at, recipient, facts), (data) =>
        Result.map(RecipientData.decide(data, command), (event) => {
          const isHidden =
            event?._tag === "RecipientErased" || event?._tag === "RecipientRestricted"
          const current = engine.currentBeneficiaries(recipient, beneficiaries)
          const deletions = isHidden ? current.map(deletionOf(at)) : []
          return {
            events: event === undefined ? [] : [event, ...deletions],
            result: outcomeOf(data, event)
          }
        })
      )
    }
  })
}

/**
 * Runs a request for the recipient that it names. A retry does not look for a beneficiary, which
 * the first request may have deleted.
 */
const forNamed = <A, E>(
  deps: Dependencies,
  request: Request.CommandContext,
  named: Named,
  run: (recipient: Recipient) => Effect.Effect<A, E>
) => deps.engine.unlessReplayed(request, Effect.flatMap(recipientOf(deps, named), run))

/** Sets the legal hold on a recipient's data, or ends it if there is no reason. */
export const setHold = (
  deps: Dependencies,
  request: HoldRequest,
  named: Named,
  reason: string | null
) => forNamed(deps, request, named, (recipient) => setHoldOf(deps, request, recipient, reason))

/** Erases a recipient's data, or restricts it while a law demands it. */
export const erase = (deps: Dependencies, request: ErasureRequest, named: Named) =>
  forNamed(deps, request, named, (recipient) => eraseOf(deps, request, recipient))
