/**
 * The auditor's books of the operators' bookings, and of the money that recipients got from the
 * providers and that providers returned. The ledger of payouts must show the same sums.
 */
import type * as Entry from "../../src/engine/ports/Entry.ts"
import { must, some } from "./Claim.ts"

interface Booking {
  readonly people: Set<string>
  /** Minor units that it adds to the float in shillings. */
  readonly added: number
  status: "proposed" | "booked" | "withdrawn"
}

/** Sums of the ledger by account and currency, as in `customers USDC`. Credits are negative. */
type Ledger = ReadonlyMap<string, bigint>

/** Minor units that a booking moves to the float in shillings, negative if it takes them. */
const addedBy = ({
  credit,
  currency,
  debit,
  moved
}: Extract<Entry.Event, { readonly _tag: "BookingProposed" }>): number => {
  if (currency !== "UGX") return 0
  return (debit === "provider_float" ? moved : 0) - (credit === "provider_float" ? moved : 0)
}

export const make = (holdApprovals: number, balancesTotal: () => number) => {
  const bookings = new Map<string, Booking>()
  const targets = new Map<string, number>()
  let paidOut = 0
  let added = 0

  const open = (id: string): Booking => {
    const booking = some(bookings.get(id), "A booking that nobody proposed")
    must(booking.status === "proposed", () => `A ${booking.status} booking changes`)
    return booking
  }

  const apply = (event: Entry.Event): void => {
    switch (event._tag) {
      case "BookingProposed":
        must(!bookings.has(event.id) && event.moved > 0, "A booking is proposed twice")
        bookings.set(event.id, {
          ...{ people: new Set([event.by]), status: "proposed" },
          added: addedBy(event)
        })
        return
      case "BookingApproved":
        return void open(event.id).people.add(event.by)
      case "BookingWithdrawn":
        open(event.id).status = "withdrawn"
        return
      case "BookingBooked": {
        const booking = open(event.id)
        const people = booking.people.add(event.by).size
        must(people >= holdApprovals, "A booking is booked by too few")
        booking.status = "booked"
        added += booking.added
        return
      }
      case "PayoutCreated":
        targets.set(event.id, event.targetAmount)
        return
      case "PayoutSettled":
        paidOut += targets.get(event.id) ?? 0
        return
      case "RecallReturned":
        paidOut -= event.returned
    }
  }

  const shows = (ledger: Ledger, account: string, ours: number): void => {
    const theirs = Number(ledger.get(account) ?? 0n)
    must(theirs === ours, () => `L9: ${account} is ${ours}, and the ledger shows ${theirs}`)
  }

  return {
    entry: ({ events }: Entry.Entry): void => {
      for (const event of events) apply(event)
    },
    /** Compares the ledger of all logs with the books. */
    shows: (ledger: Ledger): void => {
      shows(ledger, "provider_float UGX", added - paidOut)
      shows(ledger, "balances USDC", -balancesTotal())
    }
  }
}

export type BookingBooks = ReturnType<typeof make>
