/** Data about the parties of payouts: details of recipients, purposes and originators. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, customer, suite } from "./suite.ts"

const address = {
  ...{ line1: "Plot 7, Main Street", line2: "Floor 2", city: "Jinja" },
  ...{ postal_code: "256", country: "UG" }
}

const details = {
  ...{ given_name: "Amina", family_name: "Nakato", birth_date: "1990-04-23" },
  ...{ country: "KE", address }
}

const parties = { recipient_details: details, purpose: "education", source_of_funds: "savings" }

const absent = ["recipient_details", "purpose", "source_of_funds"]

/** Values of details that the service refuses, by the path of their field. */
const badDetails: ReadonlyArray<readonly [path: string, given: unknown]> = [
  ["", "Amina"],
  ["given_name", { given_name: "" }],
  ["given_name", { given_name: "\u200b" }],
  ["given_name", { given_name: "x".repeat(101) }],
  ["family_name", { family_name: 7 }],
  ["family_name", { family_name: "a\u0000b" }],
  ["birth_date", { birth_date: "1990-02-30" }],
  ["birth_date", { birth_date: "1899-12-31" }],
  ["birth_date", { birth_date: "2999-01-01" }],
  ["birth_date", { birth_date: "x".repeat(5_000) }],
  ["country", { country: "Uganda" }],
  ["country", { country: "ug" }],
  ["address", { address: "Jinja" }],
  ["address.line1", { address: { line1: "x".repeat(71) } }],
  ["address.line2", { address: { line2: " " } }],
  ["address.city", { address: { city: "x".repeat(36) } }],
  ["address.postal_code", { address: { postal_code: "x".repeat(17) } }],
  ["address.country", { address: { country: "XX" } }]
]

const pathIn = (name: string, path: string): string => (path === "" ? name : `${name}.${path}`)

const row = (key: string, more: object) => ({
  ...{ phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1.5, name: "Jo" },
  ...{ idempotency_key: key, ...more }
})

const submit = (service: Service.Service, key: string, ...payouts: ReadonlyArray<object>) =>
  service.call("POST", "/v1/batches", { key, body: { payouts } })

const itemOf = async (service: Service.Service, key: string, name: string, more: object) => {
  const body = { source_amount_usdc: 5, target_currency: "UGX", idempotency_key: `quote ${name}` }
  const quote = await service.call("POST", "/v1/quotes", { key, body })
  return {
    ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
    ...{ idempotency_key: name, ...more }
  }
}

