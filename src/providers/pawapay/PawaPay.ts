/**
 * pawaPay's Merchant API v2. The transfer's reference is their `payoutId`, and they take one payout
 * per id: a second request with it is answered DUPLICATE_IGNORED, so sending again is safe, and is
 * the only thing that is certain to end in one transfer or none. Asking first would not be: a
 * NOT_FOUND says nothing of a request that is still on its way.
 * https://docs.pawapay.io/v2/api-reference/payouts/initiate-payout
 */
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as ProviderNetworks from "../../config/ProviderNetworks.ts"
import type { SigningKey } from "../../config/SigningKey.ts"
import * as Network from "../../domain/Network.ts"
import type { Payout, Transfer } from "../../domain/payout/Payout.ts"
import type * as HttpClient from "../../engine/ports/HttpClient.ts"
import * as Adapter from "../Adapter.ts"
import * as Amounts from "../Amounts.ts"
import * as InFlightSends from "../InFlightSends.ts"
import * as ProviderAlarms from "../ProviderAlarms.ts"
import * as ProviderCall from "../ProviderCall.ts"
import * as Codes from "./PawaPayCodes.ts"
import * as Networks from "./PawaPayNetworks.ts"
import * as RequestSignature from "./RequestSignature.ts"
import * as SignedCallback from "./SignedCallback.ts"

export interface Account {
  /** https://api.pawapay.io, or the sandbox's. */
  readonly url: string
  readonly token: Redacted.Redacted
  /** Whether a callback without a signature is believed to be one. */
  readonly signedCallbacks: boolean
  /** Where callbacks are sent to, if that is not the host they arrive at. */
  readonly callbackUrl?: string
  /** The key that signs instructions; without it they are not signed. */
  readonly signing?: SigningKey | undefined
}

const unsigned =
  "pawaPay takes signed requests alone from this account: nothing is sent until " +
  "PAWAPAY_SIGNING_KEY and PAWAPAY_SIGNING_KEY_ID are set, or its dashboard no longer asks for it"

const Failure = Schema.Struct({ failureCode: Schema.String })
const Maybe = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const Initiation = Schema.Struct({ status: Schema.String, failureReason: Maybe(Failure) })
const Problem = Schema.Struct({ failureReason: Failure })
const Amount = Schema.Union([Schema.String, Schema.Finite])

const Data = Schema.Struct({
  payoutId: Schema.String,
  status: Schema.String,
  amount: Amount,
  currency: Schema.String,
  recipient: Schema.Struct({ accountDetails: Schema.Struct({ phoneNumber: Schema.String }) }),
  clientReferenceId: Maybe(Schema.String),
  providerTransactionId: Maybe(Schema.String),
  failureReason: Maybe(Failure)
})
const Status = Schema.Union([
  Schema.Struct({ status: Schema.Literal("FOUND"), data: Data }),
  Schema.Struct({ status: Schema.Literal("NOT_FOUND") })
])
const Balances = Schema.Struct({
  balances: Schema.Array(Schema.Struct({ balance: Amount, currency: Schema.String }))
})

const decodeInitiation = Schema.decodeUnknownOption(Initiation)
const decodeProblem = Schema.decodeUnknownOption(Problem)
const decodeStatus = Schema.decodeUnknownOption(Status)
const decodeBalances = Schema.decodeUnknownOption(Balances)

const isSame = (payout: Payout, { reference }: Transfer, data: typeof Data.Type): boolean =>
  data.payoutId === reference &&
  (data.clientReferenceId ?? payout.id) === payout.id &&
  data.currency === payout.currency &&
  ProviderCall.msisdn(data.recipient.accountDetails.phoneNumber) ===
    ProviderCall.msisdn(payout.phone) &&
  Amounts.parse(String(data.amount), Network.decimals(payout.currency)) === payout.targetAmount

