/**
 * MTN's MoMo disbursement API, version 1_0. The transfer's reference is its `X-Reference-Id`, and
 * MTN accepts one transfer per id. The response to a second request with the id is 409, whatever
 * the outcome of the first, so a resend is safe. Only a status of FAILED or REJECTED shows that a
 * transfer was not paid; a refused request does not. Callbacks are not signed and come at most
 * once.
 *
 * https://momodeveloper.mtn.com/api-documentation
 */
import { Clock, Effect, Option, Redacted, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as ProviderNetworks from "../../config/ProviderNetworks.ts"
import * as Network from "../../domain/Network.ts"
import type { Payout, Transfer } from "../../domain/payout/Payout.ts"
import type * as HttpClient from "../../engine/ports/HttpClient.ts"
import type * as Provider from "../../engine/ports/Provider.ts"
import * as Adapter from "../Adapter.ts"
import * as Amounts from "../Amounts.ts"
import * as ProviderCall from "../ProviderCall.ts"
import * as Codes from "./MtnCodes.ts"
import * as Token from "./MtnToken.ts"

export interface Account {
  /** https://proxy.momoapi.mtn.com, or the sandbox's. */
  readonly url: string
  readonly user: string
  readonly key: Redacted.Redacted
  readonly subscriptionKey: Redacted.Redacted
  /** `mtnuganda`, `mtnghana`, `mtnnigeria` or `sandbox`. */
  readonly target: string
  /** Our public URL, the base of `/callbacks/mtn/…`; without it there are no callbacks. */
  readonly callbackUrl?: string
}

const Maybe = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))
const Text = Schema.Union([Schema.String, Schema.Finite])

const Status = Schema.Struct({
  amount: Text,
  currency: Schema.String,
  financialTransactionId: Maybe(Text),
  externalId: Maybe(Text),
  payee: Schema.Struct({ partyId: Text }),
  status: Schema.String,
  reason: Maybe(Schema.Union([Schema.String, Schema.Struct({ code: Schema.String })]))
})
const decodeStatus = Schema.decodeUnknownOption(Status)
const decodeCode = Schema.decodeUnknownOption(Schema.Struct({ code: Schema.String }))
const decodeActive = Schema.decodeUnknownOption(Schema.Struct({ result: Schema.Boolean }))
/** MTN's portal documents the two parts; its sandbox also has the whole name. */
const Holder = Schema.Struct({
  name: Maybe(Schema.String),
  given_name: Maybe(Schema.String),
  family_name: Maybe(Schema.String)
})
const decodeHolder = Schema.decodeUnknownOption(Holder)
const decodeBalance = Schema.decodeUnknownOption(
  Schema.Struct({ availableBalance: Text, currency: Schema.String })
)
const decodeBody = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ externalId: Text }))
)

