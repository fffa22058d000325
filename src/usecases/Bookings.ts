/** Operators' bookings: proposed, approved and withdrawn in the directory's partition. */
import { Effect, Result } from "effect"
import * as Approver from "../domain/account/Approver.ts"
import * as Booking from "../domain/books/Booking.ts"
import * as Period from "../domain/books/Period.ts"
import type * as Network from "../domain/Network.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Partitions from "../engine/Partitions.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type * as Policy from "../engine/ports/Policy.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface BookingNotFound {
  readonly _tag: "BookingNotFound"
  readonly id: string
}

export interface Dependencies extends PartitionContext {
  readonly policy: Pick<Policy.Rules, "holdApprovals">
}

/** The author of a decision as an approver, and the vote if several people are needed. */
export const approverOf = (
  { engine, policy }: Pick<Dependencies, "engine" | "policy">,
  { at, by }: Request.Origin
) => {
  const approving = { by, at, needs: "refunds" } as const
  return {
    ...Approver.vote(engine.registry, approving, policy.holdApprovals),
    ...{ at, by: Approver.of(engine.registry, approving).by }
  }
}

const contextOf = (deps: Dependencies, origin: Request.Origin): Booking.Context => ({
  ...approverOf(deps, origin),
  firstOpenDay: Period.firstOpenDay(deps.engine.books.periods.values())
})

const decisionOf = (
  before: Booking.Booking | undefined,
  events: ReadonlyArray<Booking.Event>
): Request.Decision<Booking.Booking> => {
  let booking = before
  for (const event of events) booking = Booking.evolve(booking, event)
  if (booking === undefined) throw new Error("A decision about no booking")
  return { events, result: booking }
}

/** The currency of a payout of a partition; `null` if the partition has no such payout. */
export const payoutCurrency = Partitions.procedure<string, Network.Currency | null>({
  name: "payout currency",
  run: (engine, id) => Effect.map(engine.payout(id), (payout) => payout?.currency ?? null)
})

/** The problem with the payout that terms name. Bookings and payouts are in different partitions. */
export const payoutProblem = (
  { call, ofId }: Pick<Partitions.PartitionsService, "call" | "ofId">,
  terms: Booking.Terms
) => {
  const { payoutId } = terms
  return payoutId === null
    ? Effect.undefined
    : Effect.map(call(payoutCurrency, ofId(payoutId), payoutId), (currency) =>
        Booking.payoutProblem(terms, currency ?? undefined)
      )
}

const locks = [KeyLocks.booksLock]

/** Proposes a booking. It is booked at once if one person suffices. */
export const propose = (
  deps: Dependencies,
  request: Request.Request<Booking.Booking>,
  terms: Booking.Terms
) =>
  deps.engine.execute(request, {
    locks,
    decide: () =>
      Result.map(
        Booking.propose(
          IdGenerator.id(deps.source, "bkg", request.at),
          terms,
          contextOf(deps, request)
        ),
        (events) => decisionOf(undefined, events)
      )
  })

const decideOn =
  (decide: typeof Booking.approve) =>
  (deps: Dependencies, request: Request.Request<Booking.Booking>, id: string) =>
    deps.engine.execute(request, {
      locks,
      read: () => deps.engine.lockedBooking(id),
      decide: (
        booking
      ): Result.Result<Request.Decision<Booking.Booking>, BookingNotFound | Booking.Rejection> => {
        if (booking === undefined) return Result.fail({ _tag: "BookingNotFound", id })
        return Result.map(decide(booking, contextOf(deps, request)), (events) =>
          decisionOf(booking, events)
        )
      }
    })

export const approve = decideOn(Booking.approve)

export const withdraw = decideOn(Booking.withdraw)

/** A page of all bookings, the newest first. */
export const list = (
  { lists }: Pick<PartitionContext["engine"], "lists">,
  page: ReadModel.Page
): Effect.Effect<ReadModel.ListPage<Booking.Booking>, Unavailable> => lists.bookings({}, page)
