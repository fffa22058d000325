/**
 * A booking: an operator's entry in the books, for money that moves outside the service.
 *
 *     proposed ──enough people approve──▶ booked
 *        └──────somebody withdraws it───▶ withdrawn
 *
 * B1  A booking moves one amount of one currency from an account to another. A sale of USDC moves
 *     the USDC as well.
 * B2  No booking moves an account that the states of payouts and batches prove (Chart.ts).
 * B3  A booking takes effect when enough people approve it, and never changes afterwards.
 * B4  The value date of a booking is in no closed month. The books date it by the log, as all
 *     entries, so a closed month never changes.
 */
import { Result, Schema } from "effect"
import * as Approval from "../account/Approval.ts"
import * as Personal from "../Personal.ts"
import * as Chart from "./Chart.ts"
import type * as Ledger from "./Ledger.ts"

export const Kind = Schema.Literals([
  ...(["top_up", "usdc_sale", "provider_fee", "gas", "write_off", "correction"] as const)
])
export type Kind = typeof Kind.Type

const Account = Schema.Literals(Chart.accounts)

/** The terms of a booking, which its approvers see. */
const terms = {
  kind: Kind,
  provider: Schema.NullOr(Schema.String),
  currency: Schema.Literals(Chart.currencies),
  /** The amount that the booking moves, micro-USDC or minor units. */
  moved: Schema.Number,
  debit: Account,
  credit: Account,
  /** USDC of a sale, micro-USDC; `null` for other kinds. */
  sold: Schema.NullOr(Schema.Number),
  /** Realised result of a sale in minor units, a loss negative; `null` for other kinds. */
  result: Schema.NullOr(Schema.Number),
  /** The payout that the booking is about; `null` if it names none. */
  payoutId: Schema.NullOr(Schema.String),
  /** Day of the payment at the bank or provider, such as `2026-03-02`. */
  valueDate: Schema.String,
  /** Reference of the bank or provider. */
  reference: Personal.ofAccount(Schema.String),
  reason: Personal.ofAccount(Schema.String)
}

const Terms = Schema.Struct(terms)
export type Terms = typeof Terms.Type

const event = <const Tag extends string, const Fields extends Schema.Struct.Fields>(
  tag: Tag,
  fields: Fields
) =>
  Schema.TaggedStruct(tag, { id: Schema.String, at: Schema.Number, by: Schema.String, ...fields })

/** `by` is the first approver. */
const Proposed = event("BookingProposed", terms)

const Approved = event("BookingApproved", {})

/** The last approval: the booking is in the books. */
const Booked = event("BookingBooked", {})

const Withdrawn = event("BookingWithdrawn", {})

export const Event = Schema.Union([Proposed, Approved, Booked, Withdrawn])
export type Event = typeof Event.Type

export const Booking = Schema.Struct({
  id: Schema.String,
  ...terms,
  status: Schema.Literals(["proposed", "booked", "withdrawn"]),
  /** Ids of the approvers. The first one proposed the booking. */
  approvals: Schema.Array(Schema.String),
  createdAt: Schema.Number,
  /** The time that dates the booking in the books; `null` until it is booked. */
  bookedAt: Schema.NullOr(Schema.Number)
})
export type Booking = typeof Booking.Type

/** True if the booking is booked or withdrawn, and so never changes again. */
export const isEnded = ({ status }: Booking): boolean => status !== "proposed"

// ----------------------------------------------------------------------------- terms

/** The accounts and fields of a kind. An account with one choice need not be given. */
export interface Shape {
  readonly debit: ReadonlyArray<Ledger.Account>
  readonly credit: ReadonlyArray<Ledger.Account>
  readonly provider: "required" | "optional" | "none"
  readonly takesUsdc: boolean
  readonly mayNamePayout: boolean
}

const { bookable } = Chart

export const shapes: Readonly<Record<Kind, Shape>> = {
  top_up: {
    debit: ["provider_float"],
    credit: ["treasury_fiat", "in_transit"],
    provider: "required",
    takesUsdc: false,
    mayNamePayout: false
  },
  usdc_sale: {
    debit: ["treasury_fiat"],
    credit: ["conversion"],
    provider: "none",
    takesUsdc: false,
    mayNamePayout: false
  },
  provider_fee: {
    debit: ["provider_fees"],
    credit: ["provider_float"],
    provider: "required",
    takesUsdc: false,
    mayNamePayout: true
  },
  gas: {
    debit: ["gas"],
    credit: ["treasury_fiat"],
    provider: "none",
    takesUsdc: false,
    mayNamePayout: true
  },
  write_off: {
    debit: ["write_offs"],
    credit: bookable,
    provider: "optional",
    takesUsdc: true,
    mayNamePayout: true
  },
  correction: {
    debit: bookable,
    credit: bookable,
    provider: "optional",
    takesUsdc: true,
    mayNamePayout: true
  }
}

