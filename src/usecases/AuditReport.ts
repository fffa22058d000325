/**
 * The audit log as a report, newest first, from all partitions. Acts of an account may be in
 * several partitions, so the next line is always the newest of the partitions' next acts.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Registry from "../domain/account/Registry.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type * as Rows from "../engine/ports/Rows.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import type * as ReportRows from "./ReportRows.ts"

/** A line as JSON. */
export interface Line {
  readonly id: string
  readonly at: string
  readonly actor_id: string
  readonly actor_kind: Registry.Actor["kind"]
  readonly actor_name: string
  /** The account that the act concerns; `null` if it concerns the service. */
  readonly account_id: string | null
  readonly address: string | null
  readonly action: string
  readonly subject_id: string
  readonly reason: string | null
  readonly changes: Readonly<Record<string, string>>
}

export const columns = [
  ...(["id", "at", "actor_id", "actor_kind", "actor_name", "account_id", "address"] as const),
  ...(["action", "subject_id", "reason", "changes"] as const)
]

export const cellsOf = (line: Line): ReadonlyArray<string | null> =>
  columns.map((name) => (name === "changes" ? JSON.stringify(line.changes) : line[name]))

const none: ReportRows.Sums = { count: 0, usdc: {}, targets: {}, assets: {} }

export const report: ReportRows.Report<Line> = {
  ...{ name: "audit-log", isPaged: false, columns, cellsOf, none },
  sumsOf: () => ({ ...none, count: 1 })
}

/** A position in a partition's log. The first `taken` acts of entry `seq` are read already. */
interface LogCursor {
  readonly seq: number
  readonly taken: number
}

interface PageQuery {
  readonly filter: ReadModel.AuditFilter
  /** `null` for the first page, which begins with the newest act. */
  readonly from: LogCursor | null
  readonly limit: number
}

/** A page of a partition's acts. */
interface Part {
  readonly acts: ReadonlyArray<Rows.Act>
  /** The position of the next page; `null` if this page is the last. */
  readonly next: LogCursor | null
}

const cursorAfter = (acts: ReadonlyArray<Rows.Act>, from: LogCursor | null): LogCursor | null => {
  const seq = acts.at(-1)?.seq
  if (seq === undefined) return null
  const ofEntry = acts.filter((act) => act.seq === seq).length
  return { seq, taken: ofEntry + (from?.seq === seq ? from.taken : 0) }
}

export const page = Partitions.procedure<PageQuery, Part>({
  name: "audit report",
  run: ({ lists }, { filter, from, limit }) =>
    Effect.map(lists.auditPage(filter, { limit, offset: from?.taken ?? 0 }, from?.seq), (acts) => ({
      acts,
      next: acts.length < limit ? null : cursorAfter(acts, from)
    }))
})

/**
 * Acts that were read from a partition and are not in the report yet, and the next position to
 * read.
 */
type ReadAhead = Part

/**
 * The position after a page in each partition; `undefined` for a partition that was not read yet.
 */
type Position = ReadonlyArray<ReadAhead | undefined>

const isSpent = ({ acts, next }: ReadAhead): boolean => acts.length === 0 && next !== null

/** Index of the partition whose next act is the newest. */
const newestOf = (
  reads: ReadonlyArray<ReadAhead>,
  taken: ReadonlyArray<number>
): number | undefined => {
  let newest: number | undefined
  let latest = Number.NEGATIVE_INFINITY
  for (const [index, { acts }] of reads.entries()) {
    const act = acts[taken[index] ?? 0]
    if (act === undefined || act.at <= latest) continue
    newest = index
    latest = act.at
  }
  return newest
}

/** Takes the newest acts, until the next act of some partition has to be read. */
const take = (reads: ReadonlyArray<ReadAhead>) => {
  const taken = reads.map(() => 0)
  const acts: Array<Rows.Act> = []
  const isOpen = () =>
    reads.every((read, index) => read.next === null || (taken[index] ?? 0) < read.acts.length)
  while (isOpen()) {
    const index = newestOf(reads, taken)
    const act = index === undefined ? undefined : reads[index]?.acts[taken[index] ?? 0]
    if (index === undefined || act === undefined) break
    acts.push(act)
    taken[index] = (taken[index] ?? 0) + 1
  }
  const rest = reads.map(
    (read, index): ReadAhead => ({
      ...read,
      acts: read.acts.slice(taken[index])
    })
  )
  return { acts, left: rest }
}

const lineOf = (registry: Registry.Registry, act: Rows.Act): ReportRows.OwnedLine<Line> => {
  const { id, kind, name } = Registry.actor(registry, act.actorId)
  const accountId = act.accountId === "" ? (act.aboutAccountId ?? null) : act.accountId
  const line: Line = {
    ...{ id: act.id, at: new Date(act.at).toISOString() },
    ...{ actor_id: id, actor_kind: kind, actor_name: name ?? id },
    ...{ account_id: accountId, address: act.from, action: act.action },
    ...{ subject_id: act.subjectId, reason: act.reason, changes: act.changes }
  }
  return { accountId: accountId ?? "", line }
}

/** The partitions to read: an account's own and the directory, which has its keys, or else all. */
const numbersOf = (
  { count, ofAccount }: Pick<Partitions.PartitionsService, "count" | "ofAccount">,
  { accountId, concernedId }: ReadModel.AuditFilter
): ReadonlyArray<number> => {
  const id = accountId ?? concernedId
  return id === undefined
    ? Array.from({ length: count }, (_, number) => number)
    : [...new Set([Partition.directory, ofAccount(id)])]
}

const { auditReportActsMax, auditReportActsMin } = Limits.http

/** Reads the report's next page after a position; `null` for the first page. */
export const reader =
  (partitions: Partitions.PartitionsService, filter: ReadModel.AuditFilter) =>
  (
    position: Position | null
  ): Effect.Effect<
    { readonly rows: ReadonlyArray<ReportRows.OwnedLine<Line>>; readonly next: Position | null },
    Unavailable
  > => {
    const numbers = numbersOf(partitions, filter)
    const limit = Math.max(auditReportActsMin, Math.floor(auditReportActsMax / numbers.length))
    const start: Position = position ?? numbers.map(() => undefined)
    const read = (ahead: ReadAhead | undefined, index: number) =>
      ahead === undefined || isSpent(ahead)
        ? partitions.call(page, numbers[index] ?? 0, { filter, from: ahead?.next ?? null, limit })
        : Effect.succeed(ahead)
    return Effect.map(Effect.forEach(start, read, { concurrency: "unbounded" }), (reads) => {
      const { acts, left } = take(reads)
      const hasMore = left.some((each) => each.acts.length > 0 || each.next !== null)
      return {
        rows: acts.map((act) => lineOf(partitions.registry, act)),
        next: hasMore ? left : null
      }
    })
  }
