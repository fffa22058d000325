/**
 * The erasure of a recipient's personal data, and the legal hold that prevents it. The reason is
 * the request's note. Beneficiaries with the same phone number are deleted. The data of their
 * former numbers is erased too, because the deletion removes the link to these numbers.
 */
import { Effect, Result } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import * as Retention from "../domain/recipient/Retention.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Policy from "../engine/ports/Policy.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as RecipientNumbers from "./RecipientNumbers.ts"

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

/** The state of a former number's data after an erasure. */
export type FormerNumber =
  /** `id`: the recipient's id in the audit log. */
  | { readonly _tag: "Covered"; readonly id: string; readonly outcome: Outcome }
  /** Another beneficiary has the number now, so the data stays: it may be about another person. */
  | { readonly _tag: "Kept"; readonly beneficiaryId: string }

export interface Erasure {
  readonly outcome: Outcome
  /** Former numbers of the recipient's beneficiaries, newest first. */
  readonly formerNumbers: ReadonlyArray<FormerNumber>
}

/** A payout, batch or delivery that needs the data is not finished. */
export interface RecipientBusy {
  readonly _tag: "RecipientBusy"
}

/** The recipient's beneficiaries have had too many phone numbers. */
export interface TooManyNumbers {
  readonly _tag: "TooManyNumbers"
}

export interface Dependencies extends PartitionContext {
  readonly policy: Pick<Policy.Rules, "retention" | "holdApprovals">
}

type Rejection =
  | RecipientBusy
  | TooManyNumbers
  | RecipientNumbers.RecipientNotFound
  | RecipientData.Rejection

type ErasureRequest = Request.Request<Erasure>
type HoldRequest = Request.Request<HoldOutcome>

/** The recipient that a request names. */
export const recipientOf = (
  { engine }: Pick<Dependencies, "engine">,
  { accountId, beneficiaryId = "", phone }: Named
): Effect.Effect<RecipientNumbers.Recipient, Beneficiaries.BeneficiaryNotFound | Unavailable> =>
  phone === undefined
    ? Effect.map(Beneficiaries.get(engine, accountId, beneficiaryId), (saved) => ({
        accountId,
        phone: saved.phone
      }))
    : Effect.succeed({ accountId, phone })

const tooManyNumbers = { _tag: "TooManyNumbers" } as const

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
  recipient: RecipientNumbers.Recipient,
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
    ): Result.Result<
      Request.Decision<HoldOutcome>,
      RecipientNumbers.RecipientNotFound | RecipientData.Rejection
    > =>
      Result.flatMap(RecipientNumbers.recordOf(deps, at, recipient, facts), (data) =>
        Result.map(RecipientData.decide(data, command), (event) => ({
          events: event === undefined ? [] : [event],
          result: { data: event === undefined ? data : RecipientData.evolve(data, event) }
        }))
      )
  })
}

/** The erasure of one number's data. */
interface Step {
  readonly data: RecipientData.RecipientData
  readonly event: RecipientData.Event | undefined
}

const stepOf = (
  deps: Dependencies,
  { at, by }: Request.Origin,
  known: RecipientNumbers.Known
): Result.Result<Step, Rejection> => {
  const { engine, policy } = deps
  const { facts, recipient } = known
  if (RecipientNumbers.isBusy(deps, known)) return Result.fail({ _tag: "RecipientBusy" })
  const command = {
    ...({ _tag: "Erase", at, keys: facts.keys, recordKeys: facts.recordKeys } as const),
    keepUntil: Retention.keepUntil(policy.retention, facts.payments),
    ...Approver.vote(engine.registry, { by, at, needs: "holds" }, policy.holdApprovals)
  }
  return Result.flatMap(RecipientNumbers.recordOf(deps, at, recipient, facts), (data) =>
    Result.map(RecipientData.decide(data, command), (event) => ({ data, event }))
  )
}

interface FormerStep {
  readonly events: ReadonlyArray<RecipientData.Event>
  readonly number: FormerNumber
}

