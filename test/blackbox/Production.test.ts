/**
 * Production from end to end, with all parts real except the provider: quote, payout, USDC on
 * Ethereum, finality, screening, transfer, sweep, reconciliation. `TRANSCRIPT=1` prints each step.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Command from "../cli/command.ts"
import * as Anvil from "../support/anvil.ts"
import { patienceMs } from "../support/patience.ts"
import * as Production from "../support/production.ts"

let stage: Production.Stage

beforeAll(async () => {
  stage = await Production.set()
})

afterAll(() => stage.close())

const tell = (text: string): void => {
  if (process.env.TRANSCRIPT !== undefined) process.stdout.write(`${text}\n`)
}

const cli = async (words: ReadonlyArray<string>, more: Readonly<Record<string, string>> = {}) => {
  const running = Command.start(words, { ...stage.environment, ...more })
  const code = await running.ended
  tell(`$ payout-service ${words.join(" ")}\n${running.output().trimEnd()}\n(exit ${code})`)
  return { code, output: running.output() }
}

const sweep = () => cli(["chain", "sweep"], { CHAIN_PRIVATE_KEY: Anvil.privateKey(7) })

/** Reads the balance until it is as wanted. */
const balanceUntil = async (
  call: Production.Call,
  holds: (balance: Production.Answer["json"]) => boolean
): Promise<Production.Answer["json"]> => {
  const latest = Date.now() + patienceMs
  while (true) {
    const { json } = await call("GET", "/v1/balance")
    if (holds(json)) return json
    assert.isBelow(Date.now(), latest, JSON.stringify(json))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

const anyPayout = async (call: Production.Call): Promise<string> => {
  const { json } = await call("GET", "/v1/payouts?limit=1")
  const [payout] = json.data as ReadonlyArray<{ readonly payout_id: string }>
  return payout?.payout_id ?? ""
}

describe("Production", () => {
  it("accepts USDC on Ethereum and pays the recipient mobile money", async () => {
    const { call, program } = await stage.start()
    const { depositAddress, id, payout, quote } = await Production.newPayout(call, "one")
    tell(`quote ${JSON.stringify(quote)}\npayout ${JSON.stringify(payout)}`)
    assert.strictEqual(String(payout.status), "AWAITING_FUNDS")

    const hash = await stage.pay(depositAddress, 25_000_000n)
    tell(`25 USDC sent to ${depositAddress} in ${hash}`)
    const seen = await Production.until(
      call,
      id,
      ({ funding_status }) => String(funding_status) === "detected"
    )
    tell(`detected: ${JSON.stringify(seen.deposits)}`)
    assert.strictEqual(String(seen.status), "AWAITING_FUNDS")
    await stage.finalize()
    const settled = await Production.reaches(call, id, "SETTLED")
    tell(`settled: ${JSON.stringify(settled)}`)
    assert.strictEqual(stage.pawapay.payments(id), 1)
    assert.deepStrictEqual(
      (settled.timeline as ReadonlyArray<{ status: string }>).map(({ status }) => status),
      [
        ...["AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"],
        ...["PAYOUT_CONFIRMED", "SETTLED"]
      ]
    )

    const before = await stage.usdc.balanceOf(Production.treasury)
    const swept = await sweep()
    assert.strictEqual(swept.code, 0, swept.output)
    assert.strictEqual((await stage.usdc.balanceOf(Production.treasury)) - before, 25_000_000n)
    const report = await cli(["report", "reconcile"])
    assert.strictEqual(report.code, 0, report.output)
    assert.include(report.output, "No differences.")
    // The money is at any of the service's addresses at the last final block.
    assert.match(report.output, /chain USDC: .*, together 25\.000000, books 25\.000000 /)
    assert.match(report.output, /provider pawapay UGX: balance [\d,]+, books -[\d,]+$/m)
    assert.strictEqual(await program.stop("SIGTERM"), 0)
  })

  it("credits at its start the deposits that arrived while it was stopped", async () => {
    const first = await stage.start()
    const inTime = await Production.newPayout(first.call, "paid while stopped")
    const late = await Production.newPayout(first.call, "never paid")
    assert.strictEqual(await first.program.stop("SIGKILL"), "SIGKILL")
    await stage.pay(inTime.depositAddress, 25_000_000n)
    await stage.node.mine(40)

    const { call, program } = await stage.start()
    await Production.reaches(call, inTime.id, "SETTLED")
    assert.strictEqual(stage.pawapay.payments(inTime.id), 1)
    assert.strictEqual(stage.pawapay.payments(late.id), 0)
    await program.stop("SIGTERM")
  })
})

describe("A balance in production", () => {
  it("is credited by a final deposit, and pays without a wait for Ethereum", async () => {
    const { call, program } = await stage.start()
    const { json: opened } = await call("GET", "/v1/balance")
    const address = String(opened.deposit_address) as `0x${string}`
    await stage.pay(address, 100_000_000n)
    const pending = await balanceUntil(call, ({ pending_usdc }) => pending_usdc === 100)
    assert.deepInclude(pending, { available_usdc: 0 })
    await stage.finalize()
    const credited = await balanceUntil(call, ({ available_usdc }) => available_usdc === 100)
    tell(`credited: ${JSON.stringify(credited)}`)

    const waits: Array<number> = []
    for (let number = 0; number < 4; number++) {
      const startedAt = performance.now()
      const { id, payout } = await Production.newPayout(call, `balance ${number}`, {
        funding: "balance"
      })
      assert.strictEqual(String(payout.status), "STABLECOIN_RECEIVED", JSON.stringify(payout))
      assert.strictEqual(String(payout.deposit_address), address)
      while (stage.pawapay.payments(id) === 0) await new Promise(setImmediate)
      waits.push(performance.now() - startedAt)
      await Production.reaches(call, id, "SETTLED")
    }
    tell(`quote, payout and the provider's call: ${waits.map(Math.round).join(", ")} ms`)
    const refused = await Production.newPayout(call, "above the balance", { funding: "balance" })
    assert.strictEqual(String(refused.payout.error), "INSUFFICIENT_BALANCE")
    assert.deepInclude((await call("GET", "/v1/balance")).json, {
      ...{ available_usdc: 0, reserved_usdc: 0, pending_usdc: 0 }
    })

    const refund = await call("POST", `/v1/payouts/${await anyPayout(call)}/refund-address`, {
      address
    })
    assert.strictEqual(refund.status, 400, JSON.stringify(refund.json))
    const before = await stage.usdc.balanceOf(Production.treasury)
    assert.strictEqual(await stage.usdc.balanceOf(address), 100_000_000n)
    const swept = await sweep()
    assert.strictEqual(swept.code, 0, swept.output)
    assert.strictEqual(await stage.usdc.balanceOf(address), 0n)
    // Deposits to payouts of other tests are swept too.
    const gained = (await stage.usdc.balanceOf(Production.treasury)) - before
    assert.isAtLeast(Number(gained), 100_000_000)
    const report = await cli(["report", "reconcile"])
    assert.include(report.output, "No differences.")
    await program.stop("SIGTERM")
  })
})

describe("A refund address in production", () => {
  it("cannot be the service's treasury, one of its contracts, or a deposit address", async () => {
    const { call, program } = await stage.start()
    const { depositAddress, id } = await Production.newPayout(call, "own address")
    const own = [
      ...[Production.treasury, stage.usdc.address, stage.environment.DEPOSIT_FACTORY],
      depositAddress
    ]
    const given = (address: string | undefined) =>
      call("POST", `/v1/payouts/${id}/refund-address`, { address })
    for (const address of own) {
      const { json, status } = await given(address)
      tell(`${address}: ${JSON.stringify(json)}`)
      assert.strictEqual(status, 400, address)
      const errors = json.errors as ReadonlyArray<{ readonly code: string }>
      assert.deepStrictEqual(
        errors.map(({ code }) => code),
        ["own"]
      )
    }
    const other = await given(Anvil.account(8))
    assert.strictEqual(other.status, 200, JSON.stringify(other.json))
    await program.stop("SIGTERM")
  })
})

describe("Screening in production", () => {
  it("holds a payout to a listed name, which is refunded when an operator rejects it", async () => {
    const { admin, call, program } = await stage.start()
    const held = await Production.newPayout(call, "listed", {
      recipient_name: Production.listedName
    })
    await stage.pay(held.depositAddress, 25_000_000n)
    await stage.finalize()
    await Production.reaches(call, held.id, "COMPLIANCE_HOLD")
    const at = `/admin/v1/payouts/${held.id}`
    const { json: seen } = await admin("GET", at)
    tell(`held: ${seen.hold_reason}, ${JSON.stringify(seen.screening)}`)
    assert.strictEqual(stage.pawapay.payments(held.id), 0)

    const refundAddress = Anvil.account(8)
    const rejected = await admin("POST", `${at}/reject`, {
      ...{ reason: "on a list", refund_address: refundAddress }
    })
    assert.strictEqual(String(rejected.json.status), "REVERSED")
    const wrong = await stage.usdc.transfer(Production.customer, refundAddress, 24_000_000n)
    const refused = await admin("POST", `${at}/refund`, { reason: "by hand", tx_hash: wrong })
    tell(`a wrong transaction: ${JSON.stringify(refused.json)}`)
    assert.strictEqual(refused.status, 400)
    const right = await stage.usdc.transfer(Production.customer, refundAddress, 25_000_000n)
    const sent = await admin("POST", `${at}/refund`, { reason: "by hand", tx_hash: right })
    assert.strictEqual(sent.status, 200, JSON.stringify(sent.json))
    assert.strictEqual((sent.json.refund as { status: string }).status, "sent")
    await stage.finalize()
    const confirmed = await Production.until(
      call,
      held.id,
      ({ refund }) => (refund as { status: string }).status === "confirmed"
    )
    tell(`refunded: ${JSON.stringify(confirmed.refund)}`)
    await program.stop("SIGTERM")
  })
})

describe("A start in production", () => {
  it("names every problem of a dangerous configuration, and does not start", async () => {
    const failure = (more: Readonly<Record<string, string>>): Promise<string> =>
      stage.start(more).then(
        () => "it started",
        (error: Error) => error.message
      )
    const unset = Object.fromEntries(
      ["ETHEREUM_RPC_URLS", "PROVIDER_ROUTES", "RATES_URL", "SANCTIONS_DIR"].map((name) => [
        name,
        ""
      ])
    )
    const incomplete = await failure({ ...unset, ADMIN_API_KEY: "ak_live_change_me_please_now" })
    tell(incomplete)
    for (const name of [...Object.keys(unset), "ADMIN_API_KEY"]) assert.include(incomplete, name)
    const wrong = await failure({
      CHAIN_ID: "1",
      USDC_ADDRESS: "0x00000000000000000000000000000000000000aa"
    })
    tell(wrong)
    assert.include(wrong, "it is on chain 31337, not on 1")
    const noCode = await failure({ USDC_ADDRESS: "0x00000000000000000000000000000000000000aa" })
    tell(noCode)
    assert.include(noCode, "there is no contract at the USDC address")
  })
})
