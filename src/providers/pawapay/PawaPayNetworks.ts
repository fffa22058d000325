/**
 * The networks of our pawaPay account as pawaPay reports them: permissions, health and limits.
 * Decoded tolerantly, because accounts differ in shape. A part that cannot be decoded is unknown,
 * and an unknown part holds nothing back.
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

/** The account's report at a moment (milliseconds), by pawaPay's code and our currency. */
export interface AccountNetworks {
  readonly at: number
  readonly operations: ReadonlyMap<string, Operation>
  /** True if the account's callbacks are signed; `undefined` if not reported. */
  readonly signedCallbacks: boolean | undefined
  /** True if unsigned requests are refused. */
  readonly signedRequestsOnly: boolean
}

const payout = (types: (typeof Currency.Type)["operationTypes"]): Operation | undefined =>
  "PAYOUT" in types
    ? types.PAYOUT
    : Array.isArray(types)
      ? types.find(({ operationType }) => operationType === "PAYOUT")
      : undefined

/** Decodes the account's configuration; `undefined` if the body is none. */
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
              const payoutOperation = payout(operationTypes)
              return payoutOperation === undefined
                ? []
                : [[`${provider} ${currency}`, payoutOperation] as const]
            })
          )
        )
      )
    })
  })

/** True if a report is too old to count. */
const isOld = ({ at }: AccountNetworks, now: number): boolean =>
  now - at > Limits.providers.configurationMsMax

/** True if the account accepts signed requests only. */
export const needsSignature = (account: AccountNetworks | undefined, now: number): boolean =>
  account !== undefined && !isOld(account, now) && account.signedRequestsOnly

const operation = (account: AccountNetworks | undefined, slug: Network.Slug, now: number) => {
  if (account === undefined || isOld(account, now)) return undefined
  const code = ProviderNetworks.pawapayCodes.get(slug) ?? ""
  return account.operations.get(`${code} ${Network.bySlug(slug).currency}`) ?? "absent"
}

/** A network's health as pawaPay reports it. */
export const health = (
  account: AccountNetworks | undefined,
  slug: Network.Slug,
  now: number
): ProviderHealth => {
  const reported = operation(account, slug, now)
  if (reported === "absent") return "down"
  switch (reported?.status) {
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

/** Why the account certainly cannot pay this payout. */
export const refusal = (
  account: AccountNetworks | undefined,
  { currency, network, targetAmount }: Payout,
  now: number
): FailureReason | undefined => {
  const reported = operation(account, network, now)
  if (reported === undefined) return undefined
  if (reported === "absent") return "network_unavailable"
  const decimals = Network.decimals(currency)
  const min = minor(reported.minAmount ?? reported.minTransactionLimit, decimals)
  const max = minor(reported.maxAmount ?? reported.maxTransactionLimit, decimals)
  const isWhole = targetAmount % 10 ** decimals === 0
  const isOutside = targetAmount < (min ?? 0) || targetAmount > (max ?? Infinity)
  return isOutside || (reported.decimalsInAmount === "NONE" && !isWhole)
    ? "provider_rejected"
    : undefined
}
