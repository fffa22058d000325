/** The Postman collection, run whole by newman against the service. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe } from "vitest"
import { suite } from "../http/suite.ts"
import * as Prism from "../support/prism.ts"
import * as Service from "../support/service.ts"
import * as Tools from "./tools.ts"

interface Execution {
  readonly item: { readonly name: string; readonly request: { readonly method: string } }
  readonly request: { readonly url: { readonly path: ReadonlyArray<string> } }
  readonly response?: {
    readonly code: number
    readonly header: ReadonlyArray<{ readonly key: string; readonly value: string }>
  }
}

interface Outcome {
  readonly name: string
  readonly status: number
  /** Differences of request and response from the contract, as Prism reports them. */
  readonly violations: ReadonlyArray<{ readonly location: ReadonlyArray<string> }>
}

/**
 * The expected statuses of requests that a payout, batch or balance of this age and state refuses,
 * and of requests about a recipient, a recall, a booking, a break or a withdrawal, of which the
 * collection's new account has none.
 */
const refused: Readonly<Record<string, number>> = {
  "POST /v1/payouts/:po/cancel": 409,
  "POST /v1/batches/:bt/cancel": 409,
  "POST /admin/v1/payouts/:po/refund": 400,
  "POST /admin/v1/batches/:bt/refund": 400,
  "POST /admin/v1/payouts/:po/release-refund": 409,
  "POST /admin/v1/batches/:bt/release-refund": 409,
  "POST /admin/v1/batches/:bt/resume": 409,
  "POST /admin/v1/payouts/:po/approve": 409,
  "POST /admin/v1/payouts/:po/reject": 409,
  "POST /admin/v1/payouts/:po/freeze": 409,
  "POST /admin/v1/payouts/:po/unfreeze": 409,
  "POST /admin/v1/payouts/:po/retry": 409,
  "POST /admin/v1/payouts/:po/settle": 409,
  "POST /admin/v1/payouts/:po/fail": 409,
  "POST /admin/v1/payouts/:po/reverse": 409,
  "POST /admin/v1/accounts/:acct/recipients/erase": 404,
  "POST /admin/v1/accounts/:acct/recipients/hold-data": 404,
  "POST /admin/v1/accounts/:acct/recipients/release-data": 404,
  "POST /admin/v1/accounts/:acct/recipients/export": 404,
  "POST /admin/v1/accounts/:acct/balance/release": 409,
  // The balance has less than the correction takes.
  "POST /admin/v1/accounts/:acct/balance/correct": 409,
  // The new address waits for a day, so there is no withdrawal.
  "POST /v1/balance/withdrawals": 409,
  "GET /v1/balance/withdrawals/:wdr": 404,
  "POST /v1/balance/withdrawals/:wdr/cancel": 404,
  "POST /admin/v1/withdrawals/:wdr/approve": 404,
  "POST /admin/v1/withdrawals/:wdr/reject": 404,
  "POST /admin/v1/withdrawals/:wdr/sent": 404,
  // The address belongs to the account of the key, and not to the one that the collection creates.
  "POST /admin/v1/accounts/:acct/balance/addresses/:adr/activate": 404,
  "POST /admin/v1/payouts/:po/recalls/:rcl/return": 404,
  "POST /admin/v1/payouts/:po/recalls/:rcl/close": 404,
  "POST /admin/v1/books/bookings/:bkg/approve": 404,
  "POST /admin/v1/books/bookings/:bkg/withdraw": 404,
  "GET /admin/v1/reconciliations/:rec": 404,
  // The reconciliation that the collection starts before may still be under way.
  "POST /admin/v1/reconciliations/statements": 409,
  "GET /admin/v1/breaks/:brk": 404,
  "POST /admin/v1/breaks/:brk/assign": 404,
  "POST /admin/v1/breaks/:brk/comments": 404,
  "POST /admin/v1/breaks/:brk/close": 404
}

const outcomeOf = ({ item, request, response }: Execution): Outcome => {
  const path = request.url.path.join("/").replace(/\b([a-z]+)_[0-9A-Z]{26}\w*/g, ":$1")
  const found = response?.header.find(({ key }) => key.toLowerCase() === "sl-violations")
  return {
    name: `${item.request.method} /${path}`,
    status: response?.code ?? 0,
    violations: found === undefined ? [] : JSON.parse(found.value)
  }
}

/** Runs the collection against an address, and returns the outcome of each request. */
const outcomes = async (
  service: Service.Service,
  baseUrl: string
): Promise<ReadonlyArray<Outcome>> => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-newman-"))
  try {
    const collection = path.join(folder, "collection.json")
    const report = path.join(folder, "report.json")
    const { text } = await service.call("GET", "/postman.json", { key: null })
    fs.writeFileSync(collection, text)
    const variables = [
      `baseUrl=${baseUrl}`,
      `apiKey=${Service.apiKey}`,
      `adminKey=${Service.adminKey}`
    ]
    const { output } = await Tools.run("newman", [
      ...["run", collection, "--reporters", "json", "--reporter-json-export", report],
      ...variables.flatMap((variable) => ["--env-var", variable])
    ])
    assert.isTrue(fs.existsSync(report), output)
    const { run } = JSON.parse(fs.readFileSync(report, "utf8"))
    assert.deepStrictEqual(run.failures, [])
    return run.executions.map(outcomeOf)
  } finally {
    fs.rmSync(folder, { recursive: true, force: true })
  }
}

const assertExpected = (all: ReadonlyArray<Outcome>): void => {
  assert.isAbove(all.length, 80)
  const unexpected = all.filter(({ name, status }) => status >= 300 && refused[name] !== status)
  assert.deepStrictEqual(unexpected, [])
}

describe.skipIf(!Tools.areInstalled)("With newman", () => {
  suite("the Postman collection", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
    test("runs from top to bottom on the objects that it creates", async (service) => {
      assertExpected(await outcomes(service, service.url))
    })
  })

  suite("the Postman collection through Prism", { SANDBOX_TIME_SCALE: "0.01" }, (test) => {
    test("gets responses that the contract describes, to requests that it allows", async (service) => {
      const prism = await Prism.start(service.url)
      try {
        const all = await outcomes(service, prism.url)
        assertExpected(all)
        const violating = all.filter(({ violations }) => violations.length > 0)
        assert.deepStrictEqual(violating, [])
      } finally {
        prism.close()
      }
    })
  })
})
