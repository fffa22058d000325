/** States as the dashboard names them. */
import { assert, describe, it } from "vitest"
import * as Status from "../../src/dashboard/data/Status.ts"

const refundOf = (status: "due" | "held" | "sent" | "confirmed") => ({ status, amount_usdc: 5 })

describe("The deposits of a payout", () => {
  it("are refunded, or due back, once it finished unpaid, even if it was underpaid", () => {
    const failed = { status: "FAILED", funding_status: "underpaid" } as const
    const states = (["due", "held", "sent", "confirmed"] as const).map((status) =>
      Status.ofDeposits({ ...failed, refund: refundOf(status) })
    )
    assert.deepStrictEqual(states, ["refund_due", "refund_due", "refunded", "refunded"])
    const reversed = { ...failed, status: "REVERSED", refund: refundOf("sent") } as const
    assert.strictEqual(Status.ofDeposits(reversed), "refunded")
  })

  it("are funded if only an excess goes back, and underpaid while it waits", () => {
    const settled = {
      status: "SETTLED",
      funding_status: "funded",
      refund: refundOf("sent")
    } as const
    assert.strictEqual(Status.ofDeposits(settled), "funded")
    const waiting = { status: "AWAITING_FUNDS", funding_status: "underpaid" } as const
    assert.strictEqual(Status.ofDeposits(waiting), "underpaid")
  })
})
