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

/** The answer's body, which must have this status. */
const expectStatus = async (status: number, answer: Promise<Answer>): Promise<Json> => {
  const got = await answer
  if (got.status !== status) throw new Error(`${got.status} instead of ${status}: ${got.text}`)
  return got.json
}

export const rate = { source_amount_usdc: 10, target_currency: "UGX" }

/** A new account with a key, wherever its id leads. */
export const create = async (url: string, name: string): Promise<Account> => {
  const made = await expectStatus(
    201,
    call(url, "POST /admin/v1/accounts", {
      body: { name, email: "nodes@example.com", kyc_status: "APPROVED" }
    })
  )
  const { id, key } = await expectStatus(
    201,
    call(url, `POST /admin/v1/accounts/${made.id}/api-keys`, { body: { name, scope: "full" } })
  )
  const quote = await expectStatus(
    201,
    call(url, "POST /v1/quotes", { key, body: { ...rate, idempotency_key: "the first" } })
  )
  return { id: made.id, key, keyId: id, partition: Ids.partitionOf(quote.quote_id) }
}

/** One account of each partition, in the order of their numbers. */
export const ofAllPartitions = async (
  urls: () => ReadonlyArray<string>
): Promise<ReadonlyArray<Account>> => {
  const found = new Map<number, Account>()
  for (let count = 0; found.size < Nodes.partitions; count++) {
    if (count > accountsMax) throw new Error(`accounts in ${[...found.keys()]} only`)
    const all = urls()
    const account = await create(all[count % all.length] ?? "", `account ${count}`)
    if (!found.has(account.partition)) found.set(account.partition, account)
  }
  return [...found.values()].toSorted((one, other) => one.partition - other.partition)
}