/** The terms as a request has them. */
export interface Given extends Omit<Terms, "debit" | "credit"> {
  readonly debit: string | null
  readonly credit: string | null
}

/** A field of a request that is wrong, and how. */
export interface Problem {
  readonly field: Field | `${Side}_account` | SaleField
  readonly code: "required" | "not_applicable" | "unknown" | "out_of_range"
  readonly message: string
}

type Field = "provider" | "currency" | "amount" | "value_date" | "payout_id"
type Side = "debit" | "credit"
type SaleField = "sold_usdc" | "fx_result"

const required = (field: Problem["field"], kind: Kind): Problem => ({
  ...{ field, code: "required", message: `is required for ${kind}` }
})

const notApplicable = (field: Problem["field"], kind: Kind): Problem => ({
  ...{ field, code: "not_applicable", message: `does not apply to ${kind}` }
})

/** The account of one side, or the problem with the given name. */
const accountOf = (
  side: Side,
  { [side]: given, kind }: Given
): Result.Result<Ledger.Account, Problem> => {
  const choices = shapes[kind][side]
  const [only, other] = choices
  if (given === null) {
    return only !== undefined && other === undefined
      ? Result.succeed(only)
      : Result.fail(required(`${side}_account`, kind))
  }
  const account = choices.find((each) => each === given)
  if (account !== undefined) return Result.succeed(account)
  const message = `must be one of ${choices.join(", ")} for ${kind}`
  return Result.fail({ field: `${side}_account`, code: "unknown", message })
}

const saleProblems = ({ kind, moved, result, sold }: Given): ReadonlyArray<Problem> => {
  if (kind !== "usdc_sale") {
    return [
      ...(sold === null ? [] : [notApplicable("sold_usdc", kind)]),
      ...(result === null ? [] : [notApplicable("fx_result", kind)])
    ]
  }
  const missing = [
    ...(sold === null ? [required("sold_usdc", kind)] : []),
    ...(result === null ? [required("fx_result", kind)] : [])
  ]
  return [
    ...missing,
    ...(result !== null && result >= moved
      ? [{ field: "fx_result", code: "out_of_range", message: "must be below amount" } as const]
      : []),
    ...(sold !== null && sold <= 0
      ? [{ field: "sold_usdc", code: "out_of_range", message: "must be above 0" } as const]
      : [])
  ]
}

const providerProblems = ({ kind, provider }: Given): ReadonlyArray<Problem> => {
  const needed = shapes[kind].provider
  if (needed === "required" && provider === null) return [required("provider", kind)]
  if (needed === "none" && provider !== null) return [notApplicable("provider", kind)]
  return []
}

const problemsOf = (given: Given, today: string): ReadonlyArray<Problem> => {
  const { currency, kind, moved, payoutId, valueDate } = given
  return [
    ...providerProblems(given),
    ...saleProblems(given),
    ...(payoutId === null || shapes[kind].mayNamePayout ? [] : [notApplicable("payout_id", kind)]),
    ...(currency === "USDC" && !shapes[kind].takesUsdc
      ? [{ field: "currency", code: "not_applicable", message: `is not USDC for ${kind}` } as const]
      : []),
    ...(moved > 0
      ? []
      : [{ field: "amount", code: "out_of_range", message: "must be above 0" } as const]),
    ...(valueDate <= today
      ? []
      : [{ field: "value_date", code: "out_of_range", message: "is in the future" } as const])
  ]
}

const sameAccount: Problem = {
  field: "credit_account",
  code: "out_of_range",
  message: "must not be debit_account"
}

/** The terms of a request at a day such as `2026-03-02`, or all problems with it. */
export const termsOf = (
  given: Given,
  today: string
): Result.Result<Terms, ReadonlyArray<Problem>> => {
  const problems = problemsOf(given, today)
  const [debit, credit] = [accountOf("debit", given), accountOf("credit", given)]
  if (Result.isFailure(debit) || Result.isFailure(credit)) {
    const sides = [debit, credit].flatMap((side) => (Result.isFailure(side) ? [side.failure] : []))
    return Result.fail([...problems, ...sides])
  }
  const accounts = { debit: debit.success, credit: credit.success }
  const all = accounts.debit === accounts.credit ? [...problems, sameAccount] : problems
  return all.length > 0 ? Result.fail(all) : Result.succeed({ ...given, ...accounts })
}

/**
 * The problem with the payout that the terms name. `of` is its currency, `undefined` if there is no
 * such payout. Bookings of a payout are added up, so they are in its currency, or in USDC.
 */
