/** The balance of an account: deposits, payouts that it pays for, and its movements. */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertKeys, assertProblem, customer, suite, until } from "./suite.ts"

const root = "/v1/balance"

interface Payer {
  readonly key: string
  readonly deposit: (amount_usdc: number) => Promise<Service.Answer>
  readonly balance: () => Promise<Service.Answer>
  /** Quotes an amount, and pays it from the balance. */
  readonly pay: (name: string, usdc: number, more?: object) => Promise<Service.Answer>
}

/** A customer with a balance. */
const payer = async ({ call }: Service.Service, { key }: { readonly key: string }) => {
  const made: Payer = {
    key,
    deposit: (amount_usdc) =>
      call("POST", "/v1/sandbox/balance/deposit", { key, body: { amount_usdc } }),
    balance: () => call("GET", root, { key }),
    pay: async (name, usdc, more = {}) => {
      const quote = await call("POST", "/v1/quotes", {
        key,
        body: { source_amount_usdc: usdc, target_currency: "UGX", idempotency_key: `q ${name}` }
      })
      return call("POST", "/v1/payouts", {
        key,
        body: {
          ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001" },
          ...{ network: "MTN_UG", funding: "balance", idempotency_key: name, ...more }
        }
      })
    }
  }
  return made
}

/** Type, amount and balance of each movement, newest first. */
const movementsOf = async ({ call }: Service.Service, key: string) => {
  const { json } = await call("GET", `${root}/movements`, { key })
  return json.data.map(
    ({ amount_usdc, balance_after_usdc, type }: Record<string, unknown>) =>
      `${type} ${amount_usdc} ${balance_after_usdc}`
  )
}

