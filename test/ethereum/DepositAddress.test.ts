import { Effect } from "effect"
import * as fc from "fast-check"
import { getCreate2Address, type Hex, stringToHex } from "viem"
import { assert, describe, it } from "vitest"
import * as DepositAddress from "../../src/ethereum/contracts/DepositAddress.ts"

const factory = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  initCodeHash: `0x${"ab".repeat(32)}`
} as const

const expected = (id: string): string => {
  const salt: Hex = stringToHex(id, { size: 32 })
  return getCreate2Address({ from: factory.address, salt, bytecodeHash: factory.initCodeHash })
}

describe("Deposit addresses", () => {
  it("are the CREATE2 addresses of their payouts' ids, checksummed", async () => {
    const address = await Effect.runPromise(DepositAddress.make(factory))
    const id = fc.string({
      unit: fc.constantFrom(..."0123456789ABCDEFGHJKMNPQRSTVWXYZ"),
      minLength: 1,
      maxLength: 26
    })
    fc.assert(
      fc.property(id, (text) => assert.strictEqual(address(`po_${text}`), expected(`po_${text}`))),
      { numRuns: 500 }
    )
  })

  it("refuse an id that would be truncated", async () => {
    const address = await Effect.runPromise(DepositAddress.make(factory))
    assert.throws(() => address("x".repeat(33)))
  })
})
