/**
 * Whether a request may be served, in this order and no other: credentials, rate limit of callers
 * without any, account, rate limit, permission, a free slot. There is one way for keys, sessions
 * and public routes. A read takes its slot here; a write only finds that one is free, and takes it
 * when its body is there, because a client may send that as slowly as it likes. The query for a
 * session has a slot for as long as it takes.
 *
 * One middleware and not one for each step: who is counted and against which limit depends on how
 * the authentication went, and the account is checked between counting and refusing.
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
  /** `undefined`: there are no sessions. */
  readonly people: Identity.Identity["Service"] | undefined
  readonly site: SessionAuth.Site
}

interface Admitting extends Dependencies {
  readonly slots: RequestSlots.RequestSlots
  readonly refused: Metrics.Counter
}

type Refused = Refusal | Unavailable

/**
 * The caller of a request, `undefined` on a public route; a failure where it has no credentials.
 */
type Credentials = Result.Result<Authorization.Caller | undefined, Refusal>

const slotsInUse = {
  name: "http_requests_under_way",
  description: `Requests that hold a place: with ${Limits.http.requestsMax} more are refused`
}

const bodiesHeld = {
  name: "http_bodies_under_way",
  description: "Request bodies that are not whole yet: at a bound the oldest is refused"
}

const notAllowed: Refusal = {
  _tag: "Forbidden",
  message: "Your role does not allow this."
}

/** What a caller gets whose key or role does not allow a route. */
const refusalOf = ({ scope }: Authorization.Caller, { access }: Operation.Any): Refusal =>
  scope === undefined ? notAllowed : Authorization.refusalOfScope(scope, access)

/** Whether a session was proven too long ago for a route. */
export const isStale = (
  { session }: Authorization.Caller,
  { access: { proof } }: Operation.Any,
  now: number
): boolean => {
  if (proof === "none" || session === undefined) return false
  if (proof === "second_factor" && !session.hasSecondFactor) return false
  return now - session.provenAt > Limits.identity.proofMs
}

/** What a caller gets who may not call a route, or not yet. */
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

/** The directory may lack a revocation that was answered. */
const behind = Effect.fail(
  new Unavailable({ message: "This process is not up to date at the moment." })
)

const noSlot: Readonly<Record<RequestSlots.Full, Unavailable>> = {
  all: new Unavailable({ message: "Too many requests are in progress." }),
  account: new Unavailable({ message: "Too many requests of this account are in progress." })
}

const admitted: Result.Result<void, Refused> = Result.succeed(undefined)

const addressOf = ({ site }: Dependencies, { source }: RequestContext.Fields): string =>
  RateLimits.addressOf(site.addressOf(source))

/** Counts a request; the last count is the one in its response. */
const count = (
  { rateLimits }: Dependencies,
  context: RequestContext.Fields,
  who: string,
  kind: Operation.RateClass
): Result.Result<void, Refused> => {
  const rate = rateLimits.count(who, kind, context.at)
  context.rate = rate
  return rate.retryAfterSeconds === undefined
    ? admitted
    : Result.fail({ _tag: "RateLimited", retryAfterSeconds: rate.retryAfterSeconds })
}

/** The caller as the head of a request proves it: by a key, or not at all. */
const credentialsOf = (
  { environment, keyUse, partitions: { directory }, site }: Dependencies,
  context: RequestContext.Fields,
  { access: { by, isPages, isPrivate } }: Operation.Any
): Credentials => {
  const { at, source } = context
  if (by === "public") {
    // Signing in is public, but only for our own page.
    const foreign = isPages ? SessionAuth.checkPage(source, site) : undefined
    return foreign === undefined ? Result.succeed(undefined) : Result.fail(foreign)
  }
  if (isPrivate || by === "person") return Result.fail(sessionNeeded)
  const audience = by === "admin" ? "admin" : "account"
  const { authorization } = source.headers
  const found = Authorization.identify({ directory, environment, audience }, authorization)
  if (Result.isFailure(found)) return Result.fail(found.failure)
  const key = found.success
  const caller = Authorization.ofKey(key)
  const refusal =
    Authorization.refuseEnded(key, at) ?? KeyAddresses.refuse(key, source, site.addressOf)
  if (refusal !== undefined) {
    // The log of the key's account shows the request, and why it is refused.
    context.caller = caller
    return Result.fail(refusal)
  }
  keyUse.note(key.id, at)
  return Result.succeed(caller)
}

