/**
 * A recipient's payouts in the archive, which are found by the keyed hash of the phone number, the
 * numbers of beneficiaries, and the keys of recipients and users.
 */
import { Effect, Result, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Network from "../../domain/Network.ts"
import * as Personal from "../../domain/Personal.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import type * as Entry from "../../engine/ports/Entry.ts"
import { ReadModelBroken } from "../../engine/ports/ReadModel.ts"
import * as RecipientPayouts from "../log/RecipientPayouts.ts"
import * as SealedEntry from "../sealing/SealedEntry.ts"
import * as LogBackedRows from "./LogBackedRows.ts"
import * as ReadQueries from "./ReadQueries.ts"
import * as Source from "./Source.ts"
import * as Tables from "./Tables.ts"

const Outcomes = Schema.Array(
  Schema.Struct({
    network: Schema.Literals(Network.slugs),
    status: Schema.String,
    settled_at: Schema.NullOr(Schema.BigInt)
  })
)
const decodeOutcomes = Schema.decodeUnknownEffect(Outcomes)

const hexOf = (ids: ReadonlyArray<Uint8Array>): ReadonlyArray<string> =>
  ids.map((id) => Buffer.from(id).toString("hex"))

/** The keys that the end of a restriction destroys. */
export const makeRestrictedKeys = ({ people }: Source.Source) =>
  Effect.fnUntraced(function* (accountId: string, phone: string) {
    const data = yield* people.restrictedOf(DataSubjects.recipient(accountId, phone))
    const record = yield* people.idsOf(DataSubjects.recipientRecord(accountId, phone))
    return hexOf([...data, ...record])
  }, ReadQueries.reading)

export const makeUserKeys = ({ people }: Source.Source) =>
  Effect.fnUntraced(function* (email: string) {
    return hexOf(yield* people.idsOf(DataSubjects.user(email)))
  }, ReadQueries.reading)

const Saves = Schema.Array(
  Schema.Struct({
    seq: Schema.BigInt,
    body: Schema.String,
    sealed: Schema.NullOr(Schema.Uint8Array)
  })
)
const decodeSaves = Schema.decodeUnknownEffect(Saves)

/** The entries that saved beneficiaries, before a position. */
const savesSql = `
  select a.seq, log.body, log.sealed
  from audit_log a join log on log.partition = $1 and log.seq = a.seq
  where a.partition = $1 and a.action = 'beneficiary.saved' and a.subject_id = any($2::text[])
    and a.seq < $3
  order by a.seq desc limit ${Limits.retention.changesPerQuery}`

/** The numbers of the beneficiaries that an entry saved. */
const phonesIn = ({ events }: Entry.Draft): ReadonlyArray<string> =>
  events.flatMap((event) =>
    event._tag === "BeneficiarySaved" && event.phone !== Personal.erased ? [event.phone] : []
  )

/** The numbers that beneficiaries have or had. */
export const makeBeneficiaryPhones = (restricted: Source.Source) => {
  const source = Source.unrestricted(restricted)
  const { partition, sql } = source
  const openAll = Effect.fnUntraced(function* (rows: typeof Saves.Type) {
    const keys = yield* LogBackedRows.keysOf(source, rows)
    return yield* ReadQueries.each(rows, (row) =>
      Result.mapBoth(SealedEntry.open(keys, partition, row), {
        onFailure: (error) =>
          new ReadModelBroken({ message: `The entry ${row.seq} of a beneficiary: ${error}` }),
        onSuccess: phonesIn
      })
    )
  })
  return Effect.fnUntraced(function* (ids: ReadonlyArray<string>, max: number) {
    const phones = new Set<string>()
    let before: bigint | undefined = BigInt(Number.MAX_SAFE_INTEGER)
    while (before !== undefined && phones.size < max) {
      const rows: typeof Saves.Type = yield* sql
        .unsafe(savesSql, [partition, Tables.array("text", ids), before])
        .pipe(Effect.flatMap(decodeSaves))
      for (const phone of (yield* openAll(rows)).flat()) phones.add(phone)
      before = rows.length < Limits.retention.changesPerQuery ? undefined : rows.at(-1)?.seq
    }
    return [...phones].slice(0, max)
  }, ReadQueries.reading)
}

/** Facts on which an erasure of a recipient's data depends. */
export const makeFacts = (source: Source.Source) => {
  const { people, sql } = source
  const outcomesSql = `
    select network, status, max(settled_at) as settled_at from payouts
    where id = any(array(${RecipientPayouts.idsSql("$1", "$2", String(source.partition))})) group by network, status`
  return Effect.fnUntraced(function* (accountId: string, phone: string) {
    const outcomes = yield* sql
      .unsafe(outcomesSql, [accountId, people.hash(phone)])
      .pipe(Effect.flatMap(decodeOutcomes))
    const data = yield* people.idsOf(DataSubjects.recipient(accountId, phone))
    const record = yield* people.idsOf(DataSubjects.recipientRecord(accountId, phone))
    return {
      keys: hexOf(data),
      recordKeys: hexOf(record),
      payments: outcomes.flatMap(({ network, settled_at, status }) =>
        status === "SETTLED" ? [{ network, settledAt: Number(settled_at) }] : []
      ),
      hasReversal: outcomes.some(({ status }) => status === "REVERSED")
    }
  }, ReadQueries.reading)
}
