/** The erasure of recipients' personal data, its restriction by law, and legal holds. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }
const ada = { recipient_phone: "+256770000001", recipient_name: "Ada Lovelace" }
const grace = { recipient_phone: "+256770000077", recipient_name: "Grace Hopper" }

const yearsOf = (years: number) => ({ RETENTION_YEARS: String(years) })
const twoPeople = { ...yearsOf(0), HOLD_APPROVALS: "2" }

const accountOf = async ({ call }: Service.Service): Promise<string> =>
  (await call("GET", "/v1/account")).json.id

/** Pays a recipient, and returns the payout when its data is at rest in the tables. */
const paid = async (service: Service.Service, key: string, recipient: typeof ada) => {
  const { json } = await service.payout(key, {
    ...{ ...recipient, reference: `for ${recipient.recipient_name}` },
    metadata: { to: recipient.recipient_name }
  })
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "SETTLED"
  )
  return json.payout_id as string
}

const request = async (
  service: Service.Service,
  verb: "erase" | "hold-data" | "release-data" | "export",
  recipient = ada,
  more = {}
) =>
  service.call("POST", `/admin/v1/accounts/${await accountOf(service)}/recipients/${verb}`, {
    ...admin,
    body: { phone: recipient.recipient_phone, reason: "request 12", ...more }
  })

const list = async (service: Service.Service, query = "") =>
  service.call("GET", `/admin/v1/accounts/${await accountOf(service)}/recipients${query}`, admin)

const save = async ({ call }: Service.Service, recipient = ada, by = {}) =>
  call("POST", "/v1/beneficiaries", {
    ...by,
    body: {
      ...{ name: recipient.recipient_name, phone: recipient.recipient_phone, network: "MTN_UG" }
    }
  })

/** Repeats a request while the recipient's payouts are being archived. */
const accepted = (send: () => ReturnType<typeof request>) =>
  until(send, (answer) => answer.status === 200)

const see = async ({ call }: Service.Service, id: string) =>
  (await call("GET", `/v1/payouts/${id}`)).json

suite("An erased recipient", yearsOf(0), (test) => {
  test("reads erased in payouts, lists and events, and is found by no search", async (service) => {
    const [one, other] = [await paid(service, "a 1", ada), await paid(service, "a 2", grace)]
    const erased = await accepted(() => request(service, "erase"))
    assert.deepInclude(erased.json, { status: "erased", legal_hold: null })
    assert.deepInclude(await see(service, one), {
      ...{ recipient_phone: "erased", recipient_name: "erased", reference: "erased" },
      ...{ metadata: {}, status: "SETTLED", source_amount_usdc: 25 }
    })
    assert.deepInclude(await see(service, other), grace)
    const found = await service.call("GET", "/v1/payouts?search=lovelace")
    assert.strictEqual(found.json.total, 0)
    const events = await service.call("GET", `/v1/events?payout_id=${one}`)
    for (const { data } of events.json.data) {
      if (data.recipient_phone !== undefined && data.payout_id === one) {
        assert.strictEqual(data.recipient_phone, "erased")
      }
    }
  })

  test("is no longer a beneficiary", async (service) => {
    const body = { name: "Ada Lovelace", phone: ada.recipient_phone, network: "MTN_UG" }
    const saved = await service.call("POST", "/v1/beneficiaries", { body })
    await accepted(() => request(service, "erase"))
    const path = `/v1/beneficiaries/${saved.json.id}`
    assertProblem(await service.call("GET", path), 404, "BENEFICIARY_NOT_FOUND")
  })

  test("has no kept response: a retry of the payout's request does nothing", async (service) => {
    const id = await paid(service, "kept", ada)
    await accepted(() => request(service, "erase"))
    const again = await service.payout("kept", {
      ...{ ...ada, reference: `for ${ada.recipient_name}`, metadata: { to: ada.recipient_name } }
    })
    assertProblem(again, 409, "DUPLICATE_IDEMPOTENCY_KEY")
    const all = await service.call("GET", "/v1/payouts?limit=100")
    const same = all.json.data.filter((payout: { payout_id: string }) => payout.payout_id === id)
    assert.lengthOf(same, 1)
  })

  test("can be paid again, and the new payout shows the new data", async (service) => {
    await paid(service, "before", ada)
    await accepted(() => request(service, "erase"))
    const next = await paid(service, "after", ada)
    assert.deepInclude(await see(service, next), ada)
  })
})

