/**
 * Executes commands: a request's work runs when the request has its turn, is made durable, and then
 * answered. A retry gets the kept answer, and every caller is answered in time.
 */
import { Effect } from "effect"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as ExternalAct from "./ExternalAct.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"
import * as Turns from "./Turns.ts"

export interface Parts extends Turns.Parts {
  readonly log: Log["Service"]
}

export type CommandExecutor = Effect.Success<ReturnType<typeof make>>

/** What makes decisions durable. */
interface Writer {
  readonly turns: Turns.Turns
  readonly log: Log["Service"]
}

/** Makes a decision durable. */
const commit = <A>(
  { log, turns }: Writer,
  turn: Turns.Turn,
  request: Request.Request<A>,
  { events, result }: Request.Decision<A>
) => {
  const { idempotency } = request
  // It was never visible, and a retry decides again.
  if (turn.isGivenUp) return PendingRequests.late
  if (events.length === 0 && idempotency === null) {
    return Effect.succeed<Request.Done<A>>({ _tag: "Done", result, kept: null })
  }
  const kept = idempotency === null ? null : idempotency.encode(result)
  const draft: Entry.Draft = {
    v: Entry.version,
    at: request.at,
    ...Request.originOf(request),
    events,
    reply: idempotency === null || kept === null ? null : Entry.replyOf(idempotency, kept)
  }
  const done = Effect.succeed<Request.Done<A>>({ _tag: "Done", result, kept })
  return Turns.handOver<Request.Done<A>, Unavailable>(turns, turn, (settle) =>
    log.append(draft, (durable) => settle(durable ? done : Request.notWritten))
  )
}

export const make = Effect.fnUntraced(function* ({ log, ...parts }: Parts) {
  const turns = yield* Turns.make(parts)
  const writer: Writer = { turns, log }

  /**
   * Runs `work` when the request holds its locks and its key is unknown, and makes durable what it
   * decides. The locks are held until then: `work` may read what they stand for and trust it.
   */
  const execute = <A, E>(
    request: Request.Request<A>,
    locks: ReadonlyArray<string>,
    work: Effect.Effect<Request.Decision<A>, E>
  ): Effect.Effect<Request.Executed<A>, E | Request.NotExecuted> =>
    Turns.inTurn(turns, request, locks, (turn) =>
      Effect.flatMap(work, (decision) => commit(writer, turn, request, decision))
    )

  /** Gives a request that has its turn to what settles it. */
  const delegate = <A, E>(
    request: Request.CommandContext,
    start: (settle: (answer: Effect.Effect<A, E>) => void) => void
  ): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> =>
    Turns.inTurn(turns, request, [], (turn) => Turns.handOver(turns, turn, start))

  /** The kept answer to an earlier request with the same key, or else what the effect gives. */
  const unlessReplayed = <A, E>(
    request: Request.CommandContext,
    effect: Effect.Effect<A, E>
  ): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> =>
    Effect.flatMap(
      Turns.inTurn(turns, request, [], () => Turns.unknown),
      (replayed): Effect.Effect<A | Request.Replayed, E> =>
        replayed === undefined ? effect : Effect.succeed(replayed)
    )

  return {
    execute,
    delegate,
    actOnce: ExternalAct.make(turns, log),
    unlessReplayed,
    isLocked: turns.locks.isHeld
  }
})
