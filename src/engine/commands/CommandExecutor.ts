/**
 * Gives every request its turn: nobody else decides about what it claims, a retry gets the kept
 * answer, and whoever waits is answered in time. What is decided is answered when it is durable.
 */
import { type Cause, Effect, FiberSet, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type { ReadModel } from "../ports/ReadModel.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as State from "../state/State.ts"
import * as ExternalAct from "./ExternalAct.ts"
import * as KeyLocks from "./KeyLocks.ts"
import type { PendingRequests } from "./PendingRequests.ts"

/** What makes two requests the same request (contract §2). */
export interface Idempotency {
  readonly scope: string
  readonly key: string
  readonly fingerprint: string
}

/** Who asks for what, when. */
export interface Request {
  readonly at: number
  /** An API key's or a person's id, or `engine`. */
  readonly by: string
  /** The account a person acts for. */
  readonly as?: string
  /** The network address it came from. */
  readonly from?: string
  readonly idempotency: Idempotency | null
  /**
   * The fingerprint of its parameters as they are spelled, where that is not their one spelling:
   * what version 1.0 kept of a request.
   */
  readonly spelled?: () => string
  /** Why, in the words of who asks: it is kept in the log. */
  readonly note?: string
}

export type Origin = Pick<Entry.Draft, "by" | "as" | "from" | "note">

/** The answer as it goes out: HTTP status and exact body. */
export interface Answer {
  readonly status: number
  readonly body: string
}

export interface Answered extends Answer {
  /** A kept answer to an earlier request with the same key. */
  readonly replayed: boolean
}

/** The same key came with other parameters. */
export interface KeyReused {
  readonly _tag: "KeyReused"
  readonly key: string
}

/** The first request with this key acted on the outside world, and its outcome was not kept. */
export interface OutcomeUnknown {
  readonly _tag: "OutcomeUnknown"
  readonly key: string
}

/** Why a key that was used before is refused. */
export type KeyRefused = KeyReused | OutcomeUnknown

/** What a change writes, and what it answers. */
export interface Change {
  readonly events: ReadonlyArray<Entry.Event>
  readonly answer: Answer
  /** Whether it is the answer to an earlier request, found again. */
  readonly replayed?: boolean
  /** The body kept for retries where the answer's own holds something to be shown only once. */
  readonly kept?: string
}

export type Decide<R> = (core: State.State) => Result.Result<Change, R>

/**
 * Fetches what the decision needs and the core does not hold, once everything is claimed; nothing
 * where it holds it.
 */
export type Prepare = (core: State.State) => Effect.Effect<void, Unavailable> | undefined

export const unavailable = new Unavailable({ message: "Nothing can be written right now." })

export const notWritten = Effect.fail(unavailable)

type Resume<A, E> = (answer: Effect.Effect<A, E | KeyRefused | Unavailable>) => void

const claimOf = ({ idempotency }: Request): ReadonlyArray<string> =>
  idempotency === null ? [] : [`key ${State.replyKey(idempotency.scope, idempotency.key)}`]

/** What a kept answer is to a request: its answer, or a refusal of its key. */
const replay = (
  { fingerprint, key }: Idempotency,
  spelled: Request["spelled"],
  kept: State.KeptReply
): Result.Result<Answered, KeyRefused> => {
  if (kept.fingerprint !== fingerprint && kept.fingerprint !== spelled?.()) {
    return Result.fail({ _tag: "KeyReused", key })
  }
  return kept.phase === undefined
    ? Result.succeed({ status: kept.status, body: kept.body, replayed: true })
    : Result.fail({ _tag: "OutcomeUnknown", key })
}

/** Whether an answer, or the intent to give one, still keeps its key from acting again. */
const isKept = (kept: State.KeptReply, at: number): boolean =>
  at < kept.at + State.replyMsMax && kept.phase !== "withdrawn"

/** Who asked, from where and why, as an entry keeps it. */
export const originOf = ({ as, by, from, note }: Request): Origin => {
  const origin: { by: string; as?: string; from?: string; note?: string } = { by }
  if (as !== undefined) origin.as = as
  if (from !== undefined) origin.from = from
  if (note !== undefined) origin.note = note
  return origin
}

const draftOf = (
  request: Request,
  { answer: { body, status }, events, kept }: Change
): Entry.Draft => ({
  v: Entry.version,
  at: request.at,
  ...originOf(request),
  events,
  reply:
    request.idempotency === null ? null : { ...request.idempotency, status, body: kept ?? body }
})

export interface Parts {
  readonly core: State.State
  readonly log: Log["Service"]
  readonly views: ReadModel["Service"]
  readonly waiting: PendingRequests
  /** So much waits to be shown that nothing more should be taken. */
  readonly isBehind: () => boolean
}

export type CommandExecutor = Effect.Success<ReturnType<typeof make>>

export const make = Effect.fnUntraced(function* ({ core, isBehind, log, views, waiting }: Parts) {
  const claims = KeyLocks.make(Limits.engine.claimWaitersMax)
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const meter = yield* Metrics.make
  const behind = meter.counter(Metrics.refused, { queue: "read_model" })
  const crowded = meter.counter(Metrics.refused, { queue: "claims" })

  /** Calls `known` or `isNew`: whether the request was answered before, in memory or tables. */
  const findKept = (
    { at, idempotency, spelled }: Request,
    isNew: () => void,
    known: (answer: Effect.Effect<Answered, KeyRefused | Unavailable>) => void
  ): void => {
    if (idempotency === null) return isNew()
    const key = State.replyKey(idempotency.scope, idempotency.key)
    const weigh = (kept: State.KeptReply | undefined): void =>
      kept === undefined || !isKept(kept, at)
        ? isNew()
        : known(Effect.fromResult(replay(idempotency, spelled, kept)))
    const recent = core.replies.get(key)
    if (recent !== undefined || !core.idempotencyFilter.mayHave(key, at)) return weigh(recent)
    run(
      Effect.matchCause(Effect.catchTag(views.reply(key), "ViewsBroken", Effect.die), {
        onSuccess: weigh,
        onFailure: (cause) => known(Effect.failCause(cause))
      })
    )
  }

  /**
   * Runs `body` when all claims are held and the request is neither known nor given up. `body`
   * calls `release` once, when what it decided is durable or certainly not written.
   */
  const exclusively = <A, E>(
    request: Request,
    others: ReadonlyArray<string>,
    body: (release: () => void, resume: Resume<A, E>) => void
  ): Effect.Effect<A | Answered, E | KeyRefused | Unavailable> =>
    waiting.wait<A | Answered, E | KeyRefused | Unavailable>((resume, isGivenUp) => {
      if (isBehind()) {
        behind.count += 1
        return resume(notWritten)
      }
      const keys = [...claimOf(request), ...others]
      let isHeld = true
      const release = (): void => {
        if (isHeld) claims.release(keys)
        isHeld = false
      }
      /** Whatever goes wrong in here, the claims do not outlive it. */
      const safely = (act: () => void): void => {
        const done = Result.try(act)
        if (Result.isSuccess(done)) return
        release()
        resume(Effect.die(done.failure))
      }
      const granted = (): void =>
        safely(() => {
          if (isGivenUp()) return release()
          findKept(
            request,
            () => (isGivenUp() ? release() : safely(() => body(release, resume))),
            (answer) => {
              release()
              resume(answer)
            }
          )
        })
      if (claims.acquire(keys, granted)) return
      crowded.count += 1
      resume(notWritten)
    })

  /** Decides about the core and makes the change durable. */
  const settle =
    <R>(request: Request, decide: Decide<R>) =>
    (release: () => void, resume: Resume<Answered, R>): void => {
      const decision = decide(core)
      if (Result.isFailure(decision)) {
        release()
        return resume(Effect.fail(decision.failure))
      }
      const change = decision.success
      const answered = Effect.succeed({ ...change.answer, replayed: change.replayed ?? false })
      if (change.events.length === 0 && request.idempotency === null) {
        release()
        return resume(answered)
      }
      log.append(draftOf(request, change), (durable) => {
        release()
        resume(durable ? answered : notWritten)
      })
    }

  const transact = <R>(
    request: Request,
    others: ReadonlyArray<string>,
    decide: Decide<R>,
    prepare?: Prepare
  ): Effect.Effect<Answered, R | KeyRefused | Unavailable> => {
    const act = settle(request, decide)
    return exclusively<Answered, R>(request, others, (release, resume) => {
      const preparation = prepare?.(core)
      if (preparation === undefined) return act(release, resume)
      const fail = (cause: Cause.Cause<Unavailable>): void => {
        release()
        resume(Effect.failCause(cause))
      }
      run(
        Effect.andThen(
          preparation,
          Effect.sync(() => act(release, resume))
        ).pipe(Effect.catchCause((cause) => Effect.sync(() => fail(cause))))
      )
    })
  }

  const once = ExternalAct.make({
    log,
    origin: originOf,
    run,
    exclusively: (request, body) => exclusively(request, [], body)
  })

  /** The kept answer to an earlier request with the same key, or else what the effect gives. */
  const unlessKept = <E>(
    request: Request,
    effect: Effect.Effect<Answered, E>
  ): Effect.Effect<Answered, E | KeyRefused | Unavailable> =>
    Effect.flatMap(
      exclusively<null, never>(request, [], (release, resume) => {
        release()
        resume(Effect.succeed(null))
      }),
      (kept) => (kept === null ? effect : Effect.succeed(kept))
    )

  return { exclusively, transact, once, unlessKept, isClaimed: claims.isHeld }
})
