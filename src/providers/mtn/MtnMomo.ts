/**
 * MTN's MoMo disbursement API, version 1_0. The transfer's reference is their `X-Reference-Id`, and
 * they take one transfer per id: a second request with it is answered 409, whatever became of the
 * first, so sending again is safe. Only a transfer that is in their books and failed was not paid:
 * no refusal of a request says so. Callbacks are not signed, come once or never, and are a hint.
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
  /** Our public address, under which `/callbacks/mtn/…` is; without it there are no callbacks. */
  readonly callbackUrl?: string
}

/** Characters of an account holder's name: longer ones are no names. */
const nameCharsMax = 200

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
/** Their portal documents the two parts; their sandbox also says the whole name. */
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

/** The account holder's name, as far as it is known; `undefined`: no part of it is. */
const nameOf = ({ family_name, given_name, name }: typeof Holder.Type): string | undefined => {
  const parts = [given_name, family_name].flatMap((part) => part?.trim() || [])
  const whole = name?.trim() || parts.join(" ")
  return whole === "" ? undefined : whole.slice(0, nameCharsMax)
}

const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}"
const callbackPath = new RegExp(`/callbacks/mtn/(${uuid})/?$`)

/** A callback as a hint. Its body names the payout; the reference is in the path that we gave. */
const hint = ({ body, method, path }: Provider.Callback): Provider.CallbackResult => {
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

/** What a transfer in their books comes to. */
const found = (transfer: Transfer, status: typeof Status.Type): Adapter.TransferReport => {
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

const isRefusal = (status: number): boolean =>
  status >= 400 && status < 500 && ![408, 409, 425, 429].includes(status)

/** What an answer without success comes to: nothing that is certain. */
const unclear = Effect.fnUntraced(function* (response: ProviderCall.CallResult) {
  if (response._tag === "NoResponse") return Adapter.report(Adapter.unknown(), "failing")
  const code = Option.getOrUndefined(decodeCode(response.body))?.code
  const known = code === undefined ? undefined : Codes.meaning(code)
  // Also a 500 may say that our account is empty. It does not say that nothing was paid.
  const isEmpty = known?._tag === "Refused" && known.finding === "float"
  const isAccount = [401, 403].includes(response.status) || Codes.configuration.has(code ?? "")
  if (!isAccount && !isRefusal(response.status)) {
    const finding = isEmpty ? "float" : "failing"
    return Adapter.report(Adapter.unknown(yield* ProviderCall.retryAt(response)), finding)
  }
  const now = yield* Clock.currentTimeMillis
  yield* Effect.logError("MTN refuses our request").pipe(
    Effect.annotateLogs({ status: response.status, code: ProviderCall.printable(code ?? "none") })
  )
  const until = now + Limits.providers.configurationPauseMs
  const finding = isAccount ? "configuration" : "request"
  return Adapter.report(Adapter.unknown(until), isEmpty ? "float" : finding)
})

/** The way to MTN with our account: every call has a token, fetched again once if it is refused. */
const connect = (remote: HttpClient.HttpClient["Service"], options: Account) => {
  const call = ProviderCall.make(remote, "mtn")
  const subscription = () => ({
    "ocp-apim-subscription-key": Redacted.value(options.subscriptionKey),
    accept: "application/json"
  })
  const token = Token.make(
    Effect.suspend(() => {
      const account = `${options.user}:${Redacted.value(options.key)}`
      return call({
        operation: "token",
        url: ProviderCall.join(options.url, "/disbursement/token/"),
        method: "POST",
        headers: {
          ...subscription(),
          authorization: `Basic ${Buffer.from(account).toString("base64")}`
        },
        body: ""
      })
    })
  )

  const attempt = (question: ProviderCall.Request, given: Redacted.Redacted) =>
    call({
      ...question,
      url: ProviderCall.join(options.url, `/disbursement${question.url}`),
      headers: {
        ...subscription(),
        authorization: `Bearer ${Redacted.value(given)}`,
        "x-target-environment": options.target,
        ...question.headers
      }
    })

  /** `isSaid`: the answer is to the question; else there was no token to ask it with. */
  return Effect.fnUntraced(function* (question: ProviderCall.Request) {
    const first = yield* token(undefined)
    if (first._tag === "None") return { isSaid: false, response: first.response } as const
    const response = yield* attempt(question, first.value)
    if (response._tag === "NoResponse" || response.status !== 401)
      return { isSaid: true, response } as const
    const second = yield* token(first)
    if (second._tag === "None") return { isSaid: false, response: second.response } as const
    return { isSaid: true, response: yield* attempt(question, second.value) } as const
  })
}

export const make = (
  remote: HttpClient.HttpClient["Service"],
  options: Account
): Adapter.Adapter => {
  const ask = connect(remote, options)
  const { nameMsMax, precheckMsMax } = Limits.providers

  const get = (operation: string, url: string, timeoutMs: number = Limits.providers.callMsMax) =>
    Effect.map(
      ask({ operation, url, method: "GET", headers: {}, timeoutMs }),
      ({ response }) => response
    )

  /** Their sandbox knows this currency alone. */
  const currencyOf = ({ currency }: Payout): string =>
    options.target === "sandbox" ? "EUR" : currency

  const isSame = (payout: Payout, status: typeof Status.Type): boolean =>
    String(status.externalId ?? payout.id) === payout.id &&
    status.currency === currencyOf(payout) &&
    ProviderCall.msisdn(String(status.payee.partyId)) === ProviderCall.msisdn(payout.phone) &&
    Amounts.parse(String(status.amount), Network.decimals(payout.currency)) === payout.targetAmount

  /** What MTN's books say of a reference. */
  const books = ({ reference }: Transfer) =>
    get("check", `/v1_0/transfer/${encodeURIComponent(reference)}`)

  /** How a transfer stands by the status that the books show. */
  const standing = (payout: Payout, transfer: Transfer, body: unknown): Adapter.TransferReport =>
    Option.match(decodeStatus(body), {
      onNone: () => Adapter.report(Adapter.unknown(), "failing"),
      onSome: (status) =>
        isSame(payout, status)
          ? found(transfer, status)
          : Adapter.report(Adapter.permanentlyUnknown, "mismatch")
    })

  const check = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const response = yield* books(transfer)
    // They took it once. Not to know it now is no failure.
    if (response._tag === "Response" && response.status === 404) {
      return Adapter.report(Adapter.unknown(), "contradiction")
    }
    if (response._tag === "NoResponse" || response.status !== 200) return yield* unclear(response)
    return standing(payout, transfer, response.body)
  })

  const instruction = (payout: Payout, { reference }: Transfer): ProviderCall.Request => ({
    operation: "submit",
    url: "/v1_0/transfer",
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-reference-id": reference,
      ...(options.callbackUrl === undefined
        ? {}
        : {
            "x-callback-url": ProviderCall.join(options.callbackUrl, `/callbacks/mtn/${reference}`)
          })
    },
    body: JSON.stringify({
      amount: Amounts.text(payout.targetAmount, Network.decimals(payout.currency)),
      currency: currencyOf(payout),
      externalId: payout.id,
      payee: { partyIdType: "MSISDN", partyId: ProviderCall.msisdn(payout.phone) },
      payerMessage: "Payout",
      payeeNote: "Payout"
    })
  })

  /**
   * An instruction that was refused for our account's configuration, by a status that says nothing
   * of the transfer: MTN's books decide. What they do not hold waits under its reference, as it
   * does for a provider that is down, until a person has put the account right.
   */
  const settledByBooks = Effect.fnUntraced(function* (
    payout: Payout,
    transfer: Transfer,
    refusal: Adapter.TransferReport
  ) {
    const response = yield* books(transfer)
    if (response._tag === "NoResponse") return refusal
    if (response.status === 404) {
      const now = yield* Clock.currentTimeMillis
      return { ...refusal, outcome: Adapter.queued(now + Limits.providers.configurationPauseMs) }
    }
    if (response.status !== 200) return refusal
    const { finding, outcome } = standing(payout, transfer, response.body)
    return Adapter.report(outcome, finding ?? refusal.finding)
  })

  const submit = Effect.fnUntraced(function* (payout: Payout, transfer: Transfer) {
    const { isSaid, response } = yield* ask(instruction(payout, transfer))
    if (response._tag === "Response" && isSaid) {
      if (response.status === 202) return Adapter.report(Adapter.accepted)
      if (response.status === 409) return yield* check(payout, transfer)
    }
    const answer = yield* unclear(response)
    const isServers = response._tag === "Response" && response.status >= 500
    if (isSaid && isServers && answer.finding === "configuration") {
      return yield* settledByBooks(payout, transfer, answer)
    }
    const isUnsent = !isSaid || (response._tag === "NoResponse" && !response.wasSent)
    // A refusal of our account must end as a person's business; an outage is waited out.
    return isUnsent && (isServers || answer.finding === "failing")
      ? Adapter.report(Adapter.queued(), answer.finding)
      : answer
  })

  const precheck = Effect.fnUntraced(function* ({ phone }: Payout) {
    const url = `/v1_0/accountholder/msisdn/${ProviderCall.msisdn(phone)}/active`
    const response = yield* get("precheck", url, precheckMsMax)
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    const active = Option.getOrUndefined(decodeActive(response.body))
    return active?.result === false ? ("invalid_recipient" as const) : undefined
  })

  const registeredName = Effect.fnUntraced(function* ({ phone }: Payout) {
    const url = `/v1_0/accountholder/msisdn/${ProviderCall.msisdn(phone)}/basicuserinfo`
    const response = yield* get("name", url, nameMsMax)
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    return Option.match(decodeHolder(response.body), { onNone: () => undefined, onSome: nameOf })
  })

  const float = Effect.fnUntraced(function* (payout: Payout) {
    const response = yield* get("float", "/v1_0/account/balance")
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    const balance = Option.getOrUndefined(decodeBalance(response.body))
    return balance === undefined || balance.currency !== currencyOf(payout)
      ? undefined
      : Amounts.floor(String(balance.availableBalance), Network.decimals(payout.currency))
  })

  const wallets = Effect.map(get("float", "/v1_0/account/balance"), (response) => {
    if (response._tag === "NoResponse" || response.status !== 200) return undefined
    return Option.match(decodeBalance(response.body), {
      onNone: () => undefined,
      onSome: ({ availableBalance, currency }) =>
        Amounts.wallets([{ balance: availableBalance, currency }])
    })
  })

  return {
    name: "mtn",
    networks: ProviderNetworks.mtnTargets.get(options.target) ?? [],
    health: () => "operational",
    precheck,
    hasNameLookup: true,
    registeredName,
    submit,
    check,
    float,
    wallets,
    readCallback: (callback) => Effect.sync(() => hint(callback)),
    refresh: Effect.void
  }
}
