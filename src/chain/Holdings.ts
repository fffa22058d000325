/**
 * The USDC that lies at deposit addresses and in the treasury, at one final block, as enough nodes
 * say alike. It reads only, and names no address but the treasury's.
 */
import { Effect } from "effect"
import * as Config from "../Config.ts"
import type * as Chain from "../engine/Chain.ts"
import { Unavailable } from "../engine/Unavailable.ts"
import * as Finality from "./Finality.ts"
import * as Nodes from "./Nodes.ts"

/** keccak-256 of these functions, its first four bytes. */
const selectors = {
  "balanceOf(address)": "0x70a08231",
  "implementation()": "0x5c60da1b",
  "treasury()": "0x61d027b3"
} as const

const wordDigits = 64
const addressDigits = 40
const word = new RegExp(`^0x[0-9a-fA-F]{${wordDigits}}$`)

const cannotRead = (detail: string) =>
  new Unavailable({
    message: "The balances on chain cannot be read: too few nodes tell the same.",
    detail
  })

export const find = Effect.fnUntraced(
  function* (
    nodes: Nodes.Nodes,
    options: {
      readonly usdc: string
      readonly factory: string
      readonly finality: Finality.Finality
    },
    addresses: ReadonlyArray<string>
  ) {
    const blockNumber = yield* Finality.agreed(nodes, options.finality)
    const view = Effect.fnUntraced(function* (to: string, data: string) {
      const said = yield* Nodes.agree(
        nodes,
        (node) => node.call(to, data, blockNumber),
        (answer) => answer.toLowerCase()
      )
      return word.test(said) ? said : yield* Effect.fail(cannotRead(`${to} answers with no word`))
    })
    const addressIn = (to: string, data: string) =>
      Effect.map(view(to, data), (said) => `0x${said.slice(-addressDigits).toLowerCase()}`)
    const balanceOf = (address: string) => {
      const argument = address.toLowerCase().replace(/^0x/, "").padStart(wordDigits, "0")
      return Effect.map(view(options.usdc, selectors["balanceOf(address)"] + argument), BigInt)
    }

    const implementation = yield* addressIn(options.factory, selectors["implementation()"])
    const treasury = yield* addressIn(implementation, selectors["treasury()"])
    const balances = yield* Effect.forEach(addresses, balanceOf, {
      concurrency: Config.reconcile.questionsAtOnce
    })
    const held: Chain.Holdings = {
      blockNumber,
      treasury,
      inTreasury: yield* balanceOf(treasury),
      atAddresses: balances.reduce((total, amount) => total + amount, 0n)
    }
    return held
  },
  Effect.catchTag("Undecided", ({ message }) => Effect.fail(cannotRead(message)))
)
