/**
 * Ids of the wrong kind, which name nothing at any place of a request, whichever account they
 * belong to.
 */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import type { Document, Placed } from "./schemas.ts"
import * as Schemas from "./schemas.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

/** Ids by their prefixes. */
type Ids = ReadonlyMap<string, ReadonlyArray<string>>

/** Makes one object of every kind for an account, and names their ids. */
const made = async (
  service: Service.Service,
  { id, key }: Awaited<ReturnType<typeof customer>>
): Promise<ReadonlyArray<string>> => {
  const ask = async (method: string, path: string, body?: object) => {
    const answer = await service.call(method, path, {
      key,
      ...(body === undefined ? {} : { body })
    })
    assert.isBelow(answer.status, 300, answer.text)
    return answer.json
  }
  const quote = (n: number) =>
    ask("POST", "/v1/quotes", {
      ...{ source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `quote ${n}` }
    })
  const recipient = { phone: "+256770000001", network: "MTN_UG", name: "Amina" }
  const row = { ...recipient, amount_usdc: 5, idempotency_key: "salary" }
  const beneficiary = await ask("POST", "/v1/beneficiaries", recipient)
  const endpoint = await ask("POST", "/v1/webhooks/endpoints", {
    ...{ url: "https://example.com/hooks", events: ["*"] }
  })
  const [open, used, third] = [await quote(1), await quote(2), await quote(3)]
  const payout = await ask("POST", "/v1/payouts", {
    ...{ quote_id: used.quote_id, recipient_phone: recipient.phone, network: "MTN_UG" },
    idempotency_key: "payout"
  })
  const batch = await ask("POST", "/v1/batches", { name: "Salaries", payouts: [row] })
  const to = { recipient_phone: recipient.phone, network: recipient.network }
  const bulk = await ask("POST", "/v1/payouts/bulk", {
    payouts: [{ quote_id: third.quote_id, ...to, idempotency_key: "row" }]
  })
  const events = await ask("GET", "/v1/events")
  const delivery = await until(
    () => service.call("GET", "/admin/v1/webhook-deliveries", { key: Service.adminKey }),
    ({ json }) => json.data?.length > 0
  )
  const keys = await service.call("GET", `/admin/v1/accounts/${id}/api-keys`, {
    key: Service.adminKey
  })
  return [
    ...[id, open.quote_id, used.quote_id, payout.payout_id, batch.id ?? batch.batch_id],
    ...[bulk.batch_id, beneficiary.id, endpoint.id, events.data[0].id, delivery.json.data[0].id],
    ...[keys.json.data[0].id, keys.headers.get("x-request-id") ?? ""]
  ]
}

let invitations = 0

/**
 * Creates ids of every kind, of a new account, operators and staff, and returns the account's key.
 */
const everyId = async (service: Service.Service) => {
  const owner = await customer(service)
  const admin = { key: Service.adminKey }
  const operator = (await service.call("GET", "/admin/v1/operators", admin)).json.data[0].id
  const ada = await Visitor.first(service)
  const person = (await ada.ask("GET", "/dashboard/api/session")).json.person.id
  const body = { email: `invited.${invitations++}@example.com`, role: "viewer" }
  const invited = await ada.ask("POST", "/dashboard/api/team/invitations", body)
  const ids = [...(await made(service, owner)), operator, person, invited.json.id]
  const byKind: Ids = Map.groupBy(ids, (id) => id.slice(0, id.indexOf("_")))
  return { ids: byKind, key: owner.key }
}

