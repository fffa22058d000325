/** `/admin/v1/books` and `/admin/v1/periods`: operators' bookings, and the months of the books. */
import { Effect, Result } from "effect"
import * as Booking from "../../domain/books/Booking.ts"
import * as Chart from "../../domain/books/Chart.ts"
import * as DailyTotals from "../../domain/books/DailyTotals.ts"
import * as Period from "../../domain/books/Period.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Bookings from "../../usecases/Bookings.ts"
import * as BookPeriods from "../../usecases/BookPeriods.ts"
import * as Instants from "../contract/Instants.ts"
import type { FieldError, Rejection } from "../contract/Rejection.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./BookContract.ts"

type View = Pick<StaffView.StaffView, "approver" | "approvalsNeeded">

// ----------------------------------------------------------------------------- requests

/** Units of which a JSON number has every digit: 15 digits. */
const unitsMax = 999_999_999_999_999

const refuse = (errors: ReadonlyArray<FieldError>) =>
  Result.fail<Rejection>({ _tag: "Invalid", errors })

/** An amount in units, or the problem with it. */
const unitsOf = (
  field: string,
  value: number | null | undefined,
  currency: Chart.Currency
): Result.Result<number | null, FieldError> => {
  if (value == null) return Result.succeed(null)
  const decimals = Chart.decimalsOf(currency)
  const units = Math.round(value * 10 ** decimals)
  if (Math.abs(units) > unitsMax) {
    const message = `must be below ${Money.toJson(unitsMax, decimals)}`
    return Result.fail({ field, code: "too_large", message })
  }
  return Money.toJson(units, decimals) === value
    ? Result.succeed(units)
    : Result.fail({
        ...{ field, code: "too_many_decimals" },
        message: `must have at most ${decimals} decimals`
      })
}

/** The terms of a booking, or every problem with its fields. */
const termsOf = (
  payload: Contract.NewBooking,
  at: number
): Result.Result<Booking.Terms, Rejection> => {
  const { currency, kind, reason, reference } = payload
  const moved = unitsOf("amount", payload.amount, currency)
  const sold = unitsOf("sold_usdc", payload.sold_usdc, "USDC")
  const result = unitsOf("fx_result", payload.fx_result, currency)
  if (Result.isFailure(moved) || Result.isFailure(sold) || Result.isFailure(result)) {
    const all = [moved, sold, result]
    return refuse(all.flatMap((one) => (Result.isFailure(one) ? [one.failure] : [])))
  }
  const given: Booking.Given = {
    ...{ kind, currency, reference, reason, provider: payload.provider ?? null },
    ...{ moved: moved.success ?? 0, sold: sold.success, result: result.success },
    ...{ debit: payload.debit_account ?? null, credit: payload.credit_account ?? null },
    ...{ payoutId: payload.payout_id ?? null, valueDate: payload.value_date }
  }
  const today = DailyTotals.dateOf(DailyTotals.dayOf(at))
  const terms = Booking.termsOf(given, today)
  return Result.isFailure(terms) ? refuse(terms.failure) : Result.succeed(terms.success)
}

/** The terms, whose payout is looked up in its partition. */
const checkedTermsOf = Effect.fnUntraced(function* (
  partitions: Partitions.PartitionsService,
  payload: Contract.NewBooking,
  at: number
) {
  const terms = yield* Effect.fromResult(termsOf(payload, at))
  const problem = yield* Bookings.payoutProblem(partitions, terms)
  return problem === undefined ? terms : yield* Effect.fromResult(refuse([problem]))
})

const monthOf = (text: string): Result.Result<string, Rejection> =>
  Period.isMonth(text)
    ? Result.succeed(text)
    : refuse([{ field: "month", code: "not_a_month", message: "must be a month such as 2026-03" }])

// ----------------------------------------------------------------------------- responses

const amountJson = (units: number, currency: string): number =>
  Money.toJson(units, Chart.decimalsOf(currency))

const amountOrNull = (units: number | null, currency: string): number | null =>
  units === null ? null : amountJson(units, currency)

