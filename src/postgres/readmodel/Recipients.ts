/**
 * A recipient's payouts in the archive, which are found by the keyed hash of the phone number, and
 * the keys of recipients and users.
 */
import { Effect, Schema } from "effect"
import * as Network from "../../domain/Network.ts"
import * as DataSubjects from "../../engine/ports/DataSubjects.ts"
import * as RecipientPayouts from "../log/RecipientPayouts.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"

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
