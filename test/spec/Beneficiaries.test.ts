/** Spec 2.3, 2.4, 4.4: beneficiaries. */
import { assert } from "@effect/vitest"
import { assertInvalid, assertKeys, assertProblem, customer, suite } from "../http/suite.ts"
import { ask, phone, row } from "./requests.ts"

const path = "/v1/beneficiaries"
const amina = { name: "Amina Nakato", phone, network: "MTN_UG" }

suite("Beneficiaries, by the specification", {}, (test) => {
  test("2.3 beneficiaries and batches show mtn_uganda style", async (service) => {
    const made = await ask(service, 201, `POST ${path}`, { body: amina })
    assert.strictEqual(made.network, "mtn_uganda")
    const payouts = [row("style", { network: "MTN_UG" })]
    const batch = await ask(service, 202, "POST /v1/batches", { body: { payouts } })
    const { data } = await ask(service, 200, `GET /v1/batches/${batch.id}/payouts`)
    assert.strictEqual(data[0].network, "mtn_uganda")
  })

  test("2.4 a beneficiary has the fields of the table, with nickname null by default", async (service) => {
    const { id, key } = await customer(service)
    const made = await ask(service, 201, `POST ${path}`, { body: amina, key })
    assertKeys(
      made,
      ...["id", "customer_id", "name", "phone", "network", "nickname", "created_at", "updated_at"]
    )
    assert.deepInclude(made, { customer_id: id, name: amina.name, phone, nickname: null })
  })

  test("4.4 a beneficiary is created, retrieved, updated and deleted", async (service) => {
    const made = await ask(service, 201, `POST ${path}`, { body: { ...amina, nickname: "A" } })
    assert.deepStrictEqual(await ask(service, 200, `GET ${path}/${made.id}`), made)
    const changed = await ask(service, 200, `PATCH ${path}/${made.id}`, { body: { nickname: "B" } })
    assert.strictEqual(changed.nickname, "B")
    await ask(service, 200, `DELETE ${path}/${made.id}`)
    for (const method of ["GET", "DELETE"]) {
      const gone = await service.call(method, `${path}/${made.id}`)
      assertProblem(gone, 404, "BENEFICIARY_NOT_FOUND")
    }
  })

  test("4.4 name, phone and network are required, nickname is not", async (service) => {
    const empty = await service.call("POST", path, { body: {} })
    assertInvalid(empty, "name", "phone", "network")
    const bad = { name: "", phone: "0770000001", network: "mtn_mars" }
    assertInvalid(await service.call("POST", path, { body: bad }), "name", "phone", "network")
    await ask(service, 201, `POST ${path}`, { body: amina })
  })

  test("4.4 the list is searched over name, phone and nickname, and filtered by network", async (service) => {
    const { key } = await customer(service)
    const given = [
      { ...amina, nickname: "sister" },
      { name: "Brian Otieno", phone: "+254712345678", network: "mpesa_kenya", nickname: "Rent" },
      { name: "Aminata Diallo", phone: "+233241234567", network: "mtn_ghana" }
    ]
    for (const each of given) await ask(service, 201, `POST ${path}`, { body: each, key })
    const found = async (query: string) => {
      const { data, total } = await ask(service, 200, `GET ${path}?${query}`, { key })
      assert.strictEqual(total, data.length)
      return data.map(({ name }: { name: string }) => name.split(" ")[0]).sort()
    }
    assert.deepStrictEqual(await found(""), ["Amina", "Aminata", "Brian"])
    assert.deepStrictEqual(await found("search=AMINA"), ["Amina", "Aminata"])
    assert.deepStrictEqual(await found("search=345678"), ["Brian"])
    assert.deepStrictEqual(await found("search=sister"), ["Amina"])
    assert.deepStrictEqual(await found("search=%25"), [])
    assert.deepStrictEqual(await found("network=MTN_UG"), ["Amina"])
    assert.deepStrictEqual(await found("search=amina&network=mtn_ghana"), ["Aminata"])
  })

  test("4.4 only the provided fields change", async (service) => {
    const made = await ask(service, 201, `POST ${path}`, { body: { ...amina, nickname: "A" } })
    const given = { name: "Amina N." }
    const changed = await ask(service, 200, `PATCH ${path}/${made.id}`, { body: given })
    const { updated_at: _, ...rest } = made
    assert.deepInclude(changed, { ...rest, ...given })
    assert.isAtLeast(Date.parse(changed.updated_at), Date.parse(made.updated_at))
  })

  test("4.4 deletion returns id and deleted, and existing payouts remain", async (service) => {
    const made = await ask(service, 201, `POST ${path}`, { body: amina })
    const payout = await service.payout("to a beneficiary", {
      beneficiary_id: made.id,
      recipient_phone: undefined,
      network: undefined
    })
    assert.strictEqual(payout.status, 201, payout.text)
    assert.strictEqual(payout.json.recipient_phone, phone)
    const answer = await ask(service, 200, `DELETE ${path}/${made.id}`)
    assert.deepStrictEqual(answer, { id: made.id, deleted: true })
    const kept = await ask(service, 200, `GET /v1/payouts/${payout.json.payout_id}`)
    assert.deepInclude(kept, { beneficiary_id: made.id, recipient_name: amina.name })
  })
})
