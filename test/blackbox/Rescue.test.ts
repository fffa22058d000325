/**
 * `chain rescue` from end to end in production: USDC sent on a second chain, and another token on
 * the service's own chain. Both chains, the tokens, the program and the command are real.
 * `TRANSCRIPT=1` prints each step.
 */
import type { Address } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as KnownChain from "../../src/domain/KnownChain.ts"
import * as Command from "../cli/command.ts"
import * as Anvil from "../support/anvil.ts"
import * as Production from "../support/production.ts"
import * as Tokens from "../support/tokens.ts"

const chainId = 8453
const payer = Production.customer
const refundAddress = Anvil.account(8)

let stage: Production.Stage
/** The second chain, with USDC at the address that it has on Base. */
let base: Anvil.Anvil
let usdc: Anvil.Usdc
let service: Awaited<ReturnType<Production.Stage["start"]>>

beforeAll(async () => {
  stage = await Production.set()
  base = await Anvil.start({ chainId })
  usdc = await Anvil.placeUsdc(base, KnownChain.find(chainId)?.usdc as Address)
  await usdc.mint(payer, 1_000_000_000n)
  await usdc.mint(Production.treasury, 1_000_000_000n)
  service = await stage.start({ RESCUE_RPC_URLS: `${chainId}=${base.url}` })
})

afterAll(async () => {
  await base.stop()
  await stage.close()
})

const tell = (text: string): void => {
  if (process.env.TRANSCRIPT !== undefined) process.stdout.write(`${text}\n`)
}

const begin = (id: string, ...more: ReadonlyArray<string>): Command.Running =>
  Command.start(
    [
      ...["chain", "rescue", "--ids", id, "--url", service.program.url, "--poll-ms", "50"],
      ...(more.includes("--chain-rpc") ? [] : ["--chain-rpc", base.url]),
      ...more
    ],
    {
      ...stage.environment,
      PAYOUT_ADMIN_KEY: Production.adminKey,
      CHAIN_PRIVATE_KEY: Anvil.privateKey(7)
    }
  )

const rescue = async (id: string, ...more: ReadonlyArray<string>) => {
  const running = begin(id, ...more)
  const code = await running.ended
  tell(`$ payout-service chain rescue --ids ${id} ${more.join(" ")}\n${running.output().trimEnd()}`)
  tell(`(exit ${code})`)
  return { code, output: running.output() }
}

/** Compares the log with the service's own chain, and with the chains of the flags. */
const reconcile = async (...flags: ReadonlyArray<string>) => {
  const running = Command.start(["report", "reconcile", ...flags], stage.environment)
  const code = await running.ended
  tell(`$ payout-service report reconcile ${flags.join(" ")}\n${running.output()}`)
  return { code, output: running.output() }
}

interface Seen {
  readonly foreign_deposits?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly foreign_refunds?: ReadonlyArray<Readonly<Record<string, unknown>>>
  readonly refund?: unknown
  readonly refund_hold?: string | null
}

const see = async (id: string): Promise<Seen> =>
  (await service.admin("GET", `/admin/v1/payouts/${id}`)).json

/** A payout that ended without its money, and its deposit address. */
const ended = async (name: string) => {
  const { depositAddress, id } = await Production.newPayout(service.call, name)
  const cancelled = await service.call("POST", `/v1/payouts/${id}/cancel`)
  assert.strictEqual(cancelled.status, 200, JSON.stringify(cancelled.json))
  return { id, address: depositAddress as Address }
}

const paid = async (name: string, amount = 25_000_000n) => {
  const payout = await ended(name)
  const hash = await usdc.transfer(payer, payout.address, amount)
  return { ...payout, hash }
}

const inTreasury = () => usdc.balanceOf(Production.treasury)

const postTo = (id: string, action: string, body: object) =>
  service.admin("POST", `/admin/v1/payouts/${id}/${action}`, { reason: "ticket 7", ...body })

/** Records the refund of 25 USDC on the second chain, and waits until the service has proven it. */
const refundOnBase = async (id: string) => {
  await service.call("POST", `/v1/payouts/${id}/refund-address`, { address: refundAddress })
  const wrong = await usdc.transfer(Production.treasury, refundAddress, 24_000_000n)
  const refused = await postTo(id, "refund", { chain_id: chainId, tx_hash: wrong })
  assert.strictEqual(refused.status, 400, JSON.stringify(refused.json))
  const right = await usdc.transfer(Production.treasury, refundAddress, 25_000_000n)
  const elsewhere = await postTo(id, "refund", { tx_hash: right })
  assert.strictEqual(elsewhere.status, 400, "a refund on Base is none on the own chain")
  const sent = await postTo(id, "refund", { chain_id: chainId, tx_hash: right })
  assert.strictEqual(sent.status, 200, JSON.stringify(sent.json))
  await base.mine(2)
  return Production.until(
    service.call,
    id,
    ({ foreign_refunds: all }) =>
      (all as ReadonlyArray<{ status: string }>)[0]?.status === "confirmed"
  )
}

