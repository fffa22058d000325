/**
 * The table of the nodes that share this database. The table decides nothing: a log alone shows who
 * writes it (L3).
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

/** A condition that uses the database's clock, because nodes' clocks may differ. */
const isAlive = "seen_at > clock_timestamp() - $1::int * interval '1 millisecond'"

const silenceMs = Limits.cluster.nodeSilenceMsMax

// Rows that another node removes at this moment are skipped, so that no heartbeat waits for
// another. A heartbeat may be slower than a report of the followed `seq`, so the higher value is
// kept.
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
 * Writes a node's row, and removes rows of nodes that have been silent for long. Returns the time
 * by the database's clock, in milliseconds.
 */
export const writeHeartbeat = Effect.fn("Nodes.beat")(function* (
  sql: PgClient.PgClient,
  row: Port.Row
) {
  const heartbeat = bounded(
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
  const [{ now }] = yield* heartbeat
  return now
})

const followedSql = "update cluster_node set followed = $2::bigint where address = $1"

/** Writes only how far a node shows the directory's log. */
export const writeFollowed = Effect.fn("Nodes.followed")(function* (
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
  agreed: Schema.fromJsonString(Port.AgreedSettings),
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

/** All nodes that were not stopped, including silent ones, in the order of their addresses. */
export const list = Effect.fn("Nodes.list")(function* (sql: PgClient.PgClient) {
  const rows = yield* bounded(Effect.flatMap(sql.unsafe(listSql, [silenceMs]), decodeNodes))
  return rows.map(nodeOf)
})

const Lowest = Schema.Tuple([Schema.Struct({ followed: Schema.NullOr(Schema.Int) })])

const decodeLowest = Schema.decodeUnknownEffect(Lowest)

const lowestSql = `select min(followed)::float8 as followed from cluster_node where ${isAlive}`

/** The `seq` of the directory's log that every live node shows; `null` if no node is alive. */
export const readLowestFollowed = Effect.fn("Nodes.lowestFollowed")(function* (
  sql: PgClient.PgClient
) {
  const lowest = Effect.flatMap(sql.unsafe(lowestSql, [silenceMs]), decodeLowest)
  const [{ followed }] = yield* bounded(lowest)
  return followed
})

const textOf = (value: string | null): string => value ?? "not set"

/**
 * True if a node has another value. A setting that only one of both nodes has is from another
 * release, which may run with this one if it writes entries of the same version.
 */
const differs = (name: string, value: string | null, { agreed }: Port.Node): boolean => {
  const isKnown = name in agreed || name === Port.entryVersion
  return isKnown && (agreed[name] ?? null) !== value
}

/** Each setting that differs once, with each other value and its nodes. */
const differences = (
  ownSettings: Port.AgreedSettings,
  liveNodes: ReadonlyArray<Port.Node>
): ReadonlyArray<string> =>
  Object.entries(ownSettings).flatMap(([name, value]) => {
    const byValue = new Map<string, Array<string>>()
    for (const node of liveNodes) {
      if (!differs(name, value, node)) continue
      const nodeValue = textOf(node.agreed[name] ?? null)
      byValue.set(nodeValue, [...(byValue.get(nodeValue) ?? []), node.address])
    }
    const values = [...byValue].map(
      ([nodeValue, addresses]) => `${nodeValue} on ${addresses.join(", ")}`
    )
    return values.length === 0 ? [] : [`${name} is ${textOf(value)} here and ${values.join(", ")}`]
  })

/**
 * Fails if a live node has another value of a setting. A node writes its row before the check, so
 * at least one of two nodes that start at once sees the other.
 */
export const check = Effect.fn("Nodes.check")(function* (
  sql: PgClient.PgClient,
  { address, agreed }: Pick<Port.Row, "address" | "agreed">
) {
  const liveNodes = (yield* list(sql)).filter((node) => node.isAlive && node.address !== address)
  const disagreements = differences(agreed, liveNodes)
  if (disagreements.length === 0) return
  const message = `What must be the same on every node differs: ${disagreements.join("; ")}.`
  return yield* new NodesDisagree({ message })
})
