/**
 * Executes commands: a request is decided when it has its turn, made durable, and then gets its
 * response. A retry gets the kept answer, and every caller gets a response in time.
 */
import { Effect, Result } from "effect"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as Claim from "./Claim.ts"
import type { Command, Executor } from "./Command.ts"
import * as Escrow from "./Escrow.ts"
import * as ExternalAct from "./ExternalAct.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"
import * as Turns from "./Turns.ts"

export interface Dependencies extends Turns.Dependencies {
  readonly log: Log["Service"]
}

export type CommandExecutor = Effect.Success<ReturnType<typeof make>>

/** Dependencies of a durable decision. */
interface Writer {
  readonly turns: Turns.Turns
  readonly log: Log["Service"]
  readonly escrow: Escrow.Escrow
}

const commit = <A>(
  { escrow, log, turns }: Writer,
  turn: Turns.Turn,
  request: Request.Request<A>,
  { events, reservation, result }: Request.Decision<A>
) => {
  const { idempotency } = request
  // The decision was never visible, and a retry decides again.
  if (turn.isGivenUp) return PendingRequests.late
  if (events.length === 0 && idempotency === null) {
    return Effect.succeed<Request.Done<A>>({ _tag: "Done", result })
  }
  const kept = idempotency === null ? null : idempotency.encode(result)
  const draft: Entry.Draft = {
    v: Entry.version,
    at: request.at,
    ...Request.originOf(request),
    events,
    reply: idempotency === null || kept === null ? null : Entry.replyOf(idempotency, kept)
  }
  if (reservation !== undefined) {
    // With the decision, because another fiber may decide before the next effect of this one.
    escrow.reserve(reservation)
    turn.onEnd = () => escrow.release(reservation)
  }
  const done = Effect.succeed<Request.Done<A>>({ _tag: "Done", result })
  return Turns.handOver<Request.Done<A>, Unavailable>(turns, turn, (settle) =>
    log.append(draft, (durable) => settle(durable ? done : Request.notWritten))
  )
}

/** Reads, decides, and makes the decision durable. The locks of the turn are held until then. */
const conclude = <A, E, Read, ReadError>(
  writer: Writer,
  turn: Turns.Turn,
  request: Request.Request<A>,
  command: Command<A, E, Read, ReadError>
): Effect.Effect<Request.Done<A>, E | ReadError | Unavailable> => {
  const commitDecision = (
    decision: Result.Result<Request.Decision<A>, E>
  ): Effect.Effect<Request.Done<A>, E | Unavailable> =>
    Result.isFailure(decision)
      ? Effect.fail(decision.failure)
      : commit(writer, turn, request, decision.success)
  return command.read === undefined
    ? commitDecision(command.decide())
    : Effect.flatMapEager(command.read(), (read) => commitDecision(command.decide(read)))
}

export const make = Effect.fnUntraced(function* ({ log, ...dependencies }: Dependencies) {
  const turns = yield* Turns.make(dependencies)
  const escrow = Escrow.make(dependencies.state)
  const writer: Writer = { turns, log, escrow }

  const execute: Executor["execute"] = (request, command) =>
    Turns.inTurn(turns, request, command.locks, (turn) => conclude(writer, turn, request, command))

  const executeUnkeyed: Executor["executeUnkeyed"] = (origin, command) =>
    Effect.map(
      Turns.locked(turns, command.locks, (turn) =>
        conclude(writer, turn, { ...origin, idempotency: null }, command)
      ),
      ({ result }) => result
    )

  const executeOwn: Executor["executeOwn"] = (at, command) =>
    executeUnkeyed({ at, by: "engine" }, command)

  /** Hands a request that has its turn over to `start`, which settles it. */
  const delegate = <A, E>(
    request: Request.CommandContext,
    start: (settle: (answer: Effect.Effect<A, E>) => void) => void
  ): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> =>
    Turns.inTurn(turns, request, [], (turn) => Turns.handOver(turns, turn, start))

  /** Returns the kept answer to an earlier request with this key, or else the effect's result. */
  const unlessReplayed = <A, E>(
    request: Request.CommandContext,
    effect: Effect.Effect<A, E>
  ): Effect.Effect<A | Request.Replayed, E | Request.NotExecuted> =>
    Effect.flatMap(
      Turns.inTurn(turns, request, [], () => Turns.unknownKey),
      (replayed): Effect.Effect<A | Request.Replayed, E> =>
        replayed === undefined ? effect : Effect.succeed(replayed)
    )

  return {
    execute,
    executeUnkeyed,
    executeOwn,
    claim: Claim.make(turns, log),
    delegate,
    actOnce: ExternalAct.make(turns, log),
    unlessReplayed,
    availableBalance: escrow.available,
    isLocked: turns.locks.isHeld
  }
})
