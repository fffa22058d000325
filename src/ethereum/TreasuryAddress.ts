/**
 * The treasury: the one address that deposits are swept to, and that refunds are paid from. The
 * contract behind the deposit addresses names it, for good.
 */
import { Effect } from "effect"
import { type Address, decodeFunctionResult, encodeFunctionData } from "viem"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as DepositFactory from "./contracts/DepositFactory.ts"
import * as Nodes from "./rpc/Nodes.ts"

const question = { abi: DepositFactory.forwarderAbi, functionName: "treasury" } as const

/** Reads until nodes agree once; lower case. */
export const make = Effect.fnUntraced(function* (nodes: Nodes.Nodes, factory: string) {
  const implementation = DepositFactory.implementationOf(factory as Address)
  let known: string | undefined
  const ask = Nodes.agree(
    nodes,
    (node) => node.call(implementation, encodeFunctionData(question)),
    (word) => word
  ).pipe(
    Effect.flatMap((word) =>
      Effect.try(() => decodeFunctionResult({ ...question, data: word as `0x${string}` }))
    ),
    Effect.mapError(
      (cause) =>
        new Unavailable({
          message: "The treasury cannot be looked up right now.",
          detail: String(cause)
        })
    ),
    Effect.tap((address) =>
      Effect.sync(() => {
        known = address.toLowerCase()
      })
    ),
    Effect.map((address) => address.toLowerCase())
  )
  return Effect.suspend(() => (known === undefined ? ask : Effect.succeed(known)))
})
