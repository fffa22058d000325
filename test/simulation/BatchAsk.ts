/**
 * Requests of clients about batches, as from src/http/batches/BatchRoutes.ts. Claims, look-ups and
 * decisions are those of the program (src/engine/commands/SubmitBatch.ts).
 */

import * as Batch from "../../src/domain/batch/Batch.ts"
import * as NewBatch from "../../src/domain/batch/NewBatch.ts"
import * as Network from "../../src/domain/Network.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type { Rules } from "../../src/engine/ports/Policy.ts"
import * as FundingSource from "../../src/usecases/FundingSource.ts"
import * as SubmitBatch from "../../src/usecases/SubmitBatch.ts"
import * as TestAsk from "../support/ask.ts"
import {
  middle,
  type Row,
  requestOf,
  type Service,
  type Timeless,
  type Voice,
  type Wish
} from "./Requests.ts"
import { type Spread, sourcesOf } from "./Spread.ts"

const shown = ({ createdAt, id, total }: Batch.Batch) => ({
  status: 202,
  body: JSON.stringify({ id, at: createdAt, total })
})

const recipientOf = ({ key, name, phone }: Row, index: number) => ({
  ...{ row: index + 1, phone, name, network: Network.bySlug("MTN_UG"), idempotencyKey: key },
  reference: null
})

const pricedOf = (row: Row, index: number): NewBatch.Row => ({
  ...recipientOf(row, index),
  amount: row.amount ?? 0
})

/** The rows of a batch, and who pays for them. */
interface Submission {
  readonly kind: Batch.Kind
  readonly rows: ReadonlyArray<Row>
  readonly funding: "deposit" | "balance"
}

const quotedOf = (row: Row, index: number): NewBatch.BulkRow => ({
  ...recipientOf(row, index),
  quoteId: row.quoteId ?? ""
})

export const make = (rules: Rules, draw: IdGenerator.Source, spread: Spread) => {
  const drawFor = sourcesOf(draw, spread)
  const submit = (voice: Voice, { funding, kind, rows }: Submission): Wish => {
    const priced = rows.map(pricedOf)
    const quoted = rows.map(quotedOf)
    const bounds = { ...rules, ttlMs: rules.quoteTtlMs }
    return (moment) => {
      const { at } = moment
      const request = requestOf(voice, kind, JSON.stringify(rows) + funding, moment)
      const { accountId } = voice
      const partition = spread.ofAccount(accountId)
      const own = drawFor(partition)
      const id = IdGenerator.id(own, SubmitBatch.prefixes[kind], at)
      const payoutIds = rows.map(() => IdGenerator.id(own, "po", at))
      const wantedOf = (engine: Service): NewBatch.Proposal => ({
        ...{ id, accountId, at, payoutIds },
        ...(funding === "balance"
          ? {
              depositAddress: engine.balanceOf(accountId)?.depositAddress ?? "",
              ...{ fundedBy: funding, excess: funding }
            }
          : {
              depositAddress: `0x${id}`,
              excess: FundingSource.excessOf({ engine }, { accountId, funding })
            })
      })
      const facts = { accountId, kind, problems: [], funding }
      const effect = (engine: Service) =>
        TestAsk.ask(
          request,
          ({ batch }: SubmitBatch.SubmittedBatch) => shown(batch),
          (given) =>
            kind === "batch"
              ? SubmitBatch.submit({ engine, policy: rules }, given, {
                  ...facts,
                  rows: priced,
                  isSame: NewBatch.isSameAmount,
                  decide: (earlier) =>
                    NewBatch.decide(
                      wantedOf(engine),
                      { rows: priced, problems: [], earlier },
                      () => middle,
                      bounds
                    )
                })
              : SubmitBatch.submit({ engine, policy: rules }, given, {
                  ...facts,
                  rows: quoted,
                  isSame: NewBatch.isSameQuote,
                  decide: (earlier, quoteOf) =>
                    NewBatch.decideBulk(
                      wantedOf(engine),
                      { rows: quoted, problems: [], earlier },
                      quoteOf,
                      rules
                    )
                })
        )
      const submitted = { accountId, kind, asked: rows }
      return { request, partition, subject: id, effect, rows: submitted }
    }
  }

  const command =
    (voice: Voice, id: string, given: Timeless<Batch.Command>): Wish =>
    (moment) => {
      const { at } = moment
      const request = requestOf(voice, "batch commands", `${id} ${JSON.stringify(given)}`, moment)
      const effect = (engine: Service) =>
        TestAsk.ask(
          request,
          (after: Batch.Batch) => ({
            status: 200,
            body: JSON.stringify({ id, status: Batch.status(after), updatedAt: after.updatedAt })
          }),
          (asked) => engine.commandBatch(asked, id, { ...given, at } as Batch.Command)
        )
      return { request, partition: spread.ofId(id), subject: id, effect }
    }

  return { submit, command }
}

export type BatchAsks = ReturnType<typeof make>