const refuseFull = (
  { refused }: Admitting,
  full: RequestSlots.Full
): Result.Result<never, Refused> => {
  refused.count += 1
  return Result.fail(noSlot[full])
}

const release = ({ slots }: Admitting, context: RequestContext.Fields): void => {
  if (context.slot !== undefined) slots.release(context.slot)
  context.slot = undefined
}

const takeSlot = (
  admitting: Admitting,
  context: RequestContext.Fields,
  isRead: boolean,
  accountId: string | undefined
): Result.Result<void, Refused> => {
  const { slots } = admitting
  if (context.slot !== undefined) {
    const isFree = accountId === undefined || slots.assign(context.slot, accountId)
    return isFree ? admitted : refuseFull(admitting, "account")
  }
  const slot = slots.take(isRead, accountId)
  if (typeof slot === "string") return refuseFull(admitting, slot)
  context.slot = slot
  return admitted
}

/** Whether a write would get a slot; that of the query for its session is free again. */
const findSlot = (
  admitting: Admitting,
  context: RequestContext.Fields,
  accountId: string | undefined
): Result.Result<void, Refused> => {
  release(admitting, context)
  const full = admitting.slots.isFull(false, accountId)
  return full === undefined ? admitted : refuseFull(admitting, full)
}

/**
 * Whether the owner of the account's partition, which is another process, counts the requests of a
 * key: all of them reach it, whichever process takes them.
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

/** Everything that follows the credentials. */
const decide = (
  admitting: Admitting,
  context: RequestContext.Fields,
  operation: Operation.Any,
  credentials: Credentials
): Result.Result<void, Refused> => {
  const { limit, needs } = operation.access
  if (Result.isFailure(credentials)) {
    // Keys are guessed from somewhere: that address is slowed down, and no good key of it is.
    const counted = count(admitting, context, addressOf(admitting, context), "refused")
    return Result.isFailure(counted) ? counted : Result.fail(credentials.failure)
  }
  const caller = credentials.success
  context.caller = caller
  const kind = caller?.kind === "person" && limit === "default" ? "dashboard" : limit
  const counted = isCountedByOwner(admitting.partitions, operation, caller)
    ? admitted
    : count(admitting, context, caller?.id ?? addressOf(admitting, context), kind)
  const refusal =
    caller === undefined
      ? undefined
      : Authorization.checkAccount(admitting.partitions.directory, caller, needs)
  if (refusal !== undefined) return Result.fail(refusal)
  if (Result.isFailure(counted)) return counted
  const denied = caller === undefined ? undefined : refusalFor(caller, operation, context.at)
  if (denied !== undefined) return Result.fail(denied)
  // A probe needs no slot.
  if (limit === "probe") return admitted
  const accountId = caller?.accountId ?? undefined
  return operation.method === "GET"
    ? takeSlot(admitting, context, true, accountId)
    : findSlot(admitting, context, accountId)
}

/** Looks a session up, within its own limit: a worthless cookie costs a query as well. */
const bySession = (
  admitting: Admitting,
  people: Identity.Identity["Service"],
  context: RequestContext.Fields,
  operation: Operation.Any
): Effect.Effect<void, Refused> => {
  const {
    partitions: { directory },
    site
  } = admitting
  const counted = count(admitting, context, addressOf(admitting, context), "dashboard")
  if (Result.isFailure(counted)) return Effect.fail(counted.failure)
  const slot = takeSlot(admitting, context, operation.method === "GET", undefined)
  if (Result.isFailure(slot)) return Effect.fail(slot.failure)
  return Effect.flatMap(
    SessionAuth.caller({ people, directory, site }, context.source, operation.access.by),
    (credentials) => Effect.fromResult(decide(admitting, context, operation, credentials))
  )
}

/** What became of a request that another process admitted. */
interface Forwarded {
  /** The window it was counted in, where this process counts it. */
  readonly rate: RateLimits.RateLimitResult | undefined
  readonly refusal: Refused | undefined
}

