/**
 * `lifecycle`: payouts driven to SETTLED per second and the disk writes for them, by the service
 * (over HTTP, with and without webhook deliveries) and by workflow engines and job queues that do
 * the same four durable steps. All except Restate, which has a separate log, use one PostgreSQL.
 * They alternate, each alone: started, warmed, measured, ended. At the end the storage of each one
 * is read, and once more after `kill -9` in the middle of a run.
 */
import * as path from "node:path"
import * as Costs from "./Costs.ts"
import * as Process from "./Process.ts"
import packages from "./package.json" with { type: "json" }
import * as Contender from "./peers/engines/Contender.ts"
import * as Program from "./peers/engines/Program.ts"
import * as Protocol from "./peers/engines/Protocol.ts"
import * as Report from "./Report.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  /** The number of payouts of each run of the service. Slower contenders get a share of them. */
  readonly payouts: number
  /**
   * The warm-up after each start, as a multiple of a run. The service's rate grows over its first
   * ten thousand payouts, while V8 compiles.
   */
  readonly warm: number
  readonly runs: number
  readonly peers: ReadonlyArray<Contender.Engine>
  /** The number of payouts of the run that `kill -9` ends. */
  readonly killed: number
  /**
   * Milliseconds until flushes are counted, because idle backends report their statistics after ten
   * seconds.
   */
  readonly statisticsPauseMs: number
  /** True to measure only the rates of the service without webhooks and of its peers. */
  readonly isRateOnly: boolean
}

const defaults: Options = {
  payouts: 4_000,
  warm: 2,
  runs: 5,
  peers: Object.keys(Contender.engines) as ReadonlyArray<Contender.Engine>,
  killed: 300,
  statisticsPauseMs: 11_000,
  isRateOnly: false
}

/** The service without webhooks, with which the peers are compared because they deliver none. */
const alone = "service, no webhooks"

/** A contender on this stage. */
interface Participant {
  readonly name: string
  readonly contender: Contender.Contender
  readonly place: Contender.Place
  readonly payouts: number
  readonly warm: number
  readonly ran: Array<Protocol.Ran>
  /** The number of payouts that it was asked to settle so far. */
  asked: number
}

type Row = Record<string, Report.Cell>

const rate = ({ payouts }: Participant, { seconds }: Protocol.Ran): number => payouts / seconds

const run = async (participant: Participant, working: Contender.Working, payouts: number) => {
  participant.asked += payouts
  return working.run(payouts)
}

/** Runs one start and one measured run. */
const turn = async (participant: Participant): Promise<void> => {
  await using working = await participant.contender.start(participant.place)
  await run(participant, working, participant.warm)
  await working.settled()
  participant.ran.push(await run(participant, working, participant.payouts))
}

/**
 * Measures the disk writes of one more run, alone and until they end, in a new database. A start on
 * a long history would add writes that no payout causes.
 */
const costs = async (
  { contender, payouts, warm }: Participant,
  stage: Stage.Stage,
  pauseMs: number
): Promise<Row> => {
  const folder = path.join(stage.folder, "costs")
  await using working = await contender.start({ database: await stage.database("costs"), folder })
  await working.run(warm)
  if (!contender.inPostgres) {
    const { diskBytes = Number.NaN } = await working.run(payouts)
    return { "bytes written to its own log": diskBytes / payouts }
  }
  const send = () => working.run(payouts)
  return await Costs.written(stage, working, pauseMs, { operations: payouts, send })
}

/**
 * Ensures that every payout that it was asked to settle is settled, with four readable transitions.
 */
const ensureSettled = async ({ asked, contender, name, place }: Participant): Promise<string> => {
  await using working = await contender.start(place)
  const labels = await working.read()
  const ids = [...labels]
    .filter((label) => label.endsWith(" SETTLED"))
    .map((label) => label.split(" ")[0] ?? "")
  const whole = ids.filter((payout) =>
    Protocol.statuses.every((status) => labels.has(Protocol.label({ payout, status })))
  )
  if (whole.length === asked) return `all ${asked.toLocaleString("en")}`
  throw new Error(
    `${name} was asked for ${asked} payouts; ${whole.length} are whole in its storage`
  )
}

/**
 * Kills a contender in the middle of a run, and ensures that everything it acknowledged is
 * readable.
 */
