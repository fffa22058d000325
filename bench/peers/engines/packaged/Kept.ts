/**
 * The table of outcomes for a job queue, which forgets its jobs, or keeps one outcome for a whole
 * batch.
 */
import pg from "pg"
import type * as Protocol from "../Protocol.ts"

export const open = async (connectionString: string) => {
  const pool = new pg.Pool({ connectionString, max: 1 })
  await pool.query(`create table if not exists transitions (
    payout text, status text, body text not null, primary key (payout, status))`)
  return {
    read: async (): Promise<ReadonlyArray<Protocol.Transition>> => {
      const { rows } = await pool.query<{ readonly body: string }>("select body from transitions")
      return rows.map(({ body }) => JSON.parse(body))
    },
    /** The number of these payouts that are settled. */
    settled: async (payouts: ReadonlyArray<string>): Promise<number> => {
      const { rows } = await pool.query<{ readonly count: number }>(
        `select count(*)::int as count from transitions
         where payout = any($1) and status = 'SETTLED'`,
        [payouts]
      )
      return rows[0]?.count ?? Number.NaN
    },
    close: () => pool.end()
  }
}
