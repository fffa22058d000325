/** How often callbacks cause a check at a provider, at the bounds. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as CallbackThrottle from "../../src/providers/CallbackThrottle.ts"

const { callbackCheckEveryMs, callbackChecksPerSecondMax, callbackReferencesMax } = Limits.providers

describe("Callbacks of providers", () => {
  it("cause one check for a reference in callbackCheckEveryMs", () => {
    const mayCheck = CallbackThrottle.make()
    const times = [0, callbackCheckEveryMs - 1, callbackCheckEveryMs]
    assert.deepStrictEqual(
      times.map((at) => mayCheck("a", at)),
      [true, false, true]
    )
  })

  it("cause callbackChecksPerSecondMax checks in one second", () => {
    const mayCheck = CallbackThrottle.make()
    const checks = Array.from({ length: callbackChecksPerSecondMax + 1 }, (_, at) =>
      mayCheck(`${at}`, 999)
    )
    assert.strictEqual(checks.filter(Boolean).length, callbackChecksPerSecondMax)
    assert.isFalse(checks.at(-1))
    assert.isTrue(mayCheck("next", 1_000))
  })

  it("are remembered of the newest callbackReferencesMax references", () => {
    /** Whether the first of so many references is still known a second after the last one. */
    const isFirstKnown = (count: number): boolean => {
      const mayCheck = CallbackThrottle.make()
      for (let place = 0; place < count; place++) {
        // The first ones come at the end of their second, so that they are known in the last one.
        const second = Math.floor(place / callbackChecksPerSecondMax)
        assert.isTrue(mayCheck(`${place}`, second === 0 ? 999 : second * 1_000))
      }
      const seconds = Math.ceil(count / callbackChecksPerSecondMax)
      assert.isBelow(seconds * 1_000 - 999, callbackCheckEveryMs)
      return !mayCheck("0", seconds * 1_000)
    }
    assert.isTrue(isFirstKnown(callbackReferencesMax - 1))
    assert.isFalse(isFirstKnown(callbackReferencesMax))
  })
})