suite("An erasure", { ...yearsOf(0), SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("is refused while a payout of the recipient is not finished", async (service) => {
    await service.payout("open", ada)
    assertProblem(await request(service, "erase"), 409, "INVALID_STATE")
  })

  test("of a recipient in an unknown account is 404", async (service) => {
    const path = "/admin/v1/accounts/acct_01J00000000000000000000000/recipients/erase"
    const body = { phone: ada.recipient_phone, reason: "request 12" }
    assertProblem(await service.call("POST", path, { ...admin, body }), 404, "ACCOUNT_NOT_FOUND")
  })

  test("names an invalid phone number and a missing reason", async (service) => {
    const path = `/admin/v1/accounts/${await accountOf(service)}/recipients/erase`
    const answer = await service.call("POST", path, { ...admin, body: { phone: "0770" } })
    assertProblem(answer, 400, "VALIDATION_ERROR")
    const fields = answer.json.errors.map(({ field }: { field: string }) => field)
    assert.sameMembers(fields, ["phone", "reason"])
  })
})

suite("A request about a recipient's data", yearsOf(0), (test) => {
  const ofBeneficiary = (beneficiary_id: string, more = {}) => ({
    ...{ phone: undefined, beneficiary_id, ...more }
  })

  test("can name a beneficiary, and a retry gets the same response", async (service) => {
    const saved = await save(service)
    const named = ofBeneficiary(saved.json.id, { idempotency_key: "by beneficiary" })
    const held = await request(service, "hold-data", ada, ofBeneficiary(saved.json.id))
    assert.strictEqual(held.status, 200, held.text)
    await request(service, "release-data", ada, ofBeneficiary(saved.json.id))
    const erased = await request(service, "erase", ada, named)
    assert.strictEqual(erased.json.status, "erased")
    assert.deepStrictEqual((await request(service, "erase", ada, named)).json, erased.json)
    const path = `/v1/beneficiaries/${saved.json.id}`
    assertProblem(await service.call("GET", path), 404, "BENEFICIARY_NOT_FOUND")
    const later = await request(service, "erase", ada, ofBeneficiary(saved.json.id))
    assertProblem(later, 404, "BENEFICIARY_NOT_FOUND")
  })

  test("finds no beneficiary of another account", async (service) => {
    const { key } = await customer(service)
    const theirs = await save(service, ada, { key })
    for (const verb of ["erase", "hold-data", "release-data"] as const) {
      const answer = await request(service, verb, ada, ofBeneficiary(theirs.json.id))
      assertProblem(answer, 404, "BENEFICIARY_NOT_FOUND")
    }
    const path = `/v1/beneficiaries/${theirs.json.id}`
    assert.strictEqual((await service.call("GET", path, { key })).status, 200)
  })

  test("must name the recipient by exactly one field", async (service) => {
    const saved = await save(service)
    const neither = await request(service, "erase", ada, { phone: undefined })
    assertInvalid(neither, "phone")
    assert.strictEqual(neither.json.errors[0].code, "required")
    assertInvalid(
      await request(service, "erase", ada, { beneficiary_id: saved.json.id }),
      "beneficiary_id"
    )
  })
})

suite("A number about which the account has no data", twoPeople, (test) => {
  const verbs = ["erase", "hold-data", "release-data", "export"] as const
  const stranger = { recipient_phone: "+256770000088", recipient_name: "Alan Turing" }

  test("is not found by any request about data, and leaves no trace", async (service) => {
    const { key } = await customer(service)
    await save(service, stranger, { key })
    for (const verb of verbs) {
      const answer = await request(service, verb, stranger)
      assertProblem(answer, 404, "RECIPIENT_NOT_FOUND")
    }
    assert.deepStrictEqual((await list(service)).json.data, [])
    const { json } = await service.call("GET", "/admin/v1/audit-logs", admin)
    const actions = json.data.map(({ action }: { action: string }) => action)
    assert.notInclude(actions.join(), "recipient.")
  })

  test("is found once the account saves it", async (service) => {
    assertProblem(await request(service, "hold-data", stranger), 404, "RECIPIENT_NOT_FOUND")
    await save(service, stranger)
    assert.strictEqual((await request(service, "hold-data", stranger)).status, 200)
  })
})

suite("A second request for an erasure", yearsOf(0), (test) => {
  const named = { idempotency_key: "erase once" }

  test("gets the response of the first with its key, and finds nothing without one", async (service) => {
    await save(service)
    const first = await request(service, "erase", ada, named)
    assert.strictEqual(first.json.status, "erased")
    assert.deepStrictEqual((await request(service, "erase", ada, named)).json, first.json)
    for (const verb of ["erase", "hold-data", "release-data", "export"] as const) {
      assertProblem(await request(service, verb), 404, "RECIPIENT_NOT_FOUND")
    }
  })
})

