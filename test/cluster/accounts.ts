/** Accounts of all partitions, created over the nodes' API. */
import * as Ids from "../../src/domain/Ids.ts"
import * as Nodes from "../support/nodes.ts"

export interface Account {
  readonly id: string
  readonly key: string
  readonly keyId: string
  readonly partition: number
}

/** A limit far above the number of accounts until each partition has one. */
const accountsMax = 50 * Nodes.partitions

// biome-ignore lint/suspicious/noExplicitAny: bodies of the wire, looked into freely by tests
type Json = any

export interface Answer {
  readonly status: number
  readonly json: Json
  readonly text: string
}

export interface Call {
  readonly key?: string
  readonly body?: unknown
  /** Milliseconds after which the connection is closed. */
  readonly msMax?: number
}

/** Sends one request to one node. Rejects if the connection is lost. */
export const call = async (
  url: string,
  route: `${string} /${string}`,
  { body, key = Nodes.adminKey, msMax = 30_000 }: Call = {}
): Promise<Answer> => {
  const [method = "", path = ""] = route.split(" ", 2)
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(msMax)
  })
  const text = await answer.text()
  return { status: answer.status, text, json: text.startsWith("{") ? JSON.parse(text) : undefined }
}

/**
 * Retries a create with its key while the service is unavailable, and returns the body of the
 * response.
 */
const created = (
  urls: () => ReadonlyArray<string>,
  route: `${string} /${string}`,
  sent: Call
): Promise<Json> => {
  let turn = 0
  return Nodes.until(`201 of ${route}`, async () => {
    const all = urls()
    turn += 1
    const answer = await call(all[turn % all.length] ?? "", route, sent).catch(() => undefined)
    if (answer === undefined || answer.status === 503) return undefined
    if (answer.status === 201) return answer.json
    throw new Error(`${route} is answered ${answer.status} ${answer.text}`)
  })
}

export const rate = { source_amount_usdc: 10, target_currency: "UGX" }

/** Creates an account with a key, in whichever partition its id falls. */
export const create = async (urls: () => ReadonlyArray<string>, name: string): Promise<Account> => {
  const idempotency_key = name
  const { id } = await created(urls, "POST /admin/v1/accounts", {
    body: { name, email: "nodes@example.com", kyc_status: "APPROVED", idempotency_key }
  })
  // While partitions move, a request may be retried, and the response to a retry has no secret.
  const issued = await Nodes.until("a key is issued with its secret", async () => {
    const body = { name, scope: "full" }
    const one = await created(urls, `POST /admin/v1/accounts/${id}/api-keys`, { body })
    return typeof one.key === "string" ? one : undefined
  })
  const { key } = issued
  const quote = await created(urls, "POST /v1/quotes", { key, body: { ...rate, idempotency_key } })
  return { id, key, keyId: issued.id, partition: Ids.partitionOf(quote.quote_id) }
}

/** Creates one account in each partition, in the order of their numbers. */
export const ofAllPartitions = async (
  urls: () => ReadonlyArray<string>
): Promise<ReadonlyArray<Account>> => {
  const found = new Map<number, Account>()
  for (let count = 0; found.size < Nodes.partitions; count++) {
    if (count > accountsMax) throw new Error(`accounts in ${[...found.keys()]} only`)
    const account = await create(urls, `account ${count}`)
    if (!found.has(account.partition)) found.set(account.partition, account)
  }
  return [...found.values()].toSorted((one, other) => one.partition - other.partition)
}
