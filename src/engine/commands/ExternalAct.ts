/**
 * External acts (test events, simulations, resends) whose answer is kept for retries. The intent is
 * durable before the act (L6), so a retry after a crash between act and answer does not act a
 * second time (L8): it learns that the outcome is unknown. An act that fails by its own word is
 * withdrawn, and may be retried.
 */
import { Cause, Deferred, Effect, Exit, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Entry from "../ports/Entry.ts"
import { commit, type Log, untilWritable } from "../ports/Log.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"
import * as Turns from "./Turns.ts"

/** A request with a key; one without is not the same request when it comes again. */
interface Keyed<A> extends Request.Request<A> {
  readonly idempotency: Request.Idempotency<A>
}

type Settled<A, E> = Deferred.Deferred<Request.Done<A>, E | Request.NotExecuted>

const isKeyed = <A>(request: Request.Request<A>): request is Keyed<A> =>
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

/** What happened is written however long the log is away; the lock is held meanwhile. */
const persist = (log: Log["Service"], draft: Entry.Draft): Effect.Effect<void> =>
  Effect.flatMap(commit(log, draft), (durable) =>
    durable ? Effect.void : Effect.andThen(untilWritable(log), persist(log, draft))
  )

/** Intent, act, answer. The act has a bound of its own, so one that hangs blocks no caller. */
const perform = Effect.fnUntraced(function* <A, E>(
  log: Log["Service"],
  request: Keyed<A>,
  act: Effect.Effect<A, E>,
  settled: Settled<A, E>
) {
  const { idempotency } = request
  const begun = draftOf(request, Entry.replyWithout(idempotency, "begun"))
  if (!(yield* commit(log, begun))) {
    return yield* Deferred.complete(settled, Request.notWritten)
  }
  const encoded = Effect.map(act, (result) => ({ result, kept: idempotency.encode(result) }))
  const bounded = Effect.timeoutOrElse(encoded, {
    duration: Limits.engine.actMsMax,
    orElse: () => Effect.fail<Request.KeyRefused>({ _tag: "OutcomeUnknown", key: idempotency.key })
  })
  const exit = yield* Effect.exit(bounded)
  if (Exit.isSuccess(exit)) {
    const { kept } = exit.value
    yield* persist(log, draftOf(request, Entry.replyOf(idempotency, kept)))
    return yield* Deferred.succeed(settled, { _tag: "Done", ...exit.value })
  }
  yield* Deferred.failCause(settled, exit.cause)
  // After a defect, an interruption or the bound the outcome is unknown: the intent stands.
  const failure = Cause.findError(exit.cause)
  const isSaid = Result.isSuccess(failure) && !isUnknown(failure.success)
  if (isSaid) {
    yield* persist(log, draftOf(request, Entry.replyWithout(idempotency, "withdrawn")))
  }
  return true
})

/** How long the caller waits for an act, milliseconds. */
const patienceMs = Limits.engine.actMsMax + Limits.engine.requestMsMax

export const make =
  (turns: Turns.Turns, log: Log["Service"]) =>
  <A, E>(
    request: Request.Request<A>,
    act: Effect.Effect<A, E>
  ): Effect.Effect<Request.Executed<A>, E | Request.NotExecuted> => {
    if (!isKeyed(request)) {
      return Effect.map(act, (result) => ({ _tag: "Done", result, kept: null }))
    }
    return Turns.inTurn(turns, request, [], (turn) => {
      const settled: Settled<A, E> = Deferred.makeUnsafe()
      const ended = Deferred.complete(settled, Request.notWritten)
      const performed = Effect.ensuring(perform(log, request, act, settled), ended)
      Turns.detach(turns, turn, Effect.asVoid(performed))
      return Effect.timeoutOrElse(Deferred.await(settled), {
        duration: patienceMs,
        orElse: () => PendingRequests.late
      })
    })
  }
