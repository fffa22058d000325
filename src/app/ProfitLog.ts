/** Reads the facts of the profit report from the whole log. Reads only. */
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as Booking from "../domain/books/Booking.ts"
import * as Profit from "../domain/books/Profit.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as PayoutEvent from "../domain/payout/PayoutEvent.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as ProfitReport from "../usecases/ProfitReport.ts"
import * as LogTools from "./LogTools.ts"

/** Records events of all partitions. Payouts leave memory once they settle or fail. */
const recorder = (span: ProfitReport.Span) => {
  const all = ProfitReport.collector(span)
  const created = new Map<string, PayoutEvent.Created>()
  const bookings = new Map<string, Booking.Booking>()

  const recordPayout = (event: Payout.Event): void => {
    switch (event._tag) {
      case "PayoutCreated":
        return void created.set(event.id, event)
      case "PayoutSettled": {
        const payout = created.get(event.id)
        if (payout === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
        created.delete(event.id)
        return all.add(ProfitReport.settledOf(payout, event.at))
      }
      case "PayoutFailed":
      case "PayoutReversed":
        return void created.delete(event.id)
      case "RecallReturned": {
        const { at, currency, recallId, value: usdc } = event
        return all.take({ id: recallId, at, currency, usdc, result: null })
      }
      default:
        return undefined
    }
  }

  const record = (event: Entry.Event): void => {
    if (Entry.isPayoutEvent(event)) recordPayout(event)
    else if (Entry.isBookingEvent(event)) {
      bookings.set(event.id, Booking.evolve(bookings.get(event.id), event))
    }
  }

  const facts = (): ProfitReport.Facts => {
    for (const booking of bookings.values()) {
      const sale = Profit.saleOf(booking)
      if (sale !== undefined) all.take(sale)
    }
    return { ...all, costs: Profit.costsOf(bookings.values()) }
  }
  return { record, facts }
}

export const read = (settings: Settings, span: ProfitReport.Span) => {
  const { facts, record } = recorder(span)
  return Effect.map(
    LogTools.readOpened(settings, (entries) =>
      Effect.sync(() => {
        for (const { events } of entries) events.forEach(record)
      })
    ),
    () => ProfitReport.rowsOf(facts())
  )
}
