/**
 * A simulated MTN MoMo disbursement API (version 1_0) on loopback, with separate books: transfers
 * by reference, one account, and the money that reached a phone. It accepts one transfer per
 * reference and signs nothing. As in MTN's sandbox, the number decides the outcome.
 */
import { randomUUID } from "node:crypto"
import * as FaultyServer from "./faultyServer.ts"

/** The outcome of an instruction. */
export type Fate =
  | "complete"
  /** The transfer stays in this status. */
  | "PENDING"
  | { readonly fail: string }
  /** The request fails with this status and code, and no transfer is made. */
  | { readonly refuse: number; readonly code: string }

interface Entry {
  readonly reference: string
  status: string
  readonly amount: string
  readonly currency: string
  readonly externalId: string
  readonly partyId: string
  readonly created: number
  readonly fate: Fate
  reason: string | undefined
}

export interface Options {
  readonly port?: number
  readonly now?: () => number
  /** Milliseconds until a transfer has its outcome, and milliseconds for which a token is valid. */
  readonly settleAfterMs?: number
  readonly tokenMs?: number
  readonly target?: string
  readonly fate?: (transfer: Pick<Entry, "reference" | "partyId" | "externalId">) => Fate
  /** The JSON form of a failed transfer's reason. */
  readonly reasons?: "string" | "object"
  readonly isActive?: (msisdn: string) => boolean
  /** The account holder's basic user info. */
  readonly holder?: (msisdn: string) => unknown
  /**
   * The callbacks of a transfer: the delay in milliseconds, and the status, which is the true one
   * by default.
   */
  readonly callbacks?: (reference: string) => ReadonlyArray<{ afterMs: number; status?: string }>
}

const byNumber: ReadonlyMap<string, string> = new Map([
  ["46733123450", "INTERNAL_PROCESSING_ERROR"],
  ["46733123451", "REJECTED"],
  ["46733123452", "EXPIRED"],
  ["46733123455", "NOT_ENOUGH_FUNDS"],
  ["46733123456", "PAYER_LIMIT_REACHED"],
  ["46733123457", "PAYEE_NOT_FOUND"],
  ["46733123458", "NOT_ALLOWED"],
  ["46733123459", "NOT_ALLOWED_TARGET_ENVIRONMENT"],
  ["46733123460", "INVALID_CALLBACK_URL_HOST"],
  ["46733123461", "INVALID_CURRENCY"],
  ["46733123462", "INTERNAL_PROCESSING_ERROR"],
  ["46733123463", "SERVICE_UNAVAILABLE"],
  ["46733123464", "TRANSFER_TYPE_UNKNOWN"]
])

const fateOf = ({ partyId }: { readonly partyId: string }): Fate => {
  const code = byNumber.get(partyId)
  if (partyId === "46733123453" || partyId === "46733123454") return "PENDING"
  return code === undefined ? "complete" : { fail: code }
}

/** The user info as MTN's portal documents it, without a full name. */
const holder = {
  given_name: "Amina",
  family_name: "Nakato",
  birthdate: "1990-01-31",
  locale: "en_UG",
  gender: "FEMALE",
  status: "ACTIVE"
}

const problem = (status: number, code: string): FaultyServer.Reply => ({
  status,
  body: { code, message: `Reason: ${code}` }
})

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

export type Mtn = Awaited<ReturnType<typeof start>>

/** The simulated account: its settings and its books. */
interface Account {
  readonly options: Options
  readonly now: () => number
  readonly settleAfterMs: number
  readonly tokenMs: number
  readonly target: string
  readonly credentials: { user: string; key: string; subscriptionKey: string }
  readonly books: Map<string, Entry>
  readonly deliveries: Array<FaultyServer.Delivery>
  /** The time at which each token expires, in milliseconds. */
  readonly tokens: Map<string, number>
  readonly toggles: { balance: number; currency: string }
  readonly timers: Set<NodeJS.Timeout>
  readonly callbackUrls: Array<string>
}

const open = (options: Options): Account => {
  const { now = Date.now, settleAfterMs = 0, target = "mtnuganda" } = options
  const currency = target === "sandbox" ? "EUR" : "UGX"
  return {
    ...{ options, now, settleAfterMs, target, tokenMs: options.tokenMs ?? 3_600_000 },
    credentials: { user: randomUUID(), key: "mtn-key-secret", subscriptionKey: "mtn-sub-secret" },
    ...{ books: new Map(), deliveries: [], tokens: new Map(), timers: new Set() },
    ...{ toggles: { balance: 1e13, currency }, callbackUrls: [] }
  }
}

const finish = ({ deliveries, now, settleAfterMs, toggles }: Account, entry: Entry): void => {
  if (entry.status !== "PENDING" || entry.fate === "PENDING") return
  if (now() < entry.created + settleAfterMs) return
  if (typeof entry.fate === "object" && "fail" in entry.fate) {
    entry.status = "FAILED"
    entry.reason = entry.fate.fail
    toggles.balance += Number(entry.amount)
    return
  }
  entry.status = "SUCCESSFUL"
  const { amount, externalId, partyId, reference } = entry
  deliveries.push({ payoutId: externalId, reference, phone: partyId, amount })
}

const reasonOf = ({ reasons = "object" }: Options, { reason }: Entry) =>
  reason === undefined
    ? {}
    : { reason: reasons === "string" ? reason : { code: reason, message: "" } }

const shown = (options: Options, entry: Entry) => ({
  // MTN reformats amounts, so "5.0" comes back as "5".
  amount: String(Number(entry.amount)),
  currency: entry.currency,
  ...(entry.status === "SUCCESSFUL" ? { financialTransactionId: `${entry.created}1` } : {}),
  externalId: entry.externalId,
  payee: { partyIdType: "MSISDN", partyId: entry.partyId },
  payerMessage: "Payout",
  payeeNote: "Payout",
  status: entry.status,
  ...reasonOf(options, entry),
  somethingNew: 1
})

