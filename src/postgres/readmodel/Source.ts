/** The tables of one partition, which other partitions may share. */

import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import * as DatabaseRetry from "../../engine/ports/DatabaseRetry.ts"
import * as PersonKeys from "../sealing/PersonKeys.ts"
import type * as Conditions from "./Conditions.ts"

export interface Source {
  readonly sql: PgClient.PgClient
  /** Keys of the people in the log. */
  readonly people: PersonKeys.PersonKeys["Service"]
  readonly partition: number
  /** True if other partitions have rows in the same tables. */
  readonly isShared: boolean
}

/**
 * The condition that rows are this partition's, for statements whose keys do not imply it. It is
 * left out if there is no other partition: without statistics of the column, PostgreSQL would
 * expect one row in two hundred to match.
 */
export const ownRows = ({ isShared, partition }: Source, alias = ""): Conditions.Condition => [
  `${alias}partition = ?`,
  isShared ? partition : undefined
]

/** Tables in which restricted data does not read `restricted`. */
export const unrestricted = (source: Source): Source => ({
  ...source,
  people: {
    ...source.people,
    load: (ids) =>
      Effect.map(
        source.people.load(ids),
        (keys) =>
          new Map(Array.from(keys, ([name, { secret }]) => [name, { secret, isRestricted: false }]))
      )
  }
})

const partitionsSql = "select partitions from installation"

/** The tables of a partition, in a database that has been stamped. */
export const make = Effect.fnUntraced(function* (sql: PgClient.PgClient, partition: number) {
  const people = yield* PersonKeys.PersonKeys
  const [row] = yield* sql
    .unsafe<{ readonly partitions: number }>(partitionsSql)
    .pipe(Effect.retry(DatabaseRetry.schedule), Effect.orDie)
  const source: Source = { sql, people, partition, isShared: (row?.partitions ?? 1) > 1 }
  return source
})