const bookingJson =
  ({ approvalsNeeded, approver }: View) =>
  (booking: Booking.Booking): Contract.BookingJson => {
    const { currency, moved, result, sold } = booking
    return {
      id: booking.id,
      status: booking.status,
      kind: booking.kind,
      currency,
      amount: amountJson(moved, currency),
      value_date: booking.valueDate,
      reference: booking.reference,
      reason: booking.reason,
      provider: booking.provider,
      payout_id: booking.payoutId,
      debit_account: booking.debit,
      credit_account: booking.credit,
      sold_usdc: amountOrNull(sold, "USDC"),
      fx_result: amountOrNull(result, currency),
      approvals: booking.approvals.map(approver),
      approvals_needed: approvalsNeeded,
      created_at: Instants.instant(booking.createdAt),
      booked_at: Instants.instantOrNull(booking.bookedAt)
    }
  }

const decimal = (amount: bigint, currency: string): string =>
  DailyTotals.decimal(amount, Chart.decimalsOf(currency))

const periodJson =
  ({ approvalsNeeded, approver }: View) =>
  (period: Period.Period): Contract.PeriodJson => ({
    month: period.id,
    status: Period.isClosed(period) ? "closed" : "open",
    closed_at: Instants.instantOrNull(period.closedAt),
    hash: Period.isClosed(period) ? period.hash : null,
    totals: period.totals.map(({ account, credit, currency, debit }) => ({
      ...{ account, currency },
      debit: decimal(BigInt(debit), currency),
      credit: decimal(BigInt(credit), currency)
    })),
    approvals: period.approvals.map(approver),
    approvals_needed: approvalsNeeded
  })

const checkedJson =
  (view: View) =>
  ({ agrees, changes, period }: BookPeriods.CheckedPeriod) => ({
    ...periodJson(view)(period),
    agrees,
    changes: changes.map(({ account, closed, currency, now }) => ({
      ...{ account, currency },
      closed_balance: decimal(closed, currency),
      current_balance: decimal(now, currency)
    }))
  })

// ----------------------------------------------------------------------------- routes

export const routes = Effect.gen(function* () {
  const policy = yield* Policy.Policy
  const partitions = yield* Partitions.Partitions
  const viewOf = yield* StaffView.make

  const decisionRoute = (
    contract: typeof Contract.approveBooking | typeof Contract.withdrawBooking,
    decide: typeof Bookings.approve
  ) =>
    Route.make(contract, (request) => {
      const { engine, ids: source, params } = request
      return CommandResponses.of(
        contract,
        CommandResponses.withReason(request),
        bookingJson(viewOf(engine)),
        (keyed) => decide({ engine, policy, source }, keyed, params.id)
      )
    })

  return [
    Route.make(Contract.listBookings, ({ engine, query }) =>
      Pagination.answer(
        Contract.listBookings,
        query,
        (page) => Bookings.list(engine, page),
        bookingJson(viewOf(engine))
      )
    ),
    Route.make(Contract.createBooking, (request) => {
      const { at, engine, ids: source, payload } = request
      return Effect.flatMap(checkedTermsOf(partitions, payload, at), (terms) =>
        CommandResponses.of(
          Contract.createBooking,
          CommandResponses.withReason(request),
          bookingJson(viewOf(engine)),
          (keyed) => Bookings.propose({ engine, policy, source }, keyed, terms)
        )
      )
    }),
    decisionRoute(Contract.approveBooking, Bookings.approve),
    decisionRoute(Contract.withdrawBooking, Bookings.withdraw),
    Route.make(Contract.listPeriods, ({ engine }) =>
      Effect.map(BookPeriods.check({ engine, partitions }), (periods) =>
        Route.answer(Contract.listPeriods, { data: periods.map(checkedJson(viewOf(engine))) })
      )
    ),
    Route.make(Contract.closePeriod, (request) => {
      const { engine, params } = request
      return Effect.flatMap(Effect.fromResult(monthOf(params.month)), (month) =>
        CommandResponses.of(
          Contract.closePeriod,
          CommandResponses.withReason(request),
          periodJson(viewOf(engine)),
          (keyed) => BookPeriods.close({ engine, partitions, policy }, keyed, month)
        )
      )
    })
  ]
})
