/**
 * The maximum length of every text of every request, which the service checks before anything else.
 * Another rule may cost the square of the length, and one request must not delay all others.
 */
import { assert, describe, it } from "@effect/vitest"
import type { SchemaAST } from "effect"
import * as BatchContract from "../../src/http/batches/BatchContract.ts"
import type * as Operations from "../../src/http/contract/Operation.ts"
import * as Decode from "../../src/http/decoding/Decode.ts"
import * as AllOperations from "../../src/http/openapi/AllOperations.ts"
import * as CommonPasswords from "../../src/usecases/CommonPasswords.ts"
import * as Masking from "../../src/usecases/Masking.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { suite } from "./suite.ts"

/** The path of a value in a body or a query, for example `payouts`, `0`, `name`. */
type Path = ReadonlyArray<string>

/** A text of a schema, and whether its first check is a length that ends the checks. */
interface Text {
  readonly path: Path
  readonly isBounded: boolean
}

const isLength = (check: SchemaAST.Check<never> | undefined): boolean =>
  check?._tag === "Filter" &&
  check.aborted &&
  JSON.stringify(check.annotations?.representation)?.includes("isMaxLength") === true

/** The texts of a schema, without the names of a record, which the record's own rule bounds. */
const textsOf = (ast: SchemaAST.AST, path: Path = []): ReadonlyArray<Text> => {
  switch (ast._tag) {
    case "String":
      return [{ path, isBounded: isLength(ast.checks?.[0]) }]
    case "Union":
      return ast.types.flatMap((type) => textsOf(type, path))
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((type) => textsOf(type, [...path, "0"]))
    case "Objects":
      return [
        ...ast.propertySignatures.flatMap(({ name, type }) =>
          textsOf(type, [...path, String(name)])
        ),
        ...ast.indexSignatures.flatMap(({ type }) => textsOf(type, [...path, "x"]))
      ]
    case "Suspend":
      return textsOf(ast.thunk(), path)
    case "Boolean":
    case "Literal":
    case "Null":
    case "Number":
    case "Undefined":
    case "Unknown":
      return []
    default:
      throw new Error(`${ast._tag} at ${path.join(".")} is not known to this test`)
  }
}

interface Operation {
  readonly name: string
  readonly method: string
  readonly path: string
  readonly body: ReadonlyArray<Text>
  readonly query: ReadonlyArray<Text>
}

const operationOf = ({ method, path, payload, query }: Operations.Any): Operation => ({
  ...{ name: `${method} ${path}`, method, path },
  body: payload === undefined ? [] : textsOf(payload.ast),
  query: query === undefined ? [] : textsOf(query.ast)
})

const operations = AllOperations.all.map(operationOf)

describe("A text of a request", () => {
  it("has a longest length as its first check, which ends the checks, in every operation", () => {
    const all = operations.flatMap(({ body, name, query }) =>
      [...body, ...query].map((text) => ({ ...text, name }))
    )
    const rows = [BatchContract.Row, BatchContract.BulkRow].flatMap(({ ast }) => textsOf(ast))
    assert.isAbove(all.length, 200)
    assert.isAbove(rows.length, 8)
    assert.deepStrictEqual(
      [...all, ...rows.map((text) => ({ ...text, name: "a row" }))]
        .filter(({ isBounded }) => !isBounded)
        .map(({ name, path }) => `${name} ${path.join(".")}`),
      []
    )
  })
})

/** Milliseconds of this thread's processor time, which other processes do not lengthen. */
const cost = (act: () => unknown): number => {
  const before = process.threadCpuUsage()
  act()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1000
}

/** Milliseconds of a turn of the event loop that delays other requests noticeably. */
const noticedMs = 50

/** Measurements before something counts as slow. Other work of the thread falls into some. */
const attemptsMax = 10

/** Asserts that an action is quick in one of the measurements. */
const assertQuick = (what: string, act: () => unknown): void => {
  let least = cost(act)
  for (let attempt = 1; attempt < attemptsMax && least >= noticedMs; attempt++) {
    least = Math.min(least, cost(act))
  }
  assert.isBelow(least, noticedMs, what)
}

/**
 * Texts with which patterns are slow, because they match from anywhere or search for the end of a
 * text.
 */
const hostile = (length: number): ReadonlyArray<string> => [
  `a${"1".repeat(length)}a`,
  "a".repeat(length),
  " ".repeat(length),
  `x${" ".repeat(length)}x`,
  "a.".repeat(length / 2),
  "=1+".repeat(length / 3)
]

/** The characters of a text that fits into the largest body or head, with room for the rest. */
const bodyChars = 1_048_000
const headChars = 14_000

