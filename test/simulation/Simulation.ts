/**
 * One run as a function of its seed. A plan is performed in a world with faults. Then the faults
 * cease, time passes, and everything must come to rest.
 */
import { Exit } from "effect"
import * as Partition from "../../src/engine/Partition.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type { Rules } from "../../src/engine/ports/Policy.ts"
import * as Ask from "./Ask.ts"
import * as Audit from "./Audit.ts"
import * as BalanceAsk from "./BalanceAsk.ts"
import * as BatchAsk from "./BatchAsk.ts"
import * as BookingDesk from "./BookingDesk.ts"
import * as Calendar from "./Calendar.ts"
import * as Chain from "./Chain.ts"
import * as Client from "./Client.ts"
import * as Cluster from "./Cluster.ts"
import type * as Desk from "./Desk.ts"
import type { Processes } from "./Door.ts"
import type * as Engines from "./Engines.ts"
import * as Faults from "./Faults.ts"
import * as Havoc from "./Havoc.ts"
import * as KeyRounds from "./KeyRounds.ts"
import * as Log from "./Log.ts"
import * as Machine from "./Machine.ts"
import * as NodeHavoc from "./NodeHavoc.ts"
import * as Nodes from "./Nodes.ts"
import * as Operators from "./Operators.ts"
import { finals } from "./PayoutBook.ts"
import * as PeriodDesk from "./PeriodDesk.ts"
import * as Provider from "./Provider.ts"
import * as Random from "./Random.ts"
import * as Receivers from "./Receivers.ts"
import * as Screening from "./Screening.ts"
import type { Breach, Setting } from "./Setting.ts"
import * as Spread from "./Spread.ts"
import * as Treasury from "./Treasury.ts"
import * as Views from "./Views.ts"
import * as WithdrawalAsk from "./WithdrawalAsk.ts"
import * as Workload from "./Workload.ts"

export interface Options {
  readonly seed: number
  /** Limits the plan to its first items. */
  readonly itemsMax?: number
  readonly off?: ReadonlySet<Faults.Kind>
  readonly breach?: Breach
  /** `false` for a world without batches. */
  readonly batches?: boolean
  /** `false` for a world without balances. */
  readonly balances?: boolean
  /** `false` for a world in which no month ends. */
  readonly closings?: boolean
  /** Number of partitions. By default, the seed decides. */
  readonly partitions?: number
  /** Number of processes that share the partitions. By default, the seed decides. */
  readonly nodes?: number
  /** True to keep a line for every event. */
  readonly trace?: boolean
}

export interface Report {
  readonly seed: number
  readonly mayHaveBatches: boolean
  readonly mayHaveBalances: boolean
  readonly mayHaveClosings: boolean
  readonly partitions: number
  readonly nodes: number
  /** The first false claim. */
  readonly violation: string | undefined
  readonly hash: string
  readonly items: number
  readonly entries: number
  /** Number of payouts, including rows of batches. */
  readonly payouts: number
  readonly rows: number
  /** Number of payouts from balances. */
  readonly fromBalance: number
  readonly withdrawals: number
  /** Number of months of the books that were closed. */
  readonly monthsClosed: number
  /** Number of refused closings, and of bookings refused for a closed month, by reason. */
  readonly monthsRefused: ReadonlyMap<string, number>
  readonly deliveries: number
  readonly processes: number
  /** Number of processes that continued although they were replaced in some of their logs. */
  readonly splits: number
  /** Number of times that a node admitted a key. */
  readonly admitted: number
  readonly steps: number
  readonly simulatedMs: number
  readonly faults: ReadonlyMap<Faults.Kind, number>
  /** Number of payouts in each final status. */
  readonly statuses: ReadonlyMap<string, number>
  /** Number of batches by funding. */
  readonly batches: ReadonlyMap<string, number>
  readonly trace: ReadonlyArray<string>
  /** The entries of each partition. */
  readonly logs: ReadonlyArray<ReadonlyArray<Entry.Entry>>
}

/** Maximum of simulated milliseconds after the plan, in which all retries end. */
const restMsMax = 60 * 60 * 60 * 1_000

const stepsMax = 20_000_000

/** Maximum of payouts in one run. */
const payoutsMax = 24

const rulesOf = (random: Random.Random): Rules => ({
  environment: "sandbox",
  amountMin: 10_000,
  amountMax: 10_000_000_000,
  quoteTtlMs: random.pick([60_000, 300_000]),
  fundingWindowMs: random.pick([60_000, 600_000, 1_800_000]),
  spread: 0.01,
  timeScale: 1,
  retention: { years: 10, yearsByCountry: new Map() },
  floatThresholds: [],
  floatPolicy: "warn",
  holdApprovals: random.pick([1, 1, 2]),
  refunds: "manual",
  networkLimits: false
})

