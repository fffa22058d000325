import { assert } from "@effect/vitest"
import { assertInvalid, assertKeys, assertProblem, customer, suite } from "./suite.ts"

const root = "/v1/beneficiaries"
const fields = [
  ...["id", "customer_id", "name", "phone", "network", "nickname", "created_at", "updated_at"]
]
const amina = { name: "Amina Okello", phone: "+256770000001", network: "MTN_UG" }

suite(
  "A beneficiary",
  {},
  {
    "of an account": (test) => {
      test("is saved, read, changed and deleted", async (service) => {
        const { call } = service
        const { id: accountId, key } = await customer(service)
        const created = await call("POST", root, { key, body: { ...amina, nickname: "Sister" } })
        assert.strictEqual(created.status, 201, created.text)
        assertKeys(created.json, ...fields)
        assert.match(created.json.id, /^ben_/)
        assert.deepInclude(created.json, {
          ...{ customer_id: accountId, name: "Amina Okello", phone: "+256770000001" },
          ...{ network: "mtn_uganda", nickname: "Sister" }
        })
        const path = `${root}/${created.json.id}`
        assert.deepStrictEqual((await call("GET", path, { key })).json, created.json)
        const changed = await call("PATCH", path, {
          key,
          body: { name: "Amina O.", nickname: null }
        })
        assert.strictEqual(changed.status, 200, changed.text)
        assert.deepInclude(changed.json, { name: "Amina O.", nickname: null, phone: amina.phone })
        assert.strictEqual(changed.json.created_at, created.json.created_at)
        assert.isTrue(changed.json.updated_at >= created.json.updated_at)
        assert.deepStrictEqual((await call("GET", path, { key })).json, changed.json)
        const gone = await call("DELETE", path, { key })
        assert.deepStrictEqual(gone.json, { id: created.json.id, deleted: true })
        for (const method of ["GET", "PATCH", "DELETE"]) {
          const body = method === "PATCH" ? { body: {} } : {}
          assertProblem(await call(method, path, { key, ...body }), 404, "BENEFICIARY_NOT_FOUND")
        }
        assert.deepStrictEqual((await call("GET", root, { key })).json.data, [])
      })

      test("must have a number that its network pays", async (service) => {
        const { call } = service
        const { key } = await customer(service)
        const refused = await call("POST", root, {
          key,
          body: { ...amina, phone: "+254700000001" }
        })
        assertInvalid(refused, "phone")
        assertInvalid(await call("POST", root, { key, body: {} }), "name", "phone", "network")
        const { json } = await call("POST", root, { key, body: amina })
        const moved = await call("PATCH", `${root}/${json.id}`, {
          key,
          body: { network: "MPESA_KE" }
        })
        assertInvalid(moved, "phone")
        const both = { network: "MPESA_KE", phone: "+254700000001" }
        const fine = await call("PATCH", `${root}/${json.id}`, { key, body: both })
        assert.strictEqual(fine.json.network, "mpesa_kenya")
      })

      test("belongs to one account", async (service) => {
        const { call } = service
        const { key } = await customer(service)
        const stranger = await customer(service)
        const { json } = await call("POST", root, { key, body: amina })
        const path = `${root}/${json.id}`
        const theirs = { key: stranger.key }
        assertProblem(await call("GET", path, theirs), 404, "BENEFICIARY_NOT_FOUND")
        const patched = await call("PATCH", path, { ...theirs, body: { name: "x" } })
        assertProblem(patched, 404, "BENEFICIARY_NOT_FOUND")
        assertProblem(await call("DELETE", path, theirs), 404, "BENEFICIARY_NOT_FOUND")
        assert.deepStrictEqual((await call("GET", root, theirs)).json.data, [])
        const body = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: "q" }
        const quote = await call("POST", "/v1/quotes", { ...theirs, body })
        const payout = {
          quote_id: quote.json.quote_id,
          beneficiary_id: json.id,
          idempotency_key: "p"
        }
        const stolen = await call("POST", "/v1/payouts", { ...theirs, body: payout })
        assertProblem(stolen, 404, "BENEFICIARY_NOT_FOUND")
      })
    },

    "in a search": (test) => {
      test("is found by words of name, phone and nickname, and by network", async (service) => {
        const { call } = service
        const { key } = await customer(service)
        const all = [
          { ...amina, nickname: "Sister" },
          { name: "Brian Öğüt", phone: "+256750000005", network: "airtel_uganda" },
          { name: "Chidi 100% _x", phone: "+2347012345678", network: "MTN_NG", nickname: "amigo" }
        ]
        for (const body of all) {
          assert.strictEqual((await call("POST", root, { key, body })).status, 201)
        }
        const find = async (query: string) => {
          const { json } = await call("GET", `${root}?${query}`, { key })
          assert.strictEqual(json.total, json.data.length)
          return json.data.map(({ name }: { name: string }) => name.split(" ")[0])
        }
        assert.deepStrictEqual(await find(""), ["Chidi", "Brian", "Amina"])
        assert.deepStrictEqual(await find("search=AMI"), ["Chidi", "Amina"])
        assert.deepStrictEqual(await find("search=okello"), ["Amina"])
        assert.deepStrictEqual(await find(`search=${encodeURIComponent("öğÜ")}`), ["Brian"])
        assert.deepStrictEqual(await find("search=7700"), ["Amina"])
        assert.deepStrictEqual(await find(`search=${encodeURIComponent("_x 100%")}`), ["Chidi"])
        assert.deepStrictEqual(await find("search=nobody"), [])
        assert.deepStrictEqual(await find("search=ogut%20BRI"), ["Brian"], "accents, order")
        assert.deepStrictEqual(await find("search=bri%20nobody"), [], "every word")
        assert.deepStrictEqual(await find("search=kello"), [], "by its beginning")
        assert.deepStrictEqual(await find("search=%2B256750"), ["Brian"])
        for (const none of ["search=", "search=%20%20"]) {
          assert.deepStrictEqual(await find(none), ["Chidi", "Brian", "Amina"], "no search")
        }
        assert.deepStrictEqual(await find("network=MTN_UGANDA"), ["Amina"])
        assert.deepStrictEqual(await find("network=mtn_ug&search=sis"), ["Amina"])
        const page = await call("GET", `${root}?limit=1&offset=1`, { key })
        assert.deepInclude(page.json, { total: 3, limit: 1, offset: 1 })
        assert.strictEqual(page.json.data[0].name, "Brian Öğüt")
        assertInvalid(await call("GET", `${root}?search=%00`, { key }), "search")
      })
    },

    "as the recipient of a payout": (test) => {
      test("gives a payout its recipient, and later changes do not affect it", async (service) => {
        const { call } = service
        const { key } = await customer(service)
        const { json: saved } = await call("POST", root, { key, body: amina })
        const quote = async (name: string) => {
          const body = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: name }
          return (await call("POST", "/v1/quotes", { key, body })).json.quote_id
        }
        const body = {
          quote_id: await quote("first"),
          beneficiary_id: saved.id,
          idempotency_key: "first"
        }
        const paid = await call("POST", "/v1/payouts", { key, body })
        assert.strictEqual(paid.status, 201, paid.text)
        assert.deepInclude(paid.json, { recipient_phone: amina.phone, network: "MTN_UG" })
        await call("PATCH", `${root}/${saved.id}`, { key, body: { name: "Somebody else" } })
        const shown = await call("GET", `/v1/payouts/${paid.json.payout_id}`, { key })
        assert.deepInclude(shown.json, { beneficiary_id: saved.id, recipient_name: "Amina Okello" })
        const other = {
          ...body,
          ...{ quote_id: await quote("second"), idempotency_key: "second" },
          ...{ recipient_phone: "+256750000005", network: "AIRTEL_UG" }
        }
        const own = await call("POST", "/v1/payouts", { key, body: other })
        assert.deepInclude(own.json, { recipient_phone: "+256750000005", network: "AIRTEL_UG" })
        await call("DELETE", `${root}/${saved.id}`, { key })
        const again = await call("POST", "/v1/payouts", { key, body })
        assert.strictEqual(again.text, paid.text)
        const late = { ...body, quote_id: await quote("third"), idempotency_key: "third" }
        const missing = await call("POST", "/v1/payouts", { key, body: late })
        assertProblem(missing, 404, "BENEFICIARY_NOT_FOUND")
        const { beneficiary_id: _, ...bare } = late
        assertInvalid(
          await call("POST", "/v1/payouts", { key, body: bare }),
          "recipient_phone",
          "network"
        )
      })
    }
  }
)
