/**
 * The treasury: the one address that deposits are swept to, and that refunds are paid from. The
 * contract behind the deposit addresses contains it, and it can never change.
 */
import { Effect } from "effect"
import { type Address, decodeFunctionResult, encodeFunctionData } from "viem"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as DepositFactory from "./contracts/DepositFactory.ts"
import * as Nodes from "./rpc/Nodes.ts"

const question = { abi: DepositFactory.forwarderAbi, functionName: "treasury" } as const

/** The treasury's address in lower case. Reads until nodes have agreed once. */
export const make = Effect.fnUntraced(function* (nodes: Nodes.Nodes, factory: string) {
  const implementation = DepositFactory.implementationOf(factory as Address)
  let treasury: string | undefined
  const read = Nodes.agree(
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
        treasury = address.toLowerCase()
      })
    ),
    Effect.map((address) => address.toLowerCase())
  )
  return Effect.suspend(() => (treasury === undefined ? read : Effect.succeed(treasury)))
})
