/** Movements of balances. */
import { Effect, Schema } from "effect"
import * as Balance from "../../domain/balance/Balance.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"

const Rows = Schema.Array(
  Schema.Struct({
    account_id: Schema.String,
    number: Schema.BigInt,
    at: Schema.BigInt,
    type: Balance.MovementType,
    amount: Schema.BigInt,
    balance_after: Schema.BigInt,
    subject: Schema.String
  })
)
const decodeRows = Schema.decodeUnknownEffect(Rows)

/** The newest movements that match. The account belongs to one partition alone. */
export const make =
  ({ sql }: Source.Source) =>
  ({ accountId, before, from, limit, until }: Port.MovementFilter) => {
    const { parameters, where } = Conditions.where([
      ["account_id = ?", accountId],
      ["number < ?", before === undefined ? undefined : BigInt(before)],
      ["at >= ?", from === undefined ? undefined : BigInt(from)],
      ["at < ?", until === undefined ? undefined : BigInt(until)]
    ])
    const text = `
      select account_id, number, at, type, amount, balance_after, subject
      from balance_movements where ${where} order by number desc limit ${limit}`
    return sql.unsafe(text, parameters).pipe(
      Effect.flatMap(decodeRows),
      Effect.map((rows) =>
        rows.map(
          ({ account_id, amount, at, balance_after, number, subject, type }): Balance.Movement => ({
            ...{ accountId: account_id, number: Number(number), type, subject },
            ...{ amount: Number(amount), balanceAfter: Number(balance_after), at: Number(at) }
          })
        )
      ),
      ReadQueries.reading
    )
  }
