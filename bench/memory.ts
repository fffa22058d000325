/**
 * `memory`: heap that an active payout costs, and heap that a finished one leaves behind, after
 * full collections. Active: created and waiting for a deposit. Finished: created, settled and
 * forgotten, window after window; the slope of the heap over the windows is what is left of each.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import * as Load from "./Load.ts"
import * as Machine from "./Machine.ts"
import * as Process from "./Process.ts"

const key = "sk_sandbox_bench_0123456789abcdef"
const active = 20_000
const windows = 10
const perWindow = 3_000

const start = (dataDir: string, timeScale: string) =>
  Process.observed({
    DATA_DIR: dataDir,
    PORT: "0",
    SANDBOX_API_KEY: key,
    RATE_LIMITS: "off",
    QUOTE_TTL: "1 hour",
    SANDBOX_TIME_SCALE: timeScale
  })

const create = async (target: Load.Target, count: number, run: string) => {
  const quotes = Array.from({ length: count }, (_, index) =>
    Load.post("/v1/quotes", key, {
      source_amount_usdc: 25,
      target_currency: "UGX",
      idempotency_key: `quote ${run} ${index}`
    })
  )
  const made = await Load.run({ target, connections: 32, requests: quotes, keepBodies: true })
  const payouts = made.bodies.map((body) =>
    Load.post("/v1/payouts", key, {
      quote_id: JSON.parse(body).quote_id,
      recipient_phone: "+256770000001",
      network: "MTN_UG",
      idempotency_key: `payout ${JSON.parse(body).quote_id}`
    })
  )
  await Load.run({ target, connections: 32, requests: payouts })
}

/** Waits until no payout is active and none is in memory. */
const untilForgotten = async (target: Load.Target): Promise<void> => {
  const left = async () =>
    (await Process.gauge(target, "payout_active")) + (await Process.gauge(target, "payout_known"))
  while ((await left()) > 0) await Process.pause()
}

const inFolder = async <A>(work: (dataDir: string) => Promise<A>): Promise<A> => {
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), "payout-bench-"))
  const result = await work(dataDir)
  fs.rmSync(dataDir, { recursive: true, force: true })
  return result
}

const perActive = (dataDir: string) =>
  start(dataDir, "100").then(async (service) => {
    await create(service, 1_000, "warm")
    const before = await service.memory()
    await create(service, active, "measured")
    // What waits to be shown is not a payout's: a list waits until it is shown.
    const headers = { authorization: `Bearer ${key}` }
    await fetch(`http://${service.host}:${service.port}/v1/payouts?limit=1`, { headers })
    const after = await service.memory()
    await service.stop()
    return (after.heap - before.heap) / active
  })

/** Least squares: bytes per payout over the windows after the first. */
const slope = (heaps: ReadonlyArray<number>): number => {
  const middle = (heaps.length - 1) / 2
  const mean = heaps.reduce((sum, heap) => sum + heap, 0) / heaps.length
  const above = heaps.reduce((sum, heap, index) => sum + (index - middle) * (heap - mean), 0)
  const below = heaps.reduce((sum, _, index) => sum + (index - middle) ** 2, 0)
  return above / below / perWindow
}

const perFinished = (dataDir: string) =>
  start(dataDir, "0.001").then(async (service) => {
    const heaps: Array<number> = []
    for (let window = 0; window <= windows; window++) {
      await create(service, perWindow, `${window}`)
      await untilForgotten(service)
      heaps.push((await service.memory()).heap)
    }
    await service.stop()
    return { slope: slope(heaps.slice(1)), heaps }
  })

export const memory = async () => {
  const activeBytes = await inFolder(perActive)
  const { heaps, slope: finishedBytes } = await inFolder(perFinished)
  return {
    name: "memory",
    machine: Machine.describe(os.tmpdir()),
    heapPerActivePayout: Machine.summarize([activeBytes]),
    heapLeftPerFinishedPayout: Machine.summarize([finishedBytes]),
    heapAfterWindows: Machine.summarize(heaps)
  }
}
