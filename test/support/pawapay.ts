/**
 * A simulated pawaPay (Merchant API v2) on loopback, with separate books: payouts by id, wallets by
 * country, and the money that reached a phone. It accepts one payout per id and keeps no rejected
 * one. As in pawaPay's sandbox, the number decides the outcome.
 */
import * as FaultyServer from "./faultyServer.ts"
import * as Signing from "./signing.ts"

/** The outcome of an instruction. */
export type Fate =
  | "complete"
  /** The payout stays in this status. */
  | "ENQUEUED"
  | "PROCESSING"
  | "IN_RECONCILIATION"
  | { readonly reject: string }
  | { readonly fail: string }

interface Entry {
  readonly payoutId: string
  status: string
  /** The amount in hundredths. */
  readonly amount: number
  readonly currency: string
  readonly country: string
  readonly phoneNumber: string
  readonly provider: string
  readonly clientReferenceId: string | undefined
  readonly created: number
  readonly fate: Fate
  failureCode: string | undefined
}

/** A callback to send, with its delay and its fault. */
export interface Callback {
  readonly afterMs: number
  readonly form: "der" | "raw" | "unsigned" | "forged"
  /** The status to send instead of the true one. */
  readonly status?: string
}

export interface Options {
  readonly token?: string
  readonly port?: number
  readonly now?: () => number
  /** Milliseconds from a payout's acceptance to its outcome. */
  readonly settleAfterMs?: number
  readonly fate?: (payout: Pick<Entry, "payoutId" | "phoneNumber" | "clientReferenceId">) => Fate
  /**
   * The keys of signed requests by their ids, as PEM. With them the account accepts only signed
   * requests.
   */
  readonly requestKeys?: ReadonlyMap<string, string>
  /** The URL of callbacks, and the callbacks of a payout. */
  readonly callbackUrl?: string
  readonly callbacks?: (reference: string) => ReadonlyArray<Callback>
}

const countries = { UGA: "UGX", KEN: "KES", GHA: "GHS", TZA: "TZS", NGA: "NGN" } as const

const providers = [
  ...["MTN_MOMO_UGA", "AIRTEL_OAPI_UGA", "MPESA_KEN", "AIRTEL_KEN", "MTN_MOMO_GHA"],
  ...["VODAFONE_GHA", "AIRTELTIGO_GHA", "VODACOM_TZA", "AIRTEL_TZA", "TIGO_TZA", "HALOTEL_TZA"],
  ...["MTN_MOMO_NGA", "AIRTEL_NGA"]
]

const byNumber: ReadonlyArray<readonly [string, Fate]> = [
  ["3456089", { fail: "RECIPIENT_NOT_FOUND" }],
  ["3456099", { fail: "WALLET_LIMIT_REACHED" }],
  ["3456109", { fail: "RECIPIENT_LIMIT_REACHED" }],
  ["3456119", { fail: "UNSPECIFIED_FAILURE" }],
  ["3456129", "PROCESSING"]
]

const fateOf = ({ phoneNumber }: { readonly phoneNumber: string }): Fate =>
  byNumber.find(([end]) => phoneNumber.endsWith(end))?.[1] ?? "complete"

const failure = (failureCode: string) => ({
  failureReason: { failureCode, failureMessage: `Reason: ${failureCode}` }
})

const known = ["payoutId", "amount", "currency", "recipient", "clientReferenceId", "metadata"]
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export type PawaPay = Awaited<ReturnType<typeof start>>

/** The simulated account: its settings and its books. */
interface Account {
  readonly options: Options
  readonly now: () => number
  readonly settleAfterMs: number
  readonly token: string
  readonly books: Map<string, Entry>
  readonly deliveries: Array<FaultyServer.Delivery>
  /** The balance of each country's wallet, in hundredths. */
  readonly wallets: Map<string, number>
  /** The status of each provider, OPERATIONAL by default. */
  readonly statuses: Map<string, string>
  readonly key: Signing.Key
  readonly forger: Signing.Key
  readonly timers: Set<NodeJS.Timeout>
  readonly toggles: {
    keys: ReadonlyArray<Signing.Key>
    signedCallbacks: boolean
    list: ReadonlyArray<string>
  }
  readonly requests: { keys: ReadonlyMap<string, string> | undefined }
}