/** Saves a beneficiary with a number, and gives it another one. */
const moved = async (service: Service.Service, from: typeof ada, to: typeof ada) => {
  const { json } = await save(service, from)
  const body = { phone: to.recipient_phone }
  const answer = await service.call("PATCH", `/v1/beneficiaries/${json.id}`, { body })
  assert.strictEqual(answer.status, 200, answer.text)
  return json.id as string
}

/** The numbers with which a beneficiary was saved, newest first, as the audit log shows them. */
const numbersOf = async ({ call }: Service.Service, id: string) => {
  const { json } = await call("GET", "/v1/audit-logs?action=beneficiary.saved&limit=100")
  const acts: ReadonlyArray<{ subject_id: string; changes: { phone: string } }> = json.data
  return acts.filter((act) => act.subject_id === id).map(({ changes }) => changes.phone)
}

const byBeneficiary = (beneficiary_id: string) => ({ phone: undefined, beneficiary_id })

suite("A former number of a beneficiary", yearsOf(0), {
  "without another use": (test) => {
    test("is erased with the current one, and a retry gets the same response", async (service) => {
      const id = await moved(service, ada, grace)
      const numbers = [grace.recipient_phone, ada.recipient_phone]
      assert.deepStrictEqual(await numbersOf(service, id), numbers)
      const named = { ...byBeneficiary(id), idempotency_key: "with the former one" }
      const { json } = await request(service, "erase", ada, named)
      assert.strictEqual(json.status, "erased")
      assert.lengthOf(json.former_numbers, 1)
      assert.match(json.former_numbers[0].id, /^rcp_/)
      assert.deepInclude(json.former_numbers[0], { status: "erased", beneficiary_id: null })
      assert.deepStrictEqual(await numbersOf(service, id), ["erased", "erased"])
      assertProblem(await request(service, "erase", ada), 404, "RECIPIENT_NOT_FOUND")
      assert.deepStrictEqual((await request(service, "erase", ada, named)).json, json)
    })

    test("is erased if the request names the current number", async (service) => {
      const id = await moved(service, ada, grace)
      const { json } = await request(service, "erase", grace)
      assert.deepInclude(json.former_numbers[0], { status: "erased" })
      assert.deepStrictEqual(await numbersOf(service, id), ["erased", "erased"])
    })

    test("is erased by the deletion of the beneficiary", async (service) => {
      const id = await moved(service, ada, grace)
      await service.call("DELETE", `/v1/beneficiaries/${id}`)
      assert.deepStrictEqual(await numbersOf(service, id), ["erased", "erased"])
    })

    test("is not erased twice", async (service) => {
      const id = await moved(service, ada, grace)
      await request(service, "erase", ada)
      const { json } = await request(service, "erase", ada, byBeneficiary(id))
      assert.deepInclude(json, { status: "erased", former_numbers: [] })
    })
  },

  "that another beneficiary has": (test) => {
    test("stays, and the response names that beneficiary", async (service) => {
      const id = await moved(service, ada, grace)
      const other = (await save(service, ada)).json
      const { json } = await request(service, "erase", ada, byBeneficiary(id))
      assert.deepStrictEqual(json.former_numbers, [
        { id: null, status: "kept", erased_at: null, beneficiary_id: other.id }
      ])
      const { json: left } = await service.call("GET", `/v1/beneficiaries/${other.id}`)
      assert.strictEqual(left.phone, ada.recipient_phone)
      assert.deepStrictEqual(await numbersOf(service, id), ["erased", ada.recipient_phone])
      await service.call("DELETE", `/v1/beneficiaries/${other.id}`)
    })
  },

  "under a legal hold": (test) => {
    test("prevents the whole erasure until the hold ends", async (service) => {
      const id = await moved(service, ada, grace)
      await request(service, "hold-data", ada)
      const named = byBeneficiary(id)
      assertProblem(await request(service, "erase", ada, named), 409, "INVALID_STATE")
      assert.strictEqual((await service.call("GET", `/v1/beneficiaries/${id}`)).status, 200)
      await request(service, "release-data", ada)
      const { json } = await request(service, "erase", ada, named)
      assert.deepInclude(json.former_numbers[0], { status: "erased" })
    })
  }
})

