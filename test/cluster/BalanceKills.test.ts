/**
 * Batches that a balance pays for, on three nodes of which one is killed in the middle of each
 * batch. The other nodes go on with its rows. Nothing is lost, paid twice or left reserved.
 */
import { assert, describe, it } from "vitest"
import * as Payroll from "../faults/payroll.ts"
import * as Scenario from "../faults/scenario.ts"
import * as Seed from "../faults/seed.ts"
import * as Servers from "../faults/servers.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

const kills = Scenario.isComplete ? 100 : 4

const run = async (nodes: Nodes.Nodes): Promise<void> => {
  const draw = Seed.make(Seed.seed)
  const [account] = await Accounts.ofAllPartitions(nodes.urls)
  let turn = 0
  const url = (): string => {
    const urls = nodes.urls()
    turn += 1
    return urls[turn % urls.length] ?? "http://127.0.0.1:9"
  }
  const ask = Payroll.askOf(url, account?.key ?? assert.fail("no account"))
  await Payroll.answered(ask, "/v1/sandbox/balance/deposit", {
    ...{ amount_usdc: Payroll.deposit, idempotency_key: "the deposit" }
  })
  for (let kill = 0; kill < kills; kill++) {
    const name = `batch ${kill}`
    const { id } = await Payroll.answered<{ readonly id: string }>(
      ...([ask, "/v1/batches", Payroll.submission(name)] as const)
    )
    await Payroll.until(ask, id, draw(Payroll.rows))
    const running = nodes.running()
    const victim = running[draw(running.length)] ?? assert.fail("no node runs")
    await victim.end("SIGKILL")
    nodes.again(victim)
    await Payroll.finish(ask, name, undefined)
    await Payroll.audit(ask, kill + 1)
    await nodes.ready()
  }
}

describe("A batch from a balance on three nodes", () => {
  it(`loses nothing and pays nobody twice in ${kills} kills, FAULTS_SEED=${Seed.seed}`, {
    timeout: Scenario.isComplete ? 3_000_000 : 400_000
  }, async () => {
    const server = Servers.shared()
    const database = await Servers.create(server)
    const nodes = Nodes.over(server.url(database), { SANDBOX_TIME_SCALE: "0.02" })
    try {
      for (let index = 0; index < 3; index++) await nodes.join()
      await nodes.divided()
      await run(nodes)
    } finally {
      await nodes.close()
      await Servers.drop(server, database)
    }
  })
})
