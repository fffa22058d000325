/**
 * A token at deposit addresses and in the treasury, at one final block on which enough Ethereum
 * nodes agree. It only reads.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Nodes from "./rpc/Nodes.ts"
import * as Finality from "./watcher/Finality.ts"

/** keccak-256 of `balanceOf(address)`, first four bytes. */
const balanceSelector = "0x70a08231"

const wordDigits = 64
const word = new RegExp(`^0x[0-9a-fA-F]{${wordDigits}}$`)

const cannotRead = (detail: string) =>
  new Unavailable({
    message: "The balances on chain cannot be read: too few nodes agree.",
    detail
  })

export const read = Effect.fnUntraced(
  function* (
    nodes: Nodes.Nodes,
    options: {
      readonly token: string
      readonly treasury: string
      readonly finality: Finality.Finality
    },
    addresses: ReadonlyArray<string>
  ) {
    const { finality, token, treasury } = options
    const blockNumber = yield* Finality.finalNumber(nodes, finality)
    const balanceOf = Effect.fnUntraced(function* (address: string) {
      const argument = address.toLowerCase().replace(/^0x/, "").padStart(wordDigits, "0")
      const answer = yield* Nodes.agree(
        nodes,
        (node) => node.call(token, balanceSelector + argument, blockNumber),
        (word) => word.toLowerCase()
      )
      return word.test(answer)
        ? BigInt(answer)
        : yield* Effect.fail(cannotRead("the token returns no balance"))
    })
    const balances = yield* Effect.forEach(addresses, balanceOf, {
      concurrency: Limits.reconcile.queriesAtOnce
    })
    const inTreasury = yield* balanceOf(treasury)
    const holdings: Chain.AddressHoldings = { blockNumber, treasury, inTreasury, balances }
    return holdings
  },
  Effect.catchTag("Undecided", ({ message }) => Effect.fail(cannotRead(message)))
)

/** The holdings with one sum for all deposit addresses. */
export const summed = ({ balances, ...holdings }: Chain.AddressHoldings): Chain.Holdings => ({
  ...holdings,
  atAddresses: balances.reduce((total, amount) => total + amount, 0n)
})