/** What a payout in their books comes to. */
const found = (
  payout: Payout,
  transfer: Transfer,
  data: typeof Data.Type
): Adapter.TransferReport => {
  if (!isSame(payout, transfer, data)) return Adapter.report(Adapter.permanentlyUnknown, "mismatch")
  if (Codes.pending.has(data.status)) return Adapter.report(Adapter.accepted)
  if (data.status === "COMPLETED") {
    return Adapter.report(Adapter.delivered(data.providerTransactionId || transfer.reference))
  }
  if (data.status !== "FAILED") return Adapter.report(Adapter.unknown(), "failing")
  const code = data.failureReason?.failureCode ?? "UNSPECIFIED_FAILURE"
  const { finding, reason, retryable } = Codes.meaningOfFinal(code)
  return Adapter.report({ _tag: "Refused", reason, retryable }, finding)
}

/** What an answer without success comes to: nothing that is certain. */
const unclear = Effect.fnUntraced(function* (response: ProviderCall.CallResult) {
  if (response._tag === "NoResponse") return Adapter.report(Adapter.unknown(), "failing")
  const problem = Option.getOrUndefined(decodeProblem(response.body))
  const code = problem?.failureReason.failureCode
  const known = code === undefined ? undefined : Codes.meaning(code)
  const isOurs = [400, 401, 403, 404, 405, 415, 422].includes(response.status)
  if (!isOurs)
    return Adapter.report(Adapter.unknown(yield* ProviderCall.retryAt(response)), "failing")
  const isAccount = response.status === 401 || response.status === 403
  const fallback = isAccount ? "configuration" : "request"
  const finding = known?._tag === "Configuration" ? known.finding : fallback
  const now = yield* Clock.currentTimeMillis
  yield* Effect.logError("pawaPay refuses our request").pipe(
    Effect.annotateLogs({ status: response.status, code: ProviderCall.printable(code ?? "none") })
  )
  return Adapter.report(Adapter.unknown(now + Limits.providers.configurationPauseMs), finding)
})