const open = (options: Options): Account => {
  const { now = Date.now, settleAfterMs = 0, token = "pawapay-token-secret" } = options
  const key = Signing.makeKey("ecdsa-p256-sha256")
  return {
    ...{ options, now, settleAfterMs, token, key },
    forger: Signing.makeKey("ecdsa-p256-sha256"),
    wallets: new Map(Object.keys(countries).map((name) => [name, 1e13])),
    ...{ books: new Map(), deliveries: [], statuses: new Map(), timers: new Set() },
    toggles: { keys: [key], signedCallbacks: true, list: providers },
    requests: { keys: options.requestKeys }
  }
}

const text = (hundredths: number): string => (hundredths / 100).toFixed(2)

const finish = (account: Account, entry: Entry): void => {
  const { deliveries, now, settleAfterMs, statuses, wallets } = account
  if (!["ACCEPTED", "PROCESSING", "ENQUEUED"].includes(entry.status)) return
  if (typeof entry.fate === "string" && entry.fate !== "complete") {
    entry.status = entry.fate
    return
  }
  if (statuses.get(entry.provider) === "DELAYED") {
    entry.status = "ENQUEUED"
    return
  }
  if (now() < entry.created + settleAfterMs) return
  if (typeof entry.fate === "object" && "fail" in entry.fate) {
    entry.status = "FAILED"
    entry.failureCode = entry.fate.fail
    wallets.set(entry.country, (wallets.get(entry.country) ?? 0) + entry.amount)
    return
  }
  entry.status = "COMPLETED"
  deliveries.push({
    payoutId: entry.clientReferenceId ?? "",
    reference: entry.payoutId,
    phone: entry.phoneNumber,
    amount: text(entry.amount)
  })
}

const shown = (entry: Entry) => ({
  payoutId: entry.payoutId,
  status: entry.status,
  amount: text(entry.amount),
  currency: entry.currency,
  country: entry.country,
  recipient: {
    type: "MMO",
    accountDetails: { phoneNumber: entry.phoneNumber, provider: entry.provider }
  },
  clientReferenceId: entry.clientReferenceId,
  customerMessage: "DEMO",
  created: new Date(entry.created).toISOString(),
  ...(entry.status === "COMPLETED" ? { providerTransactionId: `PP${entry.created}` } : {}),
  ...(entry.failureCode === undefined ? {} : failure(entry.failureCode)),
  somethingNew: { nested: true }
})

/** The request of a callback about a payout, sent to the URL `at`. */
const callbackOf = (
  account: Account,
  reference: string,
  at: string,
  { form, status }: Omit<Callback, "afterMs">
) => {
  const { books, forger, key, now } = account
  const entry = books.get(reference)
  if (entry === undefined) throw new Error("There is no such payout")
  finish(account, entry)
  const { host, pathname } = new URL(at)
  const body = JSON.stringify({ ...shown(entry), ...(status === undefined ? {} : { status }) })
  const created = Math.floor(now() / 1_000)
  const headers: Record<string, string> =
    form === "unsigned"
      ? { "content-type": "application/json" }
      : Signing.headers({
          ...{ method: "POST", authority: host, path: pathname, body, created },
          ...{ expires: created + 60, key: form === "forged" ? forger : key, named: key.id },
          form: form === "raw" ? "raw" : "der"
        })
  return { method: "POST", authority: host, path: pathname, headers, body: Buffer.from(body) }
}

const callBack = (account: Account, entry: Entry): void => {
  const { options, settleAfterMs, timers } = account
  const { callbackUrl } = options
  if (callbackUrl === undefined) return
  const planned = options.callbacks?.(entry.payoutId) ?? [
    { afterMs: settleAfterMs, form: "der" as const }
  ]
  for (const plan of planned) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      const { body, headers } = callbackOf(account, entry.payoutId, callbackUrl, plan)
      const { "content-length": _, ...rest } = headers
      fetch(callbackUrl, { method: "POST", headers: rest, body }).catch(() => undefined)
    }, plan.afterMs)
    timers.add(timer)
  }
}

/** A requested payout whose texts were checked. */
interface Instruction {
  readonly payoutId: string
  readonly amount: string
  readonly currency: string
  readonly phoneNumber: string
  readonly provider: string
  readonly clientReferenceId: string | undefined
}

