/**
 * The meaning of MTN's statuses and reason codes. Both lists are open: a status that is not in them
 * is unknown, never a failure. https://momodeveloper.mtn.com/api-documentation
 */
import { type RefusalMeaning, refused } from "../Adapter.ts"

export const pending: ReadonlySet<string> = new Set(["PENDING", "ONGOING", "DELAYED"])

/** Final, and not paid. */
export const final: ReadonlySet<string> = new Set(["FAILED", "REJECTED"])

export type Meaning =
  | RefusalMeaning
  /** The transfer is still running, with any status. */
  | { readonly _tag: "Pending" }

const running: Meaning = { _tag: "Pending" }
const empty = refused("network_unavailable", true, "float")
/** Our account's configuration: another provider may pay, or this one after a correction. */
const unfit = refused("network_unavailable", true, "notAllowed")
/**
 * MTN's catch-all, which includes an empty account, an unreachable wallet and MTN's own timeout.
 */
const ambiguous = refused("unspecified", true, "ambiguous")

/**
 * Refusals of our account that MTN sends with status 500: MTN works, and an operator must act.
 * https://momoapi.mtn.com/api-documentation/common-error
 */
export const configuration: ReadonlySet<string> = new Set([
  ...["NOT_ALLOWED", "NOT_ALLOWED_TARGET_ENVIRONMENT"],
  ...["INVALID_CALLBACK_URL_HOST", "INVALID_CURRENCY"]
])

const meanings: ReadonlyMap<string, Meaning> = new Map<string, Meaning>([
  ["PAYEE_NOT_FOUND", refused("invalid_recipient", false)],
  ["PAYEE_NOT_ALLOWED_TO_RECEIVE", refused("recipient_limit", false)],
  ["NOT_ENOUGH_FUNDS", empty],
  ["PAYER_LIMIT_REACHED", empty],
  ["NOT_ALLOWED", unfit],
  ["NOT_ALLOWED_TARGET_ENVIRONMENT", unfit],
  ["INVALID_CALLBACK_URL_HOST", unfit],
  ["INVALID_CURRENCY", unfit],
  ["TRANSFER_TYPE_UNKNOWN", unfit],
  ["INTERNAL_PROCESSING_ERROR", ambiguous],
  ["SERVICE_UNAVAILABLE", refused("network_unavailable", true, "closed")],
  ["COULD_NOT_PERFORM_TRANSACTION", ambiguous],
  ["EXPIRED", refused("provider_rejected", false)],
  ["REJECTED", refused("provider_rejected", false)],
  ["APPROVAL_REJECTED", refused("provider_rejected", false)],
  ["TRANSACTION_CANCELED", refused("provider_rejected", false)],
  ["ONGOING", running],
  ["PENDING", running],
  ["DELAYED", running]
])

export const codes: ReadonlyArray<string> = [...meanings.keys()]

/**
 * The meaning of a failed transfer's reason; a reason that is not in the table refuses for good.
 */
export const meaning = (code: string): Meaning =>
  meanings.get(code) ?? refused("provider_rejected", false)
