import { assert, it } from "@effect/vitest"
import { Effect, Exit, SchemaAST, Scope } from "effect"
import type * as Operation from "../../src/http/contract/Operation.ts"
import * as PayoutContract from "../../src/http/payouts/PayoutContract.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, quiet, suite, until } from "./suite.ts"

const isReplay = ({ headers }: Service.Answer): boolean =>
  headers.get("idempotent-replayed") === "true"

const together = (count: number, ask: (index: number) => Promise<Service.Answer>) =>
  Promise.all(Array.from({ length: count }, (_, index) => ask(index)))

const payoutBody = (quote_id: string, idempotency_key: string) => ({
  quote_id,
  recipient_phone: "+256770000001",
  network: "MTN_UG",
  idempotency_key
})

/** The fields that the contract names in a request's body. */
const fieldsOf = ({ payload }: Operation.Any) =>
  payload !== undefined && SchemaAST.isObjects(payload.ast)
    ? payload.ast.propertySignatures.map(({ name }) => String(name))
    : []

suite(
  "An idempotency key",
  {},
  {
    "of concurrent requests": (test) => {
      test("makes one payout of 50 concurrent creations", async ({ call, quote }) => {
        const { json } = await quote("storm quote")
        const body = payoutBody(json.quote_id, "storm")
        const answers = await together(50, () => call("POST", "/v1/payouts", { body }))
        assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))], [201])
        assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
        assert.strictEqual(answers.filter(isReplay).length, 49)
        assert.strictEqual(
          new Set(answers.map(({ headers }) => headers.get("x-request-id"))).size,
          50
        )
        assert.strictEqual((await call("GET", "/v1/payouts")).json.total, 1)
      })

      test("accepts one of 50 concurrent requests with other parameters", async (service) => {
        const answers = await together(50, (index) =>
          service.quote("conflict", { source_amount_usdc: index + 1 })
        )
        const won = answers.filter(({ status }) => status === 201)
        assert.strictEqual(won.length, 1)
        for (const answer of answers.filter(({ status }) => status !== 201)) {
          assertProblem(answer, 409, "DUPLICATE_IDEMPOTENCY_KEY")
        }
      })

      test("does not let two concurrent payouts use one quote", async ({ call, quote }) => {
        const { json } = await quote("contested")
        const answers = await together(20, (index) =>
          call("POST", "/v1/payouts", { body: payoutBody(json.quote_id, `contested ${index}`) })
        )
        assert.strictEqual(answers.filter(({ status }) => status === 201).length, 1)
        for (const answer of answers.filter(({ status }) => status !== 201)) {
          assertProblem(answer, 409, "QUOTE_ALREADY_USED")
        }
      })
    },

    "with a retry in another spelling": (test) => {
      test("returns the same response to the same request, in any spelling", async ({ call }) => {
        const spellings = [
          '{"source_amount_usdc":1,"target_currency":"UGX","idempotency_key":"spelling"}',
          '{"idempotency_key":"spelling","target_currency":"UGX","source_amount_usdc":1.0}',
          '{ "target_currency" : "UGX", "source_amount_usdc" : 10e-1, "idempotency_key": "spelling" }',
          '{"source_amount_usdc":1,"target_currency":"\\u0055GX","idempotency_key":"spelling","x":1}',
          '{"source_amount_usdc":1,"target_amount":null,"target_currency":"UGX","idempotency_key":"spelling"}'
        ]
        const answers: Array<Service.Answer> = []
        for (const raw of spellings) answers.push(await call("POST", "/v1/quotes", { raw }))
        assert.deepStrictEqual(answers.map(isReplay), [false, true, true, true, true])
        assert.strictEqual(new Set(answers.map(({ text }) => text)).size, 1)
      })

      test("allows a network, an address, a hash and a time in another spelling", async (service) => {
        const { call, quote } = service
        const address = "0x52908400098527886E0F7030069857D2E4169EE7"
        const { json } = await quote("another way")
        const payout = { ...payoutBody(json.quote_id, "another way"), refund_address: address }
        const payouts = [{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 5 }]
        const rows = (network: string) =>
          payouts.map((row) => ({ ...row, network, idempotency_key: "row in another way" }))
        const url = "http://127.0.0.1:1/"
        const hook = await call("POST", "/v1/webhooks", { body: { url, events: ["*"] } })
        const saved = { name: "Amina", phone: "+256770000001", idempotency_key: "saved" }
        const resend = `/v1/webhooks/endpoints/${hook.json.id}/resend-failed`
        const cases: ReadonlyArray<readonly [path: string, ...bodies: ReadonlyArray<object>]> = [
          [
            "/v1/payouts",
            payout,
            { ...payout, network: "mtn_uganda" },
            { ...payout, network: "mtn_ug", refund_address: address.toLowerCase() }
          ],
          [
            "/v1/beneficiaries",
            { ...saved, network: "YAS_TZ" },
            { ...saved, network: "tigo_tanzania" }
          ],
          [
            "/v1/batches",
            { payouts: rows("mtn_uganda"), idempotency_key: "batch" },
            { payouts: rows("MTN_UG"), idempotency_key: "batch" }
          ],
          [
            resend,
            { since: "2026-01-01", idempotency_key: "since" },
            { since: "2026-01-01T01:00:00+01:00", idempotency_key: "since" }
          ]
        ]
        for (const [path, first, ...others] of cases) {
          const phone = path === "/v1/beneficiaries" ? { phone: "+255670000001" } : {}
          const answer = await call("POST", path, { body: { ...first, ...phone } })
          assert.isBelow(answer.status, 300, answer.text)
          for (const other of others) {
            const again = await call("POST", path, { body: { ...other, ...phone } })
            assert.strictEqual(again.text, answer.text)
            assert.isTrue(isReplay(again), path)
          }
        }
      })
    },

    "with other parameters": (test) => {
      test("treats metadata as different if they differ in letter case, even if they look like a network", async ({
        call,
        quote
      }) => {
        const { json } = await quote("look-alike")
        const body = payoutBody(json.quote_id, "look-alike")
        const ask = (network: string) =>
          call("POST", "/v1/payouts", { body: { ...body, metadata: { network } } })
        assert.strictEqual((await ask("mtn_uganda")).status, 201)
        assertProblem(await ask("MTN_UG"), 409, "DUPLICATE_IDEMPOTENCY_KEY")
      })

      test("is 409 with other parameters", async (service) => {
        assert.strictEqual((await service.quote("used")).status, 201)
        const others = [{ source_amount_usdc: 25.000001 }, { target_currency: "KES" }]
        for (const other of others) {
          assertProblem(await service.quote("used", other), 409, "DUPLICATE_IDEMPOTENCY_KEY")
        }
        assert.isTrue(isReplay(await service.quote("used")))
      })

      test("covers every parameter of a payout", async ({ call, quote }) => {
        const [one, two] = [await quote("param 1"), await quote("param 2")]
        const body = payoutBody(one.json.quote_id, "params")
        const first = await call("POST", "/v1/payouts", { body })
        assert.strictEqual(first.status, 201)
        const others: Readonly<Record<string, unknown>> = {
          quote_id: two.json.quote_id,
          beneficiary_id: "bn_other",
          recipient_phone: "+256770000002",
          recipient_name: "Someone",
          network: "AIRTEL_UG",
          reference: "r",
          metadata: { k: "v" },
          recipient_details: { given_name: "Amina" },
          ...{ purpose: "rent", source_of_funds: "gift", funding: "balance" },
          refund_address: "0x00000000000000000000000000000000000000aa"
        }
        const fields = fieldsOf(PayoutContract.create)
        assert.includeMembers(fields, ["quote_id", "idempotency_key"])
        for (const name of fields.filter((field) => field !== "idempotency_key")) {
          assert.property(others, name, `another ${name} is missing above`)
          const other = { [name]: others[name] }
          const answer = await call("POST", "/v1/payouts", { body: { ...body, ...other } })
          assertProblem(answer, 409, "DUPLICATE_IDEMPOTENCY_KEY")
        }
      })
    },

    "with a replay": (test) => {
      test("replays a payout although its quote is used", async ({ call, quote }) => {
        const { json } = await quote("replayed quote")
        const body = payoutBody(json.quote_id, "replayed")
        const first = await call("POST", "/v1/payouts", { body })
        const get = () => call("GET", `/v1/payouts/${first.json.payout_id}`)
        await until(get, (answer) => answer.json.status === "SETTLED")
        const again = await call("POST", "/v1/payouts", { body })
        assert.strictEqual(again.status, 201)
        assert.strictEqual(again.text, first.text)
        assert.isTrue(isReplay(again))
        assert.strictEqual((await call("GET", `/v1/quotes/${json.quote_id}`)).json.status, "USED")
        const quoted = await quote("replayed quote")
        assert.strictEqual(quoted.json.status, "ACTIVE", "the answer of then")
      })

      test("does not skip the checks of a request when it is replayed", async (service) => {
        const { id, key } = await customer(service)
        const body = { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: "checked" }
        assert.strictEqual((await service.call("POST", "/v1/quotes", { key, body })).status, 201)
        await service.call("PATCH", `/admin/v1/accounts/${id}`, {
          key: Service.adminKey,
          body: { status: "SUSPENDED" }
        })
        assertProblem(await service.call("POST", "/v1/quotes", { key, body }), 403, "FORBIDDEN")
      })

      test("of a cancellation works after the payout has moved on", async (service) => {
        const { json } = await service.payout("moved on")
        const path = `/v1/payouts/${json.payout_id}/cancel`
        const get = () => service.call("GET", `/v1/payouts/${json.payout_id}`)
        await until(get, (answer) => answer.json.status === "SETTLED")
        const cancel = () => service.call("POST", path, { body: { idempotency_key: "too late" } })
        assertProblem(await cancel(), 409, "INVALID_STATE")
        assertProblem(await cancel(), 409, "INVALID_STATE")
      })

      test("of an endpoint's test works after the endpoint was deleted", async ({ call }) => {
        const url = "http://127.0.0.1:1/"
        const hook = await call("POST", "/v1/webhooks", { body: { url, events: ["*"] } })
        const path = `/v1/webhooks/endpoints/${hook.json.id}`
        const test = () => call("POST", `${path}/test`, { body: { idempotency_key: "test" } })
        const first = await test()
        assert.strictEqual(first.status, 200)
        await call("DELETE", path)
        const again = await test()
        assert.strictEqual(again.text, first.text)
      })
    },

    "with a refusal or a secret": (test) => {
      test("does not keep a refusal, so a retry may succeed", async ({ call, quote }) => {
        assertInvalid(await quote("later", { source_amount_usdc: 20_000 }), "source_amount_usdc")
        assert.strictEqual((await quote("later")).status, 201)
        const none = await call("POST", "/v1/payouts", { body: payoutBody("qt_none", "later too") })
        assertProblem(none, 404, "QUOTE_NOT_FOUND")
        const { json } = await quote("later quote")
        const body = payoutBody(json.quote_id, "later too")
        const answer = await call("POST", "/v1/payouts", { body })
        assert.strictEqual(answer.status, 201)
        assert.isFalse(isReplay(answer))
      })

      test("issues an API key once, and the replay does not show it", async (service) => {
        const { id } = await customer(service)
        const body = { name: "once", scope: "full", idempotency_key: "issue" }
        const issue = () =>
          service.call("POST", `/admin/v1/accounts/${id}/api-keys`, { key: Service.adminKey, body })
        const [first, again] = [await issue(), await issue()]
        assert.deepStrictEqual([first.status, again.status], [201, 201])
        assert.isTrue(isReplay(again))
        assert.match(first.json.key, /^sk_sandbox_/)
        assert.deepStrictEqual(again.json, { ...first.json, key: null })
        const path = `/admin/v1/accounts/${id}/api-keys`
        assert.strictEqual(
          (await service.call("GET", path, { key: Service.adminKey })).json.total,
          2
        )
        const rotate = () =>
          service.call("POST", `${path}/${first.json.id}/rotate`, {
            key: Service.adminKey,
            body: { idempotency_key: "rotate" }
          })
        const rotated = await rotate()
        const repeated = await rotate()
        assert.isTrue(isReplay(repeated), "although the key it rotated is revoked")
        assert.deepStrictEqual(repeated.json, { ...rotated.json, key: null })
      })
    }
  }
)

