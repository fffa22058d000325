/** Fields of payouts and batches that staff see and customers do not. */
import type * as Approvals from "../../domain/account/Approval.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as Instants from "../contract/Instants.ts"

const camelHump = /[A-Z]/g

/** Data that the serializers need to show staff a payout or batch. */
export interface StaffView {
  readonly token: Chain.Token
  /** An approver as people know them, by id. */
  readonly approver: (id: string) => string
  /** Number of people who must approve an act that needs several. */
  readonly approvalsNeeded: number
}

/** An action that more people must approve; `null`: none. */
export const pendingAction = (
  { pendingAction: pending }: { readonly pendingAction?: Approvals.Pending },
  approver: StaffView["approver"]
) =>
  pending === undefined
    ? null
    : {
        action: pending.action.replace(/(?!^)[A-Z]/g, "_$&").toLowerCase(),
        terms: Object.fromEntries(
          Object.entries(pending.terms).map(([name, value]) =>
            name === "amount" && typeof value === "number"
              ? ["amount_usdc", Money.toJson(value, 6)]
              : [name.replace(camelHump, (letter) => `_${letter.toLowerCase()}`), value]
          )
        ),
        approvals: pending.approvals.map(approver),
        since: Instants.instant(pending.since)
      }
