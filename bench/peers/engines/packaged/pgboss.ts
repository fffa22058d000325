/**
 * pg-boss: a payout is a job in each of four queues, one after the other. The outcomes of a batch,
 * its next jobs and its completion are one transaction, which succeeds or fails as a whole.
 */
import { type Db, type Job, PgBoss } from "pg-boss"
import * as Protocol from "../Protocol.ts"
import * as Kept from "./Kept.ts"

const connectionString = process.env.DATABASE_URL ?? ""

interface Task {
  readonly payout: string
  /**
   * The outcome of the previous step, which pg-boss acknowledges with the existence of this job.
   */
  readonly before: Protocol.Transition | null
}

/**
 * The batches, which fetch again at once while they are full, and are woken by NOTIFY instead of
 * the poll of at least half a second (its types' own documentation). More jobs in a batch added
 * nothing here.
 */
const options = {
  batchSize: 1_000,
  transactional: true,
  burstWhenBatchFull: true,
  pollingIntervalSeconds: 0.5
} as const

const keep = `insert into transitions (payout, status, body)
  select * from unnest($1::text[], $2::text[], $3::text[]) on conflict do nothing`

const kept = await Kept.open(connectionString)
const boss = new PgBoss({ connectionString, useListenNotify: true })
boss.on("error", console.error)
await boss.start()

const settle =
  (status: Protocol.Status, next: Protocol.Status | undefined) =>
  async (jobs: Array<Job<Task>>, transaction: Db): Promise<void> => {
    for (const { data } of jobs) if (data.before !== null) Protocol.acknowledge(data.before)
    const made = jobs.map(({ data }) => Protocol.transition(data.payout, status))
    await transaction.executeSql(keep, [
      made.map(({ payout }) => payout),
      made.map(({ status }) => status),
      made.map((each) => JSON.stringify(each))
    ])
    if (next === undefined) return
    const tasks = made.map((before) => ({ data: { payout: before.payout, before } }))
    await boss.insert(next, tasks, { db: transaction })
  }

for (const [index, status] of Protocol.statuses.entries()) {
  await boss.createQueue(status, { notify: true })
  await boss.work<Task, void, typeof options>(
    status,
    options,
    settle(status, Protocol.statuses[index + 1])
  )
}

await Protocol.serve({
  run: async (payouts) => {
    const tasks = payouts.map((payout) => ({ data: { payout, before: null } }))
    await boss.insert(Protocol.statuses[0], tasks)
    while ((await kept.settled(payouts)) < payouts.length) await Protocol.pause(10)
  },
  read: kept.read,
  close: async () => {
    await boss.stop()
    await kept.close()
  }
})