suite(
  "Data about the parties",
  {},
  {
    "of a payout": (test) => {
      test("is shown by the payout, and to staff", async ({ call, payout }) => {
        const created = await payout("shown", parties)
        assert.strictEqual(created.status, 201, created.text)
        const path = `payouts/${created.json.payout_id}`
        assert.deepInclude((await call("GET", `/v1/${path}`)).json, parties)
        const seen = await call("GET", `/admin/v1/${path}`, { key: Service.adminKey })
        assert.deepInclude(seen.json, parties)
        const { data } = (await call("GET", "/v1/payouts?limit=1")).json
        assert.deepInclude(data[0], parties)
      })

      test("is in no event, and found by no search", async ({ call, payout }) => {
        const { json } = await payout("silent", parties)
        const { text } = await call("GET", `/v1/events?payout_id=${json.payout_id}`)
        assert.include(text, "payout.created")
        for (const word of ["Jinja", "1990-04-23", "education", "recipient_details"]) {
          assert.notInclude(text, word)
        }
        assert.strictEqual((await call("GET", "/v1/payouts?search=jinja")).json.total, 0)
      })

      test("is absent if the request has none or only objects without fields", async (service) => {
        const none = [
          {},
          { recipient_details: {} },
          { recipient_details: { given_name: null, address: {} }, purpose: null },
          { recipient_details: null, source_of_funds: null }
        ]
        for (const [index, body] of none.entries()) {
          const created = await service.payout(`none ${index}`, body)
          const { json } = await service.call("GET", `/v1/payouts/${created.json.payout_id}`)
          for (const name of absent) assert.notProperty(json, name)
        }
      })

      test("keeps what the request has, and ignores unknown fields", async ({ call, payout }) => {
        const sent = { recipient_details: { family_name: "Nakato", shoe_size: 38, country: null } }
        const { json } = await payout("partial", sent)
        const shown = (await call("GET", `/v1/payouts/${json.payout_id}`)).json
        assert.deepStrictEqual(shown.recipient_details, { family_name: "Nakato" })
        assert.notProperty(shown, "purpose")
      })

      test("is refused by its field's path", async ({ payout }) => {
        for (const [index, [path, given]] of badDetails.entries()) {
          const refused = await payout(`bad ${index}`, { recipient_details: given })
          assertInvalid(refused, pathIn("recipient_details", path))
        }
        assertInvalid(await payout("bad purpose", { purpose: "fun" }), "purpose")
        assertInvalid(await payout("bad source", { source_of_funds: "" }), "source_of_funds")
      })

      test("is named with all other problems of the request", async ({ call }) => {
        const body = {
          ...{ quote_id: "qt_1", idempotency_key: "several", purpose: 1 },
          recipient_details: { birth_date: "2999-01-01", country: "?" }
        }
        assertInvalid(
          await call("POST", "/v1/payouts", { body }),
          ...["recipient_phone", "network", "purpose"],
          ...["recipient_details.birth_date", "recipient_details.country"]
        )
      })

      test("is part of the request that an idempotency key repeats", async ({ payout }) => {
        const first = await payout("repeated", parties)
        const again = await payout("repeated", parties)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        assert.strictEqual(again.text, first.text)
        const others = [
          {},
          { ...parties, purpose: "gift" },
          { ...parties, recipient_details: { ...details, birth_date: "1990-04-24" } }
        ]
        for (const other of others) {
          assertProblem(await payout("repeated", other), 409, "DUPLICATE_IDEMPOTENCY_KEY")
        }
      })
    },

    "of a batch": (test) => {
      test("is shown by the payout of its row", async (service) => {
        const { key } = await customer(service)
        const { json } = await submit(service, key, row("one", parties), row("two", {}))
        const rows = await service.call("GET", `/v1/batches/${json.id}/payouts?order=file`, { key })
        const [one, two] = await Promise.all(
          rows.json.data.map(async ({ payout_id: id }: { readonly payout_id: string }) => {
            return (await service.call("GET", `/v1/payouts/${id}`, { key })).json
          })
        )
        assert.deepInclude(one, parties)
        for (const name of absent) assert.notProperty(two, name)
      })

      test("is refused with the row and the field's path", async (service) => {
        const { key } = await customer(service)
        const bad = badDetails.map(([, given], index) =>
          row(`bad ${index}`, { recipient_details: given })
        )
        for (const path of ["/v1/batches", "/v1/batches/check"]) {
          const { json } = await service.call("POST", path, { key, body: { payouts: bad } })
          assert.deepStrictEqual(
            json.errors.map(({ field, row }: { field: string; row: number }) => [row, field]),
            badDetails.map(([path], index) => [index + 1, pathIn("recipient_details", path)])
          )
        }
        assertInvalid(await submit(service, key, row("purpose", { purpose: "fun" })), "purpose")
      })

      test("is part of a row, so the same key with other details is refused", async (service) => {
        const { key } = await customer(service)
        const first = await submit(service, key, row("same", parties))
        const again = await submit(service, key, row("same", parties))
        assert.strictEqual(again.json.id, first.json.id)
        const other = { ...parties, recipient_details: { ...details, country: "UG" } }
        assertInvalid(await submit(service, key, row("same", other)), "idempotency_key")
        assertInvalid(await submit(service, key, row("same", {})), "idempotency_key")
      })
    },

    "of a bulk item": (test) => {
      test("is shown by its payout, and is part of the item", async (service) => {
        const { key } = await customer(service)
        const send = (...payouts: ReadonlyArray<object>) =>
          service.call("POST", "/v1/payouts/bulk", { key, body: { payouts } })
        const item = await itemOf(service, key, "item", parties)
        const { json } = await send(item)
        const bulk = await service.call("GET", `/v1/payouts/bulk/${json.batch_id}`, { key })
        const path = `/v1/payouts/${bulk.json.payouts[0].payout_id}`
        assert.deepInclude((await service.call("GET", path, { key })).json, parties)
        assert.strictEqual((await send(item)).json.batch_id, json.batch_id)
        const refused = await send({ ...item, source_of_funds: "gift" })
        assert.include(refused.text, '"idempotency_key"')
        assertProblem(refused, 400, "VALIDATION_ERROR")
      })

      test("is refused with the row and the field's path", async (service) => {
        const { key } = await customer(service)
        const late = { recipient_details: { birth_date: "2999-01-01" } }
        const item = await itemOf(service, key, "late", late)
        const refused = await service.call("POST", "/v1/payouts/bulk", {
          ...{ key, body: { payouts: [item] } }
        })
        assertInvalid(refused, "recipient_details.birth_date")
        assert.strictEqual(refused.json.errors[0].row, 1)
      })
    },

    "of a beneficiary": (test) => {
      const root = "/v1/beneficiaries"
      const amina = { name: "Amina Nakato", phone: "+256770000001", network: "mtn_uganda" }

      test("is saved, replaced and removed", async ({ call }) => {
        const created = await call("POST", root, { body: { ...amina, details } })
        assert.deepStrictEqual(created.json.details, details, created.text)
        const path = `${root}/${created.json.id}`
        const change = async (body: object) => (await call("PATCH", path, { body })).json
        assert.deepStrictEqual((await change({ nickname: "Mum" })).details, details)
        const fewer = { given_name: "Amina" }
        assert.deepStrictEqual((await change({ details: fewer })).details, fewer)
        assert.deepStrictEqual((await call("GET", path)).json.details, fewer)
        assert.notProperty(await change({ details: null }), "details")
        assert.notProperty((await call("POST", root, { body: amina })).json, "details")
      })

      test("is refused by its field's path, on creation and on change", async ({ call }) => {
        const { json } = await call("POST", root, { body: amina })
        for (const [path, given] of badDetails) {
          const field = pathIn("details", path)
          assertInvalid(await call("POST", root, { body: { ...amina, details: given } }), field)
          const change = { body: { details: given } }
          assertInvalid(await call("PATCH", `${root}/${json.id}`, change), field)
        }
      })

      test("is taken by a payout whose request has none", async ({ call, payout }) => {
        const { json } = await call("POST", root, { body: { ...amina, details } })
        const payoutWith = async (key: string, more: object) => {
          const created = await payout(key, { beneficiary_id: json.id, ...more })
          return (await call("GET", `/v1/payouts/${created.json.payout_id}`)).json
        }
        const taken = await payoutWith("taken", { purpose: "rent" })
        assert.deepInclude(taken, { recipient_details: details, purpose: "rent" })
        const own = { given_name: "Brian" }
        const other = await payoutWith("own", { recipient_details: own })
        assert.deepStrictEqual(other.recipient_details, own)
      })
    }
  }
)

