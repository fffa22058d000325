/**
 * `DATA_KEY`, as an operator meets it: the key that a sandbox makes, starts with a wrong key or
 * without one, and commands on the log that need none.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Command from "../cli/command.ts"
import * as Servers from "../faults/servers.ts"
import { dataKey } from "../support/dataKey.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"

const server = Servers.shared()
const databases: Array<string> = []
const folder = Program.temporaryFolder()
const keyFile = path.join(folder, "first", "data-key")

const newDatabase = async (): Promise<string> => {
  const name = await Servers.create(server)
  databases.push(name)
  return server.url(name)
}

/** Folders of processes, by the name of the folder. */
const inFolder = (name: string) => ({ DATA_DIR: path.join(folder, name) })

const withKey = { SANDBOX_API_KEY: Service.apiKey, SANDBOX_TIME_SCALE: "100" }

/** Runs the program during requests. */
const during = async <A>(
  environment: Readonly<Record<string, string>>,
  use: (call: Service.Service["call"]) => Promise<A>
): Promise<A> => {
  const program = await Program.start({ ...withKey, ...environment })
  try {
    return await use(Service.caller(program.url))
  } finally {
    assert.strictEqual(await program.stop("SIGTERM"), 0)
  }
}

/** The output of a start that is refused. */
const refusalOf = (environment: Readonly<Record<string, string>>): Promise<string> =>
  Program.start({ ...withKey, ...environment }).then(
    async (program) => {
      await program.stop("SIGKILL")
      return assert.fail("it started")
    },
    ({ message }: Error) => message
  )

const body = {
  ...{ recipient_phone: "+256770000001", recipient_name: "Grace Nakabugo" },
  ...{ network: "MTN_UG", idempotency_key: "the payout" }
}

/** The database of the first start, and the payout that it created. */
let url = ""
let payout: Service.Answer | undefined

const shown = (call: Service.Service["call"]) =>
  call("GET", `/v1/payouts/${payout?.json.payout_id}`)

beforeAll(async () => {
  url = await newDatabase()
  payout = await during({ DATABASE_URL: url, ...inFolder("first") }, async (call) => {
    const rate = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "the quote" }
    const { json } = await call("POST", "/v1/quotes", { body: rate })
    return call("POST", "/v1/payouts", { body: { ...body, quote_id: json.quote_id } })
  })
  assert.strictEqual(payout.status, 201, payout.text)
})

afterAll(async () => {
  for (const name of databases) await Servers.drop(server, name)
  fs.rmSync(folder, { recursive: true, force: true })
})

describe("A sandbox without DATA_KEY", () => {
  it("makes a key that only its owner can read, and uses it after a restart", async () => {
    const made = fs.readFileSync(keyFile, "utf8")
    assert.match(made, /^[A-Za-z0-9+/]{43}=\n$/)
    assert.strictEqual(fs.statSync(keyFile).mode & 0o777, 0o600)
    const again = await during({ DATABASE_URL: url, ...inFolder("first") }, shown)
    assert.strictEqual(again.json.recipient_name, body.recipient_name)
    assert.strictEqual(fs.readFileSync(keyFile, "utf8"), made)
  })

  it("is refused if its folder was lost, with a sentence about DATA_KEY", async () => {
    const message = await refusalOf({ DATABASE_URL: url, ...inFolder("second") })
    assert.include(message, "payout-service stops: DATA_KEY is not the key of this database.")
  })
})

describe("A start with DATA_KEY", () => {
  it("reads the data that was sealed with a sandbox's file, and writes no file", async () => {
    const given = { DATA_KEY: fs.readFileSync(keyFile, "utf8").trim(), ...inFolder("third") }
    const { json } = await during({ DATABASE_URL: url, ...given }, shown)
    assert.strictEqual(json.recipient_phone, body.recipient_phone)
    assert.isFalse(fs.existsSync(path.join(folder, "third", "data-key")))
  })

  it("is refused if it is another key, with a sentence about DATA_KEY", async () => {
    const message = await refusalOf({ DATABASE_URL: url, DATA_KEY: dataKey, ...inFolder("third") })
    assert.include(message, "payout-service stops: DATA_KEY is not the key of this database.")
  })

  it.each(["short", `${dataKey},`, dataKey.slice(1), `${dataKey.slice(0, -1)}A`])(
    "%j is refused if it is no key",
    async (key) => {
      const given = { DATABASE_URL: url, DATA_KEY: key, ...inFolder("third") }
      assert.include(await refusalOf(given), "DATA_KEY: must be 32 bytes in base64")
    }
  )
})

