/** The JSON of the recalls of a payout. */
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import type * as Payouts from "../../domain/payout/Payout.ts"
import type * as Recall from "../../domain/payout/Recall.ts"
import * as Instants from "../contract/Instants.ts"

/** A recall as customers see it. */
export interface RecallJson {
  readonly recall_id: string
  readonly kind: Recall.Kind
  readonly status: Recall.Recall["status"]
  readonly opened_at: string
  readonly returned_amount_fiat?: number
  readonly returned_amount_usdc?: number
  readonly provider_reference?: string
  readonly returned_at?: string
  readonly outcome?: Recall.Outcome
  readonly closed_at?: string
}

/** A recall with the reason and the evidence, which only staff see. */
export interface AdminRecallJson extends RecallJson {
  readonly reason: string
  readonly evidence?: string
}

const returned = (
  { at, providerReference, returned: amount, value }: NonNullable<Recall.Recall["return"]>,
  currency: Network.Currency
) => ({
  returned_amount_fiat: Money.toJson(amount, Network.decimals(currency)),
  returned_amount_usdc: Money.toJson(value, 6),
  provider_reference: providerReference,
  returned_at: Instants.instant(at)
})

const recall = (
  { closedAt, id, kind, openedAt, outcome, return: back, status }: Recall.Recall,
  currency: Network.Currency
): RecallJson => ({
  ...{ recall_id: id, kind, status, opened_at: Instants.instant(openedAt) },
  ...(back === undefined ? {} : returned(back, currency)),
  ...(outcome === undefined ? {} : { outcome }),
  ...(closedAt === undefined ? {} : { closed_at: Instants.instant(closedAt) })
})

const adminRecall = (each: Recall.Recall, currency: Network.Currency): AdminRecallJson => {
  const { evidence, reason } = each
  return { ...recall(each, currency), reason, ...(evidence === undefined ? {} : { evidence }) }
}

/** The field with the recalls, which is absent without any. */
const fieldOf =
  <Json>(json: (each: Recall.Recall, currency: Network.Currency) => Json) =>
  ({
    currency,
    recalls = []
  }: Pick<Payouts.Payout, "recalls" | "currency">): {
    readonly recalls?: ReadonlyArray<Json>
  } =>
    recalls.length === 0 ? {} : { recalls: recalls.map((each) => json(each, currency)) }

export const recalls = fieldOf(recall)
export const adminRecalls = fieldOf(adminRecall)