/** The processes of a run, and their faults. */
const processesOf = (setting: Setting, ports: Engines.Ports) => {
  if (setting.spread.nodes === 1) {
    const cluster = Cluster.make(setting, ports)
    const wreak = () => Havoc.wreak(setting, cluster, ports.views)
    return { cluster, wreak, heard: () => {} }
  }
  const nodes = Nodes.make(setting, ports)
  const wreak = (desk: Desk.Desk) => {
    NodeHavoc.wreak(setting, nodes, ports.views)
    KeyRounds.begin(desk, nodes)
  }
  return { cluster: nodes, wreak, heard: nodes.heard }
}

/** The plan of a run, and its days. */
const calendarOf = (
  { balances, batches, closings }: Options,
  random: Random.Random,
  { count }: Spread.Spread
) => {
  const may = { hasBalances: balances !== false, hasBatches: batches !== false }
  const plan = Workload.plan(random.stream("plan"), { payoutsMax, ...may, accountsMin: count })
  return Calendar.make(random.stream("month's end"), plan, closings !== false)
}

/** Violations that only two people can prevent. */
const ofTwo: ReadonlyArray<Breach | undefined> = [
  "one person releases a hold of two",
  "one person closes a month of two"
]

/** Connects the parts of a world. */
const assemble = (options: Options) => {
  const random = Random.seeded(options.seed)
  const spread = Spread.make(random.stream("partitions"), random.stream("how many nodes"), options)
  const calendar = calendarOf(options, random, spread)
  const { start } = calendar
  const machine = Machine.make(start)
  const trace: Array<string> = []
  const note: Setting["note"] =
    options.trace === true
      ? (line) => void trace.push(`${machine.now() - start} ms: ${line()}`)
      : () => {}
  const off = options.off ?? new Set()
  const faults = Faults.make(random.stream("faults"), off, (kind) => note(() => `fault ${kind}`))
  const drawn = rulesOf(random.stream("rules"))
  const rules = ofTwo.includes(options.breach) ? { ...drawn, holdApprovals: 2 } : drawn
  const cell: {
    cluster?: Processes
    heard?: () => void
    operators?: ReturnType<typeof Operators.make>
  } = {}
  const audit = Audit.make({
    holdApprovals: rules.holdApprovals,
    now: machine.now,
    ...{ note, spread },
    stateOf: (host) => cell.cluster?.stateOf(host),
    isCurrent: (host) => cell.cluster?.isCurrent(host) === true
  })
  const { breach } = options
  const setting: Setting = { machine, faults, random, spread, audit, breach, note }
  let activities = 0
  const begin: Desk.Begin = (afterMs, activity) => {
    activities += 1
    machine.world.after(afterMs, () =>
      machine.world.run(activity, (exit) => {
        activities -= 1
        if (Exit.isFailure(exit)) audit.object(`The simulation itself broke: ${exit.cause}`)
      })
    )
  }
  const stores = spread.numbers.map((number) =>
    Log.makeStore(setting, number, (entry) => {
      cell.operators?.heard(entry, number)
      if (number === Partition.directory) cell.heard?.()
    })
  )
  const chain = Chain.make(setting, (...args) => cell.operators?.bring(...args))
  const provider = Provider.make(setting)
  const treasury = Treasury.make(setting)
  const views = stores.map(({ entries }, number) => Views.make(setting, number, entries))
  const ports: Engines.Ports = {
    ...{ stores, views, rules, queueMax: random.stream("queue").pick([8_192, 8_192, 4]) },
    chain: (host) => ({ ...chain.port(host), prove: treasury.prove(host) }),
    provider: provider.port,
    ...{ screening: Screening.make(setting), courier: Receivers.make(setting) }
  }
  const { cluster, heard, wreak } = processesOf(setting, ports)
  const client = Client.make(setting, cluster)
  const asks = Ask.make(rules, random.stream("clients"), spread)
  const batchAsks = BatchAsk.make(rules, random.stream("clients of batches"), spread)
  const savers = random.stream("clients with balances")
  const balanceAsks = BalanceAsk.make(rules, savers, spread, breach)
  const { holdApprovals, quoteTtlMs } = rules
  const withdrawalAsks = WithdrawalAsk.make(random.stream("clients who withdraw"), spread)
  const all = { asks, balanceAsks, batchAsks, withdrawalAsks }
  const desk = { setting, client, ...all, quoteTtlMs, holdApprovals }
  cell.cluster = cluster
  cell.heard = heard
  const isKnown = (partition: number, seq: number): boolean =>
    (cluster.writer(partition)?.host.appliedSeq ?? 0) >= seq
  cell.operators = Operators.make(desk, { chain, isKnown, provider, treasury }, begin)
  const { isExpecting, height } = chain
  const around = { desk, begin, trace, isExpecting, height, activities: () => activities }
  return { setting, calendar, stores, views, cluster, wreak, ...around }
}

type World = ReturnType<typeof assemble>

/** The reason for which a world is not at rest. */
const unrest = ({ activities, cluster, height, isExpecting, setting }: World) => {
  const { audit } = setting
  if (!cluster.isServing()) return "a partition has no writer"
  if (activities() > 0) return `${activities()} activities are under way`
  if (isExpecting()) return "money is on its way"
  if (audit.places.isBehind(height())) return "a log lacks blocks of the chain"
  for (const { birth, status } of audit.books.values()) {
    const waits = status === "COMPLIANCE_HOLD" || status === "MANUAL_REVIEW"
    if (!waits && !finals.includes(status)) return `${birth.id} is ${status}`
  }
  const { batches, refunds, withdrawals } = audit
  return batches.unrest() ?? refunds.unrest() ?? withdrawals.unrest() ?? audit.pending()
}

