/**
 * The table of the processes that share this database. It decides nothing: a log alone shows
 * who writes it (L3).
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../config/Limits.ts"
import * as Port from "../engine/ports/Nodes.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"

/** A live node has another value of a setting that must be the same everywhere. */
export class NodesDisagree extends Schema.TaggedError<NodesDisagree>()("NodesDisagree", {
  message: Schema.String
}) {}

/** Maps a database that fails or takes too long to `Unavailable`. */
const bounded = <A>(effect: Effect.Effect<A, SqlError | Schema.SchemaError>) =>
  effect.pipe(
    Effect.timeout(Limits.cluster.statementMsMax),
    Effect.mapError(
      (error) =>
        new Unavailable({
          message: "The nodes of the service cannot be read or written right now.",
          detail: String(error)
        })
    )
  )

/** A condition by the database's clock, because those of nodes may differ. */
const isAlive = "seen_at > clock_timestamp() - $1::int * interval '1 millisecond'"

const silenceMs = Limits.cluster.nodeSilenceMsMax

// Rows that another node removes at this moment are skipped: no beat waits for another. A beat may
// be slower than a report of what the node follows, which is then the later one.
const beatSql = `
  with old as (
    select address from cluster_node
    where seen_at < clock_timestamp() - $7::int * interval '1 millisecond' and address <> $1
    for update skip locked
  ), removed as (
    delete from cluster_node using old where cluster_node.address = old.address
  )
  insert into cluster_node
    (address, started_at, seen_at, version, agreed, followed, partitions, health)
  values ($1, to_timestamp($2::bigint / 1000.0), clock_timestamp(), $3, $4::text::jsonb,
    $5::bigint, $6::text::jsonb, $8::text::jsonb)
  on conflict (address) do update set started_at = excluded.started_at,
    seen_at = excluded.seen_at, version = excluded.version, agreed = excluded.agreed,
    followed = case when cluster_node.started_at = excluded.started_at
      then greatest(cluster_node.followed, excluded.followed) else excluded.followed end,
    partitions = excluded.partitions, health = excluded.health
  returning extract(epoch from clock_timestamp()) * 1000 as now`

const decodeNow = Schema.decodeUnknownEffect(
  Schema.Tuple([Schema.Struct({ now: Schema.FiniteFromString })])
)

/**
 * Writes a node's row, and removes those of nodes that have been silent for long. Returns the time
 * by the database's clock, milliseconds.
 */
export const writeHeartbeat = Effect.fn("Nodes.beat")(function* (
  sql: PgClient.PgClient,
  row: Port.Row
) {
  const written = bounded(
    sql
      .unsafe(beatSql, [
        row.address,
        BigInt(row.startedAt),
        row.version,
        JSON.stringify(row.agreed),
        BigInt(row.followed),
        JSON.stringify(row.partitions),
        Limits.cluster.nodeKeptMsMax,
        JSON.stringify(row.health)
      ])
      .pipe(Effect.flatMap(decodeNow))
  )
  const [{ now }] = yield* written
  return now
})

const followedSql = "update cluster_node set followed = $2::bigint where address = $1"

/** Writes alone how far a node shows the directory's log. */
export const followed = Effect.fn("Nodes.followed")(function* (
  sql: PgClient.PgClient,
  address: string,
  seq: number
) {
  yield* bounded(sql.unsafe(followedSql, [address, BigInt(seq)]))
})

/** Removes a node's row, at a clean stop. */
export const leave = Effect.fn("Nodes.leave")(function* (sql: PgClient.PgClient, address: string) {
  yield* bounded(sql.unsafe("delete from cluster_node where address = $1", [address]))
})

const StoredNode = Schema.Struct({
  address: Schema.String,
  started_at: Schema.Int,
  seen_at: Schema.Int,
  version: Schema.String,
  agreed: Schema.fromJsonString(Port.Agreed),
  followed: Schema.Int,
  partitions: Schema.fromJsonString(Schema.Array(Port.Run)),
  health: Schema.fromJsonString(Port.Health),
  is_alive: Schema.Boolean
})

const decodeNodes = Schema.decodeUnknownEffect(Schema.Array(StoredNode))

const listSql = `
  select address, round(extract(epoch from started_at) * 1000)::float8 as started_at,
    floor(extract(epoch from seen_at) * 1000)::float8 as seen_at, version, agreed::text as agreed,
    followed::float8 as followed, partitions::text as partitions, health::text as health,
    ${isAlive} as is_alive
  from cluster_node order by address`

const nodeOf = ({
  is_alive,
  seen_at: seenAt,
  started_at: startedAt,
  ...row
}: typeof StoredNode.Type): Port.Node => ({ ...row, startedAt, seenAt, isAlive: is_alive })

/** All nodes, in the order of their addresses; of those that were not stopped, also the silent. */
export const list = Effect.fn("Nodes.list")(function* (sql: PgClient.PgClient) {
  const stored = yield* bounded(Effect.flatMap(sql.unsafe(listSql, [silenceMs]), decodeNodes))
  return stored.map(nodeOf)
})

const Lowest = Schema.Tuple([Schema.Struct({ followed: Schema.NullOr(Schema.Int) })])

const decodeLowest = Schema.decodeUnknownEffect(Lowest)

const lowestSql = `select min(followed)::float8 as followed from cluster_node where ${isAlive}`

/** How far every live node shows the directory's log; `null` where no node is alive. */
export const lowestFollowed = Effect.fn("Nodes.lowestFollowed")(function* (sql: PgClient.PgClient) {
  const found = Effect.flatMap(sql.unsafe(lowestSql, [silenceMs]), decodeLowest)
  const [{ followed }] = yield* bounded(found)
  return followed
})

const shown = (value: string | null): string => value ?? "not set"

/**
 * Whether a node has another value. A setting that one of both does not know is of another release,
 * which may run with this one if it writes entries of the same version.
 */
const differs = (name: string, value: string | null, { agreed }: Port.Node): boolean => {
  const isKnown = name in agreed || name === Port.entryVersion
  return isKnown && (agreed[name] ?? null) !== value
}

/** Each setting that differs once, with the nodes that have each other value. */
const differences = (own: Port.Agreed, others: ReadonlyArray<Port.Node>): ReadonlyArray<string> =>
  Object.entries(own).flatMap(([name, value]) => {
    const byValue = new Map<string, Array<string>>()
    for (const node of others) {
      if (!differs(name, value, node)) continue
      const other = shown(node.agreed[name] ?? null)
      byValue.set(other, [...(byValue.get(other) ?? []), node.address])
    }
    const found = [...byValue].map(([other, addresses]) => `${other} on ${addresses.join(", ")}`)
    return found.length === 0 ? [] : [`${name} is ${shown(value)} here and ${found.join(", ")}`]
  })

/**
 * Fails where a live node has another value of a setting. A node writes its row before, so that of
 * two that start at once one at least sees the other.
 */
export const check = Effect.fn("Nodes.check")(function* (
  sql: PgClient.PgClient,
  { address, agreed }: Pick<Port.Row, "address" | "agreed">
) {
  const others = (yield* list(sql)).filter((node) => node.isAlive && node.address !== address)
  const found = differences(agreed, others)
  if (found.length === 0) return
  const message = `What must be the same on every node differs: ${found.join("; ")}.`
  return yield* new NodesDisagree({ message })
})
