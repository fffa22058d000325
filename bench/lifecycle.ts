/**
 * `lifecycle`: payouts driven to SETTLED per second, and what that cost the disk, by the service
 * (over HTTP, with its webhooks delivered and without) and by workflow engines and job queues that
 * do the same four durable steps. All but Restate, which has a log of its own, on one PostgreSQL.
 * They take turns, each alone: started, warmed, measured, ended. At the end each one's storage is
 * read, and once more after `kill -9` in the middle of a run.
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
  /** Of each run of the service; slower contenders get a share of them. */
  readonly payouts: number
  /**
   * Before what is measured, as a part of a run, after each start: the service's rate grows over its
   * first ten thousand payouts, while V8 compiles.
   */
  readonly warm: number
  readonly runs: number
  readonly peers: ReadonlyArray<Contender.Engine>
  /** Of the run that `kill -9` ends. */
  readonly killed: number
  /** Idle backends report their statistics after ten seconds; then flushes can be counted. */
  readonly statisticsPauseMs: number
  /** Measures rates of the service without webhooks and its peers, and nothing else. */
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

/** The service without webhooks: what peers are compared with, for they deliver none. */
const alone = "service, no webhooks"

/** A contender on this stage. */
interface Participant {
  readonly name: string
  readonly contender: Contender.Contender
  readonly place: Contender.Place
  readonly payouts: number
  readonly warm: number
  readonly ran: Array<Protocol.Ran>
  /** All it was asked to settle so far. */
  asked: number
}

type Row = Record<string, Report.Cell>

const rate = ({ payouts }: Participant, { seconds }: Protocol.Ran): number => payouts / seconds

const run = async (participant: Participant, working: Contender.Working, payouts: number) => {
  participant.asked += payouts
  return working.run(payouts)
}

/** One start, one measured run. */
const turn = async (participant: Participant): Promise<void> => {
  await using working = await participant.contender.start(participant.place)
  await run(participant, working, participant.warm)
  await working.settled()
  participant.ran.push(await run(participant, working, participant.payouts))
}

/**
 * What the disk was asked for in one more run, alone and until it is still, in a new database: what
 * a start does with a long history is not a payout's.
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

/** Every payout that it was asked to settle is, and its four transitions are readable. */
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

/** Kills it in the middle of a run; all it had acknowledged must be readable. */
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

/** What was acknowledged before the end of a contender that was killed in mid-run. */
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

/** The given, another one first at each turn. */
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

/** Measures in turn; each one's storage must hold all it was asked for. */
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
      peers: "begin all payouts of a run by themselves, without HTTP, and deliver no webhooks",
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