export const make = Effect.fnUntraced(function* (
  remote: HttpClient.HttpClient["Service"],
  options: Account
) {
  const call = ProviderCall.make(remote, "pawapay")
  const unanswered = InFlightSends.make()
  const clock = yield* Clock.Clock
  const { signing } = options
  const sign = signing === undefined ? undefined : RequestSignature.make(signing)
  let known: Networks.AccountNetworks | undefined

  /** Nothing is sent that the account is known to refuse. */
  const isUnsignable = (now: number) => sign === undefined && Networks.needsSignature(known, now)

  const headers = () => ({
    authorization: `Bearer ${Redacted.value(options.token)}`,
    accept: "application/json"
  })
  const get = (operation: string, path: string, more: Partial<ProviderCall.Request> = {}) =>
    Effect.suspend(() => {
      const url = ProviderCall.join(options.url, path)
      return call({ operation, url, method: "GET", headers: headers(), ...more })
    })

  const ask = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const response = yield* get("check", `/v2/payouts/${encodeURIComponent(transfer.reference)}`)
    if (response._tag === "NoResponse" || response.status !== 200) return yield* unclear(response)
    return Option.match(decodeStatus(response.body), {
      onNone: () => Adapter.report(Adapter.unknown(), "failing"),
      onSome: (status) =>
        status.status === "FOUND"
          ? found(payout, transfer, status.data)
          : // They took it once. Not to know it now is no failure.
            Adapter.report(Adapter.unknown(), "contradiction")
    })
  })

  /** What a refusal of our request comes to; `before`: when one went out that may still arrive. */
  const rejected = Effect.fnUntraced(function* (code: string, before: number | undefined) {
    const meaning = Codes.meaning(code)
    if (meaning._tag === "Unclear") return Adapter.report(Adapter.unknown(), "failing")
    if (meaning._tag === "Configuration") {
      const now = yield* Clock.currentTimeMillis
      const until = now + Limits.providers.configurationPauseMs
      return Adapter.report(Adapter.unknown(until), meaning.finding)
    }
    const { finding, reason, retryable } = meaning
    // What was rejected is not in their books, so an earlier request may still be accepted.
    return before === undefined
      ? Adapter.report({ _tag: "Refused", reason, retryable }, finding)
      : Adapter.report(Adapter.unknown(before + Limits.providers.lateSendMsMax), finding)
  })

  const instruction = (payout: Payout, payoutId: string, now: number): ProviderCall.Request => {
    const request = {
      method: "POST",
      url: ProviderCall.join(options.url, "/v2/payouts"),
      body: JSON.stringify({
        payoutId,
        amount: Amounts.text(payout.targetAmount, Network.decimals(payout.currency)),
        currency: payout.currency,
        recipient: {
          type: "MMO",
          accountDetails: {
            phoneNumber: ProviderCall.msisdn(payout.phone),
            provider: ProviderNetworks.pawapayCodes.get(payout.network)
          }
        },
        clientReferenceId: payout.id
      })
    } as const
    const more = sign?.(request, now) ?? { "content-type": "application/json" }
    return { operation: "submit", ...request, headers: { ...headers(), ...more } }
  }

  const submit = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const { reference } = transfer
    const now = yield* Clock.currentTimeMillis
    const before = unanswered.earlier(reference, now)
    unanswered.sends(reference, now)
    const response = yield* call(instruction(payout, reference, now))
    if (response._tag === "NoResponse" && !response.wasSent) {
      unanswered.answered(reference, before)
      return Adapter.report(Adapter.queued(), "failing")
    }
    if (response._tag === "NoResponse" || Math.floor(response.status / 100) !== 2)
      return yield* unclear(response)
    const initiation = Option.getOrUndefined(decodeInitiation(response.body))
    const status = initiation?.status ?? ""
    if (status === "REJECTED") {
      unanswered.answered(reference, before)
      return yield* rejected(initiation?.failureReason?.failureCode ?? "", before)
    }
    if (status === "DUPLICATE_IGNORED") {
      unanswered.answered(reference, before)
      return yield* ask(payout, transfer)
    }
    if (!Codes.pending.has(status)) return Adapter.report(Adapter.unknown(), "failing")
    unanswered.answered(reference, before)
    return Adapter.report(Adapter.accepted)
  })

  const float = Effect.fnUntraced(function* ({ currency, network }: Payout) {
    const country = ProviderNetworks.pawapayCodes.get(network)?.slice(-3) ?? ""
    const response = yield* get("float", `/v2/wallet-balances?country=${country}`)
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    const { balances = [] } = Option.getOrUndefined(decodeBalances(response.body)) ?? {}
    // Where each network has a wallet of its own, the fullest is hoped for.
    const whole = balances.flatMap((one) => {
      const minor = Amounts.floor(String(one.balance), Network.decimals(currency))
      return one.currency !== currency || minor === undefined ? [] : [minor]
    })
    return whole.length === 0 ? undefined : Math.max(...whole)
  })

  const wallets = Effect.map(get("float", "/v2/wallet-balances"), (response) => {
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    const known = Option.getOrUndefined(decodeBalances(response.body))
    return known === undefined ? undefined : Amounts.wallets(known.balances)
  })

  const look = Effect.gen(function* () {
    const response = yield* get("networks", "/v2/active-conf?operationType=PAYOUT", {
      bytesMax: Limits.providers.configurationBytesMax
    })
    if (response._tag === "NoResponse" || response.status !== 200) return
    const now = yield* Clock.currentTimeMillis
    known = Networks.read(response.body, now) ?? known
    if (isUnsignable(now))
      yield* ProviderAlarms.raiseForAccount("pawapay", "configuration", unsigned)
    if (options.signedCallbacks && known?.signedCallbacks === false) {
      yield* Effect.logWarning("pawaPay does not sign this account's callbacks: none is believed")
    }
  })

  const adapter: Adapter.Adapter = {
    name: "pawapay",
    networks: [...ProviderNetworks.pawapayCodes.keys()],
    health: (network) => {
      const now = clock.currentTimeMillisUnsafe()
      return isUnsignable(now) ? "down" : Networks.health(known, network, now)
    },
    precheck: (payout) =>
      Effect.map(Clock.currentTimeMillis, (now) => Networks.refusal(known, payout, now)),
    hasNameLookup: false,
    registeredName: () => Effect.succeed(undefined),
    submit,
    check: ask,
    float,
    wallets,
    refresh: look,
    readCallback: SignedCallback.make(
      get("keys", "/v2/public-key/http", { timeoutMs: Limits.providers.precheckMsMax }),
      options
    )
  }
  return adapter
})
