/**
 * The fibers of everything active of one kind: payouts, or batches. Whoever is needed gets its
 * fiber; whoever owes nothing retires. Here a request becomes a command, and its settlement the
 * request's answer.
 */
import { Effect, FiberMap } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Metrics from "../../telemetry/Metrics.ts"
import type { CommandExecutor } from "../commands/CommandExecutor.ts"
import * as Request from "../commands/Request.ts"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as Actor from "./Actor.ts"
import type { ActorBehavior, Command, CommandResult, Envelope, Inbox } from "./ActorBehavior.ts"
import type { Timers } from "./Timers.ts"

export interface Parts {
  readonly log: Log["Service"]
  readonly timers: Timers
  /** Commands that found a mailbox full. */
  readonly refused: Metrics.Counter
  /** Nobody is at work on it any more: it may leave memory. */
  readonly forget: (id: string) => void
}

const look = { _tag: "Look" } as const
const sooner = { _tag: "Sooner" } as const

/** The fibers of one kind. */
export const make = Effect.fnUntraced(function* <S, C extends Command, R>(
  kind: ActorBehavior<S, C, R>,
  { forget, log, refused, timers }: Parts
) {
  const inboxes = new Map<string, Inbox<S, C, R>>()
  const runActor = yield* FiberMap.makeRuntime<never, string, never, void>()

  const retired = (id: string, inbox: Inbox<S, C, R>): void => {
    if (inboxes.get(id) !== inbox) return
    inboxes.delete(id)
    forget(id)
  }

  const around = { kind, log, timers, retired }

  /**
   * Makes sure that a fiber runs and looks at what is owed, or gives it a command; `false`: its
   * mailbox is full.
   */
  const wake = (id: string, envelope?: Envelope<S, C, R>): boolean => {
    const running = inboxes.get(id)
    const inbox = running ?? Actor.inbox<S, C, R>()
    // First the command: a fiber starts at once, and with nothing to do it retires at once. One that
    // runs is told to look; a full mailbox is looked at soon enough.
    const isNew = running === undefined
    const isTaken = envelope !== undefined ? inbox.offer(envelope) : isNew || inbox.offer(look)
    if (isNew) {
      inboxes.set(id, inbox)
      runActor(id, Actor.run(id, inbox, around))
    }
    if (!isTaken && envelope !== undefined) refused.count += 1
    return isTaken
  }

  /** Who waits for a moment to do something again does it now. */
  const nudge = (id: string): void => void inboxes.get(id)?.offer(sooner)

  /**
   * Recovery is the normal path (L7): whoever owes something to the world gets its fiber. Not all
   * at once: what became due while nobody ran is spread.
   */
  const recover = Effect.fnUntraced(function* (all: Iterable<S & { readonly id: string }>) {
    const ids = [...all].filter((state) => kind.nextStep(state)._tag !== "Rest").map(({ id }) => id)
    const { recoverBatch, recoverPauseMs } = Limits.engine
    for (let start = 0; start < ids.length; start += recoverBatch) {
      if (start > 0) yield* Effect.sleep(recoverPauseMs)
      for (const id of ids.slice(start, start + recoverBatch)) {
        if (kind.read(id) !== undefined) wake(id)
      }
    }
  })

  return {
    wake,
    nudge,
    recover,
    isAwake: (id: string) => inboxes.has(id),
    count: () => inboxes.size
  }
})

export interface Commands<S, C, R> {
  readonly give: <N>(
    request: Request.Request<S>,
    id: string,
    command: C,
    notFound: N
  ) => Effect.Effect<Request.Executed<S>, R | N | Request.NotExecuted>
  /** Whether a command is on its way to it. */
  readonly isUnderWay: (id: string) => boolean
}

/**
 * Gives requests to fibers. `fetch` brings what is finished back to memory; while a command is on
 * its way it stays there.
 */
export const commands = <S, C extends Command, R>(options: {
  readonly kind: ActorBehavior<S, C, R>
  readonly wake: (id: string, envelope: Envelope<S, C, R>) => boolean
  readonly requests: Pick<CommandExecutor, "delegate">
  readonly fetch: (id: string) => Effect.Effect<void, Unavailable>
  readonly forget: (id: string) => void
}): Commands<S, C, R> => {
  const { fetch, forget, kind, requests, wake } = options
  const underWay = new Map<string, number>()
  const fetches = new Map<string, Effect.Effect<void, Unavailable>>()

  /** One at a time for one thing: a row read before it changed must not come after. */
  const recall = (id: string): Effect.Effect<void, Unavailable> =>
    Effect.suspend(() => {
      if (kind.read(id) !== undefined || !Ids.isId(id)) return Effect.void
      const running = fetches.get(id)
      if (running !== undefined) return running
      return Effect.gen(function* () {
        const fetched = Effect.ensuring(
          fetch(id),
          Effect.sync(() => fetches.delete(id))
        )
        const shared = yield* Effect.cached(fetched)
        fetches.set(id, shared)
        return yield* shared
      })
    })

  const settle = <N>(request: Request.Request<S>, id: string, command: C, notFound: N) =>
    requests.delegate<Request.Done<S>, R | N | Unavailable>(request, (settle) => {
      if (kind.read(id) === undefined) return settle(Effect.fail(notFound))
      const { idempotency } = request
      const settled = (result: CommandResult<S, R>): void => {
        switch (result._tag) {
          case "Done": {
            const { reply, state } = result
            const kept = reply === null ? null : Entry.keptAnswerOf(reply)
            return settle(Effect.succeed({ _tag: "Done", result: state, kept }))
          }
          case "Rejected":
            return settle(Effect.fail(result.rejection))
          case "Unavailable":
            return settle(Request.notWritten)
          case "Defect":
            return settle(Effect.die(result.defect))
        }
      }
      const origin = Request.originOf(request)
      const reply =
        idempotency === null
          ? null
          : (after: S) => Entry.replyOf(idempotency, idempotency.encode(after))
      const envelope = { _tag: "Envelope", command, origin, reply, settled } as const
      if (!wake(id, envelope)) settled({ _tag: "Unavailable" })
    })

  const give: Commands<S, C, R>["give"] = (request, id, command, notFound) =>
    Effect.suspend(() => {
      underWay.set(id, (underWay.get(id) ?? 0) + 1)
      const done = Effect.sync(() => {
        const others = (underWay.get(id) ?? 0) - 1
        if (others > 0) return void underWay.set(id, others)
        underWay.delete(id)
        forget(id)
      })
      return recall(id).pipe(
        Effect.andThen(settle(request, id, command, notFound)),
        Effect.ensuring(done)
      )
    })

  return { give, isUnderWay: (id) => underWay.has(id) }
}