describe("A backup of sealed data", () => {
  it("is proven, exported and imported without a key, and is readable with the key", async () => {
    const [file, to] = [path.join(folder, "backup.jsonl"), await newDatabase()]
    const none = inFolder("none")
    for (const [words, database] of [
      [["log", "verify"], url],
      [["log", "export", file], url],
      [["log", "import", file], to],
      [["log", "verify"], to]
    ] as const) {
      const { code, output } = await Command.run(words, { DATABASE_URL: database, ...none })
      assert.strictEqual(code, 0, output)
    }
    assert.isFalse(fs.existsSync(path.join(folder, "none", "data-key")), "a command made a key")
    const text = fs.readFileSync(file, "utf8")
    for (const secret of [body.recipient_phone, body.recipient_name]) {
      assert.notInclude(text, secret)
    }
    const refused = await refusalOf({ DATABASE_URL: to, DATA_KEY: dataKey, ...none })
    assert.include(refused, "DATA_KEY is not the key of this database.")
    const restored = await during({ DATABASE_URL: to, ...inFolder("first") }, shown)
    assert.strictEqual(restored.json.recipient_phone, body.recipient_phone)
    assert.strictEqual(restored.json.recipient_name, body.recipient_name)
  })

  it("is rebuilt into tables by the key alone", async () => {
    const rebuild = (more: Readonly<Record<string, string>>) =>
      Command.run(["log", "rebuild"], { DATABASE_URL: url, ...more })
    const refused = await rebuild({ DATA_KEY: dataKey, ...inFolder("none") })
    assert.strictEqual(refused.code, 1)
    assert.include(refused.output, "DATA_KEY is not the key of this database.")
    const rebuilt = await rebuild(inFolder("first"))
    assert.strictEqual(rebuilt.code, 0, rebuilt.output)
  })
})

/** Settings of a production without `DATA_KEY`. */
const production = {
  ENVIRONMENT: "production",
  ADMIN_API_KEY: "ak_live_6f1b0c9e7d2a4f83b5e6c1d09a7f3e2b",
  ETHEREUM_RPC_URLS: "https://one.example/v1/key",
  DEPOSIT_FACTORY: `0x${"ab".repeat(20)}`,
  DEPOSIT_INIT_CODE_HASH: `0x${"cd".repeat(32)}`,
  PROVIDER_ROUTES: "*=pawapay",
  PAWAPAY_URL: "https://api.pawapay.io",
  PAWAPAY_TOKEN: "a-token-of-ours",
  RATES_URL: "https://rates.example/latest.json",
  SANCTIONS_DIR: folder
}

describe("A production without DATA_KEY", () => {
  it("is not started, and makes no key", async () => {
    const given = { ...production, DATABASE_URL: await newDatabase(), ...inFolder("production") }
    const message = await refusalOf({ ...given, SANDBOX_API_KEY: "", SANDBOX_TIME_SCALE: "" })
    assert.include(message, "DATA_KEY: is required in production")
    assert.isFalse(fs.existsSync(path.join(folder, "production")))
  })

  it("has a log that commands prove and export, and tables that none rebuilds", async () => {
    const given = { ...production, DATABASE_URL: await newDatabase(), ...inFolder("production") }
    for (const words of [
      ["log", "verify"],
      ["log", "export"]
    ]) {
      const { code, output } = await Command.run(words, given)
      assert.strictEqual(code, 0, output)
    }
    const { code, output } = await Command.run(["log", "rebuild"], given)
    assert.strictEqual(code, 1)
    assert.include(output, "DATA_KEY: is required, because this command reads personal data")
    assert.isFalse(fs.existsSync(path.join(folder, "production")))
  })
})