describe("USDC sent to a deposit address on a second chain", () => {
  it("is found, booked, screened, swept, refunded there and proven", async () => {
    const { address, hash, id } = await paid("wrong chain")
    const before = await inTreasury()
    const planned = await rescue(id, "--dry-run")
    assert.strictEqual(planned.code, 0, planned.output)
    assert.include(planned.output, `received 25.000000 USDC on Base in ${hash}`)
    assert.isUndefined((await see(id)).foreign_deposits)

    // The deposit is not final until the command waits for it.
    const running = begin(id)
    await running.until((output) => output.includes("received 25.000000"))
    await base.mine(2)
    assert.strictEqual(await running.ended, 0, running.output())
    tell(running.output())
    assert.include(running.output(), `${id} refund due: 25.000000`)
    assert.strictEqual((await inTreasury()) - before, 25_000_000n)
    assert.strictEqual(await usdc.balanceOf(address), 0n)

    const asset = { chain_id: chainId, chain: "Base", token_address: usdc.address.toLowerCase() }
    const seen = await see(id)
    tell(JSON.stringify(seen))
    assert.deepInclude(seen.foreign_deposits?.[0], {
      ...{ ...asset, token_amount: "25.000000", tx_hash: hash, is_screened: true },
      from: payer.toLowerCase()
    })
    assert.deepStrictEqual(seen.foreign_refunds, [
      { status: "due", ...asset, token_amount: "25.000000" }
    ])
    assert.isUndefined(seen.refund, "nothing arrived on the service's own chain")

    const again = await rescue(id)
    assert.strictEqual(again.code, 0, again.output)
    assert.strictEqual((await inTreasury()) - before, 25_000_000n)
    assert.strictEqual((await see(id)).foreign_deposits?.length, 1)
    const refunded = await refundOnBase(id)
    tell(`refunded: ${JSON.stringify(refunded.foreign_refunds)}`)

    const report = await reconcile("--chain-rpc", base.url)
    assert.strictEqual(report.code, 0, report.output)
    assert.include(report.output, "No differences.")
    assert.match(report.output, /refunds_sent USDC on Base +0\.000000\n/)
    assert.include(report.output, "USDC on Base: deposit addresses 0.000000, treasury 976.000000")
  })

  it("is rescued after a kill between the booking and the sweep", async () => {
    const { address, id } = await paid("killed")
    await base.mine(2)
    const before = await inTreasury()
    await base.client.setAutomine(false)
    const running = begin(id)
    await running.until((output) => output.includes("in the books"))
    await running.stop("SIGKILL")
    assert.strictEqual(await usdc.balanceOf(address), 25_000_000n)
    assert.strictEqual((await see(id)).foreign_refunds?.[0]?.status, "due")
    await base.client.setAutomine(true)
    const { code, output } = await rescue(id)
    assert.strictEqual(code, 0, output)
    assert.strictEqual((await inTreasury()) - before, 25_000_000n)
    const seen = await see(id)
    assert.deepStrictEqual([seen.foreign_deposits?.length, seen.foreign_refunds?.length], [1, 1])
  })

  it("is booked although somebody else swept it first", async () => {
    const { address, id } = await paid("swept by others")
    await base.mine(2)
    assert.strictEqual((await rescue(id)).code, 0)
    await usdc.transfer(payer, address, 5_000_000n)
    await base.mine(2)
    const swept = Command.start(["chain", "sweep", "--ids", id], {
      ...stage.environment,
      ...{ ETHEREUM_RPC_URLS: base.url, CHAIN_ID: String(chainId), USDC_ADDRESS: usdc.address },
      CHAIN_PRIVATE_KEY: Anvil.privateKey(7)
    })
    assert.strictEqual(await swept.ended, 0, swept.output())
    const { code, output } = await rescue(id)
    assert.strictEqual(code, 0, output)
    assert.strictEqual((await see(id)).foreign_refunds?.[0]?.token_amount, "30.000000")
  })
})

