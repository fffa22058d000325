/** The lock-out of e-mail addresses without a user. */
import { assert, describe, it } from "vitest"
import * as User from "../../src/domain/account/User.ts"
import * as SignInThrottle from "../../src/usecases/SignInThrottle.ts"

const { failuresMax, lockMs } = User
const email = "stranger@example.com"

const begin = (max = 10) => {
  const throttle = SignInThrottle.make(max)
  /** The outcomes of several failures. */
  const fail = (times: number, now = 0, address = email) =>
    Array.from({ length: times }, () => throttle.recordFailure(address, now))
  return { fail, lockedUntil: throttle.lockedUntil }
}

describe("An e-mail address without a user", () => {
  it("is locked out by failuresMax failures, but not by one less", () => {
    const { fail, lockedUntil } = begin()
    assert.deepStrictEqual(fail(failuresMax - 1), Array(failuresMax - 1).fill(null))
    assert.isNull(lockedUntil(email))
    assert.deepStrictEqual(fail(1), [lockMs])
    assert.strictEqual(lockedUntil(email), lockMs)
  })

  it("is the same address in any letter case and with spaces around it", () => {
    const { fail, lockedUntil } = begin()
    fail(failuresMax - 1)
    assert.deepStrictEqual(fail(1, 0, " STRANGER@example.com "), [lockMs])
    assert.strictEqual(lockedUntil("Stranger@Example.com"), lockMs)
    assert.isNull(lockedUntil("other@example.com"))
  })

  it("has failuresMax failures again after its lock-out", () => {
    const { fail, lockedUntil } = begin()
    fail(failuresMax)
    assert.deepStrictEqual(fail(1, lockMs), [null], "the lock-out is over at its end")
    assert.deepStrictEqual(fail(failuresMax - 2, lockMs), Array(failuresMax - 2).fill(null))
    assert.deepStrictEqual(fail(1, lockMs), [2 * lockMs])
    assert.strictEqual(lockedUntil(email), 2 * lockMs)
  })

  it("gets the end of its lock-out in each failure", () => {
    const { fail } = begin()
    fail(failuresMax)
    assert.deepStrictEqual(fail(1, lockMs - 1), [lockMs])
  })

  it("is forgotten before an address that failed more recently", () => {
    const { fail, lockedUntil } = begin(2)
    fail(failuresMax, 0, "first@example.com")
    fail(failuresMax, 0, "second@example.com")
    fail(1, 0, "first@example.com")
    fail(1, 0, "third@example.com")
    assert.isNull(lockedUntil("second@example.com"))
    assert.strictEqual(lockedUntil("first@example.com"), lockMs)
  })
})
