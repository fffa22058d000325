/** A transfer is credited once (L8), also when what it was counted as would be another today. */
import { describe, it } from "vitest"
import * as Fixtures from "../../support/fixtures.ts"
import { given, givenBatch } from "../../support/given.ts"

const { at, batchCreated: batchBirth, batchEvent, createdEvent, deposit, event, usdc } = Fixtures

/** Of block n. */
const transfer = (n: number, amount: number) => ({ ...deposit(n, 0, 1), amount })

/** Deposits of a cent: one more than 50 of them, and less than a hundredth is no deposit. */
const cents = Array.from({ length: 49 }, (_, index) => transfer(index + 1, usdc(0.02)))
const seen = transfer(50, usdc(0.02))
/** Small enough to be dust beside so many, and too large to be dust by itself. */
const small = transfer(51, usdc(0.05))
/** More of them than a suspense account can tell apart. */
const dust = Array.from({ length: 51 }, (_, index) => transfer(60 + index, 7))

describe("A transfer that was too small, beside many others", () => {
  it("is not counted again as a payout's deposit once there are fewer", () => {
    given(
      createdEvent,
      ...cents.map((one) => event("DepositFinalized", at(2), { deposit: one })),
      ...[event("DepositSeen", at(2), { deposit: seen })],
      ...[small, ...dust].map((one) => event("DustReceived", at(3), { deposit: one })),
      event("DepositDropped", at(4), { deposit: seen })
    )
      .when({ _tag: "FinalizeDeposit", deposit: small, at: at(5) })
      .yields()
      .when({ _tag: "SeeDeposit", deposit: small, at: at(5) })
      .yields()
  })

  it("is not counted again as a batch's deposit once there are fewer", () => {
    givenBatch(
      ...batchBirth,
      ...cents.map((one) => batchEvent("BatchDepositFinalized", at(2), { deposit: one })),
      ...[batchEvent("BatchDepositSeen", at(2), { deposit: seen })],
      ...[small, ...dust].map((one) => batchEvent("BatchDustReceived", at(3), { deposit: one })),
      batchEvent("BatchDepositDropped", at(4), { deposit: seen })
    )
      .when({ _tag: "FinalizeDeposit", deposit: small, at: at(5) })
      .yields()
      .when({ _tag: "SeeDeposit", deposit: small, at: at(5) })
      .yields()
  })

  it("is a deposit where it was seen as one, however much dust arrived meanwhile", () => {
    given(
      createdEvent,
      event("DepositSeen", at(2), { deposit: small }),
      ...dust.map((one) => event("DustReceived", at(3), { deposit: one }))
    )
      .when({ _tag: "FinalizeDeposit", deposit: small, at: at(5) })
      .yields(event("DepositFinalized", at(5), { deposit: small }))
  })
})
