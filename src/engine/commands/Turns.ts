/**
 * Turns of requests. A request has its turn when it holds its key locks and its idempotency key is
 * unknown; a retry gets the kept answer instead. The locks are held until the decision is durable
 * or certainly not written, so nothing is decided on data that is not durable yet (L1).
 */
import { Effect, FiberSet, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Entry from "../ports/Entry.ts"
import { orDie, type ReadModel } from "../ports/ReadModel.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as State from "../state/State.ts"
import * as KeyLocks from "./KeyLocks.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"

/**
 * The key of the kept reply, which is also the key of the request's lock; `undefined` if the
 * request has no idempotency key.
 */
const replyKeyOf = ({ idempotency }: Request.CommandContext): string | undefined =>
  idempotency === null ? undefined : State.replyKey(idempotency.scope, idempotency.key)

/** Turns a kept reply into the result of a retry: its response, or a refusal of its key. */
const replay = (
  { fingerprint, key }: Request.IdempotencyKey,
  reply: State.KeptReply
): Result.Result<Request.Replayed, Request.KeyRefused> => {
  if (reply.fingerprint !== fingerprint) return Result.fail({ _tag: "KeyReused", key })
  return reply.phase === undefined
    ? Result.succeed({ _tag: "Replayed", kept: Entry.keptAnswerOf(reply), events: reply.events })
    : Result.fail({ _tag: "OutcomeUnknown", key })
}

/** True if a reply, or the intent to give one, still prevents its key from acting again. */
const isUnexpired = (reply: State.KeptReply, at: number): boolean =>
  at < reply.at + State.replyMsMax && reply.phase !== "withdrawn"

/** A request from its arrival to its response. */
export interface Turn extends PendingRequests.Pending {
  readonly keys: ReadonlyArray<string>
  locks: "awaited" | "held" | "released"
  /**
   * True while the log or another fiber works on the turn. It then ends the turn, not the request's
   * own fiber.
   */
  isHandedOver: boolean
  /** Gives back what the decision holds until its outcome is certain. */
  onEnd: (() => void) | undefined
}

/** Dependencies of the turns in which decisions are made. */
export interface Dependencies {
  readonly state: State.State
  readonly readModel: ReadModel["Service"]
  readonly waiting: PendingRequests.PendingRequests
  /** True if the read model is so far behind that no more requests should be taken. */
  readonly isBehind: () => boolean
}

export interface Turns extends Dependencies {
  readonly locks: KeyLocks.KeyLocks
  /** Runs in the engine's scope. */
  readonly run: (effect: Effect.Effect<void>) => unknown
  readonly refusedBehind: Metrics.Counter
  readonly refusedCrowded: Metrics.Counter
}

export const make = Effect.fnUntraced(function* (dependencies: Dependencies) {
  const meter = yield* Metrics.make
  const turns: Turns = {
    ...dependencies,
    locks: KeyLocks.make(Limits.engine.lockWaitersMax),
    run: yield* FiberSet.makeRuntime<never, void, never>(),
    refusedBehind: meter.counter(Metrics.refused, { queue: "read_model" }),
    refusedCrowded: meter.counter(Metrics.refused, { queue: "locks" })
  }
  return turns
})

/** The result for a request whose key is unknown. */
export const unknownKey: Effect.Effect<undefined> = Effect.succeed(undefined)

/** The reply kept under a key, from memory or the tables; `undefined` if there is none. */
export const keptReply = (
  { readModel, state }: Turns,
  key: string,
  at: number
): Effect.Effect<State.KeptReply | undefined, Unavailable> => {
  const ifUnexpired = (reply: State.KeptReply | undefined) =>
    reply !== undefined && isUnexpired(reply, at) ? reply : undefined
  const recent = state.replies.get(key)
  if (recent !== undefined) return Effect.succeed(ifUnexpired(recent))
  if (!state.idempotencyFilter.mayHave(key, at)) return unknownKey
  return Effect.map(orDie(readModel.reply(key)), ifUnexpired)
}

/** The kept answer to a request; `undefined` if its key is unknown. */
const findReply = (
  turns: Turns,
  { at, idempotency }: Request.CommandContext,
  key: string | undefined
): Effect.Effect<Request.Replayed | undefined, Request.NotExecuted> => {
  if (idempotency === null || key === undefined) return unknownKey
  return Effect.flatMapEager(
    keptReply(turns, key, at),
    (reply): Effect.Effect<Request.Replayed | undefined, Request.KeyRefused> =>
      reply === undefined ? unknownKey : Effect.fromResult(replay(idempotency, reply))
  )
}

const release = ({ locks }: Turns, turn: Turn): void => {
  turn.locks = "released"
  locks.release(turn.keys)
}

/** Ends a turn, unless something still works on it. Only this function releases a held lock. */
const end = (turns: Turns, turn: Turn): void => {
  if (turn.isHandedOver) return
  turns.waiting.leave(turn)
  turn.onEnd?.()
  turn.onEnd = undefined
  // Last, because the next request may decide at once.
  if (turn.locks === "held") release(turns, turn)
}

const acquire = (turns: Turns, turn: Turn): Effect.Effect<void, Unavailable> => {
  // Nearly every request finds its keys free, and then does not wait.
  if (turns.locks.tryAcquire(turn.keys)) {
    turn.locks = "held"
    return Effect.void
  }
  return PendingRequests.waitFor(turn, (resume) => {
    const granted = (): void => {
      // The request was given up while it waited in the queue, so the next one is granted.
      if (turn.isGivenUp) return release(turns, turn)
      turn.locks = "held"
      resume(Effect.void)
    }
    if (turns.locks.acquire(turn.keys, granted)) return
    turns.refusedCrowded.count += 1
    resume(Request.notWritten)
  })
}

/**
 * Runs `body` in the caller's own fiber when the locks are held. They are released with that fiber,
 * or by the work that the turn is handed over to. `body` does its synchronous part at once.
 */
export const locked = <A, E>(
  turns: Turns,
  keys: ReadonlyArray<string>,
  body: (turn: Turn) => Effect.Effect<A, E>
): Effect.Effect<A, E | Unavailable> =>
  Effect.suspend(() => {
    if (turns.isBehind()) {
      turns.refusedBehind.count += 1
      return Request.notWritten
    }
    const turn: Turn = {
      until: turns.waiting.until(),
      isGivenUp: false,
      resume: undefined,
      keys,
      locks: "awaited",
      isHandedOver: false,
      onEnd: undefined
    }
    turns.waiting.enter(turn)
    // Suspended, so that nothing is held before `onExit` below is in force: neither a defect nor an
    // interruption in between may leave a lock behind.
    const work = Effect.suspend(() =>
      Effect.flatMapEager(
        acquire(turns, turn),
        (): Effect.Effect<A, E | Unavailable> =>
          turn.isGivenUp ? PendingRequests.late : body(turn)
      )
    )
    return Effect.onExit(work, () => {
      turn.isGivenUp = true
      end(turns, turn)
      return Effect.void
    })
  })

/** Runs `body` when a request holds its locks and its key is unknown. */
export const inTurn = <A, E>(
  turns: Turns,
  request: Request.CommandContext,
  locks: ReadonlyArray<string>,
  body: (turn: Turn) => Effect.Effect<A, E>
): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> => {
  const key = replyKeyOf(request)
  return locked(turns, key === undefined ? locks : [key, ...locks], (turn) =>
    Effect.flatMapEager(
      findReply(turns, request, key),
      (replayed): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> => {
        if (turn.isGivenUp) return PendingRequests.late
        return replayed === undefined ? body(turn) : Effect.succeed(replayed)
      }
    )
  )
}

/**
 * Leaves the rest of a turn to the work that `start` begins. That work settles it once, even when
 * the request's own fiber is gone.
 */
export const handOver = <A, E>(
  turns: Turns,
  turn: Turn,
  start: (settle: (answer: Effect.Effect<A, E>) => void) => void
): Effect.Effect<A, E | Unavailable> =>
  PendingRequests.waitFor<A, E>(turn, (resume) => {
    turn.isHandedOver = true
    const settle = (answer: Effect.Effect<A, E>): void => {
      turn.isHandedOver = false
      end(turns, turn)
      resume(answer)
    }
    const started = Result.try(() => start(settle))
    if (Result.isFailure(started)) settle(Effect.die(started.failure))
  })

/** Leaves the rest of a turn to an effect in the engine's scope, which has its own time limit. */
export const detach = (turns: Turns, turn: Turn, effect: Effect.Effect<void>): void => {
  turn.isHandedOver = true
  turns.waiting.leave(turn)
  const finish = Effect.sync(() => {
    turn.isHandedOver = false
    end(turns, turn)
  })
  turns.run(Effect.ensuring(effect, finish))
}
