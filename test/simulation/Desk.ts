/** Shared parts of workload items: their clients and names. */
import type { Effect } from "effect"
import type { Asks } from "./Ask.ts"
import type { BalanceAsks } from "./BalanceAsk.ts"
import type { BatchAsks } from "./BatchAsk.ts"
import type { Client } from "./Client.ts"
import type { Outcome } from "./Door.ts"
import type { Random } from "./Random.ts"
import type { Voice } from "./Requests.ts"
import type { Setting } from "./Setting.ts"
import type { WithdrawalAsks } from "./WithdrawalAsk.ts"

export interface Item {
  readonly atMs: number
  readonly kind: "payout" | "endpoint" | "batch" | "listener" | "balance" | "spend" | "withdraw"
  readonly accountId: string
  readonly random: Random
  readonly name: string
  /** True for a batch that the account's balance pays for. */
  readonly isFromBalance?: boolean
}

export const idOf = (outcome: Outcome): string | undefined =>
  outcome._tag === "Answered" ? JSON.parse(outcome.answer.body).id : undefined

/** Shared parts of all items. */
export interface Desk {
  readonly setting: Setting
  readonly client: Client
  readonly asks: Asks
  readonly batchAsks: BatchAsks
  readonly balanceAsks: BalanceAsks
  readonly withdrawalAsks: WithdrawalAsks
  readonly quoteTtlMs: number
  /** Number of users who must approve a hold. */
  readonly holdApprovals: number
}

export const voiceOf = ({ accountId, name, random }: Item, what: string): Voice => ({
  ...{ by: "key_client", accountId },
  key: random.chance(0.8) ? `${name} ${what}` : undefined
})

/** Starts an activity after a delay. The run waits for its end. */
export type Begin = (afterMs: number, activity: Effect.Effect<unknown>) => void
