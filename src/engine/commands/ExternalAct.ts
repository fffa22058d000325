/**
 * Acts on the outside world whose answer is kept for retries. The intent is durable before the act
 * (L6), so a retry after a crash between act and answer does not act a second time (L8): it learns
 * that the outcome is unknown. An act that fails by its own word is withdrawn, and may be retried.
 */
import { Cause, Deferred, Effect, Exit, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Actor from "../actor/Actor.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import type { Answer, Answered, Idempotency, KeyRefused, Request } from "./CommandExecutor.ts"

/** A request with a key; one without is not the same request when it comes again. */
interface Keyed extends Request {
  readonly idempotency: Idempotency
}

type Phase = NonNullable<Entry.Reply["phase"]>

/** Runs `body` when the request's key is free and claimed; `body` calls `release` once. */
type Exclusively = <A>(
  request: Request,
  body: (
    release: () => void,
    resume: (answer: Effect.Effect<Answered, A | Unavailable>) => void
  ) => void
) => Effect.Effect<Answered, A | KeyRefused | Unavailable>

export interface Parts {
  readonly log: Log["Service"]
  readonly exclusively: Exclusively
  readonly origin: (request: Request) => Pick<Entry.Draft, "by" | "as" | "from" | "note">
  /** Runs in the engine's scope: an act is not cut off because its caller goes away. */
  readonly run: (effect: Effect.Effect<void>) => unknown
}

const notWritten = new Unavailable({ message: "Nothing can be written right now." })
const late = new Unavailable({ message: "The outcome takes longer than expected." })

const isKeyed = (request: Request): request is Keyed => request.idempotency !== null

const fresh = (answer: Answer): Answered => ({ ...answer, replayed: false })

export const make = ({ exclusively, log, origin, run }: Parts) => {
  const draftOf = (request: Keyed, { body, status }: Answer, phase?: Phase): Entry.Draft => ({
    v: Entry.version,
    at: request.at,
    ...origin(request),
    events: [],
    reply: { ...request.idempotency, status, body, ...(phase === undefined ? {} : { phase }) }
  })

  const nothing: Answer = { status: 0, body: "" }

  /** What happened is written however long the log is away; the claim is held meanwhile. */
  const persist = (draft: Entry.Draft): Effect.Effect<void> =>
    Effect.flatMap(Actor.commit(log, draft), (durable) =>
      durable ? Effect.void : Effect.andThen(Actor.untilWritable(log), persist(draft))
    )

  /** Intent, act, answer. The act has a bound of its own: nobody waits for one that hangs. */
  const act = Effect.fnUntraced(function* <R>(
    request: Keyed,
    effect: Effect.Effect<Answer, R>,
    result: Deferred.Deferred<Answered, R | KeyRefused | Unavailable>
  ) {
    const isBegun = yield* Actor.commit(log, draftOf(request, nothing, "begun"))
    if (!isBegun) return yield* Deferred.fail(result, notWritten)
    const { key } = request.idempotency
    const bounded = Effect.timeoutOrElse(effect, {
      duration: Limits.engine.actMsMax,
      orElse: () => Effect.fail<KeyRefused>({ _tag: "OutcomeUnknown", key })
    })
    const exit = yield* Effect.exit(bounded)
    if (Exit.isSuccess(exit)) {
      yield* persist(draftOf(request, exit.value))
      return yield* Deferred.succeed(result, fresh(exit.value))
    }
    yield* Deferred.failCause(result, exit.cause)
    // After a defect, an interruption or the bound nobody knows what was done: the intent stands.
    const failure = Cause.findError(exit.cause)
    const isSaid = Result.isSuccess(failure) && !isUnknown(failure.success)
    if (isSaid) yield* persist(draftOf(request, nothing, "withdrawn"))
    return true
  })

  return <R>(
    request: Request,
    effect: Effect.Effect<Answer, R>
  ): Effect.Effect<Answered, R | KeyRefused | Unavailable> => {
    if (!isKeyed(request)) return Effect.map(effect, fresh)
    const patience = Limits.engine.actMsMax + Limits.engine.requestMsMax
    return exclusively<R | KeyRefused>(request, (release, resume) => {
      const result = Deferred.makeUnsafe<Answered, R | KeyRefused | Unavailable>()
      const ended = Effect.andThen(Effect.sync(release), Deferred.fail(result, notWritten))
      run(Effect.asVoid(Effect.ensuring(act(request, effect, result), ended)))
      resume(
        Effect.timeoutOrElse(Deferred.await(result), {
          duration: patience,
          orElse: () => Effect.fail(late)
        })
      )
    })
  }
}

const isUnknown = (failure: unknown): boolean =>
  (failure as { readonly _tag?: unknown } | null)?._tag === "OutcomeUnknown"
