/**
 * The sandbox's treasury. It records every refund that is due as sent, like an operator does
 * (SendRefund, then the proof on the chain). It stores nothing: at a start it lists the refunds
 * that are due, and from then on it watches for new ones.
 */

import { createHash } from "node:crypto"
import { Clock, Effect, FiberSet, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Batch from "../domain/batch/Batch.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as Refund from "../domain/refund/Refund.ts"
import * as Timers from "../engine/actor/Timers.ts"
import * as Engine from "../engine/Engine.ts"
import * as DatabaseRetry from "../engine/ports/DatabaseRetry.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import type { ListPage, Page } from "../engine/ports/ReadModel.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as SandboxRefund from "./SandboxRefund.ts"

type Refundable = Payout.Payout | Batch.Batch

/** True if a refund is due that the balance does not get. */
const isDue = ({ excess, refundAddress, refunds }: Refundable): boolean =>
  Refund.dueIn(refunds) !== undefined && (excess === undefined || refundAddress !== null)

/** The payout or batch whose refund may be sent after this event, and could not be before. */
const refundableId = (event: Entry.Event): string | undefined => {
  switch (event._tag) {
    case "RefundOpened":
    case "RefundDisproved":
    case "BatchRefundOpened":
    case "BatchRefundDisproved":
    // An account that wants refunds in its balance has this one sent.
    case "RefundAddressSet":
    case "BatchRefundAddressSet":
    case "RefundsReleased":
    case "BatchRefundsReleased":
    case "PayoutUnfrozen":
      return event.id
    default:
      return undefined
  }
}

/** An address without a key: the simulated sender. */
const senderOf = (id: string): string =>
  `0x${createHash("sha256").update(`${id} sender`).digest("hex").slice(0, 40)}`

const commandOf = (subject: Refundable, at: number, timeScale: number) => {
  const due = Refund.dueIn(subject.refunds)
  if (due === undefined || !isDue(subject)) return undefined
  const confirmedAt =
    at + (SandboxScript.refundConfirmedAfterMs - SandboxScript.refundSentAfterMs) * timeScale
  const txHash = SandboxRefund.hashOf(`${subject.id} ${subject.refunds.length}`, confirmedAt, at)
  const address = subject.refundAddress ?? senderOf(subject.id)
  return { _tag: "SendRefund", amount: due.amount, address, txHash, at } as const
}

/** Sends a refund that is due by now. A refund that was sent before is no longer due. */
const send = Effect.fnUntraced(function* (
  engine: Engine.Engine["Service"],
  id: string,
  timeScale: number
) {
  const at = yield* Clock.currentTimeMillis
  const request = { at, by: "engine", idempotency: null }
  if (id.startsWith("po_")) {
    const payout = yield* engine.payout(id)
    const command = payout && commandOf(payout, at, timeScale)
    if (command !== undefined) yield* engine.command(request, id, command)
  } else {
    const batch = yield* engine.batch(id)
    const command = batch && commandOf(batch, at, timeScale)
    if (command !== undefined) yield* engine.commandBatch(request, id, command)
  }
})

/**
 * The refunds that were due before this start, page by page. They are scheduled only at the end: a
 * refund that is sent during the walk leaves the list, and the next page would skip others.
 */
const listDue = Effect.fnUntraced(function* (
  list: (
    filter: { readonly isRefundOpen: true },
    page: Page
  ) => Effect.Effect<ListPage<Refundable>, Unavailable>
) {
  const limit = Limits.webhooks.resentMax
  const due: Array<string> = []
  for (let offset = 0, isMore = true; isMore; offset += limit) {
    const page = list({ isRefundOpen: true }, { limit, offset })
    const { items } = yield* Effect.retry(page, DatabaseRetry.schedule)
    due.push(...items.filter(isDue).map(({ id }) => id))
    isMore = items.length === limit
  }
  return due
}, Effect.orDie)

const make = Effect.fnUntraced(function* (timeScale: number) {
  const engine = yield* Engine.Engine
  const clock = yield* Clock.Clock
  const timers = yield* Timers.make
  const run = yield* FiberSet.makeRuntime<never, void, never>()
  const scheduledIds = new Set<string>()

  const schedule = (id: string): void => {
    if (scheduledIds.has(id)) return
    scheduledIds.add(id)
    const at = clock.currentTimeMillisUnsafe() + SandboxScript.refundSentAfterMs * timeScale
    timers.at(at, () => {
      scheduledIds.delete(id)
      run(
        send(engine, id, timeScale).pipe(
          Effect.retry({
            while: ({ _tag }) => _tag === "Unavailable",
            schedule: DatabaseRetry.schedule
          }),
          // The payout's or batch's state allows no refund now; the event that changes this
          // schedules it again.
          Effect.catch((rejection) => Effect.logDebug("A refund was not sent", rejection))
        )
      )
    })
  }

  engine.watch(({ events }) => {
    for (const event of events) {
      const id = refundableId(event)
      if (id !== undefined) schedule(id)
    }
  })

  const { batches, payouts } = engine.lists
  const recover = Effect.forEach(
    [listDue(payouts), listDue(batches)],
    (due) => Effect.map(due, (ids) => ids.forEach(schedule)),
    { discard: true }
  )
  yield* Effect.forkScoped(recover)
})

export const layer = (timeScale: number) => Layer.effectDiscard(make(timeScale))
