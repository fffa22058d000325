/** Fields of payouts and batches that staff see and customers do not. */
import { Effect } from "effect"
import type * as Approvals from "../../domain/account/Approval.ts"
import * as Approver from "../../domain/account/Approver.ts"
import * as ForeignDeposit from "../../domain/money/ForeignDeposit.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Chain from "../../engine/ports/Chain.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Instants from "../contract/Instants.ts"

const camelHump = /[A-Z]/g

/** Data that the serializers need to show staff a payout or batch. */
export interface StaffView {
  readonly token: Chain.Token
  /** An approver's name or address, by id. */
  readonly approver: (id: string) => string
  /** Number of people who must approve an act that needs several. */
  readonly approvalsNeeded: number
}

/** The view of a partition's payouts and batches. */
export const make = Effect.gen(function* () {
  const { token } = yield* Chain.Chain
  const { holdApprovals } = yield* Policy.Policy
  return ({ registry }: Engine.EngineService): StaffView => ({
    ...{ token, approvalsNeeded: holdApprovals },
    approver: (id) => Approver.nameOf(registry, id)
  })
})

/** A payout or batch with an action that more people may have to approve. */
interface Pending {
  readonly pendingAction?: Approvals.Pending
  /** The currency of a payout. */
  readonly currency?: Network.Currency
}

/** Parameters with the names and units that the approver sends. */
const termsOf = (
  { amount, decimals, returned, token, units, ...others }: Approvals.Pending["terms"],
  currency: Network.Currency | undefined
) => ({
  ...(typeof returned === "number" && currency !== undefined
    ? { amount: Money.toJson(returned, Network.decimals(currency)) }
    : {}),
  ...(typeof units === "string"
    ? {
        token_address: token ?? null,
        token_amount: ForeignDeposit.format({ decimals: Number(decimals), units })
      }
    : typeof amount === "number"
      ? { amount_usdc: Money.toJson(amount, 6) }
      : {}),
  ...Object.fromEntries(
    Object.entries(others).map(([name, value]) => [
      name.replace(camelHump, (letter) => `_${letter.toLowerCase()}`),
      value
    ])
  )
})

/** An action that more people must approve; `null` if there is none. */
export const pendingAction = (
  { currency, pendingAction: pending }: Pending,
  approver: StaffView["approver"]
) =>
  pending === undefined
    ? null
    : {
        action: pending.action.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase(),
        terms: termsOf(pending.terms, currency),
        approvals: pending.approvals.map(approver),
        since: Instants.instant(pending.since)
      }