const callBack = (account: Account, entry: Entry, url: string): void => {
  const { options, settleAfterMs, timers } = account
  account.callbackUrls.push(url)
  const planned = options.callbacks?.(entry.reference) ?? [{ afterMs: settleAfterMs }]
  for (const plan of planned) {
    const timer = setTimeout(() => {
      timers.delete(timer)
      finish(account, entry)
      const status = plan.status ?? entry.status
      const body = JSON.stringify({ ...shown(options, entry), status })
      const headers = { "content-type": "application/json" }
      fetch(url, { method: "PUT", headers, body }).catch(() => undefined)
    }, plan.afterMs)
    timers.add(timer)
  }
}

const transfer = (
  account: Account,
  { body, headers }: FaultyServer.Request
): FaultyServer.Reply => {
  const { books, now, options, toggles } = account
  const reference = String(headers["x-reference-id"])
  if (!uuid.test(reference)) return problem(400, "INVALID_REFERENCE")
  if (books.has(reference)) return problem(409, "RESOURCE_ALREADY_EXIST")
  const { amount, currency, externalId, payee } = JSON.parse(body)
  if (![amount, currency, externalId, payee?.partyId].every((one) => typeof one === "string")) {
    return problem(400, "INVALID_INPUT")
  }
  const { partyId } = payee
  const fate = (options.fate ?? fateOf)({ reference, partyId, externalId })
  if (typeof fate === "object" && "refuse" in fate) return problem(fate.refuse, fate.code)
  if (currency !== toggles.currency) return problem(500, "INVALID_CURRENCY")
  const isEmpty = Number(amount) > toggles.balance
  toggles.balance -= Number(amount)
  const entry: Entry = {
    ...{ reference, status: "PENDING", amount, currency, externalId, partyId, created: now() },
    ...{ fate: isEmpty ? { fail: "NOT_ENOUGH_FUNDS" } : fate, reason: undefined }
  }
  books.set(reference, entry)
  const url = headers["x-callback-url"]
  if (typeof url === "string") callBack(account, entry, url)
  return { status: 202 }
}

const issueToken = (
  { credentials, now, tokenMs, tokens }: Account,
  { headers }: FaultyServer.Request
): FaultyServer.Reply => {
  const basic = Buffer.from(`${credentials.user}:${credentials.key}`).toString("base64")
  if (headers.authorization !== `Basic ${basic}`) return problem(401, "login_failed")
  const token = `token-secret-${randomUUID()}`
  tokens.set(token, now() + tokenMs)
  return {
    status: 200,
    body: { access_token: token, token_type: "access_token", expires_in: tokenMs / 1_000 }
  }
}

const checkTransfer = (account: Account, reference: string): FaultyServer.Reply => {
  const entry = account.books.get(reference)
  if (entry === undefined) return problem(404, "RESOURCE_NOT_FOUND")
  finish(account, entry)
  return { status: 200, body: shown(account.options, entry) }
}

/** The reply to a request, by its path /disbursement/v1_0/<what>/<last>/<msisdn>/<question>. */
const route = (account: Account, asked: FaultyServer.Request): FaultyServer.Reply => {
  const { options, toggles } = account
  const [, , , what, last = "", msisdn = "", question] = asked.path.split("/")
  if (what === "transfer") {
    return asked.method === "POST" ? transfer(account, asked) : checkTransfer(account, last)
  }
  if (what === "account") {
    const availableBalance = String(toggles.balance)
    return { status: 200, body: { availableBalance, currency: toggles.currency } }
  }
  if (question === "active") {
    return { status: 200, body: { result: options.isActive?.(msisdn) ?? true } }
  }
  if (question === "basicuserinfo") {
    return { status: 200, body: options.holder?.(msisdn) ?? holder }
  }
  return problem(404, "NOT_FOUND")
}

const act = (account: Account, asked: FaultyServer.Request): FaultyServer.Reply => {
  const { credentials, now, target, tokens } = account
  const { headers, path } = asked
  if (headers["ocp-apim-subscription-key"] !== credentials.subscriptionKey) {
    return { status: 401, body: { statusCode: 401, message: "Access denied" } }
  }
  if (path === "/disbursement/token/") return issueToken(account, asked)
  const bearer = String(headers.authorization).replace(/^Bearer /, "")
  if ((tokens.get(bearer) ?? 0) <= now()) return problem(401, "invalid_token")
  if (headers["x-target-environment"] !== target) {
    return problem(500, "NOT_ALLOWED_TARGET_ENVIRONMENT")
  }
  return route(account, asked)
}

/** The operation and reference of a request, by which faults are scripted. */
const nameOf = ({ headers, method, path }: FaultyServer.Request): readonly [string, string] => {
  if (path.endsWith("/token/")) return ["token", ""]
  if (!path.includes("/transfer")) return [path.split("/").at(-1) ?? "", ""]
  return method === "POST"
    ? ["submit", String(headers["x-reference-id"])]
    : ["check", path.split("/").at(-1) ?? ""]
}

export const start = async (options: Options = {}) => {
  const account = open(options)
  const { books, callbackUrls, credentials, deliveries, target, timers, toggles, tokens } = account
  const server = await FaultyServer.start(nameOf, (asked) => act(account, asked), options.port)
  return {
    ...{ server, url: server.url, account: credentials, target, books, deliveries, tokens },
    toggles,
    /** The callback URLs that transfers gave. */
    callbackUrls,
    /** The number of times that a payout reached a phone. A pending transfer counts. */
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
