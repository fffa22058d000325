/**
 * Shared parts of the HTTP tests: a running service per suite, accounts made over the admin API,
 * raw bytes on a socket, and the checks that hold for every response.
 */
import { connect } from "node:net"
import { setTimeout } from "node:timers/promises"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer, References } from "effect"
import { patienceMs } from "../support/patience.ts"
import * as Service from "../support/service.ts"

export type Environment = Readonly<Record<string, string>>

class Running extends Context.Service<Running, Service.Service>()("test/http/Running") {}

/** Logs errors only, without the messages of the start. */
export const quiet = Layer.succeed(References.MinimumLogLevel, "Error")

/** Logs nothing, for tests that cause a defect on purpose. */
export const silent = Layer.succeed(References.MinimumLogLevel, "None")

/** Declares a test, with a limit in milliseconds if the runner's own is too short. */
type Test = (
  name: string,
  body: (service: Service.Service) => Promise<void>,
  limitMs?: number
) => void
type Tests = (test: Test) => void

/** The parts that a suite replaces in its service. */
interface Replaced {
  readonly logging?: Layer.Layer<never>
  readonly adapters?: Service.Adapters | Layer.Layer<never>
}

/**
 * Tests that share one service, which starts for them alone. A record holds groups of tests by
 * their subject; all groups share the service.
 */
export const suite = (
  name: string,
  environment: Environment,
  tests: Tests | Readonly<Record<string, Tests>>,
  { adapters, logging = quiet }: Replaced = {}
): void =>
  layer(
    Layer.effect(Running, Service.start(environment, undefined, adapters)).pipe(
      Layer.provide(logging)
    ),
    {
      excludeTestServices: true
    }
  )(name, (it) => {
    const test: Test = (title, body, limitMs) =>
      it.effect(
        title,
        () => Effect.flatMap(Running, (service) => Effect.promise(() => body(service))),
        limitMs
      )
    if (typeof tests === "function") return tests(test)
    for (const [subject, group] of Object.entries(tests)) describe(subject, () => group(test))
  })

/** Milliseconds between two requests, which leave the processor to the service. */
const pauseMs = 5

/** Repeats a request until its response is as wanted. */
export const until = async (
  ask: () => Promise<Service.Answer>,
  isWanted: (answer: Service.Answer) => boolean,
  msMax = patienceMs
): Promise<Service.Answer> => {
  const end = Date.now() + msMax
  let answer = await ask()
  while (!isWanted(answer)) {
    if (Date.now() > end) assert.fail(`never as wanted, last: ${short(answer)}`)
    await setTimeout(pauseMs)
    answer = await ask()
  }
  return answer
}

export interface Customer {
  readonly id: string
  readonly key: string
  readonly keyId: string
}

/** Creates an account with a key. The account is approved by default. */
export const customer = async (
  service: Service.Service,
  given: { readonly kyc_status?: string; readonly scope?: string; readonly name?: string } = {}
): Promise<Customer> => {
  const account = await service.call("POST", "/admin/v1/accounts", {
    key: Service.adminKey,
    body: {
      name: given.name ?? "Acme",
      email: "acme@example.com",
      kyc_status: given.kyc_status ?? "APPROVED"
    }
  })
  assert.strictEqual(account.status, 201, account.text)
  const key = await service.call("POST", `/admin/v1/accounts/${account.json.id}/api-keys`, {
    key: Service.adminKey,
    body: { name: "key", scope: given.scope ?? "full" }
  })
  assert.strictEqual(key.status, 201, key.text)
  return { id: account.json.id, key: key.json.key, keyId: key.json.id }
}

const integerHeaders = ["x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"]

/** The beginning of a response, for the message of a failed assertion. */
const short = ({ status, text }: Service.Answer): string => `${status} ${text.slice(0, 500)}`

