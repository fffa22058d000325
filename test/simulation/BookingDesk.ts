/**
 * Bookkeepers, who book top-ups of providers in the books, approve them, or withdraw them. Around a
 * month's end, the payments may be of any of three months.
 */
import { Effect, Result } from "effect"
import * as Booking from "../../src/domain/books/Booking.ts"
import * as Period from "../../src/domain/books/Period.ts"
import * as KeyLocks from "../../src/engine/commands/KeyLocks.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as TestAsk from "../support/ask.ts"
import type { Calendar } from "./Calendar.ts"
import { type Begin, type Desk, idOf } from "./Desk.ts"
import { requestOf, type Service, type Voice, type Wish } from "./Requests.ts"
import { sourcesOf } from "./Spread.ts"

const people = ["Ada", "Ben"] as const
type Person = (typeof people)[number]

const topUp = (moved: number, valueDate: string): Booking.Terms => ({
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", moved, valueDate },
  ...{ debit: "provider_float", credit: "treasury_fiat", sold: null, result: null },
  ...{ payoutId: null, reference: "a bank transfer", reason: "the float is low" }
})

type Decide = (
  before: Booking.Booking | undefined,
  context: Booking.Context,
  id: string
) => Result.Result<ReadonlyArray<Booking.Event>, { readonly _tag: string }>

/** Lets bookkeepers work for a while. */
export const work = (desk: Desk, { hasMonthEnd, plan }: Calendar, begin: Begin): void => {
  const { client, holdApprovals, setting } = desk
  const { spanMs } = plan
  const isCareless = setting.breach === "engine accepts a booking into a closed month"
  const random = setting.random.stream("bookkeepers")
  const dates = setting.random.stream("value dates")
  const source = sourcesOf(random.stream("ids"), setting.spread)(Partition.directory)

  const wish =
    (voice: Voice, by: Person, known: string | undefined, decide: Decide): Wish =>
    (moment) => {
      const { at } = moment
      const request = requestOf(voice, "bookings", `${known} ${by}`, moment)
      const id = known ?? IdGenerator.id(source, "bkg", at)
      const vote = holdApprovals > 1 ? { vote: { by, peopleMin: holdApprovals } } : {}
      const effect = (engine: Service) =>
        TestAsk.askFor(request, (asked) =>
          engine.execute(asked, {
            locks: [KeyLocks.booksLock],
            read: () => engine.lockedBooking(id),
            decide: (before) => {
              const openDay = Period.firstOpenDay(engine.books.periods.values())
              const firstOpenDay = isCareless ? undefined : openDay
              const decided = decide(before, { at, by, firstOpenDay, ...vote }, id)
              return Result.map(decided, (events) => ({
                events,
                result: { status: 200, body: JSON.stringify({ id }) }
              }))
            }
          })
        )
      return { request, partition: Partition.directory, subject: id, effect }
    }

  const onKnown =
    (decide: typeof Booking.approve): Decide =>
    (before, context) =>
      before === undefined ? Result.fail({ _tag: "BookingNotFound" }) : decide(before, context)

  const valueDate = (): string => {
    if (!hasMonthEnd) return "2026-01-05"
    const today = new Date(setting.machine.now()).toISOString().slice(0, 10)
    return dates.pick(["2025-12-31", "2026-01-31", today])
  }

  /** Milliseconds before the next decision. A month may be closed in a long pause. */
  const pauseMs = (): number => {
    const isLong = hasMonthEnd && dates.chance(0.3)
    return random.int(0, isLong ? 3_600_000 : 60_000)
  }

  const book = (name: string): Effect.Effect<unknown> =>
    Effect.gen(function* () {
      const terms = topUp(random.int(1, 100_000_000), valueDate())
      const voice = (what: string): Voice => ({
        ...{ by: "operator", accountId: "operators", key: `${name} ${what}` }
      })
      const first = wish(voice("proposed"), "Ada", undefined, (_, context, id) =>
        Booking.propose(id, terms, context)
      )
      const id = idOf(yield* client.ask(first))
      if (id === undefined) return
      for (const by of [people[0], people[1], people[1]]) {
        yield* Effect.sleep(pauseMs())
        const decide = random.chance(0.1) ? Booking.withdraw : Booking.approve
        yield* client.ask(
          wish(voice(`of ${by} ${random.int(0, 1_000_000)}`), by, id, onKnown(decide))
        )
      }
    })

  const more = hasMonthEnd ? 6 : 0
  for (let index = 0; index < more + random.int(0, 4); index++) {
    begin(random.int(0, spanMs), book(`booking ${index}`))
  }
}
