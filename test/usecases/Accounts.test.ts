/** The account search of staff. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import type * as Account from "../../src/domain/account/Account.ts"
import * as Accounts from "../../src/usecases/Accounts.ts"

const account = (id: string, name: string, more: Partial<Account.Account> = {}) =>
  ({
    ...{ id, name, email: `${id}@example.com`, kycStatus: "APPROVED", status: "ACTIVE" },
    ...more
  }) as Account.Account

const all = [
  account("acct_1", "Acme Remit"),
  account("acct_2", "Kampala Pay", { kycStatus: "PENDING" }),
  account("acct_3", "Acme Payroll", { status: "SUSPENDED" })
]

const registry = { accounts: new Map(all.map((one) => [one.id, one])) }

const found = (filter: Accounts.Filter) =>
  Accounts.list({ registry } as never, filter).map(({ id }) => id)

describe("A search for accounts", () => {
  it("finds words of id, name and e-mail address in any order, newest account first", () => {
    assert.deepStrictEqual(found({ search: "acme" }), ["acct_3", "acct_1"])
    assert.deepStrictEqual(found({ search: " REMIT acme " }), ["acct_1"])
    assert.deepStrictEqual(found({ search: "acct_2@example" }), ["acct_2"])
    assert.deepStrictEqual(found({}), ["acct_3", "acct_2", "acct_1"])
  })

  it("can be limited to states of accounts", () => {
    assert.deepStrictEqual(found({ kycStatus: "PENDING" }), ["acct_2"])
    assert.deepStrictEqual(found({ search: "acme", status: "ACTIVE" }), ["acct_1"])
  })

  it("uses at most searchWordsMax words", () => {
    const words = Array.from({ length: Limits.http.searchWordsMax }, () => "acme")
    assert.deepStrictEqual(found({ search: [...words, "nothing"].join(" ") }), ["acct_3", "acct_1"])
    assert.deepStrictEqual(found({ search: [...words.slice(1), "nothing"].join(" ") }), [])
  })
})