const ensureKept = async (
  { contender, name, place }: Participant,
  payouts: number
): Promise<string> => {
  const acknowledged = await killed(contender, place, payouts)
  await using working = await contender.start(place)
  const labels = await working.read()
  const lost = [...acknowledged].filter((label) => !labels.has(label))
  if (lost.length === 0) return `all ${acknowledged.size.toLocaleString("en")} readable`
  throw new Error(`${name} lost ${lost.length} acknowledged after kill -9, such as ${lost[0]}`)
}

/** The acknowledged labels of a contender that was killed in the middle of a run. */
const killed = async (
  contender: Contender.Contender,
  place: Contender.Place,
  payouts: number
): Promise<ReadonlySet<string>> => {
  await using working = await contender.start(place, true)
  let isOver = false
  const over = (): void => {
    isOver = true
  }
  working.run(payouts).then(over, over)
  while (!isOver && (await working.acknowledged()).size < payouts / 2) await Process.pause(1)
  await working.kill()
  return working.acknowledged()
}

/** The given items, starting with another one at each turn. */
const rotated = <A>(all: ReadonlyArray<A>, by: number): ReadonlyArray<A> =>
  all.map((_, index) => all[(index + by) % all.length] as A)

const rates = (participant: Participant, base: Participant | undefined): Row => {
  const { name, payouts, ran } = participant
  const own: Row = {
    "payouts per second": Report.over(ran, (each) => rate(participant, each)),
    runs: `${ran.length} × ${payouts}`
  }
  if (base === undefined || name === alone) return own
  const ratios = ran.map((each, turn) => {
    const other = base.ran[turn]
    return other === undefined ? Number.NaN : rate(base, other) / rate(participant, each)
  })
  return { ...own, [`${alone} / this`]: Report.summarize(ratios) }
}

/**
 * Measures the contenders alternately. The storage of each must have every payout that it was asked
 * for.
 */
export const lifecycle = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  await using stage = await Stage.open()
  await using receivers = await Process.start(
    "bench/peers/receivers.ts",
    { RECEIVERS: "1", HANGING: "0" },
    { role: "load" }
  )
  const wanted: Readonly<Record<string, Contender.Contender>> = {
    ...(options.isRateOnly ? {} : { service: Program.contender(receivers) }),
    [alone]: Program.contender(undefined),
    ...Object.fromEntries(options.peers.map((name) => [name, Contender.engines[name]]))
  }
  const participants: Array<Participant> = []
  const rows: Record<string, Row> = {}
  for (const [name, contender] of Object.entries(wanted)) {
    rows[name] = { runs: `left out; ${contender.missing} brings it` }
    if (contender.missing !== undefined) continue
    const payouts = Math.max(1, Math.round(options.payouts * contender.share))
    const warm = Math.max(1, Math.round(payouts * options.warm))
    const place = { database: await stage.database("lifecycle"), folder: stage.folder }
    participants.push({ name, contender, place, payouts, warm, ran: [], asked: 0 })
  }
  for (let index = 0; index < options.runs; index++) {
    for (const participant of rotated(participants, index)) await turn(participant)
  }
  const base = participants.find(({ name }) => name === alone)
  const written: Record<string, Row> = {}
  const outcomes: Record<string, Row> = {}
  for (const participant of participants) {
    const { name, place } = participant
    rows[name] = rates(participant, base)
    if (options.isRateOnly) continue
    const cost = await costs(participant, stage, options.statisticsPauseMs)
    const isService = !(name in Contender.engines)
    written[name] = isService
      ? { ...cost, "bytes in the log": await Program.logBytes(place, participant.asked) }
      : cost
    outcomes[name] = {
      "settled, four transitions readable": await ensureSettled(participant),
      "acknowledged before kill -9": await ensureKept(participant, options.killed)
    }
  }
  return {
    name: "lifecycle",
    about: {
      ...stage.about,
      service: "POST /v1/quotes and POST /v1/payouts over 64 connections, rate limits off",
      webhooks: "one endpoint, four events per payout; a run ends with the last one's arrival",
      peers: "begin all payouts of a run without HTTP, and deliver no webhooks",
      "pg-boss": "1,000 payouts in one transaction, which succeeds or fails as a whole",
      "Restate's server": "on the core of PostgreSQL",
      "peers' packages": Object.entries(packages.devDependencies)
        .map((nameAndVersion) => nameAndVersion.join(" "))
        .join(", ")
    },
    tables: [
      { title: "From nothing to SETTLED", rows },
      { title: "Written per payout", rows: written },
      { title: "Outcome", rows: outcomes }
    ]
  }
}
