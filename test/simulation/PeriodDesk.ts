/**
 * Operators who close months of the books: too early, twice, out of order, and in time. They use
 * the service's own decision, which adds up the tables of all partitions.
 */
import { Effect } from "effect"
import type * as User from "../../src/domain/account/User.ts"
import type * as Period from "../../src/domain/books/Period.ts"
import type * as Request from "../../src/engine/commands/Request.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as BookPeriods from "../../src/usecases/BookPeriods.ts"
import * as TestAsk from "../support/ask.ts"
import { settlingMs } from "./Calendar.ts"
import type { Begin, Desk } from "./Desk.ts"
import { type Called, requestOf, type Service, type Wish } from "./Requests.ts"

const people = ["Ada", "Ben"] as const
type Person = (typeof people)[number]

/** Months by how often operators ask to close them. The last has not ended in any run. */
const months = { "2025-11": 2, "2025-12": 3, "2026-01": 6, "2026-02": 2 } as const
type Month = keyof typeof months

const inOrder: ReadonlyArray<Month> = ["2025-12", "2026-01"]

const userOf = (name: Person): User.User => ({
  ...{ id: name, name, email: `${name}@example.com`, wantsNotices: false, failures: 0 },
  ...{ grants: [{ accountId: null, role: "operator" }], hasSecondFactor: true, wasStaff: true },
  ...{ lockedUntil: null, joinedAt: 0, lastSignInAt: null }
})

/** The staff, which the simulated log does not have. */
const staff = new Map(people.map((name) => [name as string, userOf(name)]))

const shown = ({ approvals, hash, id }: Period.Period) => ({
  ...{ status: 200, body: JSON.stringify({ id, approvals, hash }) }
})

/** Lets operators close months for a while. */
export const work = (desk: Desk, spanMs: number, begin: Begin): void => {
  const { client, holdApprovals, setting } = desk
  const { breach, spread } = setting
  const random = setting.random.stream("closings")
  const isAlone = breach === "one person closes a month of two"
  const policy = { holdApprovals: isAlone ? 1 : holdApprovals }
  const aheadMs = breach === "engine closes a month before it has ended" ? settlingMs : 0
  let asked = 0

  const close = (month: Month, by: Person): Wish => {
    asked += 1
    const voice = { by, accountId: "operators", key: `closing ${asked}` }
    return (moment) => {
      const request = requestOf(voice, "periods", `${month} ${by}`, moment)
      const ahead = { ...request, at: request.at + aheadMs }
      const effect = (engine: Service, call: Called) => {
        const registry = { ...engine.registry, people: staff }
        const partitions = { call, count: spread.count }
        const deps = { engine: { ...engine, registry }, partitions, policy }
        return TestAsk.ask(ahead, shown, (asked: Request.Request<Period.Period>) =>
          BookPeriods.close(deps, asked, month)
        )
      }
      return { request: ahead, partition: Partition.directory, subject: month, effect }
    }
  }

  /** Asks to close a month by as many people as it needs, the first of them twice. */
  const together = (month: Month): Effect.Effect<void> =>
    Effect.forEach(
      holdApprovals > 1 ? [people[0], people[0], people[1]] : [people[0]],
      (by) => Effect.andThen(Effect.sleep(random.int(0, 60_000)), client.ask(close(month, by))),
      { discard: true }
    )

  const attempts = random.int(3, 10)
  for (let attempt = 0; attempt < attempts; attempt++) {
    // Half of the attempts are around the moment from which January can be closed.
    const afterMs = random.chance(0.5) ? random.int(settlingMs, spanMs) : random.int(0, spanMs)
    begin(afterMs, together(random.weighted(months)))
  }
  if (random.chance(0.9)) {
    begin(random.int(settlingMs, spanMs), Effect.forEach(inOrder, together, { discard: true }))
  }
}
