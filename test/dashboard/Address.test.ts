/** URLs of the dashboard, which name the account for which the page acts. */
import { assert, describe, it } from "vitest"
import * as Address from "../../src/dashboard/data/Address.ts"

describe("A URL of the dashboard", () => {
  it("names an account, or the staff, before the page", () => {
    const accountId = "acct_01JD0000000000000000000000"
    const base = Address.baseOf({ account_id: accountId })
    assert.deepStrictEqual(Address.parse(`${base}/payouts/po_1`), {
      accountId,
      page: "/payouts/po_1"
    })
    assert.deepStrictEqual(Address.parse(base), { accountId, page: "/" })
    const staff = Address.baseOf({ account_id: null })
    assert.deepStrictEqual(Address.parse(`${staff}/holds`), { accountId: null, page: "/holds" })
    assert.deepStrictEqual(Address.parse(staff), { accountId: null, page: "/" })
  })

  it("names no account if it has the old form", () => {
    for (const page of ["/", "/payouts/po_1", "/operations-else", "/accounts/acct_1"]) {
      assert.deepStrictEqual(Address.parse(page), { accountId: undefined, page })
    }
    assert.deepStrictEqual(Address.parse(""), { accountId: undefined, page: "/" })
  })
})