export const payoutProblem = (
  { currency, payoutId }: Pick<Terms, "currency" | "payoutId">,
  of: Chart.Currency | undefined
): Problem | undefined => {
  if (payoutId === null) return undefined
  if (of === undefined) {
    return { field: "payout_id", code: "unknown", message: "names no payout" }
  }
  const message = `must be ${of} or USDC, as the payout is in ${of}`
  return currency === of || currency === "USDC"
    ? undefined
    : { field: "currency", code: "not_applicable", message }
}

// ----------------------------------------------------------------------------- decisions

export type Rejection =
  /** The value date is in a closed month. `firstOpenDay` is the first day that is not. */
  | {
      readonly _tag: "MonthClosed"
      readonly valueDate: string
      readonly firstOpenDay: string
    }
  /** The booking is booked or withdrawn already. */
  | { readonly _tag: "BookingEnded"; readonly status: Booking["status"] }

/** The author of a decision, its time, and the first open day; `undefined` if no month is closed. */
export interface Context {
  readonly at: number
  /** The id of a user or key that counts as one approver. */
  readonly by: string
  /** Absent if one person suffices. */
  readonly vote?: Approval.Vote | undefined
  readonly firstOpenDay: string | undefined
}

type Decision = Result.Result<ReadonlyArray<Event>, Rejection>

const closedMonth = (
  { valueDate }: Terms,
  { firstOpenDay }: Context
): Result.Result<void, Rejection> =>
  firstOpenDay !== undefined && valueDate < firstOpenDay
    ? Result.fail({ _tag: "MonthClosed", valueDate, firstOpenDay })
    : Result.void

const isEnough = (approvals: ReadonlyArray<string>, { vote }: Context): boolean =>
  vote === undefined || Approval.otherApprovers(approvals, vote).length + 1 >= vote.peopleMin

export const propose = (id: string, terms: Terms, context: Context): Decision =>
  Result.map(closedMonth(terms, context), () => {
    const { at, by } = context
    const proposed = { _tag: "BookingProposed", id, at, by, ...terms } as const
    return isEnough([], context) ? [proposed, { _tag: "BookingBooked", id, at, by }] : [proposed]
  })

const open = ({ status }: Booking): Result.Result<void, Rejection> =>
  status === "proposed" ? Result.void : Result.fail({ _tag: "BookingEnded", status })

/** An approval by a person who already approved changes nothing. */
export const approve = (booking: Booking, context: Context): Decision =>
  Result.flatMap(open(booking), () =>
    Result.map(closedMonth(booking, context), () => {
      const { approvals, id } = booking
      const { at, by } = context
      if (isEnough(approvals, context)) return [{ _tag: "BookingBooked", id, at, by } as const]
      return approvals.includes(by) ? [] : [{ _tag: "BookingApproved", id, at, by } as const]
    })
  )

export const withdraw = (booking: Booking, { at, by }: Context): Decision =>
  Result.map(open(booking), () => [{ _tag: "BookingWithdrawn", id: booking.id, at, by } as const])

const proposed = ({ _tag, at, by, ...facts }: typeof Proposed.Type): Booking => ({
  ...facts,
  ...{ status: "proposed", approvals: [by], createdAt: at, bookedAt: null }
})

const withApproval = (booking: Booking, by: string): Booking =>
  booking.approvals.includes(by) ? booking : { ...booking, approvals: [...booking.approvals, by] }

/** The booking after an event; `before` is `undefined` for a new one. */
export const evolve = (before: Booking | undefined, event: Event): Booking => {
  if (event._tag === "BookingProposed") return proposed(event)
  if (before === undefined) throw new Error(`${event._tag} names an unknown ${event.id}`)
  switch (event._tag) {
    case "BookingApproved":
      return withApproval(before, event.by)
    case "BookingBooked":
      return { ...withApproval(before, event.by), status: "booked", bookedAt: event.at }
    case "BookingWithdrawn":
      return { ...before, status: "withdrawn" }
  }
}

// ----------------------------------------------------------------------------- postings

/** The postings of a sale: its result is the part of the amount beyond the cost of the USDC. */
const saleOf = (
  of: string,
  { credit, currency, debit, moved }: Terms,
  sold: number,
  result: number
): ReadonlyArray<Ledger.Posting> => [
  { account: debit, of, currency, amount: moved },
  { account: credit, of, currency, amount: result - moved },
  { account: "fx_result", of, currency, amount: -result },
  { account: credit, of, currency: "USDC", amount: sold },
  { account: "deposits", of, currency: "USDC", amount: -sold }
]

/** The postings of a booking once it is booked. */
export const postings = (booking: Booking): ReadonlyArray<Ledger.Posting> => {
  const { credit, currency, debit, id: of, moved, result, sold } = booking
  if (sold !== null && result !== null) return saleOf(of, booking, sold, result)
  return [
    { account: debit, of, currency, amount: moved },
    { account: credit, of, currency, amount: -moved }
  ]
}