export interface Admit {
  /** Admits a request to a route, or fails with what refuses it. */
  readonly to: (
    operation: Operation.Any,
    context: RequestContext.Fields
  ) => Effect.Effect<void, Refused>
  /** Takes the slot of a request whose body is there, or fails because there is none. */
  readonly begin: (context: RequestContext.Fields) => Result.Result<void, Refused>
  /** Bodies on their way. */
  readonly arrivals: Arrivals.Arrivals
  /** Whose bodies those of a request are. */
  readonly senderOf: (context: RequestContext.Fields) => Arrivals.Sender
  /**
   * Counts a request that another process took and admitted, and looks whether its caller may still
   * do what it asks.
   */
  readonly forwarded: (
    operation: Operation.Any,
    request: {
      readonly at: number
      readonly caller: Pick<Authorization.Caller, "id" | "kind" | "accountId"> | undefined
    }
  ) => Forwarded
  /**
   * Counts a request that is refused before its owner, another process, could count it; the refusal
   * of one that is over its limit.
   */
  readonly uncounted: (
    operation: Operation.Any,
    context: RequestContext.Fields
  ) => Rejection | undefined
  /** Counts a request that has no route, and gives what refuses it. */
  readonly unrouted: (context: RequestContext.Fields, refusal: Refusal) => Refused
  /** The end of a request: its slot is free. */
  readonly release: (context: RequestContext.Fields) => void
}

export const make = Effect.fnUntraced(function* (dependencies: Dependencies) {
  const meter = yield* Metrics.make
  const slots = RequestSlots.make()
  const refused = meter.counter(Metrics.refused, { queue: "requests" })
  const cutOff = meter.counter(Metrics.refused, { queue: "bodies" })
  const arrivals = Arrivals.make(() => {
    cutOff.count += 1
  })
  meter.gauge(slotsInUse, slots.taken)
  meter.gauge(bodiesHeld, () => arrivals.held().count)
  const admitting = { ...dependencies, slots, refused }
  const { people } = dependencies
  const admit: Admit = {
    to: (operation, context) => {
      if (operation.access.by !== "public" && !dependencies.partitions.isCurrent()) return behind
      return people !== undefined &&
        SessionAuth.isExpected(context.source, operation.access, people)
        ? bySession(admitting, people, context, operation)
        : Effect.fromResult(
            decide(admitting, context, operation, credentialsOf(admitting, context, operation))
          )
    },
    forwarded: (operation, { at, caller }) => {
      if (caller === undefined) return { rate: undefined, refusal: undefined }
      const isCounted = caller.kind === "key" && operation.location === "account"
      const rate = isCounted
        ? dependencies.rateLimits.count(caller.id, operation.access.limit, at)
        : undefined
      const known = Authorization.again(dependencies.partitions, caller, operation.access, at)
      if (Result.isFailure(known)) return { rate, refusal: known.failure }
      const retryAfterSeconds = rate?.retryAfterSeconds
      if (retryAfterSeconds !== undefined) {
        return { rate, refusal: { _tag: "RateLimited", retryAfterSeconds } }
      }
      const refusal = known.success.may(operation.access)
        ? undefined
        : refusalOf(known.success, operation)
      return { rate, refusal }
    },
    uncounted: ({ access }, context) => {
      if (context.rate !== undefined) return undefined
      const who = context.caller?.id ?? addressOf(admitting, context)
      const counted = count(admitting, context, who, access.limit)
      return Result.isFailure(counted) ? counted.failure : undefined
    },
    unrouted: (context, refusal) => {
      const counted = count(admitting, context, addressOf(admitting, context), "default")
      return Result.isFailure(counted) ? counted.failure : refusal
    },
    begin: (context) => takeSlot(admitting, context, false, context.caller?.accountId ?? undefined),
    arrivals,
    senderOf: (context) => {
      const { caller } = context
      return caller === undefined
        ? { id: addressOf(admitting, context), isKnown: false }
        : { id: caller.accountId ?? caller.id, isKnown: true }
    },
    release: (context) => release(admitting, context)
  }
  return admit
})
