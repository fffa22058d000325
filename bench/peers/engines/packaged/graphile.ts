/**
 * graphile-worker: a payout is four tasks in a chain. Each keeps its outcome and adds the next task
 * in one statement.
 */
import { Logger, makeWorkerUtils, run, type TaskList } from "graphile-worker"
import * as Protocol from "../Protocol.ts"
import * as Kept from "./Kept.ts"

const connectionString = process.env.DATABASE_URL ?? ""

const logger = new Logger(() => (level, message) => {
  if (level === "error") console.error(message)
})

/**
 * The settings with which its manual measured "optimal conditions"
 * (worker.graphile.org/docs/performance).
 */
const worker = {
  connectionString,
  logger,
  concurrentJobs: 24,
  maxPoolSize: 25,
  localQueue: { size: 500 },
  completeJobBatchDelay: 0,
  failJobBatchDelay: 0
}

const keep = `insert into transitions (payout, status, body) values ($1, $2, $3)
  on conflict do nothing`

const keepAndGoOn = (next: Protocol.Status): string =>
  `with kept as (${keep})
   select graphile_worker.add_job('${next}', json_build_object('payout', $1))`

let left = 0
let finish = (): void => {}

const task = (status: Protocol.Status, next: Protocol.Status | undefined): TaskList[string] => {
  const text = next === undefined ? keep : keepAndGoOn(next)
  return async (payload, { withPgClient }) => {
    const { payout } = payload as { readonly payout: string }
    const made = Protocol.transition(payout, status)
    const values = [payout, status, JSON.stringify(made)]
    await withPgClient((client) => client.query({ name: status, text, values }))
    Protocol.acknowledge(made)
    if (next !== undefined) return
    left -= 1
    if (left === 0) finish()
  }
}

const taskList = Object.fromEntries(
  Protocol.statuses.map((status, index) => [status, task(status, Protocol.statuses[index + 1])])
)

const kept = await Kept.open(connectionString)
const utilities = await makeWorkerUtils({ connectionString, logger })
await utilities.migrate()
const runner = await run({ taskList, preset: { worker }, noHandleSignals: true })

await Protocol.serve({
  run: async (payouts) => {
    left = payouts.length
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const [identifier] = Protocol.statuses
    await utilities.addJobs(payouts.map((payout) => ({ identifier, payload: { payout } })))
    await finished
  },
  read: kept.read,
  close: async () => {
    await runner.stop()
    await utilities.release()
    await kept.close()
  }
})
