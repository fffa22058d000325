/** Withdrawals and bookings in a random history for lists. Both never change after their end. */
import * as Withdrawal from "../../../src/domain/balance/Withdrawal.ts"
import * as Booking from "../../../src/domain/books/Booking.ts"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import type * as State from "../../../src/engine/state/State.ts"

export const kinds = [
  ...(["withdraw", "withdrawal moves", "withdrawal moves"] as const),
  ...(["book", "booking moves"] as const)
]

interface Step {
  readonly kind: string
  readonly pick: number
  readonly more: number
}

type Events = ReadonlyArray<Entry.Event>

const address = `0x${"6".repeat(40)}`

/** A withdrawal, and the account's balance if it has none yet. */
const requested = (fold: State.State, id: string, accountId: string, at: number): Events => {
  const balanceId = `bal_${accountId.padStart(26, "0")}`
  const isOpen = fold.balancesByAccount.has(accountId)
  const deposits = { id: balanceId, at, accountId, depositAddress: `0x${balanceId}` }
  const facts = { amount: 1_000_000, addressId: "adr_1", address, reference: null }
  return [
    ...(isOpen ? [] : [{ _tag: "BalanceOpened", ...deposits } as const]),
    { _tag: "WithdrawalRequested", id, at, accountId, ...facts }
  ]
}

const withdrawalMoves = ({ id, status, txHash }: Withdrawal.Withdrawal, more: number, at: number) =>
  (status === "sent"
    ? { _tag: more % 4 === 0 ? "WithdrawalDisproved" : "WithdrawalCompleted", id, at, txHash }
    : status === "approved"
      ? { _tag: "WithdrawalSent", id, at, txHash: `0xw${more % 50}` }
      : [
          { _tag: "WithdrawalCancelled", id, at },
          { _tag: "WithdrawalApproved", id, at, by: "usr_ADA" },
          { _tag: "WithdrawalRejected", id, at, by: "usr_ADA" }
        ][more % 3]) as Withdrawal.Event

const proposed = (id: string, at: number, more: number): Events => {
  const terms = {
    ...({ kind: "top_up", provider: "mtn", currency: "UGX", moved: 1 + more } as const),
    ...({ debit: "provider_float", credit: "treasury_fiat", sold: null, result: null } as const),
    ...{ payoutId: null, valueDate: "2026-01-05", reference: "wire", reason: "the float is low" }
  }
  const by = "usr_ADA"
  return [
    { _tag: "BookingProposed", id, at, by, ...terms },
    ...(more % 3 === 0 ? [{ _tag: "BookingBooked", id, at, by } as const] : [])
  ]
}

const bookingTags = ["BookingApproved", "BookingBooked", "BookingWithdrawn"] as const

const one = <A>(all: ReadonlyArray<A>, pick: number): A | undefined => all[pick % all.length]

/** The events of a step; `undefined` for other kinds, and empty if there is no object for it. */
export const eventsOf = (
  { kind, more, pick }: Step,
  { at, fold }: { readonly fold: State.State; readonly at: number },
  idOf: (prefix: string) => string,
  accountId: string
): Events | undefined => {
  switch (kind) {
    case "withdraw":
      return requested(fold, idOf("wdr"), accountId, at)
    case "withdrawal moves": {
      const found = one([...fold.withdrawals.values()].filter(Withdrawal.isOpen), pick)
      return found === undefined ? [] : [withdrawalMoves(found, more, at)]
    }
    case "book":
      return proposed(idOf("bkg"), at, more)
    case "booking moves": {
      const open = [...fold.bookings.values()].filter((each) => !Booking.isEnded(each))
      const id = one(open, pick)?.id
      const _tag = bookingTags[more % 3] ?? "BookingApproved"
      return id === undefined ? [] : [{ _tag, id, at, by: `usr_${more % 5}` }]
    }
    default:
      return undefined
  }
}