/** The account holder's name from its parts; `undefined` if there are none. */
const nameOf = ({ family_name, given_name, name }: typeof Holder.Type): string | undefined => {
  const parts = [given_name, family_name].flatMap((part) => part?.trim() || [])
  const whole = name?.trim() || parts.join(" ")
  return whole === "" ? undefined : whole.slice(0, Limits.providers.nameCharsMax)
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
const callbackPath = new RegExp(`/callbacks/mtn/(${uuid})/?$`)

/** A callback's reference, from the path that we gave, and its payout, from its body. */
const readCallback = ({ body, method, path }: Provider.Callback): Provider.CallbackResult => {
  const unreadable = (reason: string) => ({ _tag: "Unreadable", reason }) as const
  if (method !== "POST" && method !== "PUT") return unreadable("a callback is a POST or a PUT")
  if (body.length > Limits.providers.callbackBytesMax) return unreadable("it is too long")
  const reference = callbackPath.exec(path.split("?")[0] ?? "")?.[1]
  if (reference === undefined) return unreadable("its path names no transfer")
  return Option.match(decodeBody(Buffer.from(body).toString("utf8")), {
    onNone: () => unreadable("it names no payout"),
    onSome: ({ externalId }): Provider.CallbackResult => ({
      _tag: "Accepted",
      payoutId: String(externalId),
      reference
    })
  })
}

// ----------------------------------------------------------------------------- the API

/** Our account, and its access to the API. */
interface Connection {
  readonly account: Account
  readonly call: ProviderCall.Client
  readonly token: ReturnType<typeof Token.make>
}

/** The response to a request; `hasToken` is `false` if the request for a token failed instead. */
interface MtnResponse {
  readonly hasToken: boolean
  readonly response: ProviderCall.CallResult
}

const subscription = ({ subscriptionKey }: Account) => ({
  "ocp-apim-subscription-key": Redacted.value(subscriptionKey),
  accept: "application/json"
})

const connect = (http: HttpClient.HttpClient["Service"], account: Account): Connection => {
  const call = ProviderCall.make(http, "mtn")
  const fetchToken = Effect.suspend(() => {
    const credentials = `${account.user}:${Redacted.value(account.key)}`
    return call({
      operation: "token",
      url: ProviderCall.join(account.url, "/disbursement/token/"),
      method: "POST",
      headers: {
        ...subscription(account),
        authorization: `Basic ${Buffer.from(credentials).toString("base64")}`
      },
      body: ""
    })
  })
  return { account, call, token: Token.make(fetchToken) }
}

const sendWith = (
  { account, call }: Connection,
  request: ProviderCall.Request,
  token: Redacted.Redacted
) =>
  call({
    ...request,
    url: ProviderCall.join(account.url, `/disbursement${request.url}`),
    headers: {
      ...subscription(account),
      authorization: `Bearer ${Redacted.value(token)}`,
      "x-target-environment": account.target,
      ...request.headers
    }
  })

/** Sends a request with our token, and once more with a new one if the token is refused. */
const send = Effect.fnUntraced(function* (connection: Connection, request: ProviderCall.Request) {
  const first = yield* connection.token(undefined)
  if (first._tag === "None") return { hasToken: false, response: first.response } as MtnResponse
  const response = yield* sendWith(connection, request, first.value)
  if (response._tag === "NoResponse" || response.status !== 401) {
    return { hasToken: true, response } as MtnResponse
  }
  const second = yield* connection.token(first)
  if (second._tag === "None") return { hasToken: false, response: second.response } as MtnResponse
  return {
    hasToken: true,
    response: yield* sendWith(connection, request, second.value)
  } as MtnResponse
})

const get = (
  connection: Connection,
  operation: string,
  url: string,
  timeoutMs: number = Limits.providers.callMsMax
) =>
  Effect.map(
    send(connection, { operation, url, method: "GET", headers: {}, timeoutMs }),
    ({ response }) => response
  )

// ----------------------------------------------------------------------------- reports

/** MTN's sandbox accepts no other currency than EUR. */
const currencyOf = ({ target }: Account, { currency }: Payout): string =>
  target === "sandbox" ? "EUR" : currency

const isSame = (account: Account, payout: Payout, status: typeof Status.Type): boolean =>
  String(status.externalId ?? payout.id) === payout.id &&
  status.currency === currencyOf(account, payout) &&
  ProviderCall.msisdn(String(status.payee.partyId)) === ProviderCall.msisdn(payout.phone) &&
  Amounts.parse(String(status.amount), Network.decimals(payout.currency)) === payout.targetAmount

/** The report of a status that belongs to the transfer. */
const reportStatus = (transfer: Transfer, status: typeof Status.Type): Adapter.TransferReport => {
  if (Codes.pending.has(status.status)) return Adapter.report(Adapter.accepted)
  if (status.status === "SUCCESSFUL") {
    const id = String(status.financialTransactionId ?? "")
    return Adapter.report(Adapter.delivered(id || transfer.reference))
  }
  if (!Codes.final.has(status.status)) return Adapter.report(Adapter.unknown(), "failing")
  const { reason } = status
  const code = typeof reason === "string" ? reason : reason?.code
  const meaning = Codes.meaning(code ?? status.status)
  if (meaning._tag === "Pending") return Adapter.report(Adapter.accepted)
  const { finding, retryable } = meaning
  return Adapter.report({ _tag: "Refused", reason: meaning.reason, retryable }, finding)
}

/** The report of a transfer that MTN has, from its body. */
const reportFound = (
  account: Account,
  payout: Payout,
  transfer: Transfer,
  body: unknown
): Adapter.TransferReport =>
  Option.match(decodeStatus(body), {
    onNone: () => Adapter.report(Adapter.unknown(), "failing"),
    onSome: (status) =>
      isSame(account, payout, status)
        ? reportStatus(transfer, status)
        : Adapter.report(Adapter.permanentlyUnknown, "mismatch")
  })

const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

/** The report of a response without success: nothing about the transfer is certain. */
const reportUnclear = Effect.fnUntraced(function* (response: ProviderCall.CallResult) {
  if (response._tag === "NoResponse") return Adapter.report(Adapter.unknown(), "failing")
  const code = Option.getOrUndefined(decodeCode(response.body))?.code
  const meaning = code === undefined ? undefined : Codes.meaning(code)
  // A 500 may also report an empty account. It does not prove that nothing was paid.
  const isEmpty = meaning?._tag === "Refused" && meaning.finding === "float"
  const isAccount = [401, 403].includes(response.status) || Codes.configuration.has(code ?? "")
  if (!isAccount && !isRefusal(response.status)) {
    const finding = isEmpty ? "float" : "failing"
    return Adapter.report(Adapter.unknown(yield* ProviderCall.retryAt(response)), finding)
  }
  const now = yield* Clock.currentTimeMillis
  yield* Effect.logError("MTN refused our request").pipe(
    Effect.annotateLogs({ status: response.status, code: ProviderCall.printable(code ?? "none") })
  )
  const until = now + Limits.providers.configurationPauseMs
  const finding = isAccount ? "configuration" : "request"
  return Adapter.report(Adapter.unknown(until), isEmpty ? "float" : finding)
})

// ----------------------------------------------------------------------------- transfers

const getTransfer = (connection: Connection, { reference }: Transfer) =>
  get(connection, "check", `/v1_0/transfer/${encodeURIComponent(reference)}`)

const check = Effect.fnUntraced(function* (
  connection: Connection,
  payout: Payout,
  transfer: Transfer
) {
  const response = yield* getTransfer(connection, transfer)
  // MTN accepted the transfer before, so a 404 is no failure.
  if (response._tag === "Response" && response.status === 404) {
    return Adapter.report(Adapter.unknown(), "contradiction")
  }
  if (response._tag === "NoResponse" || response.status !== 200) {
    return yield* reportUnclear(response)
  }
  return reportFound(connection.account, payout, transfer, response.body)
})

const transferRequest = (
  account: Account,
  payout: Payout,
  { reference }: Transfer
): ProviderCall.Request => {
  const { callbackUrl } = account
  const callback =
    callbackUrl === undefined
      ? undefined
      : ProviderCall.join(callbackUrl, `/callbacks/mtn/${reference}`)
  return {
    operation: "submit",
    url: "/v1_0/transfer",
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-reference-id": reference,
      ...(callback === undefined ? {} : { "x-callback-url": callback })
    },
    body: JSON.stringify({
      amount: Amounts.text(payout.targetAmount, Network.decimals(payout.currency)),
      currency: currencyOf(account, payout),
      externalId: payout.id,
      payee: { partyIdType: "MSISDN", partyId: ProviderCall.msisdn(payout.phone) },
      payerMessage: "Payout",
      payeeNote: "Payout"
    })
  }
}

