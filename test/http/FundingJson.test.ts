/** The instruction and the payment link of a payout on any chain. */
import { assert, describe, it } from "vitest"
import * as KnownChain from "../../src/domain/KnownChain.ts"
import * as FundingJson from "../../src/http/payouts/FundingJson.ts"

const base = KnownChain.find(8453)
const token = { chainId: 8453, chain: String(base?.name), address: String(base?.usdc) }
const to = `0x${"ab".repeat(20)}`

describe("The instruction to pay", () => {
  it("names the configured chain, the amount with six decimals, and the address", () => {
    assert.strictEqual(
      FundingJson.instruction(token, 25_000_000, 0, to),
      `Send exactly 25.000000 USDC on Base to ${to}.`
    )
    assert.strictEqual(
      FundingJson.instruction(token, 5, 25_000_000, to),
      `Send the remaining 0.000005 USDC on Base to ${to}.`
    )
  })

  it("has a payment link with the chain's id and token", () => {
    const owner = { depositAddress: to, fundingDeadline: 0 }
    const { chain_id, payment_uri, token_address } = FundingJson.payment(token, owner, 0, 7)
    assert.deepStrictEqual(
      { chain_id, token_address },
      { chain_id: 8453, token_address: base?.usdc }
    )
    assert.strictEqual(payment_uri, `ethereum:${base?.usdc}@8453/transfer?address=${to}&uint256=7`)
  })
})
