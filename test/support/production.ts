/**
 * The parts of a production on loopback: an Ethereum node with Circle's USDC, the deposit factory,
 * a pawaPay, a rate feed, a sanctions list, a database, and the program in production.
 */
import * as fs from "node:fs"
import { createServer, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import * as path from "node:path"
import type { Address } from "viem"
import * as Command from "../cli/command.ts"
import * as Servers from "../faults/servers.ts"
import * as SanctionsList from "../screening/fixtures/list.ts"
import * as Anvil from "./anvil.ts"
import { dataKey } from "./dataKey.ts"
import { patienceMs } from "./patience.ts"
import * as PawaPay from "./pawapay.ts"
import * as Program from "./program.ts"

export const adminKey = "ak_live_6f1b0c9e7d2a4f83b5e6c1d09a7f3e2b"

/** A sanctions list in OFAC's format, with the same entries in every run. */
const list = SanctionsList.make(1, 150)

/** A name on the list, as a wallet would have it. */
export const listedName = [...(list.people[0]?.given ?? []), list.people[0]?.family].join(" ")

/** An address on the list. */
export const listedAddress = list.people.find(({ address }) => address !== undefined)
  ?.address as Address

const sanctions = (folder: string): string => {
  const dir = path.join(folder, "sanctions")
  fs.mkdirSync(dir)
  SanctionsList.write(dir, list)
  return dir
}

const rates = { UGX: 3700, KES: 129, NGN: 1500, GHS: 12, TZS: 2500 }

/** A rate feed whose rates can be set. */
const feed = (): Promise<{ readonly url: string; readonly server: Server }> =>
  new Promise((resolve) => {
    const server = createServer((_, response) => {
      const timestamp = Math.floor(Date.now() / 1000)
      response.setHeader("content-type", "application/json")
      response.end(JSON.stringify({ timestamp, base: "USD", rates }))
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({ url: `http://127.0.0.1:${port}/latest.json`, server })
    })
  })

/** A port without a listener. */
const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

export interface Answer {
  readonly status: number
  readonly json: Readonly<Record<string, unknown>>
}

export type Stage = Awaited<ReturnType<typeof set>>

/** The treasury, an account of the node. */
export const treasury = Anvil.account(5)

/** The payer of payouts. */
export const customer = Anvil.account(6)

const deployFactory = async (environment: Readonly<Record<string, string>>) => {
  const running = Command.start(["chain", "deploy", "--treasury", treasury], {
    ...environment,
    CHAIN_PRIVATE_KEY: Anvil.privateKey(4)
  })
  if ((await running.ended) !== 0) throw new Error(running.output())
  const line = (name: string): string =>
    new RegExp(`^${name}=(\\S+)$`, "m").exec(running.stdout())?.[1] ?? ""
  return {
    DEPOSIT_FACTORY: line("DEPOSIT_FACTORY"),
    DEPOSIT_INIT_CODE_HASH: line("DEPOSIT_INIT_CODE_HASH")
  }
}

export const caller =
  (url: string, key: string) =>
  async (method: string, at: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(`${url}${at}`, {
      method,
      headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    return { status: response.status, json: (await response.json()) as Answer["json"] }
  }

export type Call = ReturnType<typeof caller>

/** Creates a customer's account, and returns its API key. */
export const openAccount = async (admin: Call): Promise<string> => {
  const account = await admin("POST", "/admin/v1/accounts", {
    ...{ name: "Acme", email: "ops@acme.test", kyc_status: "APPROVED" }
  })
  const at = `/admin/v1/accounts/${account.json.id}/api-keys`
  const key = await admin("POST", at, { name: "server", scope: "full" })
  return String(key.json.key)
}

/** Prepares the parts. `start` starts the program, any number of times. */
export const set = async (options: PawaPay.Options = {}) => {
  const folder = Program.temporaryFolder()
  const database = await Servers.create(Servers.shared())
  const node = await Anvil.start()
  const usdc = await Anvil.deployUsdc(node)
  await usdc.mint(customer, 1_000_000_000_000n)
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const pawapay = await PawaPay.start({
    callbackUrl: `${publicUrl}/callbacks/pawapay`,
    ...options
  })
  const rates = await feed()
  const chain = {
    ETHEREUM_RPC_URLS: node.url,
    CHAIN_ID: String(node.chainId),
    CHAIN_POLL: "100 millis",
    USDC_ADDRESS: usdc.address
  }
  const environment: Record<string, string> = {
    ENVIRONMENT: "production",
    PORT: String(port),
    DATABASE_URL: Servers.shared().url(database),
    ADMIN_API_KEY: adminKey,
    DATA_KEY: dataKey,
    ...chain,
    ...(await deployFactory(chain)),
    PROVIDER_ROUTES: "*=pawapay",
    PUBLIC_URL: publicUrl,
    PAWAPAY_URL: pawapay.url,
    PAWAPAY_TOKEN: pawapay.token,
    RATES_URL: rates.url,
    SANCTIONS_DIR: sanctions(folder)
  }
  const running = new Set<Program.Running>()
  let apiKey: string | undefined

  const start = async (more: Readonly<Record<string, string>> = {}) => {
    const program = await Program.start({ ...environment, ...more })
    running.add(program)
    const admin = caller(program.url, adminKey)
    apiKey ??= await openAccount(admin)
    return { program, admin, call: caller(program.url, apiKey) }
  }

  /** Sends USDC to an address, in a separate block. */
  const pay = (to: string, amount: bigint) => usdc.transfer(customer, to as Address, amount)

  return {
    ...{ environment, folder, node, pawapay, pay, rates, start, usdc },
    /** Makes all transactions in the chain final with two more blocks. */
    finalize: () => node.mine(2),
    close: async () => {
      for (const program of running) {
        await program.stop("SIGKILL")
        if (process.env.TRANSCRIPT === "all") process.stdout.write(program.output())
      }
      await pawapay.close()
      await node.stop()
      rates.server.close()
      await Servers.drop(Servers.shared(), database)
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }
}

/** Creates a quote and a payout to a number that succeeds. */
export const newPayout = async (call: Call, key: string, more: object = {}) => {
  const quote = await call("POST", "/v1/quotes", {
    ...{ source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `quote ${key}` }
  })
  const payout = await call("POST", "/v1/payouts", {
    ...{ quote_id: quote.json.quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
    ...{ recipient_name: "Amina Nakato", idempotency_key: `payout ${key}`, ...more }
  })
  return {
    quote: quote.json,
    payout: payout.json,
    id: String(payout.json.payout_id),
    depositAddress: String(payout.json.deposit_address)
  }
}

const pauseMs = 300

/** Reads a payout until it is as wanted. Returns it, or fails with its last state. */
export const until = async (
  call: Call,
  id: string,
  holds: (payout: Answer["json"]) => boolean,
  msMax = patienceMs
): Promise<Answer["json"]> => {
  const latest = Date.now() + msMax
  while (true) {
    const { json, status } = await call("GET", `/v1/payouts/${id}`)
    if (status === 200 && holds(json)) return json
    if (Date.now() > latest) throw new Error(`It never came to be: ${JSON.stringify(json)}`)
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

export const reaches = (call: Call, id: string, status: string) =>
  until(call, id, (payout) => String(payout.status) === status)
