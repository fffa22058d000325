/**
 * pawaPay's Merchant API v2. The transfer's reference is its `payoutId`, and pawaPay accepts one
 * payout per id. The response to a second request with the id is DUPLICATE_IGNORED, so a resend is
 * safe. A check before sending would not be: NOT_FOUND proves nothing about a request in flight.
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
  /** True if callbacks without a signature are rejected. */
  readonly signedCallbacks: boolean
  /** The URL that callbacks are sent to, if it differs from the host at which they arrive. */
  readonly callbackUrl?: string
  /** The key that signs payout requests; without it, requests are not signed. */
  readonly signing?: SigningKey | undefined
}

const unsigned =
  "pawaPay accepts only signed requests from this account: nothing is sent until " +
  "PAWAPAY_SIGNING_KEY and PAWAPAY_SIGNING_KEY_ID are set, or its dashboard no longer requires it"

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

/** The report of a payout that pawaPay has. */
const reportFound = (
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

/** The report of a response without success: nothing about the transfer is certain. */
const reportUnclear = Effect.fnUntraced(function* (response: ProviderCall.CallResult) {
  if (response._tag === "NoResponse") return Adapter.report(Adapter.unknown(), "failing")
  const problem = Option.getOrUndefined(decodeProblem(response.body))
  const code = problem?.failureReason.failureCode
  const meaning = code === undefined ? undefined : Codes.meaning(code)
  const isOurs = [400, 401, 403, 404, 405, 415, 422].includes(response.status)
  if (!isOurs) {
    return Adapter.report(Adapter.unknown(yield* ProviderCall.retryAt(response)), "failing")
  }
  const isAccount = response.status === 401 || response.status === 403
  const fallback = isAccount ? "configuration" : "request"
  const finding = meaning?._tag === "Configuration" ? meaning.finding : fallback
  const now = yield* Clock.currentTimeMillis
  yield* Effect.logError("pawaPay refused our request").pipe(
    Effect.annotateLogs({ status: response.status, code: ProviderCall.printable(code ?? "none") })
  )
  return Adapter.report(Adapter.unknown(now + Limits.providers.configurationPauseMs), finding)
})

/**
 * The report of a rejected request; `before` is the time of an earlier request that may still
 * arrive.
 */
const reportRejected = Effect.fnUntraced(function* (code: string, before: number | undefined) {
  const meaning = Codes.meaning(code)
  if (meaning._tag === "Unclear") return Adapter.report(Adapter.unknown(), "failing")
  if (meaning._tag === "Configuration") {
    const now = yield* Clock.currentTimeMillis
    const until = now + Limits.providers.configurationPauseMs
    return Adapter.report(Adapter.unknown(until), meaning.finding)
  }
  const { finding, reason, retryable } = meaning
  // pawaPay keeps no record of rejected requests, so it may still accept an earlier one.
  return before === undefined
    ? Adapter.report({ _tag: "Refused", reason, retryable }, finding)
    : Adapter.report(Adapter.unknown(before + Limits.providers.lateSendMsMax), finding)
})

/** Our account, and its last report. */
interface Connection {
  readonly account: Account
  readonly call: ProviderCall.Client
  readonly sign: ReturnType<typeof RequestSignature.make> | undefined
  readonly inFlight: ReturnType<typeof InFlightSends.make>
  /** The account's networks as it last reported them. */
  networks: Networks.AccountNetworks | undefined
}

/** True if the account is known to refuse requests that we cannot sign. */
const isUnsignable = ({ networks, sign }: Connection, now: number): boolean =>
  sign === undefined && Networks.needsSignature(networks, now)

const authorization = ({ token }: Account) => ({
  authorization: `Bearer ${Redacted.value(token)}`,
  accept: "application/json"
})

const get = (
  { account, call }: Connection,
  operation: string,
  path: string,
  more: Partial<ProviderCall.Request> = {}
) =>
  Effect.suspend(() => {
    const url = ProviderCall.join(account.url, path)
    return call({ operation, url, method: "GET", headers: authorization(account), ...more })
  })

// ----------------------------------------------------------------------------- transfers

const check = Effect.fnUntraced(function* (
  connection: Connection,
  payout: Payout,
  transfer: Transfer
) {
  const path = `/v2/payouts/${encodeURIComponent(transfer.reference)}`
  const response = yield* get(connection, "check", path)
  if (response._tag === "NoResponse" || response.status !== 200) {
    return yield* reportUnclear(response)
  }
  return Option.match(decodeStatus(response.body), {
    onNone: () => Adapter.report(Adapter.unknown(), "failing"),
    onSome: (status) =>
      status.status === "FOUND"
        ? reportFound(payout, transfer, status.data)
        : // pawaPay accepted the payout before, so NOT_FOUND is no failure.
          Adapter.report(Adapter.unknown(), "contradiction")
  })
})

const payoutRequest = (
  { account, sign }: Connection,
  payout: Payout,
  payoutId: string,
  now: number
): ProviderCall.Request => {
  const request = {
    method: "POST",
    url: ProviderCall.join(account.url, "/v2/payouts"),
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
  return { operation: "submit", ...request, headers: { ...authorization(account), ...more } }
}

const submit = Effect.fnUntraced(function* (
  connection: Connection,
  payout: Payout,
  transfer: Transfer
) {
  const { call, inFlight } = connection
  const { reference } = transfer
  const now = yield* Clock.currentTimeMillis
  const before = inFlight.earlier(reference, now)
  inFlight.begin(reference, now)
  const response = yield* call(payoutRequest(connection, payout, reference, now))
  if (response._tag === "NoResponse" && !response.wasSent) {
    inFlight.end(reference, before)
    return Adapter.report(Adapter.queued(), "failing")
  }
  if (response._tag === "NoResponse" || Math.floor(response.status / 100) !== 2) {
    return yield* reportUnclear(response)
  }
  const initiation = Option.getOrUndefined(decodeInitiation(response.body))
  const status = initiation?.status ?? ""
  const isKnown = ["REJECTED", "DUPLICATE_IGNORED"].includes(status) || Codes.pending.has(status)
  if (!isKnown) return Adapter.report(Adapter.unknown(), "failing")
  inFlight.end(reference, before)
  if (status === "REJECTED") {
    return yield* reportRejected(initiation?.failureReason?.failureCode ?? "", before)
  }
  if (status === "DUPLICATE_IGNORED") return yield* check(connection, payout, transfer)
  return Adapter.report(Adapter.accepted)
})

// ----------------------------------------------------------------------------- the account

const float = Effect.fnUntraced(function* (connection: Connection, { currency, network }: Payout) {
  const country = ProviderNetworks.pawapayCodes.get(network)?.slice(-3) ?? ""
  const response = yield* get(connection, "float", `/v2/wallet-balances?country=${country}`)
  if (response._tag === "NoResponse" || response.status !== 200) return undefined
  const { balances = [] } = Option.getOrUndefined(decodeBalances(response.body)) ?? {}
  // If each network has a separate wallet, the fullest one is assumed.
  const amounts = balances.flatMap((wallet) => {
    const minor = Amounts.floor(String(wallet.balance), Network.decimals(currency))
    return wallet.currency !== currency || minor === undefined ? [] : [minor]
  })
  return amounts.length === 0 ? undefined : Math.max(...amounts)
})

const wallets = (connection: Connection) =>
  Effect.map(get(connection, "float", "/v2/wallet-balances"), (response) => {
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    const reply = Option.getOrUndefined(decodeBalances(response.body))
    return reply === undefined ? undefined : Amounts.wallets(reply.balances)
  })

/** Reads the account's configuration, and raises an alarm if ours does not fit it. */
const refresh = Effect.fnUntraced(function* (connection: Connection) {
  const path = "/v2/active-conf?operationType=PAYOUT"
  const bytesMax = Limits.providers.configurationBytesMax
  const response = yield* get(connection, "networks", path, { bytesMax })
  if (response._tag === "NoResponse" || response.status !== 200) return false
  const now = yield* Clock.currentTimeMillis
  const networks = Networks.read(response.body, now) ?? connection.networks
  connection.networks = networks
  if (isUnsignable(connection, now)) {
    yield* ProviderAlarms.raiseForAccount("pawapay", "configuration", unsigned)
  }
  if (connection.account.signedCallbacks && networks?.signedCallbacks === false) {
    yield* Effect.logWarning("pawaPay reported that it signs no callbacks, so all are rejected")
  }
  return true
})

export const make = Effect.fnUntraced(function* (
  http: HttpClient.HttpClient["Service"],
  account: Account
) {
  const clock = yield* Clock.Clock
  const { signing } = account
  const connection: Connection = {
    account,
    call: ProviderCall.make(http, "pawapay"),
    sign: signing === undefined ? undefined : RequestSignature.make(signing),
    inFlight: InFlightSends.make(),
    networks: undefined
  }
  const fetchKeys = get(connection, "keys", "/v2/public-key/http", {
    timeoutMs: Limits.providers.precheckMsMax
  })
  const adapter: Adapter.Adapter = {
    name: "pawapay",
    networks: [...ProviderNetworks.pawapayCodes.keys()],
    health: (network) => {
      const now = clock.currentTimeMillisUnsafe()
      const { networks } = connection
      return isUnsignable(connection, now) ? "down" : Networks.health(networks, network, now)
    },
    precheck: (payout) =>
      Effect.map(Clock.currentTimeMillis, (now) =>
        Networks.refusal(connection.networks, payout, now)
      ),
    hasNameLookup: false,
    registeredName: () => Effect.succeed(undefined),
    submit: (payout, transfer) => submit(connection, payout, transfer),
    check: (payout, transfer) => check(connection, payout, transfer),
    float: (payout) => float(connection, payout),
    wallets: wallets(connection),
    refresh: refresh(connection),
    readCallback: SignedCallback.make(fetchKeys, account)
  }
  return adapter
})