suite(
  "The balance of an account",
  {},
  {
    "with deposits": (test) => {
      test("begins empty, at an address that never changes", async (service) => {
        const { balance } = await payer(service, await customer(service))
        const first = await balance()
        assert.strictEqual(first.status, 200, first.text)
        assertKeys(
          first.json,
          ...["available_usdc", "reserved_usdc", "pending_usdc", "held_usdc", "is_low"],
          ...["low_threshold_usdc", "excess", "deposit_address", "chain_id", "token_address"],
          ...["payment_uri", "message", "created_at", "updated_at"]
        )
        assert.deepInclude(first.json, { available_usdc: 0, reserved_usdc: 0, is_low: false })
        assert.include(first.json.message, first.json.deposit_address)
        const other = await payer(service, await customer(service))
        assert.notStrictEqual(
          (await other.balance()).json.deposit_address,
          first.json.deposit_address
        )
        assert.deepStrictEqual((await balance()).json, first.json)
      })

      test("adds a deposit up once, with a movement", async (service) => {
        const { call } = service
        const { key } = await customer(service)
        const body = { amount_usdc: 100.25, idempotency_key: "top-up" }
        const deposit = () => call("POST", "/v1/sandbox/balance/deposit", { key, body })
        const first = await deposit()
        assert.strictEqual(first.json.available_usdc, 100.25, first.text)
        assert.strictEqual((await deposit()).text, first.text)
        assert.deepStrictEqual(await movementsOf(service, key), ["deposit 100.25 100.25"])
      })

      test("is low below the threshold that the account sets", async (service) => {
        const { call } = service
        const { balance, deposit, key } = await payer(service, await customer(service))
        await deposit(99)
        const set = (low_threshold_usdc: unknown) =>
          call("PATCH", root, { key, body: { low_threshold_usdc } })
        assert.deepInclude((await set(100)).json, { low_threshold_usdc: 100, is_low: true })
        await deposit(1)
        assert.isFalse((await balance()).json.is_low)
        assert.isNull((await set(null)).json.low_threshold_usdc)
        assertInvalid(await set(-1), "low_threshold_usdc")
      })

      test("lists its movements page by page", async (service) => {
        const { call } = service
        const { deposit, key } = await payer(service, await customer(service))
        for (const amount of [1, 2, 3, 4, 5]) await deposit(amount)
        const seen: Array<number> = []
        let path = `${root}/movements?limit=2`
        for (let page = 0; page < 3; page++) {
          const { json } = await call("GET", path, { key })
          assert.strictEqual(json.total, 5)
          seen.push(...json.data.map((one: { amount_usdc: number }) => one.amount_usdc))
          path = `${root}/movements?limit=2&cursor=${json.next_cursor}`
        }
        assert.deepStrictEqual(seen, [5, 4, 3, 2, 1])
      })
    },

    "that pays": (test) => {
      test("funds a payout at once, and its amount is reserved until it ends", async (service) => {
        const { call } = service
        const { balance, deposit, key, pay } = await payer(service, await customer(service))
        await deposit(100)
        const created = await pay("one", 25)
        assert.strictEqual(created.status, 201, created.text)
        const { deposit_address } = (await balance()).json
        assert.deepInclude(created.json, {
          ...{ status: "STABLECOIN_RECEIVED", funding: "balance", deposit_address },
          ...{ amount_due_usdc: 0, amount_received_usdc: 25, payment_uri: null },
          message: "Nothing is due: the payout is funded."
        })
        const path = `/v1/payouts/${created.json.payout_id}`
        await until(
          () => call("GET", path, { key }),
          ({ json }) => json.status === "SETTLED"
        )
        assert.deepInclude((await balance()).json, { available_usdc: 75, reserved_usdc: 0 })
        assert.deepStrictEqual(await movementsOf(service, key), [
          "payout -25 75",
          "deposit 100 100"
        ])
        const events = await call("GET", `/v1/events?payout_id=${created.json.payout_id}`, { key })
        const types = events.json.data.map(({ type }: { type: string }) => type)
        assert.deepStrictEqual(types.reverse().slice(0, 2), [
          "payout.created",
          "payout.funds_received"
        ])
      })

      test("gives a retry the same response", async (service) => {
        const { deposit, key, pay } = await payer(service, await customer(service))
        await deposit(30)
        const first = await pay("same", 25)
        const { quote_id } = (
          await service.call("GET", `/v1/payouts/${first.json.payout_id}`, { key })
        ).json
        const again = await service.call("POST", "/v1/payouts", {
          key,
          body: {
            ...{ quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
            ...{ funding: "balance", idempotency_key: "same" }
          }
        })
        assert.strictEqual(again.text, first.text)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
      })
    },

    "that does not suffice": (test) => {
      test("refuses a payout that costs more than it has", async (service) => {
        const { balance, deposit, pay } = await payer(service, await customer(service))
        const empty = await pay("none", 25)
        assert.deepInclude(empty.json, { needed_usdc: 25, available_usdc: 0 })
        await deposit(24.999999)
        const refused = await pay("almost", 25)
        assert.strictEqual(refused.status, 409)
        assert.deepInclude(refused.json, {
          ...{ error: "INSUFFICIENT_BALANCE", needed_usdc: 25, available_usdc: 24.999999 }
        })
        assert.strictEqual((await balance()).json.available_usdc, 24.999999)
        await deposit(0.000001)
        // The dust waits for its sender's next deposit.
        assert.strictEqual((await pay("still", 25)).status, 409)
        await deposit(1)
        assert.strictEqual((await pay("now", 26)).status, 201)
      })

      test("is never overdrawn by many payouts at once", async (service) => {
        const { balance, deposit, key, pay } = await payer(service, await customer(service))
        await deposit(10)
        const answers = await Promise.all(
          Array.from({ length: 40 }, (_, number) => pay(`many ${number}`, 1))
        )
        const statuses = answers.map(({ status }) => status)
        assert.lengthOf(
          statuses.filter((status) => status === 201),
          10
        )
        assert.lengthOf(
          statuses.filter((status) => status === 409),
          30
        )
        assert.strictEqual((await balance()).json.available_usdc, 0)
        const { json } = await service.call("GET", `${root}/movements?limit=100`, { key })
        assert.strictEqual(json.total, 11)
      })
    },

    "of an account that pays in two ways": (test) => {
      test("gets the money of a payout that fails back at once", async (service) => {
        const { call } = service
        const { balance, deposit, key, pay } = await payer(service, await customer(service))
        await deposit(30)
        const { json } = await pay("fails", 25)
        const path = `/v1/sandbox/payouts/${json.payout_id}/simulate`
        const failed = await call("POST", path, { key, body: { outcome: "fail" } })
        assert.strictEqual(failed.json.status, "FAILED", failed.text)
        assert.notProperty(failed.json, "refund")
        assert.deepInclude((await balance()).json, { available_usdc: 30, reserved_usdc: 0 })
        assert.deepStrictEqual(await movementsOf(service, key), [
          ...["return 25 30", "payout -25 5", "deposit 30 30"]
        ])
      })

      test("gets money back that the provider returns after the payout", async (service) => {
        const { call } = service
        const { balance, deposit, key, pay } = await payer(service, await customer(service))
        await deposit(25)
        const { json } = await pay("returns", 25)
        const path = `/v1/sandbox/payouts/${json.payout_id}/simulate`
        await call("POST", path, { key, body: { outcome: "settle" } })
        const returned = await call("POST", path, { key, body: { outcome: "return" } })
        assert.strictEqual(returned.json.status, "SETTLED", returned.text)
        assert.notProperty(returned.json, "refund")
        assert.deepInclude((await balance()).json, { available_usdc: 25, reserved_usdc: 0 })
      })

      test("pays for a whole batch, and gets back what its rows do not need", async (service) => {
        const { call } = service
        const { balance, deposit, key } = await payer(service, await customer(service))
        await deposit(100)
        const row = (name: string, phone: string) => ({
          ...{ phone, network: "mtn_uganda", amount_usdc: 10, name, idempotency_key: name }
        })
        // The last number is one that the sandbox refuses.
        const payouts = [
          ...[row("Amina", "+256770000001"), row("Brian", "+256770000001")],
          row("Carol", "+256770000003")
        ]
        const submit = () =>
          call("POST", "/v1/batches", { key, body: { payouts, funding: "balance" } })
        const created = await submit()
        assert.strictEqual(created.status, 202, created.text)
        assert.deepInclude(created.json, {
          ...{ funding: "balance", funding_status: "funded", amount_due_usdc: 0 },
          message: "Nothing is due: the batch is funded."
        })
        assert.strictEqual((await submit()).json.id, created.json.id)
        const rows = () => call("GET", `/v1/payouts?batch_id=${created.json.id}`, { key })
        for (const { message } of (await rows()).json.data) {
          assert.match(message, /^Nothing is due: /)
        }
        const done = await until(
          () => call("GET", `/v1/batches/${created.json.id}`, { key }),
          ({ json }) => json.status === "completed"
        )
        assert.deepInclude(done.json, { completed: 2, failed: 1, funding: "balance" })
        const left = await until(balance, ({ json }) => json.reserved_usdc === 0)
        assert.strictEqual(left.json.available_usdc, 80)
        // The provider returns the money of a row after the batch has ended.
        const paid = (await rows()).json.data.find(
          ({ status }: { readonly status: string }) => status === "SETTLED"
        )
        const simulate = `/v1/sandbox/payouts/${paid.payout_id}/simulate`
        await call("POST", simulate, { key, body: { outcome: "return" } })
        await until(balance, ({ json }) => json.available_usdc === 90)
        assert.deepStrictEqual(await movementsOf(service, key), [
          ...["return 10 90", "return 10 80", "batch -30 70", "deposit 100 100"]
        ])
      })
    },

    "that pays for batches": (test) => {
      test("refuses a batch whose total it cannot pay, and creates nothing", async (service) => {
        const { call } = service
        const { deposit, key } = await payer(service, await customer(service))
        await deposit(25)
        const payouts = [1, 2, 3].map((number) => ({
          ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 10, name: "Amina" },
          idempotency_key: `short ${number}`
        }))
        const body = { payouts, funding: "balance" }
        const refused = await call("POST", "/v1/batches", { key, body })
        assertProblem(refused, 409, "INSUFFICIENT_BALANCE")
        assert.deepInclude(refused.json, { needed_usdc: 30, available_usdc: 25 })
        assert.deepStrictEqual((await call("GET", "/v1/batches", { key })).json.data, [])
        const smaller = { payouts: payouts.slice(1), funding: "balance" }
        assert.strictEqual((await call("POST", "/v1/batches", { key, body: smaller })).status, 202)
      })

      test("gets the money of a payout to a failing test number back", async (service) => {
        const { call } = service
        const { balance, deposit, key, pay } = await payer(service, await customer(service))
        await deposit(25)
        const paid = await pay("failing", 25, { recipient_phone: "+256770000003" })
        const { json } = await until(
          () => call("GET", `/v1/payouts/${paid.json.payout_id}`, { key }),
          (answer) => answer.json.status === "FAILED"
        )
        assert.strictEqual(json.failure_reason, "insufficient_balance")
        assert.strictEqual((await balance()).json.available_usdc, 25)
      })

      test("pays for a bulk batch", async (service) => {
        const { call } = service
        const { balance, deposit, key } = await payer(service, await customer(service))
        await deposit(25)
        const quote = await call("POST", "/v1/quotes", {
          key,
          body: { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "bulk quote" }
        })
        const payouts = [
          {
            ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001" },
            ...{ network: "MTN_UG", recipient_name: "Amina", idempotency_key: "bulk row" }
          }
        ]
        const body = { payouts, funding: "balance" }
        const created = await call("POST", "/v1/payouts/bulk", { key, body })
        assert.strictEqual(created.status, 202, created.text)
        assert.strictEqual(created.json.funding, "balance")
        await until(
          () => call("GET", `/v1/payouts/bulk/${created.json.batch_id}`, { key }),
          ({ json }) => json.status === "COMPLETED"
        )
        assert.deepInclude((await balance()).json, { available_usdc: 0, reserved_usdc: 0 })
      })

      test("does not pay for a payout that is funded by deposit", async (service) => {
        const { balance, deposit, pay } = await payer(service, await customer(service))
        await deposit(30)
        const created = await pay("by deposit", 25, { funding: "deposit" })
        assert.strictEqual(created.json.status, "AWAITING_FUNDS", created.text)
        assert.notProperty(created.json, "funding")
        assert.strictEqual((await balance()).json.available_usdc, 30)
        assertInvalid(await pay("credit", 1, { funding: "credit" }), "funding")
      })

      test("is not the balance of another account", async (service) => {
        const rich = await payer(service, await customer(service))
        await rich.deposit(100)
        const poor = await payer(service, await customer(service))
        assert.strictEqual((await poor.pay("theirs", 1)).status, 409)
        assertProblem(await service.call("GET", root, { key: null }), 401, "UNAUTHORIZED")
      })
    }
  }
)
