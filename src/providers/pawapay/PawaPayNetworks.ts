/**
 * The networks of our pawaPay account as pawaPay reports them: which it may pay to, their health
 * and limits. Decoded tolerantly, because accounts differ in shape; what cannot be decoded is
 * unknown, and what is unknown holds nothing back.
 */
import { Option, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as ProviderNetworks from "../../config/ProviderNetworks.ts"
import * as Network from "../../domain/Network.ts"
import type { FailureReason, Payout } from "../../domain/payout/Payout.ts"
import type { ProviderHealth } from "../Adapter.ts"
import * as Amounts from "../Amounts.ts"

const Amount = Schema.Union([Schema.String, Schema.Finite])

const Operation = Schema.Struct({
  operationType: Schema.optional(Schema.String),
  status: Schema.optional(Schema.String),
  minAmount: Schema.optional(Amount),
  maxAmount: Schema.optional(Amount),
  minTransactionLimit: Schema.optional(Amount),
  maxTransactionLimit: Schema.optional(Amount),
  decimalsInAmount: Schema.optional(Schema.String)
})
type Operation = typeof Operation.Type

const Currency = Schema.Struct({
  currency: Schema.String,
  operationTypes: Schema.Union([
    Schema.Struct({ PAYOUT: Schema.optional(Operation) }),
    Schema.Array(Operation)
  ])
})

const Configuration = Schema.Struct({
  signatureConfiguration: Schema.optional(
    Schema.Struct({
      signedCallbacks: Schema.optional(Schema.Boolean),
      signedRequestsOnly: Schema.optional(Schema.Boolean)
    })
  ),
  countries: Schema.Array(
    Schema.Struct({
      providers: Schema.Array(
        Schema.Struct({ provider: Schema.String, currencies: Schema.Array(Currency) })
      )
    })
  )
})

const decode = Schema.decodeUnknownOption(Configuration)

/** What was reported at a moment (milliseconds), by pawaPay's code and our currency. */
export interface AccountNetworks {
  readonly at: number
  readonly operations: ReadonlyMap<string, Operation>
  /** Whether the account's callbacks are signed; `undefined`: not reported. */
  readonly signedCallbacks: boolean | undefined
  /** Whether unsigned requests are refused. */
  readonly signedRequestsOnly: boolean
}

const payout = (types: (typeof Currency.Type)["operationTypes"]): Operation | undefined =>
  "PAYOUT" in types
    ? types.PAYOUT
    : Array.isArray(types)
      ? types.find(({ operationType }) => operationType === "PAYOUT")
      : undefined

/** Decodes the account's configuration; `undefined`: it is none. */
export const read = (body: unknown, at: number): AccountNetworks | undefined =>
  Option.match(decode(body), {
    onNone: () => undefined,
    onSome: ({ countries, signatureConfiguration }) => ({
      at,
      signedCallbacks: signatureConfiguration?.signedCallbacks,
      signedRequestsOnly: signatureConfiguration?.signedRequestsOnly === true,
      operations: new Map(
        countries.flatMap(({ providers }) =>
          providers.flatMap(({ currencies, provider }) =>
            currencies.flatMap(({ currency, operationTypes }) => {
              const found = payout(operationTypes)
              return found === undefined ? [] : [[`${provider} ${currency}`, found] as const]
            })
          )
        )
      )
    })
  })

/** Whether a report is too old to count. */
const isOld = ({ at }: AccountNetworks, now: number): boolean =>
  now - at > Limits.providers.configurationMsMax

/** Whether the account accepts signed requests only. */
export const needsSignature = (known: AccountNetworks | undefined, now: number): boolean =>
  known !== undefined && !isOld(known, now) && known.signedRequestsOnly

const operation = (known: AccountNetworks | undefined, slug: Network.Slug, now: number) => {
  if (known === undefined || isOld(known, now)) return undefined
  const code = ProviderNetworks.pawapayCodes.get(slug) ?? ""
  return known.operations.get(`${code} ${Network.bySlug(slug).currency}`) ?? "absent"
}

/** A network's health as pawaPay reports it. */
export const health = (
  known: AccountNetworks | undefined,
  slug: Network.Slug,
  now: number
): ProviderHealth => {
  const found = operation(known, slug, now)
  if (found === "absent") return "down"
  switch (found?.status) {
    case "CLOSED":
      return "down"
    case "DELAYED":
      return "degraded"
    default:
      return "operational"
  }
}

const minor = (amount: typeof Amount.Type | undefined, decimals: number): number | undefined =>
  amount === undefined ? undefined : Amounts.parse(String(amount), decimals)

/** Why the account certainly cannot pay this. */
export const refusal = (
  known: AccountNetworks | undefined,
  { currency, network, targetAmount }: Payout,
  now: number
): FailureReason | undefined => {
  const found = operation(known, network, now)
  if (found === undefined) return undefined
  if (found === "absent") return "network_unavailable"
  const decimals = Network.decimals(currency)
  const min = minor(found.minAmount ?? found.minTransactionLimit, decimals)
  const max = minor(found.maxAmount ?? found.maxTransactionLimit, decimals)
  const isWhole = targetAmount % 10 ** decimals === 0
  const isOutside = targetAmount < (min ?? 0) || targetAmount > (max ?? Infinity)
  return isOutside || (found.decimalsInAmount === "NONE" && !isWhole)
    ? "provider_rejected"
    : undefined
}
