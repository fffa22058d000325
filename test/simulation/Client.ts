/**
 * A client of the engine. It sends a request to a process that may die, and retries with the same
 * key until it gets a response. It reports each response to the auditor.
 */
import { Cause, Effect, Exit } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type { Ended, Judge, Outcome, Processes } from "./Door.ts"
import type { Host } from "./Host.ts"
import type { Ask, Service, Wish } from "./Requests.ts"
import type { Setting } from "./Setting.ts"

const nothing: Outcome = { _tag: "Nothing" }

/** Milliseconds for which a client waits. */
const patienceMs = 30_000

/** Milliseconds after a response in which the same request must get the same response. */
const keptMs = 24 * 60 * 60 * 1_000

export interface Client {
  /** Makes one attempt. */
  readonly send: (wish: Wish) => Effect.Effect<Outcome>
  /** Reads an acknowledged payout alone and in the list, and compares both. */
  readonly look: (accountId: string, id: string) => Effect.Effect<void>
  /** Reads an acknowledged batch. */
  readonly lookAtBatch: (batch: Batch.Created) => Effect.Effect<void>
  /** Retries until there is a response or a refusal. Without a key there is one attempt. */
  readonly ask: (wish: Wish) => Effect.Effect<Outcome>
}

const openNetwork = (setting: Setting, cluster: Processes) => {
  const { audit, faults, machine, spread } = setting
  const { world } = machine
  const random = setting.random.stream("clients' network")
  const page = { limit: 1_000, offset: 0 }
  return { audit, cluster, world, random, machine, faults, page, spread }
}

type Network = ReturnType<typeof openNetwork>

/** The meaning of the engine's result, which is reported to the auditor at once. */
const judge = (network: Network, host: Host, ask: Ask, exit: Ended): Outcome => {
  if (Exit.isSuccess(exit)) {
    network.audit.acknowledged(ask.request, exit.value)
    if (ask.rows !== undefined) network.audit.answeredRows(ask.rows, exit.value)
    return { _tag: "Answered", answer: exit.value }
  }
  if (Cause.hasInterrupts(exit.cause)) return nothing
  const error = exit.cause.reasons.find(Cause.isFailReason)?.error
  if (error === undefined) {
    const text = String(Cause.squash(exit.cause))
    if (!text.includes("injected")) network.audit.object(`A request met a defect: ${text}`)
    return nothing
  }
  if (error._tag === "Unavailable") return nothing
  network.audit.rejected(host, ask.request, error._tag, ask.subject)
  if (ask.rows !== undefined) network.audit.refusedRows(host, ask.request, ask.rows, error)
  return { _tag: "Refused", tag: error._tag, isCurrent: network.cluster.isCurrent(host) }
}

const send = (network: Network, wish: Wish): Effect.Effect<Outcome> =>
  network.world.wait((resume) => {
    const door = network.cluster.reach()
    if (door === undefined) {
      network.world.after(network.random.int(10, 200), () => resume(Effect.succeed(nothing)))
      return
    }
    let isOver = false
    const end = (outcome: Outcome): void => {
      if (!isOver) resume(Effect.succeed(outcome))
      isOver = true
    }
    const judged: Judge = (host, ask, exit) => judge(network, host, ask, exit)
    network.world.after(network.random.int(0, 3), () => {
      const hangUp = door.enter(wish, judged, (outcome) => {
        network.world.after(network.random.int(0, 3), () => end(outcome))
      })
      if (hangUp !== undefined && network.faults.strikes("client: hangs up", 0.03)) {
        network.world.after(network.random.int(0, 20), () => {
          hangUp()
          end(nothing)
        })
      }
    })
    network.world.after(patienceMs, () => end(nothing))
    door.realm.onEnd(() => network.world.after(5, () => end(nothing)))
  })

const isKeyed = (network: Network, wish: Wish): boolean =>
  wish({ at: network.machine.now() }).request.idempotency !== null

const again = (network: Network, wish: Wish): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    let pauseMs = 100
    while (true) {
      const outcome = yield* send(network, wish)
      if (outcome._tag !== "Nothing" || !isKeyed(network, wish)) return outcome
      yield* Effect.sleep(network.random.int(1, pauseMs))
      pauseMs = Math.min(pauseMs * 2, 60_000)
    }
  })

/** Retries a request, which must get the same response for a day. The books compare the bytes. */
const repeat = (
  network: Network,
  wish: Wish,
  answeredAt: number,
  afterMs: number
): Effect.Effect<void> =>
  Effect.gen(function* () {
    yield* Effect.sleep(afterMs)
    const outcome = yield* again(network, wish)
    const isKept = network.machine.now() < answeredAt + keptMs
    if (outcome._tag === "Refused" && outcome.isCurrent && isKept) {
      network.audit.object(`L1: an answered request is refused with ${outcome.tag}`)
    }
  })

const ask = (network: Network, wish: Wish): Effect.Effect<Outcome> =>
  Effect.gen(function* () {
    if (isKeyed(network, wish) && network.faults.strikes("client: repeats at once", 0.1))
      network.world.run(again(network, wish))
    const sentAt = network.machine.now()
    const outcome = yield* again(network, wish)
    if (outcome._tag !== "Answered" || !isKeyed(network, wish)) return outcome
    if (network.faults.strikes("client: repeats later", 0.15)) {
      const afterMs = network.random.pick([1_000, 60_000, 3_600_000, 90_000_000])
      network.world.run(repeat(network, wish, sentAt, network.random.int(0, afterMs)))
    }
    return outcome
  })

/** Reads from the latest process. The result is audited while it is still the latest. */
const lookAt = <A>(
  network: Network,
  partition: number,
  shown: (engine: Service) => Effect.Effect<A, { readonly _tag: string }>,
  tell: (seen: A) => void
): Effect.Effect<void> =>
  network.world.wait((resume) => {
    const place = network.cluster.writer(partition)
    const end = () => resume(Effect.void)
    if (place === undefined) return end()
    const { engine, host } = place
    host.realm.run(shown(engine), (exit) => {
      if (Exit.isSuccess(exit) && network.cluster.isCurrent(host)) tell(exit.value)
      end()
    })
    network.world.after(patienceMs, end)
    host.realm.onEnd(end)
  })

const look =
  (network: Network): Client["look"] =>
  (accountId, id) =>
    lookAt(
      network,
      network.spread.ofAccount(accountId),
      (engine) => Effect.zip(engine.payout(id), engine.lists.payouts({ accountId }, network.page)),
      ([payout, { items }]) => {
        network.audit.looked(id, payout?.timeline)
        network.audit.looked(id, items.find((one) => one.id === id)?.timeline)
      }
    )

const lookAtBatch =
  (network: Network): Client["lookAtBatch"] =>
  ({ accountId, id, kind }) =>
    lookAt(
      network,
      network.spread.ofAccount(accountId),
      (engine) =>
        Effect.zip(engine.batch(id), engine.lists.batches({ accountId, kind }, network.page)),
      ([batch, { items }]) => {
        network.audit.lookedAtBatch(id, batch)
        network.audit.lookedAtBatch(
          id,
          items.find((one) => one.id === id)
        )
      }
    )

export const make = (setting: Setting, cluster: Processes): Client => {
  const network = openNetwork(setting, cluster)
  return {
    send: (wish: Wish) => send(network, wish),
    ask: (wish: Wish) => ask(network, wish),
    look: look(network),
    lookAtBatch: lookAtBatch(network)
  }
}
