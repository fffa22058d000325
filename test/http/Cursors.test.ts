import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, customer, suite } from "./suite.ts"

const lists = ["quotes", "payouts", "batches", "payouts/bulk", "beneficiaries"]

const rate = { source_amount_usdc: 10, target_currency: "UGX" }

suite("A list with cursors", {}, (test) => {
  test("gives every row once while rows are created", async (service) => {
    const { key } = await customer(service)
    const create = async (name: string): Promise<string> => {
      const body = { ...rate, idempotency_key: name }
      return (await service.call("POST", "/v1/quotes", { key, body })).json.quote_id
    }
    const there: Array<string> = []
    for (let index = 0; index < 5; index++) there.unshift(await create(`first ${index}`))
    const given: Array<string> = []
    let query = "limit=2"
    for (let page = 0; page < 3; page++) {
      const { json } = await service.call("GET", `/v1/quotes?${query}`, { key })
      assert.strictEqual(json.total, 5 + page)
      given.push(...json.data.map(({ quote_id }: { readonly quote_id: string }) => quote_id))
      assert.strictEqual(json.next_cursor, page === 2 ? null : given.at(-1))
      query = `limit=2&cursor=${json.next_cursor}`
      await create(`later ${page}`)
    }
    assert.deepStrictEqual(given, there)
  })

  test("keeps its filter, and ends with an empty page after a full last page", async (service) => {
    const { key } = await customer(service)
    const body = { ...rate, idempotency_key: "one" }
    await service.call("POST", "/v1/quotes", { key, body })
    const first = await service.call("GET", "/v1/quotes?limit=1&status=ACTIVE", { key })
    const next = `/v1/quotes?limit=1&status=ACTIVE&cursor=${first.json.next_cursor}`
    const { json } = await service.call("GET", next, { key })
    assert.deepStrictEqual(json, { data: [], total: 1, limit: 1, offset: 0, next_cursor: null })
  })

  test("refuses an invalid cursor", async ({ call }) => {
    for (const list of lists) assertInvalid(await call("GET", `/v1/${list}?cursor=2`), "cursor")
  })

  test("refuses the cursor of another list", async ({ call }) => {
    const id = "01K9ZZZZZZZZZZZZZZZZZZZZZZ"
    for (const list of lists) {
      const other = list === "payouts" ? "qt" : "po"
      assertInvalid(await call("GET", `/v1/${list}?cursor=${other}_${id}`), "cursor")
    }
  })
})

/** Names of beneficiaries in their sorted order, which is not the order of creation. */
const people = ["ann", "Ánn Achieng", "bea", "Bea Zed", "Cäsar", "chris", "Zoe", "𐐨bel"]

const saved = async (service: Service.Service, names: ReadonlyArray<string>) => {
  const { key } = await customer(service)
  const call = (method: string, path: string, body?: object) =>
    service.call(method, `/v1/beneficiaries${path}`, { key, ...(body && { body }) })
  const idsOf = new Map<string, string>()
  for (const name of names) {
    const { json } = await call("POST", "", { name, phone: "+256770000001", network: "MTN_UG" })
    idsOf.set(name, json.id)
  }
  return { call, idOf: (name: string) => idsOf.get(name) ?? "" }
}

const namesOf = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.data.map(({ name }: { readonly name: string }) => name)

/** Reads the pages of a list one by one, and calls `between` after each page. */
const walked = async (
  read: (query: string) => Promise<Service.Answer>,
  sort: string,
  between: (page: number) => Promise<unknown> = () => Promise.resolve()
) => {
  const pages: Array<ReadonlyArray<string>> = []
  let query = `?sort=${sort}&limit=3`
  for (;;) {
    const answer = await read(query)
    pages.push(namesOf(answer))
    const { next_cursor: cursor } = answer.json
    if (cursor === null) return pages
    await between(pages.length)
    query = `?sort=${sort}&limit=3&cursor=${encodeURIComponent(cursor)}`
  }
}

suite("A sorted list", {}, (test) => {
  test("of beneficiaries ignores letter case and accents, in both directions", async (service) => {
    const { call } = await saved(service, people.toReversed())
    const read = (query: string) => call("GET", query)
    assert.deepStrictEqual((await walked(read, "name")).flat(), people)
    assert.deepStrictEqual((await walked(read, "-name")).flat(), people.toReversed())
    assert.deepStrictEqual((await walked(read, "created_at")).flat(), people.toReversed())
    assert.deepStrictEqual((await walked(read, "-created_at")).flat(), people)
    assert.deepStrictEqual(namesOf(await read("?sort=name&search=b")), ["bea", "Bea Zed"])
    assert.deepStrictEqual(namesOf(await read("?sort=name&limit=2&offset=6")), people.slice(6))
  })

  test("continues behind a page whose last row was deleted", async (service) => {
    const { call, idOf } = await saved(service, people.toReversed())
    const pages = await walked(
      (query) => call("GET", query),
      "name",
      (page) => call("DELETE", `/${idOf(people[page * 3 - 1] ?? "")}`)
    )
    assert.deepStrictEqual(pages.flat(), people)
  })

  test("in ascending order ends with the rows that are created while it is read", async (service) => {
    const { call } = await saved(service, people)
    const pages = await walked(
      (query) => call("GET", query),
      "created_at",
      (page) =>
        page === 1
          ? call("POST", "", { name: "Late", phone: "+256770000001", network: "MTN_UG" })
          : Promise.resolve()
    )
    assert.deepStrictEqual(pages.flat(), [...people, "Late"])
  })

  test("refuses the cursor of another order, and names both orders", async (service) => {
    const { call } = await saved(service, people)
    const cursorOf = async (sort: string): Promise<string> =>
      (await call("GET", `?limit=3&sort=${sort}`)).json.next_cursor
    const sorts = ["created_at", "-created_at", "name", "-name"]
    for (const given of sorts) {
      const cursor = await cursorOf(given)
      for (const asked of sorts.filter((sort) => sort !== given)) {
        const answer = await call("GET", `?sort=${asked}&cursor=${cursor}`)
        assertInvalid(answer, "cursor")
        assert.deepInclude(answer.json.errors[0], {
          code: "other_order",
          message: `belongs to sort=${given}. Send the same sort with each cursor`
        })
      }
    }
    assertInvalid(await call("GET", `?cursor=${await cursorOf("name")}`), "cursor")
  })

  test("refuses a forged cursor", async ({ call }) => {
    const id = "ben_01K9ZZZZZZZZZZZZZZZZZZZZZZ"
    const nul = Buffer.from("\0").toString("base64url")
    const forged = [`name.${id}`, `name.!.${id}`, `name.${nul}.${id}`, `name.__8.${id}`]
    for (const cursor of [...forged, `created_at.YQ.${id}`, `amount.${id}`, `.${id}`]) {
      const query = `sort=name&cursor=${encodeURIComponent(cursor)}`
      const answer = await call("GET", `/v1/beneficiaries?${query}`)
      assertInvalid(answer, "cursor")
      assert.strictEqual(answer.json.errors[0].code, "not_a_cursor", cursor)
    }
  })

  test("refuses an unknown order", async ({ call }) => {
    for (const list of lists) {
      for (const sort of ["", "amount", "created"]) {
        assertInvalid(await call("GET", `/v1/${list}?sort=${sort}`), "sort")
      }
      const answer = await call("GET", `/v1/${list}?sort=name`)
      if (list === "beneficiaries") assert.strictEqual(answer.status, 200)
      else assertInvalid(answer, "sort")
    }
  })
})
