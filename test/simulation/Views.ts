/**
 * The read model. Its tables outlive every process, and the network to them loses queries and
 * results. A write may arrive after its sender died. Sometimes the tables are lost and must be
 * rebuilt from the log.
 */
import { Context, Effect, type Exit, Layer } from "effect"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import type { Changes } from "../../src/engine/ports/Rows.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as MemoryReadModel from "../support/memoryReadModel.ts"
import type { Host } from "./Host.ts"
import { crash, type Setting } from "./Setting.ts"
import type { Shown } from "./StateCheck.ts"

type Service = ReadModel.ReadModel["Service"]

export interface World {
  readonly port: (host: Host) => Service
  /** The rows of the tables. */
  readonly shown: () => Shown
  /** The position of the tables in the log. */
  readonly seq: () => number
  /** Drops all tables. */
  readonly lose: () => void
}

const away = new Unavailable({ message: "The read model does not answer." })

const openNetwork = (
  setting: Setting,
  partition: number,
  entries: () => ReadonlyArray<Entry.Entry>
) => {
  const { audit, breach, faults, machine, note, spread } = setting
  const { world } = machine
  const random = setting.random.stream(spread.named("views", partition))
  const tables = MemoryReadModel.make({ entries })
  const service = Context.get(
    Effect.runSync(Effect.scoped(Layer.build(tables.layer))),
    ReadModel.ReadModel
  )
  const backAt = 0
  const [resets, losses] = [0, 0]
  return {
    breach,
    entries,
    service,
    faults,
    random,
    world,
    backAt,
    machine,
    note,
    tables,
    resets,
    losses,
    audit,
    setting
  }
}

type Network = ReturnType<typeof openNetwork>

const kept = (network: Network, changes: Changes): Changes => {
  if (network.breach === "read model loses a row") return { ...changes, payouts: [] }
  if (network.breach === "read model adds a posting twice") {
    return { ...changes, postings: [...changes.postings, ...changes.postings] }
  }
  if (network.breach !== "read model counts a row less") return changes
  const batches = changes.batches.map(({ seq, state }) => ({
    seq,
    state: { ...state, completed: Math.max(0, state.completed - 1) }
  }))
  return { ...changes, batches }
}

const shownBatches = (network: Network): ReadonlyMap<string, unknown> => {
  const events = network.entries().flatMap((entry) => entry.events)
  const ids = events.flatMap((event) => (event._tag === "BatchCreated" ? [event.id] : []))
  return new Map(
    Effect.runSync(network.service.batches(ids)).map(({ state }) => [state.id, state] as const)
  )
}

const latency = (network: Network): number =>
  network.faults.strikes("views: slow", 0.02)
    ? network.random.int(100, 8_000)
    : network.random.int(0, 3)

/** Faults that may stop a query, and its result on the way back. */
interface Interruptions {
  readonly before: () => boolean
  readonly after: () => boolean
}

/** Runs a query or a write in the world, with delays and faults in both directions. */
const ask = <A, E>(
  network: Network,
  host: Host,
  effect: Effect.Effect<A, E>,
  { after, before }: Interruptions
): Effect.Effect<A, E | Unavailable> =>
  host.realm.wait((resume) => {
    const fail = (ms: number): void => {
      host.realm.after(ms, () => resume(Effect.fail(away)))
    }
    network.world.after(latency(network), () => {
      if (network.faults.strikes("views: away", 0.003))
        network.backAt = network.machine.now() + network.random.int(100, 60_000)
      if (network.machine.now() < network.backAt || before())
        return fail(network.random.int(1, 8_000))
      network.world.run(effect, (exit: Exit.Exit<A, E>) => {
        if (after()) return
        if (network.faults.strikes("views: answer lost", 0.005)) return fail(8_000)
        host.realm.after(network.random.int(0, 2), () => resume(exit))
      })
    })
  })

const never = () => false

const read = <A, E>(network: Network, host: Host, effect: Effect.Effect<A, E>) =>
  ask(network, host, effect, { before: never, after: never })

const list = <F, A>(
  network: Network,
  host: Host,
  { count, page }: ReadModel.TableList<F, A>
): ReadModel.TableList<F, A> => ({
  page: (...asked) => read(network, host, page(...asked)),
  count: (...asked) => read(network, host, count(...asked))
})

const lists = (network: Network, host: Host): ReadModel.TableLists => {
  const { batches, beneficiaries, payouts, quotes, recipientPayouts } = network.service.lists
  const { bookings, withdrawals } = network.service.lists
  return {
    payouts: list(network, host, payouts),
    recipientPayouts: list(network, host, recipientPayouts),
    batches: list(network, host, batches),
    beneficiaries: list(network, host, beneficiaries),
    quotes: list(network, host, quotes),
    withdrawals: list(network, host, withdrawals),
    bookings: list(network, host, bookings)
  }
}

/** The reads of objects by their ids. */
const byId = (network: Network, host: Host) =>
  ({
    quotes: (ids) => read(network, host, network.service.quotes(ids)),
    payouts: (ids) => read(network, host, network.service.payouts(ids)),
    batches: (ids) => read(network, host, network.service.batches(ids)),
    withdrawals: (ids) => read(network, host, network.service.withdrawals(ids)),
    bookings: (ids) => read(network, host, network.service.bookings(ids)),
    deliveries: (ids) => read(network, host, network.service.deliveries(ids)),
    beneficiary: (id) => read(network, host, network.service.beneficiary(id))
  }) satisfies Partial<ReadModel.ReadModel["Service"]>

