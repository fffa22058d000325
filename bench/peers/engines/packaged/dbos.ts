/** DBOS Transact: a payout is a workflow of four steps, whose id is the payout's. */
import { DBOS } from "@dbos-inc/dbos-sdk"
import * as Protocol from "../Protocol.ts"

/**
 * The best numbers of concurrent workflows and of connections here, out of 16 to 200 and of 10 to
 * 64. A queue was slower, because it writes each payout once more.
 */
const atOnce = 16
const connections = 20

const settle = DBOS.registerWorkflow(
  async (payout: string): Promise<void> => {
    for (const status of Protocol.statuses) {
      const step = async () => Protocol.transition(payout, status)
      Protocol.acknowledge(await DBOS.runStep(step, { name: status }))
    }
  },
  { name: "settle" }
)

DBOS.setConfig({
  name: "payouts",
  systemDatabaseUrl: process.env.DATABASE_URL ?? "",
  systemDatabasePoolSize: connections,
  logLevel: "error",
  enableOTLP: false,
  tracingEnabled: false
})
await DBOS.launch()

await Protocol.serve({
  run: (payouts) =>
    Protocol.forEach(payouts, atOnce, async (payout) => {
      const handle = await DBOS.startWorkflow(settle, { workflowID: payout })(payout)
      await handle.getResult()
    }),
  read: async () => {
    const workflows = await DBOS.listWorkflows({ loadInput: false, loadOutput: false })
    const found: Array<Protocol.Transition> = []
    await Protocol.forEach(workflows, connections, async ({ workflowID }) => {
      for (const { output } of (await DBOS.listWorkflowSteps(workflowID)) ?? []) {
        found.push(output as Protocol.Transition)
      }
    })
    return found
  },
  close: () => DBOS.shutdown()
})