describe("A long text", () => {
  it("costs no more than its length when it is compared with common passwords", () => {
    for (const text of hostile(bodyChars)) {
      assertQuick(text.slice(0, 20), () => CommonPasswords.isCommon(text))
    }
  })

  it("costs no more than its length when it is a number in a body", () => {
    const zeros = "0".repeat(bodyChars)
    for (const number of [`1${zeros}1`, `0.${zeros}1`, `1${zeros}`, `1.5${zeros}e5`]) {
      assertQuick(number.slice(0, 20), () => Decode.json(`{"a":${number}}`))
    }
  })

  it("costs no more than its length when the request log masks a query", () => {
    for (const text of hostile(headChars)) {
      assertQuick(text.slice(0, 20), () => Masking.path(`/v1/payouts?${text}`))
    }
  })
})

/** A body with one value at a path and nothing else. */
const bodyWith = (path: Path, json: string): string =>
  path.reduceRight(
    (inner, key) => (key === "0" ? `[${inner}]` : `{${JSON.stringify(key)}:${inner}}`),
    json
  )

type Ask = (operation: Operation, sent: Sent) => Promise<number>

/** Sends requests with permission, so that nothing refuses them before their body is read. */
const asker = async (service: Service.Service): Promise<Ask> => {
  const ada = await Visitor.first(service)
  return async ({ method, path }, { query = "", raw }) => {
    const target = `${path.replace(/:\w+/g, "po_none")}${query}`
    const isPage = path.startsWith("/dashboard/api/")
    const session = { "x-dashboard": "1", cookie: ada.jar() }
    const { status } = await service.call(method, target, {
      key: isPage ? null : path.startsWith("/admin/") ? Service.adminKey : Service.apiKey,
      headers: isPage ? session : {},
      ...(raw === undefined ? {} : { raw })
    })
    return status
  }
}

/** The operation whose response names problems and is not an error. */
const check = "POST /v1/batches/check"

const isRefusal = (name: string, status: number): boolean =>
  (status >= 400 || name === check) && status < 500

interface Sent {
  readonly query?: string
  readonly raw?: string
}

/** Processor time of a request, milliseconds. The client has the same thread. */
const costOf = async (ask: () => Promise<unknown>): Promise<number> => {
  const before = process.threadCpuUsage()
  await ask()
  const { system, user } = process.threadCpuUsage(before)
  return (system + user) / 1000
}

/**
 * Asserts that a request is refused, and takes no longer than a turn that others notice. On a slow
 * machine it may take three times as long as reading the text in a field that no one checks, but
 * never ten such turns. The least of several measurements counts, of both requests alternately.
 */
const assertRefusedAtOnce = async (ask: Ask, operation: Operation, at: Path, sent: Sent) => {
  const what = `${operation.name} ${at.join(".")}`
  const { query, raw } = sent
  const peer = {
    ...(query === undefined ? {} : { query: query.replace(/^\?[^=]*=/, "?unknown=") }),
    ...(raw === undefined ? {} : { raw: JSON.stringify({ unknown: raw }) })
  }
  const refused = async () => {
    const status = await ask(operation, sent)
    assert.isTrue(isRefusal(operation.name, status), `${what}: ${status}`)
  }
  let [least, unchecked] = [await costOf(refused), Number.POSITIVE_INFINITY]
  const boundMs = () => Math.min(3 * unchecked, 10 * noticedMs)
  for (let attempt = 1; attempt < attemptsMax; attempt++) {
    if (least < noticedMs || (Number.isFinite(unchecked) && least < boundMs())) return
    unchecked = Math.min(unchecked, await costOf(() => ask(operation, peer)))
    least = Math.min(least, await costOf(refused))
  }
  assert.isBelow(least, Math.max(noticedMs, boundMs()), what)
}

const sideOf = ({ path }: Operation): string =>
  /^\/(admin|dashboard)\//.exec(path)?.[1] ?? "customer"

suite("A request with a text that is too long", {}, (test) => {
  for (const side of ["admin", "dashboard", "customer"]) {
    const title = `is refused at once, in every text of the body of every ${side} operation`
    test(title, async (service) => {
      const ask = await asker(service)
      const ofSide = operations.filter((operation) => sideOf(operation) === side)
      assert.isAbove(ofSide.length, 10)
      for (const operation of ofSide) {
        for (const { path } of operation.body) {
          // Short hostile texts already show a fault. A long one would take an hour.
          for (const text of [...hostile(headChars), `a${"1".repeat(bodyChars)}a`]) {
            const raw = bodyWith(path, JSON.stringify(text))
            await assertRefusedAtOnce(ask, operation, path, { raw })
          }
        }
      }
    })
  }

  test("is refused at once, in every text of every operation's query", async (service) => {
    const ask = await asker(service)
    for (const operation of operations) {
      for (const { path } of operation.query) {
        for (const text of hostile(headChars)) {
          const query = `?${new URLSearchParams([[path.join(""), text]])}`
          await assertRefusedAtOnce(ask, operation, path, { query })
        }
      }
    }
  })
})
