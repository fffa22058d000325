/**
 * External acts (test events, simulations, resends) whose response is kept for retries. The intent
 * is durable before the act (L6). A retry after a crash between act and response therefore does not
 * act a second time (L8), and gets `OutcomeUnknown`. An act that fails with an error is withdrawn,
 * and may be retried.
 */
import { Cause, Deferred, Effect, Exit, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Entry from "../ports/Entry.ts"
import { commit, type Log, untilWritable } from "../ports/Log.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"
import * as Turns from "./Turns.ts"

/** A request with an idempotency key. A retry of a request without one cannot be recognised. */
interface KeyedRequest<A> extends Request.Request<A> {
  readonly idempotency: Request.Idempotency<A>
}

type Outcome<A, E> = Deferred.Deferred<Request.Done<A>, E | Request.NotExecuted>

const isKeyed = <A>(request: Request.Request<A>): request is KeyedRequest<A> =>
  request.idempotency !== null

const isUnknown = (failure: unknown): boolean =>
  (failure as { readonly _tag?: unknown } | null)?._tag === "OutcomeUnknown"

const draftOf = (request: Request.CommandContext, reply: Entry.Reply): Entry.Draft => ({
  v: Entry.version,
  at: request.at,
  ...Request.originOf(request),
  events: [],
  reply
})

/** The outcome is written however long the log is unavailable. The lock is held until then. */
const persist = (log: Log["Service"], draft: Entry.Draft): Effect.Effect<void> =>
  Effect.flatMap(commit(log, draft), (durable) =>
    durable ? Effect.void : Effect.andThen(untilWritable(log), persist(log, draft))
  )

/**
 * Writes the intent, acts, and writes the response. The act has a time limit, so one that hangs
 * blocks no caller.
 */
const perform = Effect.fnUntraced(function* <A, E>(
  log: Log["Service"],
  request: KeyedRequest<A>,
  act: Effect.Effect<A, E>,
  outcome: Outcome<A, E>
) {
  const { idempotency } = request
  const intent = draftOf(request, Entry.replyWithout(idempotency, "begun"))
  if (!(yield* commit(log, intent))) {
    return yield* Deferred.complete(outcome, Request.notWritten)
  }
  const encoded = Effect.map(act, (result) => ({ result, kept: idempotency.encode(result) }))
  const bounded = Effect.timeoutOrElse(encoded, {
    duration: Limits.engine.actMsMax,
    orElse: () => Effect.fail<Request.KeyRefused>({ _tag: "OutcomeUnknown", key: idempotency.key })
  })
  const exit = yield* Effect.exit(bounded)
  if (Exit.isSuccess(exit)) {
    const { kept, result } = exit.value
    yield* persist(log, draftOf(request, Entry.replyOf(idempotency, kept)))
    return yield* Deferred.succeed(outcome, { _tag: "Done" as const, result })
  }
  yield* Deferred.failCause(outcome, exit.cause)
  // After a defect, an interruption or a timeout the outcome is unknown, so the intent stays.
  const failure = Cause.findError(exit.cause)
  const isDefinite = Result.isSuccess(failure) && !isUnknown(failure.success)
  if (isDefinite) {
    yield* persist(log, draftOf(request, Entry.replyWithout(idempotency, "withdrawn")))
  }
  return true
})

/** Milliseconds that the caller waits for an act. */
const patienceMs = Limits.engine.actMsMax + Limits.engine.requestMsMax

export const make =
  (turns: Turns.Turns, log: Log["Service"]) =>
  <A, E>(
    request: Request.Request<A>,
    act: Effect.Effect<A, E>
  ): Effect.Effect<Request.Executed<A>, E | Request.NotExecuted> => {
    if (!isKeyed(request)) {
      return Effect.map(act, (result) => ({ _tag: "Done", result }))
    }
    return Turns.inTurn(turns, request, [], (turn) => {
      const outcome: Outcome<A, E> = Deferred.makeUnsafe()
      const fallback = Deferred.complete(outcome, Request.notWritten)
      const work = Effect.ensuring(perform(log, request, act, outcome), fallback)
      Turns.detach(turns, turn, Effect.asVoid(work))
      return Effect.timeoutOrElse(Deferred.await(outcome), {
        duration: patienceMs,
        orElse: () => PendingRequests.late
      })
    })
  }
