/** Movements of balances. */
import { Effect, Schema } from "effect"
import * as Balance from "../../domain/balance/Balance.ts"
import * as Ids from "../../domain/Ids.ts"
import type * as Port from "../../engine/ports/ReadModel.ts"
import * as Conditions from "./Conditions.ts"
import * as ReadQueries from "./ReadQueries.ts"
import type * as Source from "./Source.ts"

const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
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

/** The columns of a movement. */
const columns = "id, account_id, number, at, type, amount, balance_after, subject"

const movementOf = (row: (typeof Rows.Type)[number]): Balance.Movement => {
  const { account_id, amount, at, balance_after, id, number, subject, type } = row
  return {
    ...{ id, accountId: account_id, number: Number(number), type, subject },
    ...{ amount: Number(amount), balanceAfter: Number(balance_after), at: Number(at) }
  }
}

/** The movements of a range, oldest first. */
export const makeInOrder =
  ({ sql }: Source.Source) =>
  ({ accountId, after, last }: Port.MovementRange, limit: number) =>
    sql
      .unsafe(
        `select ${columns} from balance_movements
         where account_id = $1 and number > $2 and number <= $3 order by number limit ${limit}`,
        [accountId, BigInt(after), BigInt(last)]
      )
      .pipe(
        Effect.flatMap(decodeRows),
        Effect.map((rows) => rows.map(movementOf)),
        ReadQueries.reading
      )

/** A page of an account's movements, newest first. */
export const make =
  ({ sql }: Source.Source) =>
  ({ accountId, from, until }: Port.MovementFilter, { after, limit, offset }: Port.Page) =>
    Effect.gen(function* () {
      const filter: ReadonlyArray<Conditions.Condition> = [
        ["account_id = ?", accountId],
        ["at >= ?", from === undefined ? undefined : BigInt(from)],
        ["at < ?", until === undefined ? undefined : BigInt(until)]
      ]
      const all = Conditions.where(filter)
      const [count] = yield* sql.unsafe<{ readonly total: number }>(
        `select count(*)::int as total from balance_movements where ${all.where}`,
        all.parameters
      )
      const number = after === undefined ? undefined : BigInt(Ids.movementNumber(after.id))
      const behind = Conditions.where([...filter, ["number < ?", number]])
      const rows = yield* sql
        .unsafe(
          `select ${columns} from balance_movements where ${behind.where}
           order by number desc limit ${limit} offset ${offset}`,
          behind.parameters
        )
        .pipe(Effect.flatMap(decodeRows))
      return { items: rows.map(movementOf), total: count?.total ?? 0 }
    }).pipe(ReadQueries.reading)