/** The reads about people and of the books. */
const people = (network: Network, host: Host) =>
  ({
    recipientFacts: (...recipient) =>
      read(network, host, network.service.recipientFacts(...recipient)),
    movements: (...asked) => read(network, host, network.service.movements(...asked)),
    balanceSummary: (...asked) => read(network, host, network.service.balanceSummary(...asked)),
    movementsInOrder: (...asked) => read(network, host, network.service.movementsInOrder(...asked)),
    webhooksAbout: (...asked) => read(network, host, network.service.webhooksAbout(...asked)),
    beneficiaryPhones: (...asked) =>
      read(network, host, network.service.beneficiaryPhones(...asked)),
    restrictedKeys: (...recipient) =>
      read(network, host, network.service.restrictedKeys(...recipient)),
    userKeys: (email) => read(network, host, network.service.userKeys(email)),
    bookDays: (filter) => read(network, host, network.service.bookDays(filter)),
    bookSums: (filter) => read(network, host, network.service.bookSums(filter))
  }) satisfies Partial<ReadModel.ReadModel["Service"]>

const lose =
  (network: Network): World["lose"] =>
  () => {
    network.note(() => "the read model is lost")
    network.losses += 1
    network.tables.dropRows()
  }

const port =
  (network: Network): World["port"] =>
  (host) => ({
    // Simulates tables of another version, or a wrong checksum.
    restore: Effect.suspend(() =>
      host.isAlone() && network.faults.strikes("views: not trusted", 0.05)
        ? Effect.succeed(undefined)
        : read(network, host, network.service.restore)
    ),
    reset: Effect.andThen(
      Effect.sync(() => {
        network.resets += 1
      }),
      // A reset that arrives after its process died would empty tables that another process has
      // loaded. Real tables prevent this by their generation, and these ignore the reset.
      read(
        network,
        host,
        Effect.suspend(() => {
          if (!host.realm.isAlive()) return Effect.void
          // The partition may have moved to another node, which has loaded the tables.
          const isTaken = network.setting.spread.nodes > 1 && !host.isAlone()
          return isTaken ? Effect.fail(away) : network.service.reset
        })
      )
    ),
    write: (changes) => {
      // Copies the rows, since a database shares no objects with the process.
      const { postings, ...states } = changes
      const rows: typeof changes = {
        ...JSON.parse(JSON.stringify(states)),
        postings: structuredClone(postings)
      }
      const told = kept(network, rows)
      network.audit.projected(
        told.batches.map(({ state }) => state),
        told.seq
      )
      const resetsBefore = network.resets
      return ask(network, host, network.service.write(told), {
        // A reset waits for statements of dead processes, which then have no effect.
        before: () =>
          network.resets > resetsBefore ||
          crash(network.setting, host, "crash: before a write of the read model", 0.01),
        after: () => crash(network.setting, host, "crash: after a write of the read model", 0.01)
      })
    },
    dropReplies: (at) => read(network, host, network.service.dropReplies(at)),
    seq: read(network, host, network.service.seq),
    ...byId(network, host),
    ...people(network, host),
    rowsByKey: (accountId, keys, since) =>
      read(network, host, network.service.rowsByKey(accountId, keys, since)),
    paymentsSince: (...asked) => read(network, host, network.service.paymentsSince(...asked)),
    listAudits: (filter, page) => read(network, host, network.service.listAudits(filter, page)),
    unrestrictedAudits: (...asked) =>
      read(network, host, network.service.unrestrictedAudits(...asked)),
    pageAudits: (...asked) => read(network, host, network.service.pageAudits(...asked)),
    payoutFigures: (...asked) => read(network, host, network.service.payoutFigures(...asked)),
    accountFigures: (...asked) => read(network, host, network.service.accountFigures(...asked)),
    networkFigures: (...asked) => read(network, host, network.service.networkFigures(...asked)),
    deliveryFigures: (...asked) => read(network, host, network.service.deliveryFigures(...asked)),
    recentDeliveries: (ids) => read(network, host, network.service.recentDeliveries(ids)),
    lists: lists(network, host),
    event: (id) => read(network, host, network.service.event(id)),
    pageEvents: (filter, page, until) =>
      read(network, host, network.service.pageEvents(filter, page, until)),
    countEvents: (filter, until) => read(network, host, network.service.countEvents(filter, until)),
    listDeliveries: (filter, page) =>
      read(network, host, network.service.listDeliveries(filter, page)),
    dueDeliveries: (filter) => read(network, host, network.service.dueDeliveries(filter)),
    dueEndpoints: (from, until) => read(network, host, network.service.dueEndpoints(from, until)),
    pendingDeliveries: read(network, host, network.service.pendingDeliveries),
    oldestDue: read(network, host, network.service.oldestDue),
    owners: (addresses) => read(network, host, network.service.owners(addresses)),
    refundedWith: (txHash) => read(network, host, network.service.refundedWith(txHash)),
    reply: (key) => read(network, host, network.service.reply(key)),
    replyKeys: (since, after) => read(network, host, network.service.replyKeys(since, after))
  })

/** The tables of one partition. */
export const make = (
  setting: Setting,
  partition: number,
  entries: () => ReadonlyArray<Entry.Entry>
): World => {
  const network = openNetwork(setting, partition, entries)
  return {
    shown: () => ({ ...network.tables.shown(), batches: shownBatches(network) }),
    seq: () => network.tables.shown().seq,
    lose: lose(network),
    port: port(network)
  }
}
