/** DBOS Transact: a payout is a workflow of four steps, its id the workflow's. */
import { DBOS } from "@dbos-inc/dbos-sdk"
import * as Protocol from "../Protocol.ts"

/**
 * Workflows at once and connections: the best of 16 to 200 and of 10 to 64 here. Through a queue
 * it was slower: there each payout is written once more.
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
