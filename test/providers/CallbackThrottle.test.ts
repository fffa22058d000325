/** Limits of the checks that callbacks cause at a provider. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as CallbackThrottle from "../../src/providers/CallbackThrottle.ts"

const { callbackCheckEveryMs, callbackChecksPerSecondMax, callbackReferencesMax } = Limits.providers

describe("Callbacks of providers", () => {
  it("cause one check per reference within callbackCheckEveryMs", () => {
    const mayCheck = CallbackThrottle.make()
    const times = [0, callbackCheckEveryMs - 1, callbackCheckEveryMs]
    assert.deepStrictEqual(
      times.map((at) => mayCheck("a", at)),
      [true, false, true]
    )
  })

  it("cause at most callbackChecksPerSecondMax checks per second", () => {
    const mayCheck = CallbackThrottle.make()
    const checks = Array.from({ length: callbackChecksPerSecondMax + 1 }, (_, at) =>
      mayCheck(`${at}`, 999)
    )
    assert.strictEqual(checks.filter(Boolean).length, callbackChecksPerSecondMax)
    assert.isFalse(checks.at(-1))
    assert.isTrue(mayCheck("next", 1_000))
  })

  it("are remembered for the newest callbackReferencesMax references", () => {
    /** True if the first of `count` references is still known a second after the last one. */
    const isFirstKnown = (count: number): boolean => {
      const mayCheck = CallbackThrottle.make()
      for (let place = 0; place < count; place++) {
        // All come at the end of their second, so that the first are still known in the last one.
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