const business = {
  ...{ type: "business", name: "Acme Remit Ltd", registration_number: "80020001234567" },
  ...{ country: "UG", address }
}
const person = { type: "person", name: "Ada Lovelace", birth_date: "1980-12-10" }

suite("The originator of an account", {}, (test) => {
  const set = ({ call }: Service.Service, id: string, originator: unknown) =>
    call("PATCH", `/admin/v1/accounts/${id}`, { key: Service.adminKey, body: { originator } })

  test("is set, replaced and removed by staff", async (service) => {
    const { id } = await customer(service)
    const path = `/admin/v1/accounts/${id}`
    const get = async () => (await service.call("GET", path, { key: Service.adminKey })).json
    assert.notProperty(await get(), "originator")
    const changed = await set(service, id, business)
    assert.strictEqual(changed.status, 200, changed.text)
    assert.deepStrictEqual(changed.json.originator, business)
    const body = { name: "Acme" }
    await service.call("PATCH", path, { key: Service.adminKey, body })
    assert.deepStrictEqual((await get()).originator, business)
    assert.deepStrictEqual((await set(service, id, person)).json.originator, person)
    assert.notProperty((await set(service, id, null)).json, "originator")
    assert.notProperty(await get(), "originator")
  })

  test("is shown to a key with full scope, and to no other key", async (service) => {
    const { id, key } = await customer(service)
    await set(service, id, business)
    const own = await service.call("GET", "/v1/account", { key })
    assert.deepStrictEqual(own.json.originator, business)
    for (const scope of ["read_only", "payouts", "webhooks", "reports"]) {
      const issued = await service.call("POST", `/admin/v1/accounts/${id}/api-keys`, {
        ...{ key: Service.adminKey, body: { name: scope, scope } }
      })
      const seen = await service.call("GET", "/v1/account", { key: issued.json.key })
      assert.strictEqual(seen.json.id, id)
      assert.notProperty(seen.json, "originator", scope)
    }
  })

  test("is shown to owners, and to no other user of the account", async (service) => {
    const ada = await Visitor.first(service)
    await set(service, (await service.call("GET", "/v1/account")).json.id, business)
    const seenBy = async ({ ask }: Visitor.Visitor) => (await ask("GET", "/v1/account")).json
    assert.deepStrictEqual((await seenBy(ada)).originator, business)
    for (const role of ["developer", "payer", "viewer"]) {
      const seen = await seenBy(await Visitor.invited(service, ada, role))
      assert.property(seen, "kyc_status", role)
      assert.notProperty(seen, "originator", role)
    }
  })

  test("is named in the audit log without its data", async (service) => {
    const { id } = await customer(service)
    await set(service, id, business)
    const path = `/admin/v1/audit-logs?subject_id=${id}`
    const { json, text } = await service.call("GET", path, { key: Service.adminKey })
    assert.strictEqual(json.data[0].changes.originator, "set", text)
    assert.notInclude(text, "80020001234567")
  })

  test("is refused by its field's path", async (service) => {
    const { id } = await customer(service)
    const bad: ReadonlyArray<readonly [given: unknown, ...paths: ReadonlyArray<string>]> = [
      ["Acme", "originator"],
      [{}, "originator.type", "originator.name"],
      [{ ...business, type: "trust" }, "originator.type"],
      [{ ...business, name: " " }, "originator.name"],
      [{ ...business, name: "x".repeat(101) }, "originator.name"],
      [{ ...business, registration_number: "x".repeat(36) }, "originator.registration_number"],
      [{ ...business, birth_date: "1980-12-10" }, "originator.birth_date"],
      [{ ...person, registration_number: "8002" }, "originator.registration_number"],
      [{ ...person, birth_date: "2999-01-01" }, "originator.birth_date"],
      [{ ...person, country: "England" }, "originator.country"],
      [{ ...person, address: { city: "" } }, "originator.address.city"]
    ]
    for (const [given, ...paths] of bad) assertInvalid(await set(service, id, given), ...paths)
  })
})
