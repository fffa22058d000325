/**
 * A simulated pawaPay (Merchant API v2) on loopback, with books of its own: payouts by id, wallets
 * by country, and the money that really reached a phone. It takes one payout per id, keeps nothing
 * of what it rejects, and decides outcomes by the number, as theirs does.
 */
import * as FaultyServer from "./faultyServer.ts"
import * as Signing from "./signing.ts"

/** What becomes of an instruction. */
export type Fate =
  | "complete"
  /** It stays where it is, without an end. */
  | "ENQUEUED"
  | "PROCESSING"
  | "IN_RECONCILIATION"
  | { readonly reject: string }
  | { readonly fail: string }

interface Entry {
  readonly payoutId: string
  status: string
  /** Hundredths. */
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

/** A callback to send: when, and what is wrong with it. */
export interface Callback {
  readonly afterMs: number
  readonly form: "der" | "raw" | "unsigned" | "forged"
  /** Instead of the true status. */
  readonly status?: string
}

export interface Options {
  readonly token?: string
  readonly port?: number
  readonly now?: () => number
  /** How long a payout is on its way, milliseconds. */
  readonly settleAfterMs?: number
  readonly fate?: (payout: Pick<Entry, "payoutId" | "phoneNumber" | "clientReferenceId">) => Fate
  /** The keys of requests by their ids, as PEM: with them the account takes signed ones alone. */
  readonly requestKeys?: ReadonlyMap<string, string>
  /** Where callbacks go, and which are sent for a payout. */
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
  failureReason: { failureCode, failureMessage: `This is why: ${failureCode}` }
})

const known = ["payoutId", "amount", "currency", "recipient", "clientReferenceId", "metadata"]
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export type PawaPay = Awaited<ReturnType<typeof start>>

