/** The JSON of a saved recipient. */
import type * as Beneficiaries from "../../domain/Beneficiary.ts"
import * as Network from "../../domain/Network.ts"
import * as Instants from "../contract/Instants.ts"
import * as PartyJson from "../contract/PartyJson.ts"

const details = (of: Beneficiaries.Beneficiary["details"]) => {
  const details = PartyJson.recipient(of)
  return details === undefined ? {} : { details }
}

export const beneficiary = (beneficiary: Beneficiaries.Beneficiary) => ({
  id: beneficiary.id,
  customer_id: beneficiary.accountId,
  name: beneficiary.name,
  phone: beneficiary.phone,
  network: Network.bySlug(beneficiary.network).longSlug,
  nickname: beneficiary.nickname,
  ...details(beneficiary.details),
  created_at: Instants.instant(beneficiary.createdAt),
  updated_at: Instants.instant(beneficiary.updatedAt)
})
