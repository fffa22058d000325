/**
 * Checks before the chain is followed: Ethereum nodes respond and are on the right chain, the token
 * and the factory are at their configured addresses, and the clock agrees with the blocks. All
 * faults are found at once, and a node's URL is never shown.
 */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Node from "./rpc/Node.ts"
import * as Nodes from "./rpc/Nodes.ts"
import * as Finality from "./watcher/Finality.ts"
import * as Headers from "./watcher/Headers.ts"

export interface Expected {
  readonly chainId: number
  readonly usdc: string
  readonly factory: string
  /** A salt, and the deposit address that the service would give out for it. */
  readonly sample: { readonly salt: string; readonly address: string }
  readonly finality: Finality.Finality
}

/** keccak-256 of `decimals()`, first four bytes. */
const decimalsSelector = "0x313ce567"
const decimals = 6

/** keccak-256 of `addressOf(bytes32)`, first four bytes. */
const addressOfSelector = "0xbb34534c"

/** Money sent to an address that the factory cannot deploy to is lost, so the factory is called. */
const factoryProblems = Effect.fnUntraced(function* (node: Node.Node, expected: Expected) {
  const { factory, sample } = expected
  if ((yield* node.code(factory)) === "0x") {
    return [
      `there is no contract at the deposit factory's address ${factory}: ` +
        "run `payout-service chain deploy` first"
    ]
  }
  const salt = sample.salt.replace(/^0x/, "")
  const answer = yield* Effect.result(node.call(factory, addressOfSelector + salt))
  const address = Result.isSuccess(answer) ? `0x${answer.success.slice(-40)}` : ""
  return address.toLowerCase() === sample.address.toLowerCase()
    ? []
    : [
        `the contract at ${factory} does not make our deposit addresses: DEPOSIT_FACTORY and ` +
          "DEPOSIT_INIT_CODE_HASH must be those that `payout-service chain deploy` printed"
      ]
})

const contracts = Effect.fnUntraced(function* (node: Node.Node, expected: Expected) {
  const { usdc } = expected
  const problems: Array<string> = []
  if ((yield* node.code(usdc)) === "0x") {
    problems.push(`there is no contract at the USDC address ${usdc}`)
  } else {
    const reply = yield* Effect.result(node.call(usdc, decimalsSelector))
    const isSix = Result.isSuccess(reply) && reply.success !== "0x"
    if (!isSix || BigInt(reply.success) !== BigInt(decimals)) {
      problems.push(`the contract at ${usdc} is not USDC: it does not have ${decimals} decimals`)
    }
  }
  return [...problems, ...(yield* factoryProblems(node, expected))]
})

const clock = Effect.fnUntraced(function* (node: Node.Node) {
  const { at } = yield* Headers.newest(node)
  const aheadMs = at - (yield* Clock.currentTimeMillis)
  const { clockBehindMsMax, headAgeMsMax } = Limits.chain
  if (aheadMs > clockBehindMsMax) {
    return [`this machine's clock is ${Math.round(aheadMs / 1000)} s behind the newest block`]
  }
  if (-aheadMs <= headAgeMsMax) return []
  const age = Math.round(-aheadMs / 60_000)
  return [`its newest block is ${age} minutes old: it is not synchronised, or our clock is wrong`]
})

const problemsOf = Effect.fnUntraced(function* (node: Node.Node, expected: Expected) {
  const nodeChainId = yield* node.chainId
  const { chainId, finality } = expected
  if (nodeChainId !== chainId) return [`it is on chain ${nodeChainId}, not on ${chainId}`]
  yield* Finality.numberOf(node, finality)
  return [...(yield* clock(node)), ...(yield* contracts(node, expected))]
})

/** Results of the checks, each with the host of the node that shows it. */
export interface Findings {
  /** Reasons why the chain must not be followed. */
  readonly problems: ReadonlyArray<string>
  /** Not fatal: a node that is unreachable now must not prevent the service from starting. */
  readonly warnings: ReadonlyArray<string>
}

export const run = Effect.fnUntraced(function* (nodes: Nodes.Nodes, expected: Expected) {
  const results = yield* Effect.forEach(
    nodes,
    (node) =>
      Effect.match(problemsOf(node, expected), {
        onSuccess: (problems) => ({
          problems: problems.map((problem) => `${node.name}: ${problem}`),
          absence: undefined
        }),
        onFailure: ({ message, reason }) => ({
          problems: [],
          absence: `${node.name}: no use (${reason}): ${message}`
        })
      }),
    { concurrency: "unbounded" }
  )
  const problems = results.flatMap((result) => result.problems)
  const absences = results.flatMap(({ absence }) => absence ?? [])
  const areEnough = nodes.length - absences.length >= Nodes.needed(nodes)
  const findings: Findings = areEnough
    ? { problems, warnings: absences }
    : { problems: [...problems, ...absences], warnings: [] }
  return findings
})