/**
 * Checks a transfer that was refused for our account's configuration, by a status that proves
 * nothing about the transfer itself. A transfer that MTN does not have waits under its reference,
 * as for a provider that is down, until an operator has corrected the account.
 */
const checkRefused = Effect.fnUntraced(function* (
  connection: Connection,
  payout: Payout,
  transfer: Transfer,
  refusal: Adapter.TransferReport
) {
  const response = yield* getTransfer(connection, transfer)
  if (response._tag === "NoResponse") return refusal
  if (response.status === 404) {
    const now = yield* Clock.currentTimeMillis
    return { ...refusal, outcome: Adapter.queued(now + Limits.providers.configurationPauseMs) }
  }
  if (response.status !== 200) return refusal
  const { account } = connection
  const { finding, outcome } = reportFound(account, payout, transfer, response.body)
  return Adapter.report(outcome, finding ?? refusal.finding)
})

/** True if a transfer certainly did not reach MTN. */
const isUnsent = ({ hasToken, response }: MtnResponse): boolean =>
  !hasToken || (response._tag === "NoResponse" && !response.wasSent)

const submit = Effect.fnUntraced(function* (
  connection: Connection,
  payout: Payout,
  transfer: Transfer
) {
  const reply = yield* send(connection, transferRequest(connection.account, payout, transfer))
  const { hasToken, response } = reply
  const status = response._tag === "Response" ? response.status : undefined
  if (hasToken && status === 202) return Adapter.report(Adapter.accepted)
  if (hasToken && status === 409) return yield* check(connection, payout, transfer)
  const report = yield* reportUnclear(response)
  const isServerError = status !== undefined && status >= 500
  if (hasToken && isServerError && report.finding === "configuration") {
    return yield* checkRefused(connection, payout, transfer, report)
  }
  // A transfer waits during an outage, but a refusal of our account must reach an operator.
  return isUnsent(reply) && (isServerError || report.finding === "failing")
    ? Adapter.report(Adapter.queued(), report.finding)
    : report
})

