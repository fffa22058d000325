/**
 * The meaning of pawaPay's statuses and failure codes. Both lists are open: a status that is not in
 * them is unknown, never a failure. https://docs.pawapay.io/v2/docs/failure_codes
 */
import { type RefusalMeaning, refused } from "../Adapter.ts"

/** In progress. SUBMITTED is the name of PROCESSING in version 1 and in some tables. */
export const pending: ReadonlySet<string> = new Set([
  ...["ACCEPTED", "ENQUEUED", "PROCESSING", "SUBMITTED", "IN_RECONCILIATION"]
])

export type Meaning =
  | RefusalMeaning
  /** Our defect, or our account's configuration. */
  | { readonly _tag: "Configuration"; readonly finding: "configuration" | "request" | "notAllowed" }
  /** The code itself means that the outcome is unknown. */
  | { readonly _tag: "Unclear" }

const accountRefused: Meaning = { _tag: "Configuration", finding: "configuration" }
const unreadable: Meaning = { _tag: "Configuration", finding: "request" }
const forbidden: Meaning = { _tag: "Configuration", finding: "notAllowed" }
const closed = refused("network_unavailable", true, "closed")
const empty = refused("network_unavailable", true, "float")
/** The account does not pay there, but another provider may. */
const unfit = refused("network_unavailable", true, "notAllowed")

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["NO_AUTHENTICATION", accountRefused],
  ["AUTHENTICATION_ERROR", accountRefused],
  ["AUTHORISATION_ERROR", accountRefused],
  ["HTTP_SIGNATURE_ERROR", accountRefused],
  ["INVALID_INPUT", unreadable],
  ["MISSING_PARAMETER", unreadable],
  ["UNSUPPORTED_PARAMETER", unreadable],
  ["INVALID_PARAMETER", unreadable],
  ["DUPLICATE_METADATA_FIELD", unreadable],
  ["PAYOUTS_NOT_ALLOWED", forbidden],
  ["AMOUNT_OUT_OF_BOUNDS", refused("provider_rejected", false)],
  ["AMOUNT_TOO_SMALL", refused("provider_rejected", false)],
  ["AMOUNT_TOO_LARGE", refused("provider_rejected", false)],
  ["INVALID_AMOUNT", refused("provider_rejected", false)],
  ["INVALID_CURRENCY", unfit],
  ["INVALID_PROVIDER", unfit],
  ["INVALID_PHONE_NUMBER", refused("invalid_recipient", false)],
  ["INVALID_RECIPIENT_FORMAT", refused("invalid_recipient", false)],
  ["RECIPIENT_NOT_FOUND", refused("invalid_recipient", false)],
  ["RECIPIENT_LIMIT_REACHED", refused("recipient_limit", false)],
  ["WALLET_LIMIT_REACHED", refused("recipient_limit", false)],
  ["RECIPIENT_NOT_ALLOWED_TO_RECEIVE", refused("recipient_limit", false)],
  ["PROVIDER_TEMPORARILY_UNAVAILABLE", closed],
  ["CORRESPONDENT_TEMPORARILY_UNAVAILABLE", closed],
  ["PAWAPAY_WALLET_OUT_OF_FUNDS", empty],
  ["BALANCE_INSUFFICIENT", empty],
  ["TRANSACTION_ALREADY_IN_PROCESS", refused("provider_rejected", true)],
  ["MANUALLY_CANCELLED", refused("cancelled", false)],
  ["UNSPECIFIED_FAILURE", refused("unspecified", true)],
  ["OTHER_ERROR", refused("unspecified", true)],
  ["UNKNOWN_ERROR", { _tag: "Unclear" }]
])

export const codes: ReadonlyArray<string> = [...meanings.keys()]

/** The meaning of a failure code; a code that is not in the table refuses for good. */
export const meaning = (code: string): Meaning =>
  meanings.get(code) ?? refused("provider_rejected", false)

/** The meaning of a failure code of a final payout, which was not paid, for any code. */
export const meaningOfFinal = (code: string): RefusalMeaning => {
  const result = meaning(code)
  if (result._tag === "Refused") return result
  return result._tag === "Configuration"
    ? { _tag: "Refused", reason: "network_unavailable", retryable: true, finding: result.finding }
    : { _tag: "Refused", reason: "unspecified", retryable: true }
}