suite("A former number with a payout", yearsOf(10), (test) => {
  test("is restricted if it was paid, and the current one is erased", async (service) => {
    const paidId = await paid(service, "to the former number", ada)
    const id = await moved(service, ada, grace)
    const { json } = await accepted(() => request(service, "erase", ada, byBeneficiary(id)))
    assert.strictEqual(json.status, "erased")
    const [former] = json.former_numbers
    assert.strictEqual(former.status, "restricted")
    assert.isAbove(Date.parse(former.erased_at), Date.now())
    assert.deepInclude(await see(service, paidId), { recipient_name: "restricted" })
    const { data } = (await list(service)).json
    assert.deepInclude(data[0], { id: former.id, status: "restricted" })
    // Another beneficiary that had the number finds it restricted already.
    const next = await moved(service, ada, grace)
    await request(service, "erase", ada)
    const again = await request(service, "erase", ada, byBeneficiary(next))
    assert.deepStrictEqual(again.json.former_numbers, json.former_numbers)
  })
})

suite("A former number whose payout is not finished", { SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("refuses the whole erasure", async (service) => {
    await service.payout("open", ada)
    const id = await moved(service, ada, grace)
    assertProblem(await request(service, "erase", ada, byBeneficiary(id)), 409, "INVALID_STATE")
    assert.strictEqual((await service.call("GET", `/v1/beneficiaries/${id}`)).status, 200)
  })
})

suite("A former number, if two people must approve,", twoPeople, (test) => {
  test("waits for the second one as the current number does", async (service) => {
    const id = await moved(service, ada, grace)
    const { json } = await request(service, "erase", ada, byBeneficiary(id))
    assert.strictEqual(json.status, "requested")
    assert.deepInclude(json.former_numbers[0], { status: "requested", erased_at: null })
    const { data } = (await list(service)).json
    assert.sameMembers(
      data.map(({ phone }: { phone: string }) => phone),
      [ada.recipient_phone, grace.recipient_phone]
    )
    assert.strictEqual((await service.call("GET", `/v1/beneficiaries/${id}`)).status, 200)
  })
})

suite("A legal hold on a recipient's data", yearsOf(0), (test) => {
  test("prevents an erasure until it is released", async (service) => {
    const id = await paid(service, "held", ada)
    const held = await request(service, "hold-data")
    assert.strictEqual(held.json.status, "kept")
    assert.deepInclude(held.json.legal_hold, { reason: "request 12", by: "first operator" })
    assertProblem(await request(service, "erase"), 409, "INVALID_STATE")
    assert.deepInclude(await see(service, id), ada)
    const released = await request(service, "release-data")
    assert.deepInclude(released.json, { status: "kept", legal_hold: null })
    await accepted(() => request(service, "erase"))
    assert.deepInclude(await see(service, id), { recipient_name: "erased" })
    assertProblem(await request(service, "release-data"), 404, "RECIPIENT_NOT_FOUND")
  })

  test("that is not set cannot be released", async (service) => {
    await save(service, grace)
    assertProblem(await request(service, "release-data", grace), 409, "INVALID_STATE")
  })
})

suite("A recipient whose data a law demands", { RETENTION_YEARS: "UG=10,*=5" }, (test) => {
  test("reads restricted for ten years, and is found by no search", async (service) => {
    const id = await paid(service, "kept by law", ada)
    const { json } = await accepted(() => request(service, "erase"))
    assert.strictEqual(json.status, "restricted")
    const years = new Date(json.erased_at).getUTCFullYear() - new Date().getUTCFullYear()
    assert.strictEqual(years, 10)
    assert.deepInclude(await see(service, id), {
      ...{ recipient_phone: "restricted", recipient_name: "restricted", metadata: {} }
    })
    const found = await service.call("GET", "/v1/payouts?search=lovelace")
    assert.strictEqual(found.json.total, 0)
    assertProblem(await request(service, "erase"), 409, "INVALID_STATE")
  })

  test("is erased at once if the recipient was never paid", async (service) => {
    const unpaid = { recipient_phone: "+256770000099", recipient_name: "Joan Clarke" }
    await save(service, unpaid)
    const { json } = await request(service, "erase", unpaid)
    assert.strictEqual(json.status, "erased")
  })
})

suite("An erasure that needs two people", twoPeople, (test) => {
  test("waits for the second one", async (service) => {
    const id = await paid(service, "two", ada)
    const first = await accepted(() => request(service, "erase"))
    assert.strictEqual(first.json.status, "requested")
    assert.lengthOf(first.json.approvals, 1)
    const again = await request(service, "erase")
    assert.deepStrictEqual(again.json.approvals, first.json.approvals)
    assert.deepInclude(await see(service, id), ada)
  })
})

