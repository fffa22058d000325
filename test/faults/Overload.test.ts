import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Dam from "./dam.ts"
import * as Gauges from "./gauges.ts"
import type { Reading } from "./instruments.ts"
import * as Scenario from "./scenario.ts"
import * as Servers from "./servers.ts"
import * as Storm from "./storm.ts"

/** A flood of more concurrent requests than fit into the log's queue and a statement. */
const flood = { connections: 400, depth: Math.ceil((1.4 * Limits.log.queueMax) / 400) }

const [countStorm, countUsual] = Scenario.isComplete ? [100_000, 10_000] : [3_000, 1_000]

/** Bytes of memory per locked rate that is still open, and for everything else. */
const [bytesPerQuote, bytesElse] = [2_000, 24_000_000]

interface Scene {
  readonly life: Gauges.Watched
  readonly dam: Dam.Dam
  /** Fails unless every accepted request is in the log and every response is an expected one. */
  readonly audit: (told: ReadonlyArray<Storm.Told>) => Promise<void>
}

const onDam = async (body: (scene: Scene) => Promise<void>): Promise<void> => {
  const server = Servers.shared()
  const database = await Servers.create(server)
  const dam = await Dam.build(server)
  const life = await Gauges.serving({ DATABASE_URL: dam.url(database) })
  const audit: Scene["audit"] = async (told) => {
    const rows = await Servers.query<{ readonly key: string }>(
      server,
      database,
      "select body::json #>> '{reply,key}' as key from log where body not like '%\"reply\":null%'"
    )
    const durable = new Set(rows.map(({ key }) => key))
    assert.strictEqual(durable.size, new Set(rows).size, "a key is in the log twice")
    for (const { key, retryAfter, status } of told) {
      assert.include([201, 429, 503], status, key)
      if (status === 201) assert.isTrue(durable.has(key), `${key} is not in the log`)
      else assert.isDefined(retryAfter, `${status} without Retry-After`)
    }
  }
  try {
    await body({ life, dam, audit })
  } finally {
    await life.kill("SIGKILL")
    dam.remove()
    await Servers.drop(server, database)
  }
}

/** Asserts that a storm leaves nothing except the objects that it created. */
const isCalm = (before: Reading, after: Reading, quotes: number): void => {
  assert.isBelow(after.heap, before.heap + bytesElse + quotes * bytesPerQuote, "the heap grew")
  assert.isBelow(after.sockets, 10, "connections are left")
}

const report = (what: string, told: ReadonlyArray<Storm.Told>): void => {
  const taken = told.filter(Storm.isTaken)
  const waits = taken.map(({ ms }) => ms)
  console.log(
    `${what}: ${told.length} requests, ${taken.length} taken, ${told.length - taken.length} ` +
      `refused; p50 ${Storm.percentile(waits, 0.5).toFixed(0)} ms, ` +
      `p99 ${Storm.percentile(waits, 0.99).toFixed(0)} ms`
  )
}

const figures = (what: string, before: Reading, after: Reading): void =>
  console.log(
    `${what}: heap ${Gauges.megabytes(before.heap)} to ${Gauges.megabytes(after.heap)}, ` +
      `resident ${Gauges.megabytes(before.resident)} to ${Gauges.megabytes(after.resident)}, ` +
      `longest stall ${after.stallMs.toFixed(0)} ms of which work ${after.workMs.toFixed(0)} ms`
  )

describe("The program under more requests than it can accept", () => {
  it("L10 responds to each in time or refuses it, and is as fast as before afterwards", {
    timeout: Scenario.msMax
  }, async () => {
    await onDam(async ({ audit, life }) => {
      const { port } = life
      await Storm.capacity(port, "warm", countUsual)
      const usual = await Storm.capacity(port, "before", countUsual)
      const before = await life.read()
      const isOver = (told: ReadonlyArray<unknown>) => told.length >= countStorm
      const told = await Storm.run({ port, ...flood, name: "storm", isOver })
      const after = await life.read()
      report("storm", told)
      figures("storm", before, after)
      await audit(told)
      const waits = told.filter(Storm.isTaken).map(({ ms }) => ms)
      // The time in the client's socket is not the server's, but must be short.
      assert.isBelow(Storm.percentile(waits, 0.99), 2 * Limits.engine.requestMsMax)
      const again = await Storm.capacity(port, "after", countUsual)
      console.log(`storm: ${usual.toFixed(0)} requests/s before, ${again.toFixed(0)} after`)
      assert.isAbove(again, usual / (Scenario.isComplete ? 2 : 5), "slower than before")
      isCalm(before, await life.read(), told.length)
    })
  })

  it("L10 refuses requests beyond the log's queue while the database hangs", {
    timeout: Scenario.msMax
  }, async () => {
    await onDam(async ({ audit, dam, life }) => {
      const { port } = life
      await Storm.capacity(port, "warm", countUsual)
      const before = await life.read()
      dam.shut()
      const held = Storm.run({ port, ...flood, name: "held", isOver: () => true })
      let probes = 0
      const probe = { port, connections: 1, depth: 1, isOver: () => true }
      const late: Array<Promise<ReadonlyArray<Storm.Told>>> = []
      await Gauges.eventually("the queue is full", async () => {
        const asked = Storm.run({ ...probe, name: `probe ${probes++}` })
        late.push(asked)
        const answer = await Promise.race([asked, Gauges.moment()])
        return answer?.[0]?.status === 503
      })
      const full = await life.read()
      const isOver = (told: ReadonlyArray<unknown>) => told.length >= countUsual
      const refused = await Storm.run({ port, connections: 50, depth: 1, name: "more", isOver })
      const fuller = await life.read()
      assert.isEmpty(refused.filter(Storm.isTaken))
      assert.isBelow(fuller.heap, full.heap + bytesElse, "what is refused leaves something behind")
      dam.open()
      const told = [...refused, ...(await held), ...(await Promise.all(late)).flat()]
      report("shut database", told)
      figures("shut database", before, fuller)
      await audit(told)
      assert.isAbove(await Storm.capacity(port, "after", countUsual), 100)
      isCalm(before, await life.read(), told.length)
    })
  })
})
