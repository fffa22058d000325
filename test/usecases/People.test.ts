/** Validity of links and keys, and the number of remembered unknown addresses. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import * as User from "../../src/domain/account/User.ts"
import type * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import * as Invitations from "../../src/usecases/Invitations.ts"
import * as SignInThrottle from "../../src/usecases/SignInThrottle.ts"

const { invitationMs, keyTermMsMax, resetMs, strangersMax } = Limits.identity

describe("An invitation link", () => {
  const source = { bytes: (count: number) => new Uint8Array(count) } as IdGenerator.Source
  const invited = (resets: string | null, endsAt?: number) =>
    Invitations.create(
      source,
      { email: "ada@example.com", grants: [], invitedBy: "engine", resets, at: 1_000 },
      endsAt
    ).event

  it("is valid for invitationMs, and a link that resets a password for resetMs", () => {
    assert.strictEqual(invited(null).expiresAt, 1_000 + invitationMs)
    assert.strictEqual(invited("usr_1").expiresAt, 1_000 + resetMs)
  })

  it("is valid no longer than the key that issued it", () => {
    assert.strictEqual(invited(null, 2_000).expiresAt, 2_000)
    assert.strictEqual(invited("usr_1", 1_000 + resetMs + 1).expiresAt, 1_000 + resetMs)
  })

  it("expires exactly at its expiry time", () => {
    const registry = { keys: new Map() }
    const invitation = { invitedBy: "usr_1", createdAt: 0, expiresAt: 10 } as User.Invitation
    const over = [9, 10, 11].map((now) => Invitations.isOver(registry, invitation, now))
    assert.deepStrictEqual(over, [false, true, true])
  })
})

describe("The expiry of a new key", () => {
  it("is in the future, and at most keyTermMsMax away", () => {
    const refusals = [0, 1, keyTermMsMax, keyTermMsMax + 1].map(
      (more) => ApiKey.refuseExpiry({ expiresAt: 5 + more }, 5, keyTermMsMax)?._tag
    )
    const refused = "KeyExpiryOutOfRange"
    assert.deepStrictEqual(refusals, [refused, undefined, undefined, refused])
  })
})

describe("Failed sign-ins of unknown addresses", () => {
  it("are remembered for the newest strangersMax addresses", () => {
    const throttle = SignInThrottle.make(strangersMax)
    const fail = (email: string) => throttle.recordFailure(email, 0)
    const locked = (email: string) => throttle.lockedUntil(email)
    for (let times = 0; times < User.failuresMax; times++) fail("first@example.com")
    for (let other = 1; other < strangersMax; other++) fail(`${other}@example.com`)
    assert.strictEqual(locked("first@example.com"), User.lockMs)
    fail("one.more@example.com")
    assert.isNull(locked("first@example.com"))
  })
})
