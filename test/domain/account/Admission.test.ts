/** Who counts when people come into the staff. */
import { assert, describe, it } from "vitest"
import * as Admission from "../../../src/domain/account/Admission.ts"
import type * as User from "../../../src/domain/account/User.ts"

describe("The people who must approve an admission", () => {
  /** Nothing else of a user is read. */
  const people = (staff: number, members: number) =>
    new Map(
      Array.from({ length: staff + members }, (_, at) => [
        `usr_${at}`,
        { wasStaff: at < staff ? true : undefined } as unknown as User.User
      ])
    )
  const needed = (staff: number, members: number, peopleMin: number) =>
    Admission.peopleNeeded({ keys: new Map(), people: people(staff, members) }, peopleMin)

  it("are no more than were ever of the staff, and customers' members do not count", () => {
    assert.strictEqual(needed(1, 3, 3), 1)
    assert.strictEqual(needed(2, 3, 3), 2)
  })

  it("are one at least, and peopleMin at most", () => {
    assert.strictEqual(needed(0, 3, 3), 1)
    assert.strictEqual(needed(4, 0, 3), 3)
  })
})
