/** Saved views of a list: the parts of a URL that they keep, and the views that are read back. */
import { assert, describe, it } from "vitest"
import * as Views from "../../src/dashboard/data/SavedViews.ts"

const queryOf = (text: string): string => Views.queryOf(new URLSearchParams(text))

const view = (name: string, query = "status=FAILED") => ({ name, query })

const numbered = (count: number) =>
  Array.from({ length: count }, (_, index) => view(`View ${index}`))

describe("A view", () => {
  it("keeps filters, search, order and page size, and nothing else", () => {
    const query = queryOf("offset=40&rows=50&sort=created_at&search=a+b&status=FAILED&x=1&from=")
    assert.strictEqual(query, "search=a+b&status=FAILED&sort=created_at&rows=50")
    assert.strictEqual(
      queryOf("to=2026-01-02&from=2026-01-01"),
      queryOf("from=2026-01-01&to=2026-01-02")
    )
    assert.strictEqual(queryOf(`search=${"a".repeat(101)}&network=MTN_UG`), "network=MTN_UG")
  })

  it("needs filters or an order, because a page or its size alone is no view", () => {
    assert.isTrue(Views.isPlain(new URLSearchParams("offset=20&rows=50&status=")))
    for (const text of ["status=FAILED", "search=a", "sort=created_at", "account_id=acct_1"]) {
      assert.isFalse(Views.isPlain(new URLSearchParams(text)), text)
    }
  })

  it("replaces the view of its name in any letter case, and otherwise comes last", () => {
    const views = numbered(2)
    assert.deepStrictEqual(Views.withView(views, view("VIEW 0", "sort=created_at")), [
      view("VIEW 0", "sort=created_at"),
      view("View 1")
    ])
    assert.deepStrictEqual(Views.withView(views, view("New")), [...views, view("New")])
  })

  it("is refused above the limit, but may replace another view", () => {
    const full = numbered(Views.viewsMax)
    assert.isUndefined(Views.withView(full, view("One more")))
    assert.lengthOf(Views.withView(full, view("View 3")) ?? [], Views.viewsMax)
  })
})

describe("Views that are read back", () => {
  it("are the saved ones", () => {
    const views = numbered(Views.viewsMax)
    assert.deepStrictEqual(Views.parse(JSON.stringify(views)), views)
    assert.deepStrictEqual(Views.parse(null), [])
  })

  it("are none if the text is invalid, and omit invalid views", () => {
    for (const text of ["", "{", "null", "7", '"views"', '{"name":"a"}']) {
      assert.deepStrictEqual(Views.parse(text), [], text)
    }
    const good = view("Good")
    const bad = [
      ...[null, 7, "a", [], {}, { name: "No query" }, { name: 7, query: "status=FAILED" }],
      ...[view(""), view(" padded "), view("a".repeat(Views.nameCharsMax + 1))],
      ...[
        view("Other page", "href=javascript:alert(1)"),
        view("Spelled otherwise", "?status=FAILED")
      ],
      view("GOOD", "status=SETTLED")
    ]
    assert.deepStrictEqual(Views.parse(JSON.stringify([good, ...bad])), [good])
  })

  it("are at most the limit, and have only a name and a query", () => {
    const kept = numbered(Views.viewsMax + 5).map((each) => ({ ...each, more: true }))
    assert.deepStrictEqual(Views.parse(JSON.stringify(kept)), numbered(Views.viewsMax))
  })
})