suite("The list of requests about recipients' data", twoPeople, (test) => {
  test("shows erasures that wait for more people, page by page", async (service) => {
    const phones = ["+256770000021", "+256770000022", "+256770000023"]
    const begun = []
    for (const recipient_phone of phones) {
      const recipient = { recipient_phone, recipient_name: "Joan Clarke" }
      await save(service, recipient)
      const { former_numbers, ...state } = (await request(service, "erase", recipient)).json
      assert.deepStrictEqual(former_numbers, [])
      begun.push(state)
    }
    const first = await list(service, "?limit=2")
    assert.strictEqual(first.json.total, 3)
    const rest = await list(service, `?limit=2&cursor=${first.json.next_cursor}`)
    const all = [...first.json.data, ...rest.json.data]
    assert.deepStrictEqual(
      all.map(({ phone }) => phone),
      phones.toReversed()
    )
    for (const { id, phone: _, ...state } of all) {
      assert.match(id, /^rcp_/)
      assert.deepStrictEqual(state, begun[0])
      assert.deepInclude(state, { status: "requested", approvals_needed: 2 })
      assert.lengthOf(state.approvals, 1)
    }
    const { id } = await customer(service)
    const theirs = await service.call("GET", `/admin/v1/accounts/${id}/recipients`, admin)
    assert.deepStrictEqual(theirs.json.data, [])
  })

  test("of an unknown account is 404", async ({ call }) => {
    const path = "/admin/v1/accounts/acct_01J00000000000000000000000/recipients"
    assertProblem(await call("GET", path, admin), 404, "ACCOUNT_NOT_FOUND")
  })
})

suite("The list of recipients whose data stays", yearsOf(10), (test) => {
  test("shows restricted data without the number, and the reason of a hold", async (service) => {
    await paid(service, "restricted", ada)
    const answer = await accepted(() => request(service, "erase"))
    const { former_numbers: _, ...restricted } = answer.json
    await save(service, grace)
    await request(service, "hold-data", grace, { reason: "court order 7" })
    const { data } = (await list(service)).json
    assert.lengthOf(data, 2)
    assert.deepInclude(data[0], { phone: grace.recipient_phone, status: "kept", erased_at: null })
    assert.deepInclude(data[0].legal_hold, { reason: "court order 7" })
    assert.deepInclude(data[1], { phone: "restricted", ...restricted })
  })
})

const deleteNew = async (service: Service.Service, recipient: typeof ada) => {
  const { json } = await save(service, recipient)
  const answer = await service.call("DELETE", `/v1/beneficiaries/${json.id}`)
  assert.deepStrictEqual(answer.json, { id: json.id, deleted: true })
}

/** The first of two requests for an erasure is accepted once the payouts are archived. */
const archived = (service: Service.Service, recipient: typeof ada) =>
  accepted(() => request(service, "erase", recipient))

suite("A deleted beneficiary", { ...twoPeople, SANDBOX_TIME_SCALE: "1" }, (test) => {
  test("takes the data of a recipient who was never paid with it", async (service) => {
    const { json } = await service.payout("unpaid", ada)
    await service.call("POST", `/v1/payouts/${json.payout_id}/cancel`)
    await archived(service, ada)
    await deleteNew(service, ada)
    assert.deepInclude(await see(service, json.payout_id), {
      ...{ recipient_phone: "erased", recipient_name: "erased", status: "FAILED" }
    })
  })

  test("leaves the data of a payout that is not finished", async (service) => {
    const { json } = await service.payout("open", grace)
    await deleteNew(service, grace)
    assert.deepInclude(await see(service, json.payout_id), grace)
  })
})

suite("A deleted beneficiary whose payout was funded", twoPeople, (test) => {
  test("leaves the data of a paid recipient", async (service) => {
    const id = await paid(service, "paid", grace)
    await archived(service, grace)
    await deleteNew(service, grace)
    assert.deepInclude(await see(service, id), grace)
  })

  test("leaves the data of a payout that was reversed", async (service) => {
    const recipient = { recipient_phone: "+256770000066", recipient_name: "SANDBOX REVERSE" }
    const refund_address = `0x${"7".repeat(40)}`
    const { json } = await service.payout("reversed", { ...recipient, refund_address })
    await archived(service, recipient)
    await deleteNew(service, recipient)
    assert.deepInclude(await see(service, json.payout_id), { ...recipient, status: "REVERSED" })
  })
})