export const start = async (options: Options = {}) => {
  const { now = Date.now, settleAfterMs = 0, token = "pawapay-token-secret" } = options
  const fates = options.fate ?? fateOf
  const books = new Map<string, Entry>()
  const deliveries: Array<FaultyServer.Delivery> = []
  const wallets = new Map<string, number>(Object.keys(countries).map((name) => [name, 1e13]))
  const statuses = new Map<string, string>()
  const key = Signing.makeKey("ecdsa-p256-sha256")
  const forger = Signing.makeKey("ecdsa-p256-sha256")
  const timers = new Set<NodeJS.Timeout>()
  const toggles = { keys: [key], signedCallbacks: true, list: providers }
  const requests = { keys: options.requestKeys }

  const text = (hundredths: number): string => (hundredths / 100).toFixed(2)

  const finish = (entry: Entry): void => {
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

  const callbackOf = (
    reference: string,
    at: string,
    { form, status }: Omit<Callback, "afterMs">
  ) => {
    const entry = books.get(reference)
    if (entry === undefined) throw new Error("There is no such payout")
    finish(entry)
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

  const callBack = (entry: Entry): void => {
    const { callbackUrl } = options
    if (callbackUrl === undefined) return
    const planned = options.callbacks?.(entry.payoutId) ?? [
      { afterMs: settleAfterMs, form: "der" as const }
    ]
    for (const plan of planned) {
      const timer = setTimeout(() => {
        timers.delete(timer)
        const { body, headers } = callbackOf(entry.payoutId, callbackUrl, plan)
        const { "content-length": _, ...rest } = headers
        fetch(callbackUrl, { method: "POST", headers: rest, body }).catch(() => undefined)
      }, plan.afterMs)
      timers.add(timer)
    }
  }

  const initiate = (body: string): FaultyServer.Reply => {
    const given = JSON.parse(body)
    const unknown = Object.keys(given).find((name) => !known.includes(name))
    if (unknown !== undefined) return { status: 400, body: failure("UNSUPPORTED_PARAMETER") }
    const { amount, clientReferenceId, currency, payoutId, recipient } = given
    const { phoneNumber, provider } = recipient?.accountDetails ?? {}
    if (!uuid.test(payoutId)) return { status: 400, body: failure("INVALID_PARAMETER") }
    if (![amount, currency, phoneNumber, provider].every((one) => typeof one === "string")) {
      return { status: 400, body: failure("MISSING_PARAMETER") }
    }
    const created = new Date(now()).toISOString()
    const say = (status: string, code?: string) => ({
      status: 200,
      body: { payoutId, status, created, ...(code === undefined ? {} : failure(code)) }
    })
    if (books.has(payoutId)) return say("DUPLICATE_IGNORED")
    const country = String(provider).slice(-3) as keyof typeof countries
    const fate = fates({ payoutId, phoneNumber, clientReferenceId })
    if (typeof fate === "object" && "reject" in fate) return say("REJECTED", fate.reject)
    if (!/^(0|[1-9]\d*)(\.\d{1,2})?$/.test(amount)) return say("REJECTED", "INVALID_AMOUNT")
    if (!toggles.list.includes(provider)) return say("REJECTED", "INVALID_PROVIDER")
    if (countries[country] !== currency) return say("REJECTED", "INVALID_CURRENCY")
    if (!/^[1-9]\d{9,14}$/.test(phoneNumber)) return say("REJECTED", "INVALID_PHONE_NUMBER")
    if (statuses.get(provider) === "CLOSED") {
      return say("REJECTED", "PROVIDER_TEMPORARILY_UNAVAILABLE")
    }
    const hundredths = Math.round(Number(amount) * 100)
    const left = (wallets.get(country) ?? 0) - hundredths
    if (left < 0) return say("REJECTED", "PAWAPAY_WALLET_OUT_OF_FUNDS")
    wallets.set(country, left)
    const entry: Entry = {
      ...{ payoutId, status: "ACCEPTED", amount: hundredths, currency, country, phoneNumber },
      ...{ provider, clientReferenceId, created: now(), fate, failureCode: undefined }
    }
    books.set(payoutId, entry)
    callBack(entry)
    return say("ACCEPTED")
  }

  const configuration = () => ({
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

  const isSigned = ({ body, headers, method, path }: FaultyServer.Asked): boolean =>
    requests.keys === undefined ||
    Signing.isSignedBy(requests.keys, {
      ...{ method, authority: headers.host ?? "", path, body, now: now() },
      headers: headers as Readonly<Record<string, string>>
    })

  const act = (asked: FaultyServer.Asked): FaultyServer.Reply => {
    const { body, headers, method, path, query } = asked
    if (path === "/v2/public-key/http") {
      const list = toggles.keys.map((one) => ({ id: one.id, key: Signing.pem(one) }))
      return { status: 200, body: list }
    }
    if (headers.authorization === undefined) {
      return { status: 401, body: failure("NO_AUTHENTICATION") }
    }
    if (headers.authorization !== `Bearer ${token}`) {
      return { status: 403, body: failure("AUTHENTICATION_ERROR") }
    }
    if (method === "POST" && path === "/v2/payouts") {
      return isSigned(asked)
        ? initiate(body)
        : { status: 403, body: failure("HTTP_SIGNATURE_ERROR") }
    }
    if (path === "/v2/active-conf") return { status: 200, body: configuration() }
    if (path === "/v2/wallet-balances") {
      const asked = query.get("country")
      const balances = Object.entries(countries)
        .filter(([country]) => asked === null || country === asked)
        .map(([country, currency]) => {
          return { country, balance: text(wallets.get(country) ?? 0), currency, provider: "" }
        })
      return { status: 200, body: { balances } }
    }
    const entry = books.get(path.split("/").at(-1) ?? "")
    if (method === "POST" && path.startsWith("/v2/payouts/fail-enqueued/")) {
      if (entry?.status !== "ENQUEUED") return { status: 200, body: failure("INVALID_STATE") }
      entry.status = "FAILED"
      entry.failureCode = "MANUALLY_CANCELLED"
      return { status: 200, body: { payoutId: entry.payoutId, status: "ACCEPTED" } }
    }
    if (method === "GET" && path.startsWith("/v2/payouts/")) {
      if (entry === undefined) return { status: 200, body: { status: "NOT_FOUND" } }
      finish(entry)
      return { status: 200, body: { status: "FOUND", data: shown(entry) } }
    }
    return { status: 404, body: failure("NOT_FOUND") }
  }

  const server = await FaultyServer.start(
    ({ body, method, path }) => {
      if (method === "POST" && path === "/v2/payouts") {
        return ["submit", /"payoutId":"([^"]*)"/.exec(body)?.[1] ?? ""]
      }
      return path.startsWith("/v2/payouts/")
        ? ["check", path.split("/").at(-1) ?? ""]
        : [path.split("/")[2] ?? "", ""]
    },
    act,
    options.port
  )
  return {
    ...{ server, url: server.url, token, books, deliveries, wallets, statuses, key, toggles },
    /** Which keys requests must be signed with; `undefined`: they need not be. */
    requests,
    callback: callbackOf,
    /** How often a payout of ours reached a phone. What is on its way counts as arrived. */
    payments: (payoutId: string): number => {
      for (const entry of books.values()) finish(entry)
      return deliveries.filter((one) => one.payoutId === payoutId).length
    },
    close: async () => {
      for (const timer of timers) clearTimeout(timer)
      await server.close()
    }
  }
}
