/** An account of every partition, made over the nodes' API. */
import * as Ids from "../../src/domain/Ids.ts"
import * as Nodes from "../support/nodes.ts"

export interface Account {
  readonly id: string
  readonly key: string
  readonly keyId: string
  readonly partition: number
}

/** Far more accounts than it takes until each partition has one. */
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
  /** After so long the connection is closed, milliseconds. */
  readonly msMax?: number
}

/** One request to one node; a lost connection rejects. */
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

/** Repeats a create, with its key, as long as it is unavailable; the body of its answer. */
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

/** A new account with a key, wherever its id leads. */
export const create = async (urls: () => ReadonlyArray<string>, name: string): Promise<Account> => {
  const idempotency_key = name
  const { id } = await created(urls, "POST /admin/v1/accounts", {
    body: { name, email: "nodes@example.com", kyc_status: "APPROVED", idempotency_key }
  })
  // Where partitions move, a request may run again; a repeat is answered without the secret.
  const issued = await Nodes.until("a key is issued with its secret", async () => {
    const body = { name, scope: "full" }
    const one = await created(urls, `POST /admin/v1/accounts/${id}/api-keys`, { body })
    return typeof one.key === "string" ? one : undefined
  })
  const { key } = issued
  const quote = await created(urls, "POST /v1/quotes", { key, body: { ...rate, idempotency_key } })
  return { id, key, keyId: issued.id, partition: Ids.partitionOf(quote.quote_id) }
}

/** One account of each partition, in the order of their numbers. */
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