/** The prefixes of ids that a parameter names. */
const kindsOf = (path: string, name: string): ReadonlyArray<string> => {
  if (name === "address_id" || path.includes("/balance/addresses/{id}")) return ["adr"]
  if (path.includes("/withdrawals/")) return ["wdr"]
  if (name === "key_id" || path.includes("/operators/")) return ["key"]
  const kinds: ReadonlyArray<readonly [RegExp, ReadonlyArray<string>]> = [
    [/\/quotes\//, ["qt"]],
    [/\/bulk\//, ["bk"]],
    [/\/payouts\/\{/, ["po"]],
    [/\/admin\/v1\/batches\/|\/refund-address$/, ["bt", "bk"]],
    [/\/batches\//, ["bt"]],
    [/\/beneficiaries\//, ["ben"]],
    [/\/endpoints\//, ["we"]],
    [/\/events\//, ["evt"]],
    [/[/-]deliveries\//, ["dlv"]],
    [/\/accounts\//, ["acct"]],
    [/\/requests\//, ["req"]],
    [/\/bookings\//, ["bkg"]],
    [/\/reconciliations\//, ["rec"]],
    [/\/breaks\//, ["brk"]]
  ]
  const found = kinds.find(([pattern]) => pattern.test(path))?.[1]
  if (found === undefined) throw new Error(`No kind is known for ${name} of ${path}`)
  return found
}

/**
 * The body of an example, without its idempotency key, so that no request is a retry of another.
 */
const bodyOf = (document: Document, { operation }: Placed): object | undefined => {
  const media = operation.requestBody?.content?.["application/json"]
  if (media === undefined) return undefined
  const [example] = Object.values(media.examples ?? {})
  const ref = example?.$ref
  const value =
    typeof ref === "string"
      ? (Schemas.resolve(document, ref) as { readonly value: object }).value
      : example?.value
  const { idempotency_key, ...body } = (value ?? {}) as Readonly<Record<string, unknown>>
  return body
}

/** The requests to every path with an object, each with ids of all other kinds. */
const cells = (document: Document, ids: Ids) =>
  Schemas.operations(document)
    .filter(({ path }) => /^\/(admin\/)?v1\/.*\{/.test(path))
    .flatMap((placed) => {
      // A month is not an id: anything else in its place is invalid.
      const names = [...placed.path.matchAll(/\{(\w+)\}/g)]
        .map(([, name = ""]) => name)
        .filter((name) => name !== "month")
      return names.flatMap((name) =>
        [...ids]
          .filter(([kind]) => !kindsOf(placed.path, name).includes(kind))
          .flatMap(([, others]) =>
            others.map((id) => {
              const path = placed.path.replace(/\{(\w+)\}/g, (_, other: string) =>
                other === name ? id : (ids.get(kindsOf(placed.path, other)[0] ?? "")?.[0] ?? id)
              )
              return { method: placed.method.toUpperCase(), path, body: bodyOf(document, placed) }
            })
          )
      )
    })

/** Waits until the tables have every entry, because the audit log waits for it. */
const written = (service: Service.Service) =>
  service.call("GET", "/admin/v1/audit-logs", { key: Service.adminKey })

const fields = (ids: Ids) =>
  [...ids].flatMap(([kind, all]) =>
    all.map((id) => ({ kind, id, references: kind === "qt" ? ["beneficiary_id"] : ["quote_id"] }))
  )

suite("An id of another kind", {}, (test) => {
  const askAll = async (service: Service.Service, hasTables: boolean) => {
    const document: Document = (await service.call("GET", "/openapi.json", { key: null })).json
    const { ids, key } = await everyId(service)
    const other = await customer(service)
    assert.isAtLeast(ids.size, 13, [...ids.keys()].join())
    const all = cells(document, ids)
    assert.isAbove(all.length, 500)
    if (hasTables) await written(service)
    for (const { body, method, path } of all) {
      const callers = path.startsWith("/admin") ? [Service.adminKey] : [key, other.key]
      for (const caller of callers) {
        const answer = await service.call(method, path, { key: caller, ...(body && { body }) })
        assert.strictEqual(answer.status, 404, `${method} ${path}: ${answer.text}`)
      }
    }
  }

  test("in a path is not found while only memory has the object", (service) =>
    askAll(service, false))

  test("in a path is not found after the tables have the object", (service) =>
    askAll(service, true))

  test("as a reference in a body is not found", async (service) => {
    const { ids, key } = await everyId(service)
    await written(service)
    let n = 0
    for (const { id, kind } of fields(ids)) {
      const ask = (path: string, body: object) => service.call("POST", path, { key, body })
      const idempotency_key = `reference ${n++}`
      if (kind !== "qt") {
        const payout = await ask("/v1/payouts", {
          ...{ quote_id: id, recipient_phone: "+256770000001", network: "MTN_UG" },
          idempotency_key
        })
        assertProblem(payout, 404, "QUOTE_NOT_FOUND")
      }
      if (kind !== "ben") {
        const quote = await ask("/v1/quotes", {
          ...{ source_amount_usdc: 5, target_currency: "UGX", idempotency_key }
        })
        const body = { quote_id: quote.json.quote_id, beneficiary_id: id, idempotency_key }
        assertProblem(await ask("/v1/payouts", body), 404, "BENEFICIARY_NOT_FOUND")
      }
    }
  })

  test("in a query finds nothing", async (service) => {
    const { ids, key } = await everyId(service)
    await written(service)
    for (const id of [...ids.values()].flat()) {
      for (const path of [
        ...[
          `/v1/payouts?batch_id=${id}`,
          `/v1/events?after=${id}`,
          `/v1/audit-logs?subject_id=${id}`
        ],
        ...[`/v1/requests?subject_id=${id}`, `/admin/v1/payouts?account_id=${id}`],
        ...[`/admin/v1/payouts?batch_id=${id}`, `/admin/v1/webhook-deliveries?subject_id=${id}`]
      ]) {
        const caller = path.startsWith("/admin") ? Service.adminKey : key
        const { status } = await service.call("GET", path, { key: caller })
        assert.isBelow(status, 500, path)
      }
    }
  })
})