/** The instruction, or the code of the request's error. */
const read = (body: string): Instruction | string => {
  const given = JSON.parse(body)
  const unknown = Object.keys(given).find((name) => !known.includes(name))
  if (unknown !== undefined) return "UNSUPPORTED_PARAMETER"
  const { amount, clientReferenceId, currency, payoutId, recipient } = given
  const { phoneNumber, provider } = recipient?.accountDetails ?? {}
  if (!uuid.test(payoutId)) return "INVALID_PARAMETER"
  if (![amount, currency, phoneNumber, provider].every((one) => typeof one === "string")) {
    return "MISSING_PARAMETER"
  }
  return { payoutId, amount, currency, phoneNumber, provider, clientReferenceId }
}

const countryOf = (provider: string) => provider.slice(-3) as keyof typeof countries

/** The code of a rejection; `undefined` if the payout is accepted. */
const rejectionOf = (
  { statuses, toggles, wallets }: Account,
  { amount, currency, phoneNumber, provider }: Instruction,
  fate: Fate
): string | undefined => {
  if (typeof fate === "object" && "reject" in fate) return fate.reject
  if (!/^(0|[1-9]\d*)(\.\d{1,2})?$/.test(amount)) return "INVALID_AMOUNT"
  if (!toggles.list.includes(provider)) return "INVALID_PROVIDER"
  const country = countryOf(provider)
  if (countries[country] !== currency) return "INVALID_CURRENCY"
  if (!/^[1-9]\d{9,14}$/.test(phoneNumber)) return "INVALID_PHONE_NUMBER"
  if (statuses.get(provider) === "CLOSED") return "PROVIDER_TEMPORARILY_UNAVAILABLE"
  const isShort = (wallets.get(country) ?? 0) < hundredthsOf(amount)
  return isShort ? "PAWAPAY_WALLET_OUT_OF_FUNDS" : undefined
}

const hundredthsOf = (amount: string): number => Math.round(Number(amount) * 100)

const initiate = (account: Account, body: string): FaultyServer.Reply => {
  const { books, now, options, wallets } = account
  const instruction = read(body)
  if (typeof instruction === "string") return { status: 400, body: failure(instruction) }
  const { clientReferenceId, currency, payoutId, phoneNumber, provider } = instruction
  const created = new Date(now()).toISOString()
  const reply = (status: string, code?: string) => ({
    status: 200,
    body: { payoutId, status, created, ...(code === undefined ? {} : failure(code)) }
  })
  if (books.has(payoutId)) return reply("DUPLICATE_IGNORED")
  const fate = (options.fate ?? fateOf)({ payoutId, phoneNumber, clientReferenceId })
  const rejection = rejectionOf(account, instruction, fate)
  if (rejection !== undefined) return reply("REJECTED", rejection)
  const country = countryOf(provider)
  const amount = hundredthsOf(instruction.amount)
  wallets.set(country, (wallets.get(country) ?? 0) - amount)
  const entry: Entry = {
    ...{ payoutId, status: "ACCEPTED", amount, currency, country, phoneNumber },
    ...{ provider, clientReferenceId, created: now(), fate, failureCode: undefined }
  }
  books.set(payoutId, entry)
  callBack(account, entry)
  return reply("ACCEPTED")
}

const configuration = ({ requests, statuses, toggles }: Account) => ({
  companyName: "Demo",
  signatureConfiguration: {
    signedRequestsOnly: requests.keys !== undefined,
    signedCallbacks: toggles.signedCallbacks
  },
  countries: Object.entries(countries).map(([country, currency]) => ({
    country,
    displayName: { en: country, fr: country },
    prefix: "000",
    flag: "https://static.pawapay.test/flag.svg",
    providers: toggles.list
      .filter((name) => name.endsWith(country))
      .map((provider) => ({
        provider,
        displayName: provider,
        logo: "https://static.pawapay.test/logo.png",
        nameDisplayedToCustomer: "DEMO",
        currencies: [
          {
            currency,
            displayName: currency,
            operationTypes: {
              PAYOUT: {
                ...{ minAmount: "1", maxAmount: "5000000", decimalsInAmount: "TWO_PLACES" },
                status: statuses.get(provider) ?? "OPERATIONAL"
              }
            }
          }
        ]
      }))
  }))
})

