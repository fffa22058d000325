/** The package as somebody installs it: packed, unpacked below node_modules, without any other. */
import { execFile } from "node:child_process"
import * as fs from "node:fs/promises"
import * as os from "node:os"
import * as path from "node:path"
import { promisify } from "node:util"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"

const root = path.join(import.meta.dirname, "../..")
const modules = path.join(root, "node_modules")

const run = promisify(execFile)

let folder = ""

const at = (...names: ReadonlyArray<string>) => path.join(folder, ...names)

/** A copy of the repository, because packing changes its package.json for a moment. */
const pack = async () => {
  await fs.mkdir(at("repository"))
  for (const name of [
    "package.json",
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
})

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

describe("the package", () => {
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

  it("has types, for every way a compiler may look for them", async () => {
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

  it("runs the command line, once its dependencies are there", async () => {
    for (const name of await fs.readdir(modules)) {
      if (name.startsWith(".")) continue
      await fs.symlink(path.join(modules, name), at("user/node_modules", name))
    }
    const main = "node_modules/payout-service/dist/cli/main.js"
    const { stdout } = await run(process.execPath, [main, "--version"], { cwd: at("user") })
    assert.include(stdout, Limits.version)
  })
})
