/**
 * The protocol of a workflow engine. It runs in a separate process, prints `ready`, reads commands
 * from its standard input and responds to each with one line of JSON. `run 100` drives a hundred
 * payouts to SETTLED, and `read` prints every transition in its storage. With `ALOUD` set it prints
 * each transition as soon as the engine has acknowledged it. It ends at SIGTERM or at the end of
 * its input.
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

/** The outcome of a step, which has about 160 bytes as JSON, like an event of the service. */
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

/** The name of a transition in the protocol. */
export const label = ({ payout, status }: Pick<Transition, "payout" | "status">): string =>
  `${payout} ${status}`

export interface Ran {
  readonly seconds: number
  /** Bytes that the engine's own storage wrote to the disk during the run. */
  readonly diskBytes?: number
}

export interface Read {
  readonly transitions: ReadonlyArray<string>
}

export interface Engine {
  /** Begins and finishes payouts, with the engine's best concurrency. */
  readonly run: (payouts: ReadonlyArray<string>) => Promise<void>
  readonly read: () => Promise<ReadonlyArray<Transition>>
  readonly diskBytes?: () => number
  readonly close: () => Promise<void>
}

const isAloud = process.env.ALOUD !== undefined

/** Reports a transition that the engine has acknowledged, and that may never be lost. */
export const acknowledge = (made: Transition): void => {
  if (isAloud) process.stdout.write(`+${label(made)}\n`)
}

/** Payout ids of the same length as the service's. */
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

/** Works on each item with a limited concurrency. */
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

/** Pauses between two checks. */
export const pause = (ms: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, ms))
