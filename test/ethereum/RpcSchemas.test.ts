/** Transfers of USDC are logs of its contract in exactly the form that it writes. */
import { assert, describe, it } from "vitest"
import * as RpcSchemas from "../../src/ethereum/rpc/RpcSchemas.ts"

const usdc = `0x${"a1".repeat(20)}`
const word = (digits: string): string => `0x${digits.padStart(64, "0")}`
const from = word("b2".repeat(20))
const to = word("c3".repeat(20))

const log = {
  address: usdc,
  topics: [RpcSchemas.transferTopic, from, to],
  data: word("ff"),
  blockNumber: "0x10",
  blockHash: word("d4"),
  transactionHash: word("e5"),
  logIndex: "0x2"
}

const found = (...logs: ReadonlyArray<typeof log>) => RpcSchemas.transfers(logs, usdc)

describe("The USDC transfers in a list of logs", () => {
  it("are the logs of the token's contract, in any letter case", () => {
    const shouted = { ...log, address: `0x${"A1".repeat(20)}` }
    for (const one of [log, shouted]) {
      assert.deepStrictEqual(found(one), [
        {
          ...{ txHash: word("e5"), logIndex: 2, blockNumber: 16, blockHash: word("d4") },
          from: `0x${"b2".repeat(20)}`,
          to: `0x${"c3".repeat(20)}`,
          value: 255n
        }
      ])
    }
  })

  const others: Readonly<Record<string, typeof log>> = {
    "of another token that looks the same": { ...log, address: `0x${"a2".repeat(20)}` },
    "of another event": { ...log, topics: [word("dd"), from, to] },
    "of a token with ids, which has a topic more": {
      ...log,
      topics: [...log.topics, word("01")]
    },
    "without a receiver": { ...log, topics: [RpcSchemas.transferTopic, from] },
    "with another amount of data": { ...log, data: "0xff" }
  }

  for (const [name, other] of Object.entries(others)) {
    it(`exclude a log ${name}`, () => {
      assert.deepStrictEqual(found(other), [])
      assert.lengthOf(found(other, log), 1)
    })
  }

  it("are separate within one transaction, in the order of the chain", () => {
    const logs = [
      { ...log, logIndex: "0xa" },
      { ...log, logIndex: "0x9" },
      { ...log, blockNumber: "0xf", logIndex: "0xb" }
    ]
    assert.deepStrictEqual(
      found(...logs).map(({ blockNumber, logIndex }) => [blockNumber, logIndex]),
      [
        [15, 11],
        [16, 9],
        [16, 10]
      ]
    )
  })

  it("of a receipt are only those of this token", () => {
    const other = { ...log, address: `0x${"a2".repeat(20)}` }
    const raw = { blockNumber: "0x10", blockHash: word("d4"), status: "0x1", logs: [other, log] }
    assert.lengthOf(RpcSchemas.receipt(raw, usdc)?.transfers ?? [], 1)
  })
})