describe("USDC sent to a batch's address on a second chain", () => {
  it("is rescued under the batch, and not under one of its payouts", async () => {
    const { admin, call } = service
    const row = { phone: "+256770000001", name: "Amina Nakato", network: "MTN_UG", amount_usdc: 25 }
    const { json: batch, status } = await call("POST", "/v1/batches", {
      payouts: [1, 2].map((n) => ({ ...row, idempotency_key: `foreign row ${n}` })),
      idempotency_key: "foreign batch"
    })
    assert.strictEqual(status, 202, JSON.stringify(batch))
    const id = String(batch.id)
    const address = String(batch.deposit_address) as Address
    const { json: rows } = await call("GET", `/v1/batches/${id}/payouts`)
    const [{ payout_id: payoutId } = assert.fail("no row")] = rows.data as ReadonlyArray<{
      readonly payout_id: string
    }>
    await call("POST", `/v1/batches/${id}/cancel`)
    await usdc.transfer(payer, address, 50_000_000n)
    await base.mine(2)
    const ofRow = await rescue(payoutId)
    assert.strictEqual(ofRow.code, 1)
    assert.include(ofRow.output, "For a payout of a batch, name the batch.")
    const before = await inTreasury()
    const { code, output } = await rescue(id)
    assert.strictEqual(code, 0, output)
    assert.strictEqual((await inTreasury()) - before, 50_000_000n)
    const { json: seen } = await admin("GET", `/admin/v1/batches/${id}`)
    const [refund] = seen.foreign_refunds as NonNullable<Seen["foreign_refunds"]>
    assert.deepInclude(refund, { status: "due", token_amount: "50.000000" })
  })
})

describe("USDC on a second chain that must not move", () => {
  it("stays where it is if the treasury is a contract on the service's own chain alone", async () => {
    const { address, id } = await paid("contract")
    const contract = { address: Production.treasury, bytecode: "0x00" } as const
    await stage.node.client.setCode(contract)
    const refused = await rescue(id)
    assert.strictEqual(refused.code, 1)
    assert.include(refused.output, "does not exist on Base. Deploy it there first.")
    await base.client.setCode(contract)
    await base.mine(2)
    assert.strictEqual((await rescue(id)).code, 0)
    assert.strictEqual(await usdc.balanceOf(address), 0n)
    for (const { client } of [stage.node, base]) {
      await client.setCode({ ...contract, bytecode: "0x" })
    }
  })

  it("stays where it is while its payout is frozen or held", async () => {
    const { call } = service
    const { depositAddress, id } = await Production.newPayout(call, "frozen", {
      recipient_name: Production.listedName
    })
    await stage.pay(depositAddress, 25_000_000n)
    await stage.finalize()
    await Production.reaches(call, id, "COMPLIANCE_HOLD")
    const hash = await usdc.transfer(payer, depositAddress as Address, 3_000_000n)
    await base.mine(2)
    for (const because of ["a compliance review holds it", "it is frozen"]) {
      if (because === "it is frozen") await postTo(id, "freeze", {})
      const { code, output } = await rescue(id)
      assert.strictEqual(code, 1)
      assert.include(output, `${id} not rescued: ${because}`)
      const refused = await postTo(id, "foreign-deposits", {
        ...{ chain_id: chainId, tx_hashes: [hash] }
      })
      assert.strictEqual(refused.status, 409, JSON.stringify(refused.json))
    }
    assert.strictEqual(await usdc.balanceOf(depositAddress as Address), 3_000_000n)
    assert.isUndefined((await see(id)).foreign_deposits)
  })

  it("stays where it is if its sender is on a list, until an operator releases the refund", async () => {
    const { address, id } = await ended("listed sender")
    const from = Production.listedAddress
    await usdc.mint(from, 4_000_000n)
    await base.client.impersonateAccount({ address: from })
    await base.client.setBalance({ address: from, value: 10n ** 18n })
    await usdc.transfer(from, address, 4_000_000n)
    await base.mine(2)
    const held = await rescue(id)
    assert.strictEqual(held.code, 1)
    assert.include(held.output, `${id} not rescued: screening holds its refund`)
    assert.strictEqual(await usdc.balanceOf(address), 4_000_000n)
    assert.strictEqual((await see(id)).foreign_refunds?.[0]?.status, "held")
    const released = await postTo(id, "release-refund", {})
    assert.strictEqual(released.status, 200, JSON.stringify(released.json))
    const { code, output } = await rescue(id)
    assert.strictEqual(code, 0, output)
    assert.strictEqual(await usdc.balanceOf(address), 0n)
  })
})

