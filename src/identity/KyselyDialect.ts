/**
 * The service's own PostgreSQL connections for Kysely, the query builder of better-auth: one pool,
 * one set of timeouts, one driver. There are no transactions: better-auth uses none here.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult
} from "kysely"
import * as Limits from "../config/Limits.ts"

/** The result of the `pg` driver, whose type the client does not expose. */
interface RawResult {
  readonly rows: ReadonlyArray<unknown>
  readonly rowCount: number | null
}

const connectionOver = (sql: PgClient.PgClient): DatabaseConnection => ({
  executeQuery: <R>({ parameters, sql: text }: CompiledQuery): Promise<QueryResult<R>> =>
    Effect.runPromise(
      sql.unsafe(text, parameters).raw.pipe(
        Effect.timeout(Limits.identity.queryMsMax),
        Effect.map((result) => {
          const { rowCount, rows } = result as RawResult
          return { rows: [...rows] as Array<R>, numAffectedRows: BigInt(rowCount ?? 0) }
        })
      )
    ),
  streamQuery: () => {
    throw new Error("Streaming is not supported")
  }
})

const noTransactions = (): Promise<void> =>
  Promise.reject(new Error("Transactions are not supported"))

export const make = (sql: PgClient.PgClient): Dialect => {
  const connection = connectionOver(sql)
  const done = (): Promise<void> => Promise.resolve()
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => ({
      init: done,
      acquireConnection: () => Promise.resolve(connection),
      beginTransaction: noTransactions,
      commitTransaction: noTransactions,
      rollbackTransaction: noTransactions,
      releaseConnection: done,
      destroy: done
    }),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler()
  }
}
