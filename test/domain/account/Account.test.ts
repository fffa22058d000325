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
})
