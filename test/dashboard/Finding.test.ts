/** The search box, its keys, the pages of ids, and network names. */
import { assert, describe, it } from "vitest"
import * as Format from "../../src/dashboard/data/Format.ts"
import * as Links from "../../src/dashboard/data/Links.ts"
import * as Facts from "../../src/dashboard/search/Facts.ts"
import * as Keys from "../../src/dashboard/search/Keys.ts"
import * as Results from "../../src/dashboard/search/Results.ts"
import * as Ids from "../../src/domain/Ids.ts"

const pressed = (key: string, more = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false },
  ...more
})

describe("A key", () => {
  it("opens the search: Ctrl-K and Command-K everywhere, a slash outside text fields", () => {
    for (const isTyping of [false, true]) {
      assert.strictEqual(Keys.askedBy(pressed("k", { ctrlKey: true }), isTyping), "search")
      assert.strictEqual(Keys.askedBy(pressed("K", { metaKey: true }), isTyping), "search")
    }
    assert.strictEqual(Keys.askedBy(pressed("/"), false), "search")
    assert.isUndefined(Keys.askedBy(pressed("/"), true))
  })

  it("shows the list of shortcuts: a question mark outside text fields", () => {
    assert.strictEqual(Keys.askedBy(pressed("?"), false), "sheet")
    assert.isUndefined(Keys.askedBy(pressed("?"), true))
    assert.isUndefined(Keys.askedBy(pressed("/", { altKey: true }), false))
    assert.isUndefined(Keys.askedBy(pressed("k"), false))
  })
})

describe("Results of a search", () => {
  it("are chosen by arrows that wrap around, and by Home and End", () => {
    assert.strictEqual(Results.moved(0, "ArrowDown", 3), 1)
    assert.strictEqual(Results.moved(2, "ArrowDown", 3), 0)
    assert.strictEqual(Results.moved(0, "ArrowUp", 3), 2)
    assert.strictEqual(Results.moved(1, "Home", 3), 0)
    assert.strictEqual(Results.moved(1, "End", 3), 2)
    assert.isUndefined(Results.moved(0, "a", 3))
    assert.isUndefined(Results.moved(0, "ArrowDown", 0))
  })

  it("match if a text contains each word, in any letter case", () => {
    assert.isTrue(Results.fits("hook ACME", ["https://acme.com/hooks", null]))
    assert.isFalse(Results.fits("hook other", ["https://acme.com/hooks"]))
    assert.isTrue(Results.fits(" ", ["anything"]))
  })

  it("show only groups with results", () => {
    const group = { label: "Pages", results: [{ key: "a", href: "/", title: "Overview" }] }
    const groups = Results.filled([{ label: "Payouts", results: [] }, group])
    assert.deepStrictEqual(groups, [group])
    assert.deepStrictEqual(Results.flat(groups), group.results)
  })
})

describe("A result", () => {
  const at = "2026-01-05T12:00:00.000Z"

  it("of a payout has its recipient, amount and status, and for the staff its account", () => {
    const payout = {
      ...{ recipient_name: "Amina Nakato", recipient_phone: "+256770000001", created_at: at },
      status: "SETTLED" as const,
      funding_status: "funded" as const,
      account_id: "acct_1",
      ...{ target_amount_fiat: 91575, target_currency: "UGX" as const }
    }
    const found = { key: "po_1", href: "/payouts/po_1", ...Facts.ofPayout(payout) }
    assert.strictEqual(found.title, "Amina Nakato")
    const about = `91,575 UGX · Settled · ${Format.timeShort(at)}`
    assert.strictEqual(found.about, about)
    const [named] = Results.withAccounts([found], new Map([["acct_1", "Gulu Traders"]]))
    assert.strictEqual(named?.about, `${about} · Gulu Traders`)
    const [unnamed] = Results.withAccounts([found], new Map())
    assert.strictEqual(unnamed?.about, about)
  })

  it("of a batch has its name, its numbers of payouts and failures, and its status", () => {
    const counts = { total: 6, failed: 2, pending: 0 }
    const batch = { name: null, ...counts, status: "completed", created_at: at }
    assert.deepStrictEqual(Facts.ofBatch(batch), {
      title: "Batch",
      about: `6 payouts · 2 failed · Partly failed · ${Format.timeShort(at)}`
    })
  })
})

describe("An id", () => {
  const id = (prefix: string) => `${prefix}_01KJQ1TAFC5D8K2T7V9Q4N6YSB`

  it("links to the page of its object, for users who have that page", () => {
    assert.strictEqual(Links.placeOf(id("po"), true), `/payouts/${id("po")}`)
    assert.strictEqual(Links.placeOf(id("bk"), false), `/bulk/${id("bk")}`)
    assert.strictEqual(Links.placeOf(id("dlv"), true), `/deliveries/${id("dlv")}`)
    assert.strictEqual(Links.placeOf(id("brk"), true), `/reconciliation/breaks/${id("brk")}`)
    assert.isUndefined(Links.placeOf(id("rec"), false))
    assert.isUndefined(Links.placeOf(id("we"), true))
    assert.isUndefined(Links.placeOf(id("acct"), false))
    assert.isUndefined(Links.placeOf("bootstrap", true))
  })

  it("differs from other words", () => {
    assert.isTrue(Links.isId(id("po")))
    // The ids of an event and of a delivery contain other ids.
    assert.isTrue(Links.isId(`${id("evt")}02A`))
    assert.isTrue(Links.isId(`${id("dlv")}02A8D2K4T7V9Q4N6YSB`))
    assert.isFalse(Links.isId("po_1"))
    assert.isFalse(Links.isId(id("xx")))
    assert.strictEqual(Links.kindOf(id("evt")), "Event")
    assert.isUndefined(Links.kindOf("engine"))
  })
})

describe("A shortened id", () => {
  const at = Date.parse("2026-01-05T12:00:00.000Z")
  const make = (prefix: Ids.Prefix, byte: number) =>
    Ids.make(prefix, at, new Uint8Array(Ids.randomBytes).fill(byte))

  it("differs between deliveries to one endpoint, and of one event to several", () => {
    const [one, other] = [make("we", 1), make("we", 2)]
    const events = [3, 4].flatMap((byte) =>
      [1, 2].map((sequence) => Ids.event(make("po", byte), at, sequence, 0))
    )
    const ids = events.flatMap((event) => [one, other].map((to) => Ids.delivery(event, to)))
    assert.strictEqual(new Set(ids.map((id) => Format.middle(id))).size, 8)
    assert.strictEqual(new Set(events.map((id) => Format.middle(id))).size, 4)
    assert.match(Format.middle(ids[0] ?? ""), /^dlv_\w{4}…\w{6}…\w{4}$/)
    assert.match(Format.middle(one), /^we_\w{5}…\w{6}$/)
  })
})

describe("A network", () => {
  it("is named with its country", () => {
    assert.strictEqual(Format.network({ name: "MTN MoMo", country: "UG" }), "MTN MoMo · Uganda")
    assert.strictEqual(
      Format.network({ name: "Airtel Money", country: "KE" }),
      "Airtel Money · Kenya"
    )
  })
})
