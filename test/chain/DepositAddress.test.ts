import { getCreate2Address, type Hex, stringToHex } from "viem"
import { assert, describe, it } from "vitest"
import * as DepositAddress from "../../src/chain/DepositAddress.ts"

const factory = {
  address: "0x4e59b44847b379578588920cA78FbF26c0B4956C",
  initCodeHash: `0x${"ab".repeat(32)}`
} as const

describe("deposit addresses", () => {
  it("are the CREATE2 addresses of their payouts' ids", () => {
    const address = DepositAddress.make(factory)
    for (const id of ["po_01M7Y6W1ZGMATA1SQPS0ZRZ82E", "po_7", "po_01M7Y6W1ZGMATA1SQPS0ZRZ82F"]) {
      const salt: Hex = stringToHex(id, { size: 32 })
      const bytecodeHash = factory.initCodeHash
      assert.strictEqual(
        address(id),
        getCreate2Address({ from: factory.address, salt, bytecodeHash })
      )
    }
  })

  it("refuse an id that would be cut off", () => {
    assert.throws(() => DepositAddress.make(factory)("x".repeat(33)))
  })
})