describe("A reconciliation with a second chain", () => {
  it("names a deposit that is not booked, and USDC that is missing", async () => {
    const { id } = await paid("not booked")
    await base.mine(2)
    const unbooked = await reconcile("--chain-rpc", base.url)
    assert.strictEqual(unbooked.code, 1)
    const amount = "25.000000 USDC on Base"
    const difference = `${id} ${amount} at its deposit address, 0.000000 in the log`
    assert.include(unbooked.output, `foreign_deposit_not_in_log ${difference}`)

    assert.strictEqual((await rescue(id)).code, 0)
    const elsewhere = Anvil.account(9)
    const all = await inTreasury()
    await usdc.transfer(Production.treasury, elsewhere, all)
    await base.mine(2)
    const short = await reconcile("--chain-rpc", base.url)
    assert.strictEqual(short.code, 1)
    assert.notInclude(short.output, difference)
    assert.match(short.output, /foreign_short [\d.]+ USDC on Base must be there for customers/)
    await usdc.transfer(elsewhere, Production.treasury, all)
    await base.mine(2)
    const restored = await reconcile("--chain-rpc", base.url)
    assert.notInclude(restored.output, "foreign_short")
  })

  it("names the chains that it did not compare", async () => {
    const { output } = await reconcile()
    assert.include(output, "Chains not compared: Base. Name the nodes of each with --chain-rpc.")
    assert.notInclude(output, "USDC on Base: deposit addresses")
    const own = await reconcile("--chain-rpc", stage.node.url)
    assert.strictEqual(own.code, 1)
    assert.include(own.output, "Anvil is the service's own chain.")
  })
})

describe("Another token sent to a deposit address on the service's own chain", () => {
  it("is swept and refunded in its own units, however many decimals it has", async () => {
    const { node } = stage
    const token = await Tokens.deploy(node, "Silent")
    const amount = 25n * 10n ** 18n
    const { address, id } = await ended("another token")
    await token.call("mint", [payer, amount])
    await token.call("transfer", [address, amount], payer)
    await stage.finalize()
    const given = ["--token", token.address, "--chain-rpc", node.url]
    const { code, output } = await rescue(id, ...given)
    assert.strictEqual(code, 0, output)
    assert.strictEqual(await token.balanceOf(Production.treasury), amount)
    const [refund] = (await see(id)).foreign_refunds ?? []
    assert.deepInclude(refund, { chain: "Anvil", token_amount: `25.${"0".repeat(18)}` })

    const hash = await token.call("transfer", [refundAddress, amount], Production.treasury)
    const body = { token_address: token.address, tx_hash: hash, refund_address: refundAddress }
    const sent = await postTo(id, "refund", body)
    assert.strictEqual(sent.status, 200, JSON.stringify(sent.json))
    await stage.finalize()
    await Production.until(
      service.call,
      id,
      ({ foreign_refunds: all }) =>
        (all as ReadonlyArray<{ status: string }>)[0]?.status === "confirmed"
    )
  })
})

describe("The operation that books foreign deposits", () => {
  it("refuses an unknown chain, the service's own USDC, and what the chain does not show", async () => {
    const { address, hash, id } = await paid("refusals")
    const codesOf = async (body: object) => {
      const { json, status } = await postTo(id, "foreign-deposits", body)
      assert.strictEqual(status, 400, JSON.stringify(json))
      return (json.errors as ReadonlyArray<{ readonly code: string }>).map(({ code }) => code)
    }
    const on = (more: object) => codesOf({ chain_id: chainId, tx_hashes: [hash], ...more })
    assert.deepStrictEqual(await on({ chain_id: 137 }), ["unknown_chain"])
    assert.deepStrictEqual(await codesOf({ tx_hashes: [hash] }), ["own_token"])
    assert.deepStrictEqual(await on({ tx_hashes: [`0x${"7".repeat(64)}`] }), ["not_found"])
    assert.deepStrictEqual(await on({}), ["not_final"])
    await base.mine(2)
    const other = await usdc.transfer(payer, Anvil.account(9), 1n)
    await base.mine(2)
    assert.deepStrictEqual(await on({ tx_hashes: [other] }), ["no_transfer"])
    const most = Limits.http.foreignTransactionsMax
    const many = Array.from({ length: most + 1 }, () => hash)
    assert.deepStrictEqual(await on({ tx_hashes: many }), ["too_many"])
    const booked = await postTo(id, "foreign-deposits", { chain_id: chainId, tx_hashes: [hash] })
    assert.strictEqual(booked.status, 200, JSON.stringify(booked.json))
    assert.strictEqual(await usdc.balanceOf(address), 25_000_000n)
  })
})