/** The erasure of a former number's data; `undefined` if nothing is left of the data. */
const formerStepOf = (
  deps: Dependencies,
  origin: Request.Origin,
  known: RecipientNumbers.Known
): Result.Result<FormerStep | undefined, Rejection> => {
  const [other] = RecipientNumbers.currentBeneficiaries(deps, known)
  if (other !== undefined) {
    return Result.succeed({ events: [], number: { _tag: "Kept", beneficiaryId: other.id } })
  }
  const { accountId, phone } = known.recipient
  const id = deps.engine.recipientData(accountId, phone)?.id
  const step = stepOf(deps, origin, known)
  if (Result.isSuccess(step)) {
    const { data, event } = step.success
    const number = { _tag: "Covered", id: data.id, outcome: outcomeOf(data, event) } as const
    return Result.succeed({ events: event === undefined ? [] : [event], number })
  }
  const { failure } = step
  if (failure._tag === "RecipientNotFound") return Result.succeed(undefined)
  if (failure._tag !== "DataRestricted" || id === undefined) return Result.fail(failure)
  const outcome = { _tag: "Restricted", until: failure.until } as const
  return Result.succeed({ events: [], number: { _tag: "Covered", id, outcome } })
}

const isHiding = (event: RecipientData.Event | undefined): boolean =>
  event?._tag === "RecipientErased" || event?._tag === "RecipientRestricted"

const decideErasure = (
  deps: Dependencies,
  origin: Request.Origin,
  family: RecipientNumbers.Family
): Result.Result<Request.Decision<Erasure>, Rejection> =>
  Result.gen(function* () {
    const { current, former } = family
    if (RecipientNumbers.isTooLarge(family)) return yield* Result.fail(tooManyNumbers)
    const { data, event } = yield* stepOf(deps, origin, current)
    const found = yield* Result.all(former.map((known) => formerStepOf(deps, origin, known)))
    const steps = found.filter((step) => step !== undefined)
    const deletions = isHiding(event)
      ? RecipientNumbers.currentBeneficiaries(deps, current).map(deletionOf(origin.at))
      : []
    return {
      events: [
        ...(event === undefined ? [] : [event]),
        ...deletions,
        ...steps.flatMap(({ events }) => events)
      ],
      result: {
        outcome: outcomeOf(data, event),
        formerNumbers: steps.map(({ number }) => number)
      }
    }
  })

const eraseOf = Effect.fnUntraced(function* (
  deps: Dependencies,
  request: ErasureRequest,
  named: Named,
  recipient: RecipientNumbers.Recipient
) {
  const locks = RecipientNumbers.locksOf(deps, yield* RecipientNumbers.read(deps, recipient))
  const isLocked = (known: RecipientNumbers.Known): boolean =>
    locks.includes(KeyLocks.recipientLock(known.recipient))
  return yield* deps.engine.execute(request, {
    locks,
    read: () => Effect.flatMap(recipientOf(deps, named), (now) => RecipientNumbers.read(deps, now)),
    decide: (family: RecipientNumbers.Family) =>
      // A beneficiary got another number in the meantime, whose lock is not held.
      [family.current, ...family.former].every(isLocked)
        ? decideErasure(deps, request, family)
        : Result.fail<Rejection>({ _tag: "RecipientBusy" })
  })
})

/**
 * Runs a request for the recipient that it names. A retry does not look for a beneficiary, which
 * the first request may have deleted.
 */
const forNamed = <A, E>(
  deps: Dependencies,
  request: Request.CommandContext,
  named: Named,
  run: (recipient: RecipientNumbers.Recipient) => Effect.Effect<A, E>
) => deps.engine.unlessReplayed(request, Effect.flatMap(recipientOf(deps, named), run))

/** Sets the legal hold on a recipient's data, or ends it if there is no reason. */
export const setHold = (
  deps: Dependencies,
  request: HoldRequest,
  named: Named,
  reason: string | null
) => forNamed(deps, request, named, (recipient) => setHoldOf(deps, request, recipient, reason))

/**
 * Erases the data of a recipient and of the former numbers of its beneficiaries, or restricts it
 * while a law demands it. All or nothing.
 */
export const erase = (deps: Dependencies, request: ErasureRequest, named: Named) =>
  forNamed(deps, request, named, (recipient) => eraseOf(deps, request, named, recipient))
