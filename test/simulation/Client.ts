/**
 * Whoever asks the engine for something: sends a request to a process that may die, waits, asks
 * again with the same key until there is an answer, and tells the auditor of each.
 */
import { Cause, Effect, Exit } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type { Cluster } from "./Cluster.ts"
import type { Host } from "./Host.ts"
import type { Answered, Ask, Service, Wish } from "./Requests.ts"
import type { Setting } from "./Setting.ts"

type Ended = Exit.Exit<Answered, { readonly _tag: string }>

export type Outcome =
  | { readonly _tag: "Answered"; readonly answer: Answered }
  /** `isCurrent`: by the writer, not by one that was replaced and has not noticed. */
  | { readonly _tag: "Refused"; readonly tag: string; readonly isCurrent: boolean }
  /** No answer, or "not now": it may have happened or not. */
  | { readonly _tag: "Nothing" }

const nothing: Outcome = { _tag: "Nothing" }

/** How long a client waits, milliseconds. */
const patienceMs = 30_000

/** Within this time after an answer the same request must get it again (contract 2). */
const keptMs = 24 * 60 * 60 * 1_000

export interface Client {
  /** One attempt. */
  readonly send: (wish: Wish) => Effect.Effect<Outcome>
  /** Looks at a payout that was acknowledged, by itself and in the list, and compares. */
  readonly look: (accountId: string, id: string) => Effect.Effect<void>
  /** Looks at a batch that was acknowledged. */
  readonly lookAtBatch: (batch: Batch.Created) => Effect.Effect<void>
  /** Attempts until there is an answer or a refusal. Without a key there is one attempt. */
  readonly ask: (wish: Wish) => Effect.Effect<Outcome>
}

export const make = (setting: Setting, cluster: Cluster): Client => {
  const { audit, faults, machine } = setting
  const { world } = machine
  const random = setting.random.stream("clients' network")

  /** What the engine's answer means, told to the auditor the moment it is given. */
  const judge = (host: Host, ask: Ask, exit: Ended): Outcome => {
    if (Exit.isSuccess(exit)) {
      audit.acknowledged(ask.request, exit.value)
      if (ask.rows !== undefined) audit.answeredRows(ask.rows, exit.value)
      return { _tag: "Answered", answer: exit.value }
    }
    if (Cause.hasInterrupts(exit.cause)) return nothing
    const error = exit.cause.reasons.find(Cause.isFailReason)?.error
    if (error === undefined) {
      const text = String(Cause.squash(exit.cause))
      if (!text.includes("injected")) audit.object(`A request met a defect: ${text}`)
      return nothing
    }
    if (error._tag === "Unavailable") return nothing
    audit.rejected(host, ask.request, error._tag, ask.subject)
    if (ask.rows !== undefined) audit.refusedRows(host, ask.request, ask.rows, error)
    return { _tag: "Refused", tag: error._tag, isCurrent: cluster.isCurrent(host) }
  }

  const send = (wish: Wish): Effect.Effect<Outcome> =>
    world.wait((resume) => {
      const life = cluster.reach()
      const engine = life?.engine
      if (life === undefined || engine === undefined) {
        world.after(random.int(10, 200), () => resume(Effect.succeed(nothing)))
        return
      }
      let isOver = false
      const end = (outcome: Outcome): void => {
        if (!isOver) resume(Effect.succeed(outcome))
        isOver = true
      }
      world.after(random.int(0, 3), () => {
        const ask = wish(machine.now())
        const hangUp = life.realm.run(ask.effect(engine), (exit) => {
          const outcome = judge(life, ask, exit)
          world.after(random.int(0, 3), () => end(outcome))
        })
        if (faults.strikes("client: hangs up", 0.03)) {
          world.after(random.int(0, 20), () => {
            hangUp()
            end(nothing)
          })
        }
      })
      world.after(patienceMs, () => end(nothing))
      life.realm.onEnd(() => world.after(5, () => end(nothing)))
    })

  const isKeyed = (wish: Wish): boolean => wish(machine.now()).request.idempotency !== null

  const again = (wish: Wish): Effect.Effect<Outcome> =>
    Effect.gen(function* () {
      let pauseMs = 100
      while (true) {
        const outcome = yield* send(wish)
        if (outcome._tag !== "Nothing" || !isKeyed(wish)) return outcome
        yield* Effect.sleep(random.int(1, pauseMs))
        pauseMs = Math.min(pauseMs * 2, 60_000)
      }
    })

  /** An answered request must be answered the same for a day; the books compare the bytes. */
  const repeat = (wish: Wish, answeredAt: number, afterMs: number): Effect.Effect<void> =>
    Effect.gen(function* () {
      yield* Effect.sleep(afterMs)
      const outcome = yield* again(wish)
      const isKept = machine.now() < answeredAt + keptMs
      if (outcome._tag === "Refused" && outcome.isCurrent && isKept) {
        audit.object(`Contract 2: an answered request is refused with ${outcome.tag}`)
      }
    })

  const ask = (wish: Wish): Effect.Effect<Outcome> =>
    Effect.gen(function* () {
      if (isKeyed(wish) && faults.strikes("client: repeats at once", 0.1)) world.run(again(wish))
      const sentAt = machine.now()
      const outcome = yield* again(wish)
      if (outcome._tag !== "Answered" || !isKeyed(wish)) return outcome
      if (faults.strikes("client: repeats later", 0.15)) {
        const afterMs = random.pick([1_000, 60_000, 3_600_000, 90_000_000])
        world.run(repeat(wish, sentAt, random.int(0, afterMs)))
      }
      return outcome
    })

  /** Asks the latest process to show something; what it shows is told while it is the latest. */
  const lookAt = <A>(
    shown: (engine: Service) => Effect.Effect<A, { readonly _tag: string }>,
    tell: (seen: A, host: Host) => void
  ): Effect.Effect<void> =>
    world.wait((resume) => {
      const life = cluster.current()
      const engine = life?.engine
      const end = () => resume(Effect.void)
      if (life === undefined || engine === undefined) return end()
      life.realm.run(shown(engine), (exit) => {
        if (Exit.isSuccess(exit) && cluster.isCurrent(life)) tell(exit.value, life)
        end()
      })
      world.after(patienceMs, end)
      life.realm.onEnd(end)
    })

  const page = { limit: 1_000, offset: 0 }

  const look: Client["look"] = (accountId, id) =>
    lookAt(
      (engine) => Effect.zip(engine.payout(id), engine.lists.payouts({ accountId }, page)),
      ([payout, { items }]) => {
        audit.looked(id, payout?.timeline)
        audit.looked(id, items.find((one) => one.id === id)?.timeline)
      }
    )

  const lookAtBatch: Client["lookAtBatch"] = ({ accountId, id, kind }) =>
    lookAt(
      (engine) => Effect.zip(engine.batch(id), engine.lists.batches({ accountId, kind }, page)),
      ([batch, { items }]) => {
        audit.lookedAtBatch(id, batch)
        audit.lookedAtBatch(
          id,
          items.find((one) => one.id === id)
        )
      }
    )

  return { send, ask, look, lookAtBatch }
}
