/**
 * The export of all data about one recipient of an account, for the person or an authority. It
 * shows restricted data, so it is recorded in the log before any data is read.
 */
import { Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as ListOrder from "../engine/ports/ListOrder.ts"
import type * as Rows from "../engine/ports/Rows.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as RecipientErasure from "./RecipientErasure.ts"
import * as RecipientNumbers from "./RecipientNumbers.ts"

/** A payout, and the acts that have a note about it. */
interface ExportedPayout {
  readonly payout: Payout.Payout
  readonly notes: ReadonlyArray<Rows.Act>
}

/** A page of an export. Only payouts continue on further pages. */
export interface Export {
  /** The record of requests about the data, if there is one. */
  readonly data: RecipientData.RecipientData | undefined
  readonly beneficiaries: ReadonlyArray<Beneficiary.Beneficiary>
  /** Newest first. */
  readonly payouts: ReadonlyArray<ExportedPayout>
  readonly hasMore: boolean
}

export interface Input {
  readonly recipient: RecipientErasure.Named
  /** The last payout of the page before; absent for the first page. */
  readonly after?: ListOrder.Position
}

const record = (
  deps: PartitionContext,
  origin: Request.Origin,
  recipient: RecipientNumbers.Recipient
) => {
  const { engine } = deps
  const { at, by } = origin
  return engine.executeUnkeyed(origin, {
    locks: [],
    read: () => engine.recipientFacts(recipient.accountId, recipient.phone),
    decide: (
      facts
    ): Result.Result<
      Request.Decision<void>,
      RecipientNumbers.RecipientNotFound | RecipientData.Rejection
    > =>
      Result.flatMap(RecipientNumbers.recordOf(deps, at, recipient, facts), (data) =>
        Result.map(RecipientData.decide(data, { _tag: "Export", at, by }), (event) => ({
          events: event === undefined ? [] : [event],
          result: undefined
        }))
      )
  })
}

const notesOf = ({ engine }: PartitionContext, { id }: Payout.Payout) =>
  Effect.map(
    engine.lists.unrestrictedAudits(
      { subjectId: id },
      { limit: Limits.retention.exportedNotesMax, offset: 0 }
    ),
    (acts) => acts.filter(({ reason }) => reason !== null)
  )

/** Payouts after a position, at most one more than a page has. */
const payoutsOf = (
  { engine }: PartitionContext,
  recipient: RecipientNumbers.Recipient,
  after: ListOrder.Position | undefined
) =>
  Effect.map(
    engine.lists.recipientPayouts(recipient, {
      ...{ limit: Limits.retention.exportedPayoutsMax + 1, offset: 0 },
      ...(after === undefined ? {} : { after })
    }),
    // Erased ones are older than all others.
    (payouts) => payouts.filter(({ phone }) => phone === recipient.phone)
  )

/** Fails with `BeneficiaryNotFound` or `RecipientNotFound`. */
export const run = Effect.fn("ExportRecipient.run")(function* (
  deps: PartitionContext,
  origin: Request.Origin,
  { after, recipient: named }: Input
) {
  const recipient = yield* RecipientErasure.recipientOf(deps, named)
  yield* record(deps, origin, recipient)
  const { engine } = deps
  const found = yield* payoutsOf(deps, recipient, after)
  const shown = found.slice(0, Limits.retention.exportedPayoutsMax)
  return {
    data: engine.recipientData(recipient.accountId, recipient.phone),
    beneficiaries: yield* RecipientNumbers.beneficiariesOf(deps, recipient),
    payouts: yield* Effect.forEach(shown, (payout) =>
      Effect.map(notesOf(deps, payout), (notes) => ({ payout, notes }))
    ),
    hasMore: found.length > shown.length
  } satisfies Export
})
