/** The number of people who must approve a new member of the staff. */
import { assert, describe, it } from "vitest"
import * as StaffAdmission from "../../../src/domain/account/StaffAdmission.ts"
import type * as User from "../../../src/domain/account/User.ts"

describe("The number of people who must approve an admission", () => {
  /** `peopleNeeded` reads no other field of a user. */
  const people = (staff: number, members: number) =>
    new Map(
      Array.from({ length: staff + members }, (_, at) => [
        `usr_${at}`,
        { wasStaff: at < staff ? true : undefined } as unknown as User.User
      ])
    )
  const needed = (staff: number, members: number, peopleMin: number) =>
    StaffAdmission.peopleNeeded({ keys: new Map(), people: people(staff, members) }, peopleMin)

  it("is at most the number of past and present staff, without customers' members", () => {
    assert.strictEqual(needed(1, 3, 3), 1)
    assert.strictEqual(needed(2, 3, 3), 2)
  })

  it("is at least one and at most peopleMin", () => {
    assert.strictEqual(needed(0, 3, 3), 1)
    assert.strictEqual(needed(4, 0, 3), 3)
  })
})
