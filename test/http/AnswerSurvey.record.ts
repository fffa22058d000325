/**
 * Sends the same requests to every operation as every kind of caller, and records the responses
 * where `RECORD_ANSWERS` names a folder. Two versions of the service respond alike if their records
 * are equal.
 */
import { assert } from "@effect/vitest"
import { OpenApi } from "effect/http-api"
import * as Role from "../../src/domain/account/Role.ts"
import * as CallbackContract from "../../src/http/callbacks/CallbackContract.ts"
import * as ContractOperation from "../../src/http/contract/Operation.ts"
import * as DashboardApi from "../../src/http/openapi/DashboardApi.ts"
import * as AnswerRecord from "../support/answerRecord.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { type Document, operations } from "./schemas.ts"
import { customer, suite, until } from "./suite.ts"

type Values = Readonly<Record<string, string>>

interface Caller {
  readonly name: string
  readonly send: (method: string, path: string, raw: string | undefined) => Promise<Service.Answer>
}

interface Operation {
  readonly method: string
  readonly path: string
  readonly example: unknown
}

/** The first example of a request's body. */
// biome-ignore lint/suspicious/noExplicitAny: documents of the wire, looked into freely
const exampleOf = (operation: any): unknown => {
  const content = operation.requestBody?.content?.["application/json"]
  const [first] = Object.values<{ value: unknown }>(content?.examples ?? {})
  return content?.example ?? first?.value
}

const operationsOf = (document: Document): ReadonlyArray<Operation> =>
  operations(document).map(({ method, path }) => ({
    method: method.toUpperCase(),
    path,
    example: exampleOf(document.paths[path]?.[method])
  }))

/** Operations that end the caller's own session come last. */
const isLast = ({ path }: Operation): boolean => /sign-out|sessions|password|passkeys/.test(path)

const isPlain = (method: string): boolean => method === "GET" || method === "DELETE"

const queries = ["", "?limit=0&cursor=%00&unknown=1", "?limit=1&status=NONE&from=x&to=2020-01-01"]

const bodies = (example: unknown): ReadonlyArray<string | undefined> => [
  ...[undefined, "{}", "[]", "{", '{"id":1,"unknown":true}'],
  ...(example === undefined ? [] : [JSON.stringify(example)])
]

const callersOf = async (service: Service.Service): Promise<ReadonlyArray<Caller>> => {
  const byKey = (name: string, key: string | null): Caller => ({
    name,
    send: (method, path, raw) =>
      service.call(method, path, { key, ...(raw === undefined ? {} : { raw }) })
  })
  const bySession = (name: string, { jar }: Visitor.Visitor): Caller => ({
    name,
    send: (method, path, raw) =>
      service.call(method, path, {
        ...{ key: null, headers: { "x-dashboard": "1", cookie: jar() } },
        ...(raw === undefined ? {} : { raw })
      })
  })
  const keys: Array<Caller> = []
  for (const scope of Role.KeyScope.literals) {
    keys.push(byKey(`key ${scope}`, (await customer(service, { scope })).key))
  }
  const first = await Visitor.first(service)
  const sessions = [bySession("owner and admin", first)]
  for (const role of Role.Member.literals) {
    sessions.push(bySession(role, await Visitor.invited(service, first, role)))
  }
  for (const role of Role.Staff.literals) {
    const member = await Visitor.invited(service, first, role, Visitor.staffInvitations)
    sessions.push(bySession(`staff ${role}`, member))
  }
  return [
    byKey("nobody", null),
    byKey("unknown key", `sk_sandbox_${"x".repeat(24)}`),
    byKey("sandbox key", Service.apiKey),
    ...keys,
    byKey("operator key", Service.adminKey),
    ...sessions
  ]
}