const isSigned = (
  { now, requests }: Account,
  { body, headers, method, path }: FaultyServer.Request
): boolean =>
  requests.keys === undefined ||
  Signing.isSignedBy(requests.keys, {
    ...{ method, authority: headers.host ?? "", path, body, now: now() },
    headers: headers as Readonly<Record<string, string>>
  })

const balances = ({ wallets }: Account, query: URLSearchParams): FaultyServer.Reply => {
  const wanted = query.get("country")
  const list = Object.entries(countries)
    .filter(([country]) => wanted === null || country === wanted)
    .map(([country, currency]) => {
      return { country, balance: text(wallets.get(country) ?? 0), currency, provider: "" }
    })
  return { status: 200, body: { balances: list } }
}

const failEnqueued = (entry: Entry | undefined): FaultyServer.Reply => {
  if (entry?.status !== "ENQUEUED") return { status: 200, body: failure("INVALID_STATE") }
  entry.status = "FAILED"
  entry.failureCode = "MANUALLY_CANCELLED"
  return { status: 200, body: { payoutId: entry.payoutId, status: "ACCEPTED" } }
}

const check = (account: Account, entry: Entry | undefined): FaultyServer.Reply => {
  if (entry === undefined) return { status: 200, body: { status: "NOT_FOUND" } }
  finish(account, entry)
  return { status: 200, body: { status: "FOUND", data: shown(entry) } }
}

/** The reply to a request with the account's token. */
const route = (account: Account, asked: FaultyServer.Request): FaultyServer.Reply => {
  const { body, method, path, query } = asked
  if (method === "POST" && path === "/v2/payouts") {
    return isSigned(account, asked)
      ? initiate(account, body)
      : { status: 403, body: failure("HTTP_SIGNATURE_ERROR") }
  }
  if (path === "/v2/active-conf") return { status: 200, body: configuration(account) }
  if (path === "/v2/wallet-balances") return balances(account, query)
  const entry = account.books.get(path.split("/").at(-1) ?? "")
  if (method === "POST" && path.startsWith("/v2/payouts/fail-enqueued/")) {
    return failEnqueued(entry)
  }
  if (method === "GET" && path.startsWith("/v2/payouts/")) return check(account, entry)
  return { status: 404, body: failure("NOT_FOUND") }
}

const act = (account: Account, asked: FaultyServer.Request): FaultyServer.Reply => {
  if (asked.path === "/v2/public-key/http") {
    const list = account.toggles.keys.map((one) => ({ id: one.id, key: Signing.pem(one) }))
    return { status: 200, body: list }
  }
  const { authorization } = asked.headers
  if (authorization === undefined) return { status: 401, body: failure("NO_AUTHENTICATION") }
  if (authorization !== `Bearer ${account.token}`) {
    return { status: 403, body: failure("AUTHENTICATION_ERROR") }
  }
  return route(account, asked)
}

/** The operation and reference of a request, by which faults are scripted. */
const nameOf = ({ body, method, path }: FaultyServer.Request): readonly [string, string] => {
  if (method === "POST" && path === "/v2/payouts") {
    return ["submit", /"payoutId":"([^"]*)"/.exec(body)?.[1] ?? ""]
  }
  return path.startsWith("/v2/payouts/")
    ? ["check", path.split("/").at(-1) ?? ""]
    : [path.split("/")[2] ?? "", ""]
}

export const start = async (options: Options = {}) => {
  const account = open(options)
  const { books, deliveries, key, requests, statuses, timers, toggles, token, wallets } = account
  const server = await FaultyServer.start(nameOf, (asked) => act(account, asked), options.port)
  return {
    ...{ server, url: server.url, token, books, deliveries, wallets, statuses, key, toggles },
    /** The keys with which requests must be signed; `undefined` accepts unsigned ones. */
    requests,
    callback: (reference: string, at: string, plan: Omit<Callback, "afterMs">) =>
      callbackOf(account, reference, at, plan),
    /** The number of times that a payout reached a phone. A pending payout counts. */
    payments: (payoutId: string): number => {
      for (const entry of books.values()) finish(account, entry)
      return deliveries.filter((one) => one.payoutId === payoutId).length
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await server.close()
    }
  }
}
