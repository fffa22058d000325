/** Accounts: the fields that each event changes, and those that stay. */
import { describe, expect, it } from "vitest"
import * as Account from "../../../src/domain/account/Account.ts"

const born = Account.created({
  ...({ _tag: "AccountCreated", id: "acct_1", name: "Acme", email: "acme@example.com" } as const),
  ...({ kycStatus: "PENDING", at: 1 } as const)
})

describe("An account", () => {
  it("is created active, with every field of its event", () => {
    expect(born).toEqual({
      ...{ id: "acct_1", name: "Acme", email: "acme@example.com", kycStatus: "PENDING" },
      ...{ status: "ACTIVE", createdAt: 1, updatedAt: 1 }
    })
  })

  it("takes a new name, approval and status, and keeps its creation time and address", () => {
    const change = { name: "Acme Ltd", kycStatus: "APPROVED", status: "SUSPENDED" } as const
    const event = { _tag: "AccountUpdated", id: "acct_1", at: 5, ...change } as const
    expect(Account.updated(born, event)).toEqual({
      ...{ id: "acct_1", email: "acme@example.com", createdAt: 1, updatedAt: 5 },
      ...change
    })
  })

  it("keeps its originator until an update sets another one or removes it", () => {
    const first = { type: "business", name: "Acme Ltd" } as const
    const second = { type: "person", name: "Ada Lovelace" } as const
    const unchanged = { name: undefined, kycStatus: undefined, status: undefined }
    const change = (account: Account.Account, changes: Partial<Account.Changes>) =>
      Account.updated(account, Account.update(account, { ...unchanged, ...changes }, 9))
    const named = change(born, { originator: first })
    expect(named.originator).toEqual(first)
    expect(change(named, { status: "SUSPENDED" }).originator).toEqual(first)
    expect(change(named, { originator: second }).originator).toEqual(second)
    expect(Object.keys(change(named, { originator: null }))).not.toContain("originator")
    expect(Object.keys(Account.update(born, unchanged, 9))).not.toContain("originator")
  })
})
