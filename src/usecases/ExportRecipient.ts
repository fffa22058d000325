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
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as RequestStore from "../engine/ports/RequestStore.ts"
import type * as Rows from "../engine/ports/Rows.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as RecipientErasure from "./RecipientErasure.ts"
import * as RecipientNumbers from "./RecipientNumbers.ts"

/** A webhook delivery, and the host that received it. */
export interface ExportedWebhook extends ReadModel.SentWebhook {
  /** `null` if the endpoint was deleted. */
  readonly host: string | null
}

/** A payout with what was noted, sent and asked about it. */
interface ExportedPayout {
  readonly payout: Payout.Payout
  /** Acts that have a note. */
  readonly notes: ReadonlyArray<Rows.Act>
  /** Deliveries of its events, and then of those of its batch. */
  readonly webhooks: ReadonlyArray<ExportedWebhook>
  /** Recent requests, masked. */
  readonly requests: ReadonlyArray<RequestStore.Entry>
}

/** A page of an export. Only payouts continue on further pages. */
export interface Export {
  /** The record of requests about the data, if there is one. */
  readonly data: RecipientData.RecipientData | undefined
  readonly beneficiaries: ReadonlyArray<Beneficiary.Beneficiary>
  /** Phone numbers that these beneficiaries had before. */
  readonly formerNumbers: ReadonlyArray<string>
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

const hostOf = ({ engine }: PartitionContext, endpointId: string): string | null => {
  const endpoint = engine.directory.endpoint(endpointId)
  return endpoint === undefined ? null : new URL(endpoint.url).host
}

/** Reads what was noted, sent and asked about payouts. */
const detailsOf = Effect.fnUntraced(function* (
  deps: PartitionContext,
  { accountId }: RecipientNumbers.Recipient,
  payouts: ReadonlyArray<Payout.Payout>
) {
  const { exportedRequestsMax, exportedWebhooksMax } = Limits.retention
  const ids = payouts.map(({ id }) => id)
  const batchIds = [...new Set(payouts.flatMap(({ batchId }) => batchId ?? []))]
  const sent = yield* deps.engine.lists.webhooksAbout([...ids, ...batchIds], exportedWebhooksMax)
  const webhooks = Map.groupBy(sent, ({ subjectId }) => subjectId)
  const store = yield* RequestStore.RequestStore
  const asked = yield* store.about(accountId, ids, exportedRequestsMax)
  const requests = Map.groupBy(asked, ({ subjectId }) => subjectId)
  return yield* Effect.forEach(payouts, (payout) =>
    Effect.map(notesOf(deps, payout), (notes): ExportedPayout => {
      const theirs = [payout.id, payout.batchId ?? ""].flatMap((id) => webhooks.get(id) ?? [])
      return {
        ...{ payout, notes, requests: requests.get(payout.id) ?? [] },
        webhooks: theirs.map((each) => ({ ...each, host: hostOf(deps, each.endpointId) }))
      }
    })
  )
})

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
  const beneficiaries = yield* RecipientNumbers.beneficiariesOf(deps, recipient)
  const former = yield* RecipientNumbers.formerOf(deps, recipient, beneficiaries)
  return {
    data: engine.recipientData(recipient.accountId, recipient.phone),
    beneficiaries,
    formerNumbers: former.map(({ phone }) => phone),
    payouts: yield* detailsOf(deps, recipient, shown),
    hasMore: found.length > shown.length
  } satisfies Export
})
