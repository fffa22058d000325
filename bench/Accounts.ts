/** Accounts at the service, each with a key, because a real load comes from many customers. */
import * as Contenders from "./Contenders.ts"
import type * as Load from "./Load.ts"

/**
 * Sends a request as an operator or a customer, and returns the response's JSON. Any failure ends
 * the bench.
 */
export const ask = async <A>(
  { host, port }: Load.Target,
  path: string,
  key: string,
  body: unknown
): Promise<A> => {
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }
  const answer = await fetch(`http://${host}:${port}${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body)
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`POST ${path} was answered ${answer.status}: ${text}`)
  return JSON.parse(text)
}

export interface Account {
  readonly id: string
  readonly key: string
}

const create = async (service: Load.Target, index: number): Promise<Account> => {
  const { adminKey } = Contenders
  const facts = { name: `Bench ${index}`, email: `bench${index}@example.com` }
  const { id } = await ask<{ readonly id: string }>(service, "/admin/v1/accounts", adminKey, {
    ...facts,
    kyc_status: "APPROVED",
    idempotency_key: `account ${index}`
  })
  const { key } = await ask<{ readonly key: string }>(
    service,
    `/admin/v1/accounts/${id}/api-keys`,
    adminKey,
    { name: "bench", scope: "full", idempotency_key: `key ${index}` }
  )
  return { id, key }
}

export const open = (service: Load.Target, count: number): Promise<ReadonlyArray<Account>> =>
  Promise.all(Array.from({ length: count }, (_, index) => create(service, index)))
