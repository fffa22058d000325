/** The client's package as an integrator installs it: packed, and installed without a network. */

import { execFile } from "node:child_process"
import { once } from "node:events"
import * as fs from "node:fs/promises"
import { type AddressInfo, createServer } from "node:net"
import * as os from "node:os"
import * as path from "node:path"
import * as process from "node:process"
import { promisify } from "node:util"
import { assert } from "@effect/vitest"
import { afterAll, beforeAll, describe, it } from "vitest"
import * as Version from "../../src/config/Version.ts"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Node from "./node.ts"

const root = path.join(import.meta.dirname, "../..")
const modules = path.join(root, "node_modules")

/** The maximum size of the installed package, in bytes. */
const installedBytesMax = 450_000

const run = promisify(execFile)

/** A port without a listener. */
const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

let folder = ""

const at = (...names: ReadonlyArray<string>) => path.join(folder, ...names)

const installed = (...names: ReadonlyArray<string>) =>
  at("node_modules/payout-service-client", ...names)

const json = async (file: string) => JSON.parse(await fs.readFile(file, "utf8"))

/** An integrator's compiler options, which are stricter than most and check the declarations. */
const compilerOptions = {
  ...{ module: "nodenext", target: "es2022", lib: ["es2022"], strict: true, skipLibCheck: false },
  ...{ types: ["node"], typeRoots: [path.join(modules, "@types")] }
}

beforeAll(async () => {
  folder = await fs.mkdtemp(path.join(os.tmpdir(), "payout-client-"))
  await run(process.execPath, ["src/tools/packClient.ts", folder], { cwd: root })
  await fs.writeFile(at("package.json"), '{ "type": "module" }')
  await fs.writeFile(at("tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }))
  await fs.copyFile(path.join(import.meta.dirname, "example.ts"), at("example.ts"))
  const tarball = `./payout-service-client-${Version.version}.tgz`
  await run("npm", ["install", "--offline", "--no-audit", tarball], { cwd: folder })
  // The example is also TypeScript, and must compile in the strictest mode.
  await run(path.join(modules, ".bin/tsc"), ["--project", "."], { cwd: folder }).catch(
    ({ stdout }) => assert.fail(stdout)
  )
}, 120_000)

afterAll(() => fs.rm(folder, { recursive: true, force: true }))

describe("The client's package", () => {
  it("has the service's version, no dependency and no source", async () => {
    const manifest = await json(installed("package.json"))
    assert.deepInclude(manifest, { name: "payout-service-client", version: Version.version })
    assert.deepStrictEqual(manifest.engines, { node: ">=20" })
    assert.doesNotHaveAnyKeys(manifest, ["dependencies", "peerDependencies", "scripts"])
    const files = await fs.readdir(installed())
    const foreign = files.filter((name) => !/\.js$|\.d\.ts$/.test(name))
    assert.deepStrictEqual(foreign.sort(), ["README.md", "package.json"])
    assert.deepStrictEqual(await fs.readdir(at("node_modules")), [
      ".package-lock.json",
      "payout-service-client"
    ])
  })

  it("comes with a source archive for pip that contains only the Python client", async () => {
    const archive = at(`payout_service-${Version.version}.tar.gz`)
    const { stdout } = await run("tar", ["tzf", archive])
    const files = stdout
      .trim()
      .split("\n")
      .filter((name) => !name.endsWith("/"))
    const top = `payout_service-${Version.version}`
    assert.includeMembers(files, [`${top}/pyproject.toml`, `${top}/payout_service/operations.py`])
    const foreign = files.filter(
      (name) => !/\/(README\.md|pyproject\.toml|[^/]+\.py|py\.typed)$/.test(name)
    )
    assert.deepStrictEqual(foreign, [])
  })

  it("is smaller than 450 kB", async () => {
    const files = await fs.readdir(installed())
    const sizes = await Promise.all(
      files.map(async (name) => (await fs.stat(installed(name))).size)
    )
    assert.isBelow(
      sizes.reduce((sum, size) => sum + size, 0),
      installedBytesMax
    )
  })

  it("has types that refuse a currency that the service would refuse", async () => {
    const code = `
      import { PayoutClient, type WebhookEvent } from "payout-service-client"
      const client = new PayoutClient({ baseUrl: "http://127.0.0.1:1" })
      export const type: WebhookEvent["type"] = "payout.settled"
      export const settled = async (id: string): Promise<string | null> =>
        (await client.payouts.get(id)).settled_at
      export const wrong = () => client.quotes.create({ target_currency: "XXX" })
    `
    await fs.mkdir(at("wrong"))
    await fs.writeFile(at("wrong/wrong.ts"), code)
    await fs.writeFile(
      at("wrong/tsconfig.json"),
      '{ "extends": "../tsconfig.json", "include": ["*.ts"] }'
    )
    const tsc = path.join(modules, ".bin/tsc")
    const found = await run(tsc, ["--noEmit", "--project", "wrong"], { cwd: folder }).catch(
      ({ stdout }) => stdout
    )
    assert.match(String(found), /^wrong\/wrong\.ts\(7,\d+\): error TS2322: Type '"XXX"'/)
    assert.lengthOf(String(found).match(/error TS/g) ?? [], 1)
  })
})

suite("The example of the client's README", {}, (test) => {
  for (const { command, version } of Node.versions) {
    test(`pays and receives the webhook on Node ${version}, unchanged`, async ({ url }) => {
      await fs.copyFile(path.join(import.meta.dirname, "example.ts"), at("app.mjs"))
      const { stdout } = await run(command, ["app.mjs"], {
        cwd: folder,
        env: { PAYOUT_API_KEY: Service.apiKey, PAYOUT_URL: url, PORT: String(await freePort()) }
      })
      assert.match(stdout, /^po_\w+: Send exactly 25\.000000 USDC/m)
      assert.include(stdout, "payout.created\n")
      assert.include(stdout, "payout.settled: 91575 UGX\n")
    })
  }

  test("is the text of src/client/README.md", async () => {
    const read = (name: string) => fs.readFile(path.join(import.meta.dirname, name), "utf8")
    const isShown = (await read("../../src/client/README.md")).includes(
      `\`\`\`ts\n${await read("example.ts")}\`\`\``
    )
    assert.isTrue(isShown, "src/client/README.md shows test/client/example.ts, word for word")
  })
})

describe("The shell's Node", () => {
  it.skipIf(Node.ofShell === undefined)(
    "ran the example, unless PATH has none of 20 or newer",
    () =>
      assert.include(
        Node.versions.map(({ version }) => version),
        Node.ofShell?.version
      )
  )
})