/** True if the tables are complete, except for the newest of the endless chain cursors. */
const areShown = ({ setting: { audit, spread }, views }: World): boolean =>
  spread.count === 1 || views.every(({ seq }, number) => seq() === audit.tip(number).seq)

/** Milliseconds for which a world must rest, since timers may still fire. */
const restMs = 600_000

/** The next check of a world, and the start of its rest. 0 without a rest. */
interface Rest {
  lookAt: number
  since: number
}

/** Checks whether a world has rested long enough. */
const hasRested = (world: World, rest: Rest, isOver: boolean, isLate: boolean): boolean => {
  const { audit, machine } = world.setting
  const now = machine.now()
  const isShown = areShown(world)
  const why = unrest(world) ?? (isLate && !isShown ? "the read model is behind" : undefined)
  rest.lookAt = now + (isShown ? 60_000 : 1_000)
  if (why !== undefined) {
    rest.since = 0
    objectTo(audit, why, isOver || isLate)
    return false
  }
  if (rest.since > 0) return isOver || (isShown && now > rest.since + restMs)
  rest.since = now
  return false
}

/** Runs steps until everything rests, a claim is false, or time is up. */
const live = (world: World): void => {
  const { audit, faults, machine } = world.setting
  const { plan, start } = world.calendar
  const { spanMs } = plan
  const rest: Rest = { lookAt: start + spanMs, since: 0 }
  while (audit.violation() === undefined) {
    const isOver = !machine.step()
    if (!isOver && machine.now() < rest.lookAt) continue
    faults.cease()
    const isLate = machine.now() > start + spanMs + restMsMax || machine.steps() > stepsMax
    if (hasRested(world, rest, isOver, isLate)) return
  }
}

/** Reports a world without rest as a violation once time is up. */
const objectTo = (audit: Setting["audit"], why: string, isTimeUp: boolean): void => {
  if (isTimeUp) audit.object(`It never comes to rest: ${why}`)
}

const tally = (names: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const sums = new Map<string, number>()
  for (const name of names) sums.set(name, (sums.get(name) ?? 0) + 1)
  return sums
}

export const run = (options: Options): Report => {
  const world = assemble(options)
  const mayHaveBatches = options.batches !== false
  const mayHaveBalances = options.balances !== false
  const mayHaveClosings = options.closings !== false
  const { calendar, cluster, setting, stores, trace } = world
  const { audit, faults, machine, spread } = setting
  const { hasMonthEnd, plan: whole, start } = calendar
  const items = whole.items.slice(0, options.itemsMax ?? whole.items.length)
  try {
    machine.drive(() => {
      cluster.start()
      Workload.perform(world.desk, { ...whole, items }, world.begin)
      if (mayHaveBalances) BookingDesk.work(world.desk, calendar, world.begin)
      if (hasMonthEnd) PeriodDesk.work(world.desk, whole.spanMs, world.begin)
      world.wreak(world.desk)
      live(world)
    })
  } catch (error) {
    audit.object(`Something threw: ${error instanceof Error ? error.stack : String(error)}`)
  }
  if (audit.violation() === undefined && cluster.isServing()) {
    const hosts = spread.numbers.flatMap((number) => cluster.writer(number)?.host ?? [])
    for (const host of hosts) audit.whole(host)
    for (const host of hosts) audit.rests(host)
  }
  audit.finish(
    world.views.map(({ shown }, number) => ({
      entries: stores[number]?.entries() ?? [],
      shown: shown()
    }))
  )
  const tips = spread.numbers.map(audit.tip)
  const payouts = [...audit.books.values()]
  const batches = [...audit.batches.books.values()]
  return {
    ...{
      seed: options.seed,
      mayHaveBatches,
      mayHaveBalances,
      mayHaveClosings,
      violation: audit.violation(),
      partitions: spread.count,
      nodes: spread.nodes,
      hash: tips.map(({ hash }) => hash).join(" "),
      trace,
      logs: stores.map(({ entries }) => entries()),
      statuses: tally(payouts.map(({ status }) => status)),
      batches: tally(batches.map(({ funding }) => funding))
    },
    ...{
      items: items.length,
      entries: tips.reduce((sum, { seq }) => sum + seq, 0),
      payouts: payouts.length
    },
    rows: payouts.filter(({ birth }) => birth.batchId !== null).length,
    ...{ fromBalance: audit.balances.count(), withdrawals: audit.withdrawals.count() },
    ...{ monthsClosed: audit.periods.count(), monthsRefused: audit.periods.refused() },
    ...{
      deliveries: audit.deliveries(),
      processes: cluster.count(),
      splits: cluster.splits(),
      admitted: audit.admitted(),
      steps: machine.steps()
    },
    ...{ simulatedMs: machine.now() - start, faults: faults.counts() }
  }
}
