/** A transfer is credited once (L8), even if it would be classified differently later. */
import { describe, it } from "vitest"
import * as Fixtures from "../../support/fixtures.ts"
import { given, givenBatch } from "../../support/given.ts"

const { at, batchCreated: batchBirth, batchEvent, createdEvent, deposit, event, usdc } = Fixtures

/** A transfer in block n. */
const transfer = (n: number, amount: number) => ({ ...deposit(n, 0, 1), amount })

/** With 50 deposits, a transfer of less than a hundredth of the amount is dust. */
const cents = Array.from({ length: 49 }, (_, index) => transfer(index + 1, usdc(0.02)))
const seen = transfer(50, usdc(0.02))
/** Small enough to be dust next to 50 deposits, and too large to be dust alone. */
const small = transfer(51, usdc(0.05))
/** More transfers than a suspense account remembers. */
const dust = Array.from({ length: 51 }, (_, index) => transfer(60 + index, 7))

describe("A small transfer that arrived next to many deposits", () => {
  it("is not counted again as a payout's deposit once there are fewer deposits", () => {
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

  it("is not counted again as a batch's deposit once there are fewer deposits", () => {
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

  it("is a deposit if it was seen as one, even if much dust arrived in between", () => {
    given(
      createdEvent,
      event("DepositSeen", at(2), { deposit: small }),
      ...dust.map((one) => event("DustReceived", at(3), { deposit: one }))
    )
      .when({ _tag: "FinalizeDeposit", deposit: small, at: at(5) })
      .yields(event("DepositFinalized", at(5), { deposit: small }))
  })
})