it.live("Kept responses survive a restart", () =>
  Effect.gen(function* () {
    const connection = yield* Postgres.database
    const ask = ({ call, payout, quote }: Service.Service) =>
      Effect.promise(async () => {
        const created = await payout("restart")
        const hook = { url: "https://example.com/", events: ["*"], idempotency_key: "restart" }
        return {
          created,
          quoted: await quote("quote for restart"),
          conflict: await quote("quote for restart", { source_amount_usdc: 26 }),
          hooked: await call("POST", "/v1/webhooks", { body: hook })
        }
      })
    const run = Effect.gen(function* () {
      const scope = yield* Scope.make()
      const service = yield* Scope.provide(Service.start({}, connection), scope)
      const answers = yield* ask(service)
      yield* Scope.close(scope, Exit.void)
      return answers
    })
    const [before, after] = [yield* run, yield* run]
    for (const name of ["created", "quoted", "hooked"] as const) {
      assert.strictEqual(before[name].status, 201, before[name].text)
      assert.strictEqual(after[name].status, 201, after[name].text)
      assert.strictEqual(after[name].text, before[name].text)
      assert.isTrue(isReplay(after[name]), name)
    }
    assertProblem(after.conflict, 409, "DUPLICATE_IDEMPOTENCY_KEY")
  }).pipe(Effect.provide(quiet))
)
