/**
 * Admits requests. The order of the checks is fixed: credentials, rate limit of callers without
 * credentials, account, rate limit, permission, free slot. Keys, sessions and public routes share
 * this path. A read takes its slot here. A write only checks that a slot is free and takes it once
 * its body has arrived, because a client may send the body slowly. The query for a session holds a
 * slot while it runs.
 *
 * All steps are one middleware: the result of the authentication decides who is counted and against
 * which limit, and the account is checked between counting and refusing.
 */
import { Effect, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Partitions from "../../engine/Partitions.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import type * as Operation from "../contract/Operation.ts"
import type { Refusal, Rejection } from "../contract/Rejection.ts"
import * as Arrivals from "./Arrivals.ts"
import * as Authorization from "./Authorization.ts"
import * as KeyAddresses from "./KeyAddresses.ts"
import * as RateLimits from "./RateLimits.ts"
import type * as RequestContext from "./RequestContext.ts"
import * as RequestSlots from "./RequestSlots.ts"
import * as SessionAuth from "./SessionAuth.ts"

interface Dependencies {
  readonly environment: "sandbox" | "production"
  readonly partitions: Partitions.PartitionsService
  readonly rateLimits: RateLimits.RateLimits
  readonly keyUse: KeyUse.KeyUse
  /** `undefined` if there are no sessions. */
  readonly identity: Identity.Identity["Service"] | undefined
  readonly site: SessionAuth.Site
}

interface AdmissionState extends Dependencies {
  readonly slots: RequestSlots.RequestSlots
  readonly refusals: Metrics.Counter
}

type AdmissionFailure = Refusal | Unavailable

/**
 * The caller of a request, `undefined` on a public route; a failure if the request has no valid
 * credentials.
 */
type Credentials = Result.Result<Authorization.Caller | undefined, Refusal>

const slotsInUse = {
  name: "http_requests_under_way",
  description: `Requests that hold a place: with ${Limits.http.requestsMax} more are refused`
}

const bodiesInProgress = {
  name: "http_bodies_under_way",
  description: "Request bodies that are not whole yet: at a bound the oldest is refused"
}

const notAllowed: Refusal = {
  _tag: "Forbidden",
  message: "Your role does not allow this."
}

/** The refusal of a caller whose key or role does not allow a route. */
const refusalOf = ({ scope }: Authorization.Caller, { access }: Operation.Any): Refusal =>
  scope === undefined ? notAllowed : Authorization.refusalOfScope(scope, access)

/** True if a session's last proof is too old for a route. */
export const isStale = (
  { session }: Authorization.Caller,
  { access: { proof } }: Operation.Any,
  now: number
): boolean => {
  if (proof === "none" || session === undefined) return false
  if (proof === "second_factor" && !session.hasSecondFactor) return false
  return now - session.provenAt > Limits.identity.proofMs
}

/** The refusal of a caller who may not call a route, or not yet. */
const refusalFor = (
  caller: Authorization.Caller,
  operation: Operation.Any,
  now: number
): Refusal | undefined => {
  if (!caller.may(operation.access)) return refusalOf(caller, operation)
  return isStale(caller, operation, now) ? { _tag: "StepUpRequired" } : undefined
}

const sessionNeeded: Refusal = {
  _tag: "Unauthorized",
  message: "Sign in at the dashboard."
}

/** The directory may lack a revocation that the service has confirmed. */
const behind = Effect.fail(
  new Unavailable({ message: "This node is catching up with recent changes." })
)

const noSlot: Readonly<Record<RequestSlots.Bound, Unavailable>> = {
  all: new Unavailable({ message: "Too many requests are in progress." }),
  account: new Unavailable({ message: "Too many requests of this account are in progress." })
}

const admitted: Result.Result<void, AdmissionFailure> = Result.succeed(undefined)

const addressOf = ({ site }: Dependencies, { source }: RequestContext.Fields): string =>
  RateLimits.addressOf(site.addressOf(source))

/** Counts a request. Its response shows the last count. */
const count = (
  { rateLimits }: Dependencies,
  context: RequestContext.Fields,
  caller: string,
  kind: Operation.RateClass
): Result.Result<void, AdmissionFailure> => {
  const rate = rateLimits.count(caller, kind, context.at)
  context.rate = rate
  return rate.retryAfterSeconds === undefined
    ? admitted
    : Result.fail({ _tag: "RateLimited", retryAfterSeconds: rate.retryAfterSeconds })
}

/** The caller that the head of a request proves by its key; none on public routes. */
const credentialsOf = (
  { environment, keyUse, partitions: { directory }, site }: Dependencies,
  context: RequestContext.Fields,
  { access: { by, isForDashboard, isPrivate } }: Operation.Any
): Credentials => {
  const { at, source } = context
  if (by === "public") {
    // Signing in is public, but only for our own page.
    const pageRefusal = isForDashboard ? SessionAuth.checkPage(source, site) : undefined
    return pageRefusal === undefined ? Result.succeed(undefined) : Result.fail(pageRefusal)
  }
  if (isPrivate || by === "person") return Result.fail(sessionNeeded)
  const audience = by === "admin" ? "admin" : "account"
  const { authorization } = source.headers
  const lookup = Authorization.identify({ directory, environment, audience }, authorization)
  if (Result.isFailure(lookup)) return Result.fail(lookup.failure)
  const key = lookup.success
  const caller = Authorization.ofKey(key)
  const refusal =
    Authorization.refuseEnded(key, at) ?? KeyAddresses.refuse(key, source, site.addressOf)
  if (refusal !== undefined) {
    // The request log of the key's account shows the request and its refusal.
    context.caller = caller
    return Result.fail(refusal)
  }
  keyUse.note(key.id, at)
  return Result.succeed(caller)
}

const refuseFull = (
  { refusals }: AdmissionState,
  full: RequestSlots.Bound
): Result.Result<never, AdmissionFailure> => {
  refusals.count += 1
  return Result.fail(noSlot[full])
}

const release = ({ slots }: AdmissionState, context: RequestContext.Fields): void => {
  if (context.slot !== undefined) slots.release(context.slot)
  context.slot = undefined
}

const takeSlot = (
  state: AdmissionState,
  context: RequestContext.Fields,
  isRead: boolean,
  accountId: string | undefined
): Result.Result<void, AdmissionFailure> => {
  const { slots } = state
  if (context.slot !== undefined) {
    const isFree = accountId === undefined || slots.assign(context.slot, accountId)
    return isFree ? admitted : refuseFull(state, "account")
  }
  const slot = slots.take(isRead, accountId)
  if (typeof slot === "string") return refuseFull(state, slot)
  context.slot = slot
  return admitted
}

/** Checks that a write would get a slot, after freeing the slot of its session query. */
const findSlot = (
  state: AdmissionState,
  context: RequestContext.Fields,
  accountId: string | undefined
): Result.Result<void, AdmissionFailure> => {
  release(state, context)
  const full = state.slots.reachedBound(false, accountId)
  return full === undefined ? admitted : refuseFull(state, full)
}

/**
 * True if another node, the owner of the account's partition, counts the requests of a key. All of
 * them reach the owner, whichever node takes them.
 */
const isCountedByOwner = (
  { at, isShared, ofAccount }: Partitions.PartitionsService,
  { location }: Operation.Any,
  caller: Pick<Authorization.Caller, "kind" | "accountId"> | undefined
): boolean =>
  isShared &&
  location === "account" &&
  caller?.kind === "key" &&
  caller.accountId !== null &&
  at(ofAccount(caller.accountId)) === undefined

/** All checks after the credentials. */
const decide = (
  state: AdmissionState,
  context: RequestContext.Fields,
  operation: Operation.Any,
  credentials: Credentials
): Result.Result<void, AdmissionFailure> => {
  const { limit, needs } = operation.access
  if (Result.isFailure(credentials)) {
    // Guessing keys slows down the address that guesses, but no valid key used from there.
    const rateCheck = count(state, context, addressOf(state, context), "refused")
    return Result.isFailure(rateCheck) ? rateCheck : Result.fail(credentials.failure)
  }
  const caller = credentials.success
  context.caller = caller
  const kind = caller?.kind === "person" && limit === "default" ? "dashboard" : limit
  const rateCheck = isCountedByOwner(state.partitions, operation, caller)
    ? admitted
    : count(state, context, caller?.id ?? addressOf(state, context), kind)
  const refusal =
    caller === undefined
      ? undefined
      : Authorization.checkAccount(state.partitions.directory, caller, needs)
  if (refusal !== undefined) return Result.fail(refusal)
  if (Result.isFailure(rateCheck)) return rateCheck
  const denial = caller === undefined ? undefined : refusalFor(caller, operation, context.at)
  if (denial !== undefined) return Result.fail(denial)
  // A probe needs no slot.
  if (limit === "probe") return admitted
  const accountId = caller?.accountId ?? undefined
  return operation.method === "GET"
    ? takeSlot(state, context, true, accountId)
    : findSlot(state, context, accountId)
}

/** Looks a session up within a separate limit, because an invalid cookie also costs a query. */
const admitSession = (
  state: AdmissionState,
  identity: Identity.Identity["Service"],
  context: RequestContext.Fields,
  operation: Operation.Any
): Effect.Effect<void, AdmissionFailure> => {
  const {
    partitions: { directory },
    site
  } = state
  const rateCheck = count(state, context, addressOf(state, context), "dashboard")
  if (Result.isFailure(rateCheck)) return Effect.fail(rateCheck.failure)
  const slot = takeSlot(state, context, operation.method === "GET", undefined)
  if (Result.isFailure(slot)) return Effect.fail(slot.failure)
  return Effect.flatMap(
    SessionAuth.caller({ identity, directory, site }, context.source, operation.access.by),
    (credentials) => Effect.fromResult(decide(state, context, operation, credentials))
  )
}

/** The decision on a request that another node admitted. */
interface ForwardedDecision {
  /** The window that the request was counted in, if this node counts it. */
  readonly rate: RateLimits.RateLimitResult | undefined
  readonly refusal: AdmissionFailure | undefined
}

export interface Admit {
  /** Admits a request to a route, or fails with its refusal. */
  readonly to: (
    operation: Operation.Any,
    context: RequestContext.Fields
  ) => Effect.Effect<void, AdmissionFailure>
  /** Takes a slot for a request whose body has arrived, or fails if none is free. */
  readonly begin: (context: RequestContext.Fields) => Result.Result<void, AdmissionFailure>
  /** Bodies that are still arriving. */
  readonly arrivals: Arrivals.Arrivals
  /** The sender with whose bodies the body of a request is counted. */
  readonly senderOf: (context: RequestContext.Fields) => Arrivals.Sender
  /**
   * Counts a request that another node took and admitted, and checks that its caller still has the
   * permission.
   */
  readonly checkForwarded: (
    operation: Operation.Any,
    request: {
      readonly at: number
      readonly caller: Pick<Authorization.Caller, "id" | "kind" | "accountId"> | undefined
    }
  ) => ForwardedDecision
  /**
   * Counts a request that is refused before its owner, another node, could count it. Returns a
   * refusal if the request is over its limit.
   */
  readonly countRefused: (
    operation: Operation.Any,
    context: RequestContext.Fields
  ) => Rejection | undefined
  /** Counts a request that has no route, and returns its refusal. */
  readonly refuseUnrouted: (context: RequestContext.Fields, refusal: Refusal) => AdmissionFailure
  /** Frees the slot of a request that has ended. */
  readonly release: (context: RequestContext.Fields) => void
}

export const make = Effect.fnUntraced(function* (dependencies: Dependencies) {
  const meter = yield* Metrics.make
  const slots = RequestSlots.make()
  const refusals = meter.counter(Metrics.refused, { queue: "requests" })
  const cutOff = meter.counter(Metrics.refused, { queue: "bodies" })
  const arrivals = Arrivals.make(() => {
    cutOff.count += 1
  })
  meter.gauge(slotsInUse, slots.taken)
  meter.gauge(bodiesInProgress, () => arrivals.counts().count)
  const state = { ...dependencies, slots, refusals }
  const { identity } = dependencies
  const admit: Admit = {
    to: (operation, context) => {
      if (operation.access.by !== "public" && !dependencies.partitions.isCurrent()) return behind
      return identity !== undefined &&
        SessionAuth.mayHaveSession(context.source, operation.access, identity)
        ? admitSession(state, identity, context, operation)
        : Effect.fromResult(
            decide(state, context, operation, credentialsOf(state, context, operation))
          )
    },
    checkForwarded: (operation, { at, caller }) => {
      if (caller === undefined) return { rate: undefined, refusal: undefined }
      const isCounted = caller.kind === "key" && operation.location === "account"
      const rate = isCounted
        ? dependencies.rateLimits.count(caller.id, operation.access.limit, at)
        : undefined
      const current = Authorization.reauthorize(
        dependencies.partitions,
        caller,
        operation.access,
        at
      )
      if (Result.isFailure(current)) return { rate, refusal: current.failure }
      const retryAfterSeconds = rate?.retryAfterSeconds
      if (retryAfterSeconds !== undefined) {
        return { rate, refusal: { _tag: "RateLimited", retryAfterSeconds } }
      }
      const refusal = current.success.may(operation.access)
        ? undefined
        : refusalOf(current.success, operation)
      return { rate, refusal }
    },
    countRefused: ({ access }, context) => {
      if (context.rate !== undefined) return undefined
      const callerId = context.caller?.id ?? addressOf(state, context)
      const rateCheck = count(state, context, callerId, access.limit)
      return Result.isFailure(rateCheck) ? rateCheck.failure : undefined
    },
    refuseUnrouted: (context, refusal) => {
      const rateCheck = count(state, context, addressOf(state, context), "default")
      return Result.isFailure(rateCheck) ? rateCheck.failure : refusal
    },
    begin: (context) => takeSlot(state, context, false, context.caller?.accountId ?? undefined),
    arrivals,
    senderOf: (context) => {
      const { caller } = context
      return caller === undefined
        ? { id: addressOf(state, context), isKnown: false }
        : { id: caller.accountId ?? caller.id, isKnown: true }
    },
    release: (context) => release(state, context)
  }
  return admit
})