/** Asserts the headers that every response has. */
export const assertHeaders = (answer: Service.Answer): void => {
  const { headers } = answer
  const context = short(answer)
  assert.match(headers.get("x-request-id") ?? "", /^req_[0-9A-HJKMNP-TV-Z]{26}$/, context)
  for (const name of integerHeaders) assert.match(headers.get(name) ?? "", /^\d+$/, context)
}

/** A response to a head that is not HTTP, in which the service reads no address. */
export const withoutAddress = (answer: Service.Answer): Service.Answer => ({
  ...answer,
  origin: ""
})

/** Fields that the body of an error has besides those of every error, by code. */
const factsOf: Readonly<Record<string, ReadonlyArray<string>>> = {
  INSUFFICIENT_BALANCE: ["available_usdc", "needed_usdc"]
}

/** Asserts an error's status, code, headers and the exact shape of its body. */
export const assertProblem = (answer: Service.Answer, status: number, code?: string): void => {
  assert.strictEqual(answer.status, status, short(answer))
  assertHeaders(answer)
  assert.match(answer.headers.get("content-type") ?? "", /^application\/json/)
  const { doc_url, error, error_code, errors, message, request_id, ...rest } = answer.json
  assertKeys(rest, ...(factsOf[error] ?? []))
  assert.strictEqual(error_code, error)
  assert.strictEqual(request_id, answer.headers.get("x-request-id"))
  assert.match(message, /^\S.*[.]$/, "a sentence")
  assert.strictEqual(doc_url, `${answer.origin}/docs#description/${error.toLowerCase()}`)
  if (code !== undefined) assert.strictEqual(error, code, short(answer))
  if (errors === undefined) {
    assert.notStrictEqual(error, "VALIDATION_ERROR", "names no field")
    return
  }
  assert.isNotEmpty(errors)
  for (const each of errors) {
    assert.hasAllKeys(each, "row" in each ? ["row", "field", "code", "message"] : fieldErrorKeys)
    assert.match(each.code, /^[a-z][a-z0-9_]*$/, short(answer))
    assert.isAbove(each.field.length, 0)
    assert.isAbove(each.message.length, 0)
  }
}

const fieldErrorKeys = ["field", "code", "message"]

/** Asserts a VALIDATION_ERROR that names exactly these fields, in any order. */
export const assertInvalid = (answer: Service.Answer, ...fields: ReadonlyArray<string>): void => {
  assertProblem(answer, 400, "VALIDATION_ERROR")
  const named = [
    ...new Set<string>(answer.json.errors.map(({ field }: { field: string }) => field))
  ]
  assert.deepStrictEqual(named.slice(0, 20).sort(), [...fields].sort(), short(answer))
}

export const assertKeys = (value: unknown, ...keys: ReadonlyArray<string>): void =>
  assert.deepStrictEqual(Object.keys(value as object).sort(), [...keys].sort())

/**
 * Sends these bytes, and returns everything that comes back until the server closes the connection.
 */
export const bytes = (service: Service.Service, text: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(service.url)
    const socket = connect(Number(port), hostname)
    let answer = ""
    socket.setEncoding("latin1")
    socket.on("data", (chunk) => {
      answer += chunk
    })
    socket.on("close", () => resolve(answer))
    socket.on("error", (error) => (answer === "" ? reject(error) : resolve(answer)))
    socket.write(text, "latin1")
  })

/**
 * Sends one request as written on a new connection, with paths and headers that no client would
 * send.
 */
export const exchange = async (
  service: Service.Service,
  head: string,
  body = ""
): Promise<Service.Answer> => {
  const request = `${head}\r\nHost: localhost\r\nConnection: close\r\n\r\n${body}`
  const answer = await bytes(service, request)
  const end = answer.indexOf("\r\n\r\n")
  const [statusLine = "", ...lines] = answer.slice(0, end).split("\r\n")
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]))
  const text = answer.slice(end + 4)
  let json: unknown
  if (text.startsWith("{")) json = JSON.parse(text)
  const origin = "http://localhost"
  return { status: Number(statusLine.split(" ")[1]), headers, text, json, origin }
}
