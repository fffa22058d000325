/**
 * The read model: tables that outlive every process, reached over a network that loses questions
 * and answers. A write travels, and may arrive when its sender is dead; at times the tables are
 * gone and must be made again from the log.
 */
import { Context, Effect, type Exit, Layer } from "effect"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import type { Changes } from "../../src/engine/ports/Rows.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as MemoryViews from "../support/memoryViews.ts"
import type { Host } from "./Host.ts"
import { crash, type Setting } from "./Setting.ts"
import type { Shown } from "./StateCheck.ts"

type Service = ReadModel.ReadModel["Service"]

export interface World {
  readonly port: (host: Host) => Service
  /** What the tables show. */
  readonly shown: () => Shown
  /** No table is left. */
  readonly lose: () => void
}

const away = new Unavailable({ message: "The read model does not answer." })

export const make = (setting: Setting, entries: () => ReadonlyArray<Entry.Entry>): World => {
  const { audit, breach, faults, machine, note } = setting
  const { world } = machine
  const random = setting.random.stream("views")
  const tables = MemoryViews.make({ entries })
  const kept = (changes: Changes): Changes => {
    if (breach === "read model loses a row") return { ...changes, payouts: [] }
    if (breach !== "read model counts a row less") return changes
    const batches = changes.batches.map(({ seq, state }) => ({
      seq,
      state: { ...state, completed: Math.max(0, state.completed - 1) }
    }))
    return { ...changes, batches }
  }
  const service = Context.get(
    Effect.runSync(Effect.scoped(Layer.build(tables.layer))),
    ReadModel.ReadModel
  )
  let backAt = 0
  let resets = 0

  const shownBatches = (): ReadonlyMap<string, unknown> => {
    const events = entries().flatMap((entry) => entry.events)
    const ids = events.flatMap((event) => (event._tag === "BatchCreated" ? [event.id] : []))
    return new Map(
      Effect.runSync(service.batches(ids)).map(({ state }) => [state.id, state] as const)
    )
  }

  const latency = (): number =>
    faults.strikes("views: slow", 0.02) ? random.int(100, 8_000) : random.int(0, 3)

  /** A question or a write on its way, done in the world, and its answer on the way back. */
  const ask = <A, E>(
    host: Host,
    effect: Effect.Effect<A, E>,
    before: () => boolean,
    after: () => boolean
  ): Effect.Effect<A, E | Unavailable> =>
    host.realm.wait((resume) => {
      const fail = (ms: number): void => {
        host.realm.after(ms, () => resume(Effect.fail(away)))
      }
      world.after(latency(), () => {
        if (faults.strikes("views: away", 0.003)) backAt = machine.now() + random.int(100, 60_000)
        if (machine.now() < backAt || before()) return fail(random.int(1, 8_000))
        world.run(effect, (exit: Exit.Exit<A, E>) => {
          if (after()) return
          if (faults.strikes("views: answer lost", 0.005)) return fail(8_000)
          host.realm.after(random.int(0, 2), () => resume(exit))
        })
      })
    })

  const never = () => false
  const read = <A, E>(host: Host, effect: Effect.Effect<A, E>) => ask(host, effect, never, never)

  return {
    shown: () => ({ ...tables.shown(), batches: shownBatches() }),
    lose: () => {
      note(() => "the read model is lost")
      tables.lose()
    },
    port: (host) => ({
      // Another version's tables, or a checksum that is wrong.
      restore: Effect.suspend(() =>
        host.isAlone() && faults.strikes("views: not trusted", 0.05)
          ? Effect.succeed(undefined)
          : read(host, service.restore)
      ),
      reset: Effect.andThen(
        Effect.sync(() => {
          resets += 1
        }),
        read(host, service.reset)
      ),
      write: (changes) => {
        // As a database would: nothing of it is shared with the process.
        const rows: typeof changes = JSON.parse(JSON.stringify(changes))
        const told = kept(rows)
        audit.projected(
          told.batches.map(({ state }) => state),
          told.seq
        )
        const resetsBefore = resets
        return ask(
          host,
          service.write(told),
          // Emptying the tables waits for the statements of the dead, and they find nothing to do.
          () =>
            resets > resetsBefore ||
            crash(setting, host, "crash: before a write of the read model", 0.01),
          () => crash(setting, host, "crash: after a write of the read model", 0.01)
        )
      },
      dropReplies: (at) => read(host, service.dropReplies(at)),
      seq: read(host, service.seq),
      quotes: (ids) => read(host, service.quotes(ids)),
      batches: (ids) => read(host, service.batches(ids)),
      beneficiary: (id) => read(host, service.beneficiary(id)),
      rowsByKey: (accountId, keys, since) => read(host, service.rowsByKey(accountId, keys, since)),
      listQuotes: (filter, page) => read(host, service.listQuotes(filter, page)),
      listAudits: (filter, page) => read(host, service.listAudits(filter, page)),
      payoutFigures: (asked) => read(host, service.payoutFigures(asked)),
      deliveryFigures: (...asked) => read(host, service.deliveryFigures(...asked)),
      listBatches: (filter, page) => read(host, service.listBatches(filter, page)),
      listBeneficiaries: (filter, page) => read(host, service.listBeneficiaries(filter, page)),
      event: (id) => read(host, service.event(id)),
      listEvents: (filter, page) => read(host, service.listEvents(filter, page)),
      listDeliveries: (filter, page) => read(host, service.listDeliveries(filter, page)),
      payouts: (ids) => read(host, service.payouts(ids)),
      deliveries: (ids) => read(host, service.deliveries(ids)),
      pagePayouts: (filter, page, excluding) =>
        read(host, service.pagePayouts(filter, page, excluding)),
      countPayouts: (filter, excluding) => read(host, service.countPayouts(filter, excluding)),
      dueDeliveries: (filter) => read(host, service.dueDeliveries(filter)),
      dueEndpoints: (from, until) => read(host, service.dueEndpoints(from, until)),
      pendingDeliveries: read(host, service.pendingDeliveries),
      oldestDue: read(host, service.oldestDue),
      owners: (addresses) => read(host, service.owners(addresses)),
      refundedWith: (txHash) => read(host, service.refundedWith(txHash)),
      reply: (key) => read(host, service.reply(key)),
      replyKeys: (since, after) => read(host, service.replyKeys(since, after))
    })
  }
}
