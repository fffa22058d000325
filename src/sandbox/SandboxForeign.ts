/**
 * Simulated chains of foreign deposits: every chain with money that the service knows. They have
 * nothing to read, so each transaction that an operator names sent 25 tokens, and each refund is
 * confirmed as it was recorded.
 */
import { createHash } from "node:crypto"
import { Clock, Effect } from "effect"
import * as KnownChain from "../domain/KnownChain.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import * as SandboxRefund from "./SandboxRefund.ts"

const deposit = { decimals: 6, units: "25000000", logIndex: 0, blockNumber: 0 }

/** An address without a key: the simulated sender. */
const senderOf = (txHash: string): string =>
  `0x${createHash("sha256").update(`${txHash} sender`).digest("hex").slice(0, 40)}`

export const chains: Chain.ForeignChains = {
  chainIds: new Set(KnownChain.all.filter(({ kind }) => kind === "main").map(({ id }) => id)),
  deposits: (asset, txHash) =>
    Effect.succeed({
      _tag: "Final",
      deposits: [{ ...asset, ...deposit, txHash: txHash.toLowerCase(), from: senderOf(txHash) }]
    }),
  holdings: () => Effect.succeed(undefined),
  prove: (_, txHash) =>
    Effect.map(Clock.currentTimeMillis, (now) => SandboxRefund.proofOf(txHash, now))
}
