/** Figures of a webhook endpoint: deliveries and attempts. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as EndpointFigures from "../../src/usecases/EndpointFigures.ts"

const attempt = (at: number, statusCode: number) => ({ at, statusCode, error: null })

const figures = (deliveries: ReadonlyArray<object>) =>
  EndpointFigures.figuresOf(
    { id: "we_1", failingSince: null } as never,
    deliveries as ReadonlyArray<never>
  )

describe("The figures of a webhook endpoint", () => {
  it("count deliveries by status and name the last success", () => {
    const shown = figures([
      { status: "delivered", attempts: [attempt(3, 200)] },
      { status: "failed", attempts: [attempt(5, 500), attempt(1, 500)] },
      { status: "pending", attempts: [] }
    ])
    assert.deepInclude(shown, { delivered: 1, failed: 1, pending: 1, lastSuccessAt: 3 })
    assert.deepStrictEqual(
      shown.attempts.map(({ at }) => at),
      [1, 3, 5]
    )
  })

  it("show the newest sparklineAttemptsMax attempts", () => {
    const { sparklineAttemptsMax } = Limits.readModel
    const attempts = Array.from({ length: sparklineAttemptsMax + 1 }, (_, at) => attempt(at, 200))
    const shown = figures([{ status: "delivered", attempts }])
    assert.lengthOf(shown.attempts, sparklineAttemptsMax)
    assert.strictEqual(shown.attempts[0]?.at, 1)
  })
})