/** The ids of the first account's objects, by their path. */
const subjectsOf = async (service: Service.Service): Promise<Values> => {
  const held = await service.payout("survey", { recipient_name: "SANDBOX HOLD" })
  const id = held.json.payout_id as string
  await until(
    () => service.call("GET", `/v1/payouts/${id}`),
    ({ json }) => json.status === "COMPLIANCE_HOLD"
  )
  const quote = await service.quote("survey's own")
  const row = { phone: "+256770000001", network: "MTN_UG", amount_usdc: 25, idempotency_key: "r" }
  const batch = await service.call("POST", "/v1/batches", { body: { payouts: [row] } })
  await until(
    () => service.call("GET", `/v1/batches/${batch.json.id}`),
    ({ json }) => json.status === "completed"
  )
  const given = { name: "Amina", phone: row.phone, network: row.network }
  const beneficiary = await service.call("POST", "/v1/beneficiaries", { body: given })
  const events = await service.call("GET", "/v1/events")
  const account = await service.call("GET", "/v1/account")
  return {
    payouts: id,
    quotes: quote.json.quote_id,
    batches: batch.json.id,
    beneficiaries: beneficiary.json.id,
    events: events.json.data.at(-1).id,
    accounts: account.json.id
  }
}

const filled = (template: string, subjects: Values): string =>
  template
    .replace(/\/(\w+)\/\{\w+\}/, (all, kind) =>
      subjects[kind] === undefined ? all : `/${kind}/${subjects[kind]}`
    )
    .replace(/\{\w+\}/g, "none")

const record = (request: AnswerRecord.Request, answer: Service.Answer): void => {
  const response = new Response(null, { status: answer.status, headers: answer.headers })
  AnswerRecord.write(AnswerRecord.lineOf(request, response, answer.text), "survey")
}

interface Place {
  readonly name: string
  readonly path: string
}

/** The requests of an operation: with unknown ids, with known ids and with invalid parameters. */
const placesOf = ({ method, path }: Operation, subjects: Values): ReadonlyArray<Place> => {
  const places = path.includes("{") ? [{}, subjects] : [subjects]
  return places.flatMap((known, index) =>
    (method === "GET" ? queries : [""]).map((query) => ({
      name: `${path} ${index}${query}`,
      path: `${filled(path, known)}${query}`
    }))
  )
}

const ask = async (caller: Caller, operation: Operation, subjects: Values): Promise<void> => {
  const { example, method } = operation
  for (const { name, path } of placesOf(operation, subjects)) {
    for (const raw of isPlain(method) ? [undefined] : bodies(example)) {
      const answer = await caller.send(method, path, raw)
      assert.notStrictEqual(answer.status, 500, `${caller.name} ${method} ${path}`)
      record({ method, path: name, by: caller.name, body: raw }, answer)
    }
  }
}

const metricsOf = (text: string): string =>
  [...new Set(text.split("\n").map((line) => line.replace(/"[^"]*"/g, '""').split(/[ ]/, 3)))]
    .map((words) => (words[0] === "#" ? words.join(" ") : `${words[0]}`))
    .filter((line, index, all) => line !== "" && all.indexOf(line) === index)
    .sort()
    .join("\n")

const documents = ["/openapi.json", "/llms.txt", "/postman.json", "/docs", "/changelog"]
const probes = ["/healthz", "/readyz", "/none", "/v1/none", "/dashboard/api/none", "/v1/payouts/"]

const survey = async (service: Service.Service): Promise<void> => {
  const document: Document = (await service.call("GET", "/openapi.json")).json
  const all = [
    ...operationsOf(document),
    ...operationsOf(DashboardApi.openApi() as unknown as Document),
    ...operationsOf(
      OpenApi.fromApi(
        ContractOperation.apiOf("callbacks", [CallbackContract.group])
      ) as unknown as Document
    )
  ].filter(({ path }) => !/^\/metrics$|\/stream$/.test(path) && !documents.includes(path))
  const subjects = await subjectsOf(service)
  const callers = await callersOf(service)
  for (const operation of [
    ...all.filter((each) => !isLast(each)),
    ...all.filter((each) => isLast(each))
  ]) {
    for (const caller of callers) await ask(caller, operation, subjects)
  }
  for (const path of [...documents, ...probes]) {
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS", "HEAD"]) {
      const answer = await service.call(method, path)
      record({ method, path, by: "anyone" }, answer)
    }
  }
  const metrics = (await service.call("GET", "/metrics")).text
  AnswerRecord.write(metricsOf(metrics), "metrics")
}

suite("An operation", {}, (test) => {
  test("responds to every caller without a fault of the service", survey, 900_000)
})