// ----------------------------------------------------------------------------- recipient, account

const precheck = Effect.fnUntraced(function* (connection: Connection, { phone }: Payout) {
  const url = `/v1_0/accountholder/msisdn/${ProviderCall.msisdn(phone)}/active`
  const response = yield* get(connection, "precheck", url, Limits.providers.precheckMsMax)
  if (response._tag === "NoResponse" || response.status !== 200) return undefined
  const active = Option.getOrUndefined(decodeActive(response.body))
  return active?.result === false ? ("invalid_recipient" as const) : undefined
})

const registeredName = Effect.fnUntraced(function* (
  connection: Connection,
  { phone }: Pick<Payout, "phone">
) {
  const url = `/v1_0/accountholder/msisdn/${ProviderCall.msisdn(phone)}/basicuserinfo`
  const response = yield* get(connection, "name", url, Limits.providers.nameMsMax)
  if (response._tag === "NoResponse" || response.status !== 200) return undefined
  return Option.match(decodeHolder(response.body), { onNone: () => undefined, onSome: nameOf })
})

const getBalance = (connection: Connection) =>
  Effect.map(get(connection, "float", "/v1_0/account/balance"), (response) =>
    response._tag === "NoResponse" || response.status !== 200
      ? undefined
      : Option.getOrUndefined(decodeBalance(response.body))
  )

const float = (connection: Connection, payout: Payout) =>
  Effect.map(getBalance(connection), (balance) =>
    balance === undefined || balance.currency !== currencyOf(connection.account, payout)
      ? undefined
      : Amounts.floor(String(balance.availableBalance), Network.decimals(payout.currency))
  )

const wallets = (connection: Connection) =>
  Effect.map(getBalance(connection), (balance) =>
    balance === undefined
      ? undefined
      : Amounts.wallets([{ balance: balance.availableBalance, currency: balance.currency }])
  )

export const make = (http: HttpClient.HttpClient["Service"], account: Account): Adapter.Adapter => {
  const connection = connect(http, account)
  return {
    name: "mtn",
    networks: ProviderNetworks.mtnTargets.get(account.target) ?? [],
    health: () => "operational",
    precheck: (payout) => precheck(connection, payout),
    hasNameLookup: true,
    registeredName: (recipient) => registeredName(connection, recipient),
    submit: (payout, transfer) => submit(connection, payout, transfer),
    check: (payout, transfer) => check(connection, payout, transfer),
    float: (payout) => float(connection, payout),
    wallets: wallets(connection),
    readCallback: (callback) => Effect.sync(() => readCallback(callback)),
    refresh: Effect.succeed(true)
  }
}
