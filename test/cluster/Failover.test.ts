import { assert, describe, it } from "vitest"
import * as OwnServer from "../support/ownServer.ts"
import * as Faults from "./faults.ts"
import * as Stage from "./stage.ts"

/** Milliseconds for which partitions may be silent here, which is twice the aim of the drill. */
const aims = {
  ...{ killed: 10_000, frozen: 12_000, back: 8_000 },
  ...{ stopped: 6_000, joined: 6_000, restarted: 6_000 }
}

/** Milliseconds for which the other partitions may be silent. */
const othersMsMax = 3_000

/**
 * The factor of the silence without a fault that is added, because other tests share the machine.
 */
const room = 5

const report = (what: string, { moved, others }: Faults.Silence): void => {
  const text = (silences: ReadonlyArray<number>) =>
    silences.map((ms) => (ms / 1_000).toFixed(2)).join(" ") || "none"
  console.log(`${what}: ${text(moved)} s; other partitions ${text(others)} s`)
}

/** The longest allowed silence on a machine that is this busy. */
const bound = ({ steadyMs }: Stage.Stage, msMax: number): number => msMax + room * steadyMs

const assertSilence = (stage: Stage.Stage, silence: Faults.Silence, movedMsMax: number): void => {
  assert.isNotEmpty(silence.moved)
  assert.isBelow(Math.max(...silence.moved), bound(stage, movedMsMax), "partitions that moved")
  const others = Math.max(0, ...silence.others)
  assert.isBelow(others, bound(stage, othersMsMax), "the other partitions")
}

describe("Three nodes", () => {
  it("run the partitions of a node that is killed with kill -9", { timeout: 120_000 }, async () => {
    await Stage.run(async (stage) => {
      const silence = await Faults.end(stage, "SIGKILL")
      report("kill -9", silence)
      assertSilence(stage, silence, aims.killed)
      await stage.load.more(100)
      await Stage.prove(stage)
    })
  })

  it("L3 lose nothing to a node that was frozen, which submits no transfer and gets a share again", {
    timeout: 120_000
  }, async () => {
    await Stage.run(async (stage) => {
      const woken = await Faults.freeze(stage)
      report("SIGSTOP", woken)
      assertSilence(stage, woken, aims.frozen)
      const { backMs, refused, strayTransfers } = woken
      // A lost partition ends before it appends anything, or its append is refused.
      console.log(
        `SIGCONT: ${refused} partitions refused it; ${(backMs / 1_000).toFixed(2)} s until it has its share again`
      )
      assert.strictEqual(strayTransfers, 0)
      assert.isBelow(backMs, bound(stage, aims.back), "while it got its share again")
      for (const status of woken.answers) assert.include([0, 201, 503], status)
      await stage.load.more(100)
      await Stage.prove(stage)
    })
  })

  it("run the partitions of a node that is stopped with SIGTERM, which exits with 0", {
    timeout: 120_000
  }, async () => {
    await Stage.run(async (stage) => {
      const { node, ...silence } = await Faults.end(stage, "SIGTERM")
      report("SIGTERM", silence)
      assertSilence(stage, silence, aims.stopped)
      assert.strictEqual(await node.ended, 0, node.output())
      await stage.load.more(100)
      await Stage.prove(stage)
    })
  })

  it("give partitions to a node that joins", { timeout: 120_000 }, async () => {
    await Stage.run(async (stage) => {
      const silence = await Faults.join(stage)
      report("join", silence)
      assertSilence(stage, silence, aims.joined)
      await stage.load.more(100)
      await Stage.prove(stage)
    })
  })

  it("respond again after their database crashed and was restarted", {
    timeout: 120_000
  }, async () => {
    const server = await OwnServer.start()
    try {
      await Stage.run(
        async (stage) => {
          const silences = await Faults.restartDatabase(stage, server)
          report("database", { moved: silences, others: [] })
          assert.isBelow(Math.max(...silences), bound(stage, aims.restarted))
          await stage.load.more(100)
          await Stage.prove(stage)
        },
        { server }
      )
    } finally {
      await server.close()
    }
  })
})
