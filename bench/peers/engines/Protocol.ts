/**
 * What a workflow engine is asked to do, and how: it runs in a process of its own, says `ready`,
 * reads commands from its standard input and answers each with one line of JSON. `run 100` drives
 * a hundred payouts to SETTLED, `read` tells every transition in its storage. With `ALOUD` set it
 * says each transition as soon as the engine has acknowledged it. SIGTERM or the end of its input
 * end it.
 */
import * as readline from "node:readline"

/** The durable steps of a payout, the same for every engine. */
export const statuses = [
  "STABLECOIN_RECEIVED",
  "PAYOUT_INITIATED",
  "PAYOUT_CONFIRMED",
  "SETTLED"
] as const
export type Status = (typeof statuses)[number]

/** A step's outcome: some 160 bytes as JSON, as an event of the service. */
export interface Transition {
  readonly payout: string
  readonly status: Status
  readonly at: number
  readonly by: string
  readonly reference: string
  readonly amount: number
}

export const transition = (payout: string, status: Status): Transition => ({
  payout,
  status,
  at: Date.now(),
  by: "engine",
  reference: crypto.randomUUID(),
  amount: 25_000_000
})

/** A transition's name in what is said and read. */
export const label = ({ payout, status }: Pick<Transition, "payout" | "status">): string =>
  `${payout} ${status}`

export interface Ran {
  readonly seconds: number
  /** Written to the disk meanwhile by a storage of the engine's own. */
  readonly diskBytes?: number
}

export interface Read {
  readonly transitions: ReadonlyArray<string>
}

export interface Engine {
  /** Begins and finishes payouts, as many at once as serve it best. */
  readonly run: (payouts: ReadonlyArray<string>) => Promise<void>
  readonly read: () => Promise<ReadonlyArray<Transition>>
  readonly diskBytes?: () => number
  readonly close: () => Promise<void>
}

const isAloud = process.env.ALOUD !== undefined

/** The engine has acknowledged a transition: it may never be lost. */
export const acknowledge = (made: Transition): void => {
  if (isAloud) process.stdout.write(`+${label(made)}\n`)
}

/** Ids as long as the service's. */
const payouts = (count: number): ReadonlyArray<string> => {
  const stem = Date.now().toString(36).toUpperCase().padStart(16, "0")
  return Array.from({ length: count }, (_, index) => `po_${stem}${`${index}`.padStart(10, "0")}`)
}

const run = async (engine: Engine, count: number): Promise<Ran> => {
  const bytesBefore = engine.diskBytes?.()
  const startedAt = performance.now()
  await engine.run(payouts(count))
  const seconds = (performance.now() - startedAt) / 1000
  if (engine.diskBytes === undefined || bytesBefore === undefined) return { seconds }
  return { seconds, diskBytes: engine.diskBytes() - bytesBefore }
}

const read = async (engine: Engine): Promise<Read> => ({
  transitions: (await engine.read()).map(label)
})

/** Serves an engine until the input ends. */
export const serve = async (engine: Engine): Promise<void> => {
  const lines = readline.createInterface({ input: process.stdin })
  process.once("SIGTERM", () => lines.close())
  console.log("ready")
  for await (const line of lines) {
    const [verb, count] = line.split(" ")
    const answer = verb === "run" ? await run(engine, Number(count)) : await read(engine)
    console.log(JSON.stringify(answer))
  }
  await engine.close()
  process.exit(0)
}

/** Works on each item, so many at once. */
export const forEach = async <A>(
  items: ReadonlyArray<A>,
  atOnce: number,
  work: (item: A) => Promise<unknown>
): Promise<void> => {
  const rest = items.values()
  const worker = async (): Promise<void> => {
    for (const item of rest) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/** Between two looks at something. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))
