/**
 * The auditor. Every part of the world tells it what happened, at once; it keeps its own books and
 * remembers the first claim that did not hold. It never decides what happens next.
 */
import type { Core } from "../../src/engine/Core.ts"
import type * as Entry from "../../src/engine/Entry.ts"
import type { Answered, Request } from "./Ask.ts"
import { Violation } from "./Claim.ts"
import * as DeliveryBooks from "./DeliveryBooks.ts"
import type { Row } from "./Log.ts"
import * as LogBooks from "./LogBooks.ts"
import * as PayoutBooks from "./PayoutBooks.ts"
import type { Host } from "./Setting.ts"
import * as StateCheck from "./StateCheck.ts"

/** What the auditor must know of the processes. */
export interface Insight {
  readonly now: () => number
  readonly coreOf: (host: Host) => Core | undefined
  /** Whether no later process has taken over. */
  readonly isCurrent: (host: Host) => boolean
  readonly note: (line: () => string) => void
}

export const make = ({ coreOf, isCurrent, note, now }: Insight) => {
  const deliveries = DeliveryBooks.make()
  const payouts = PayoutBooks.make(deliveries.transition)
  const log = LogBooks.make()
  const state = StateCheck.make()
  let violation: string | undefined

  /** A claim that fails stops the run, not the part of the world that told of it. */
  const heed =
    <A extends ReadonlyArray<unknown>>(name: string, told: (...args: A) => void) =>
    (...args: A): void => {
      if (violation !== undefined) return
      try {
        told(...args)
      } catch (error) {
        const isClaim = error instanceof Violation
        violation = isClaim ? error.message : `The audit of "${name}" broke: ${String(error)}`
        note(() => `VIOLATION ${violation}`)
      }
    }

  const chain = (what: string) =>
    heed(what, (id: string, deposit: Parameters<typeof payouts.chain>[1]) => {
      note(() => `chain ${what} ${deposit.amount} for ${id}`)
      payouts.chain(id, deposit, what)
    })

  return {
    violation: () => violation,
    /** A claim of someone else's that did not hold. */
    object: (claim: string): void => {
      violation ??= claim
    },
    books: payouts.books,
    deliveries: deliveries.count,
    pending: deliveries.pending,
    tip: log.tip,
    durable: heed("durable", (row: Row, entry: Entry.Entry) => {
      note(() => `#${row.seq} epoch ${row.epoch} ${row.body}`)
      log.entry(row, entry)
      payouts.entry(entry)
      deliveries.entry(entry)
      state.entry(entry)
    }),
    applied: heed("applied", (host: Host, entry: Entry.Entry) =>
      state.applied(host, coreOf(host), entry)
    ),
    mined: chain("mined"),
    dropped: chain("dropped"),
    final: chain("final"),
    cleared: heed("cleared", payouts.cleared),
    decided: heed("decided", payouts.decided),
    asked: heed("asked", payouts.asked),
    provided: heed("provided", payouts.provided),
    hopeless: heed("hopeless", payouts.hopeless),
    voided: (reference: string) => note(() => `the provider voids ${reference}`),
    paid: heed("paid", (reference: string, payout: Parameters<typeof payouts.paid>[1]) => {
      note(() => `the provider pays ${payout.id} under ${reference}`)
      payouts.paid(reference, payout)
    }),
    attempted: heed("attempted", (host: Host, parcel: Parameters<typeof deliveries.attempted>[2]) =>
      deliveries.attempted(host, isCurrent(host), parcel, now())
    ),
    answered: heed("answered", deliveries.answered),
    acknowledged: heed("acknowledged", (request: Request, answer: Answered) => {
      note(() => `acknowledged ${answer.status} ${answer.body} for ${request.idempotency?.key}`)
      log.acknowledged(request, answer)
    }),
    looked: heed("looked", payouts.looked),
    rejected: heed("rejected", log.rejected),
    whole: heed("whole", (host: Host) => state.whole(host, coreOf(host))),
    finish: heed("finish", (entries: ReadonlyArray<Entry.Entry>, shown: StateCheck.Shown) => {
      payouts.finish()
      deliveries.finish()
      state.again(entries)
      state.shows(shown)
    })
  }
}

export type Audit = ReturnType<typeof make>
