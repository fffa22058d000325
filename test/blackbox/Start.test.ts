import { spawnSync } from "node:child_process"
import * as fs from "node:fs"
import { afterAll, assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"

const dataDir = Program.temporaryFolder()

afterAll(() => fs.rmSync(dataDir, { recursive: true, force: true }))

describe("The program's start", () => {
  it("prints the keys and a curl command once, serves, and exits with 0 after SIGTERM", async () => {
    const first = await Program.start({ DATA_DIR: dataDir })
    assert.match(first.output(), /API key .*: +sk_sandbox_\S+/)
    assert.match(first.output(), /Admin key .*: +ak_sandbox_\S+/)
    assert.include(first.output(), `curl -s ${first.url}/v1/quotes`)
    const ready = await fetch(`${first.url}/readyz`)
    assert.strictEqual(ready.status, 200)
    const port = new URL(first.url).port
    assert.include(first.output(), `http://localhost:${port}/dashboard/welcome#token=`)
    assert.strictEqual(await first.stop("SIGTERM"), 0)
    assert.match(first.output(), /stopping: SIGTERM\n(.*\n)*payout-service stopped\n$/)

    const second = await Program.start({ DATA_DIR: dataDir })
    assert.notInclude(second.output(), "sk_sandbox_")
    assert.match(second.output(), /Dashboard: http:\/\/localhost:\d+\/dashboard\n/)
    assert.include(second.output(), "No user has joined yet.")
    assert.strictEqual(await second.stop("SIGTERM"), 0)
  })

  it("prints a command that invites the first administrator while no user has joined", async () => {
    const folder = Program.temporaryFolder()
    const given = { DATA_DIR: folder, ADMIN_API_KEY: "ak_sandbox_given0123456789abcdef" }
    await Program.start(given).then((first) => first.stop("SIGTERM"))
    const program = await Program.start(given)
    assert.notInclude(program.output(), given.ADMIN_API_KEY)
    const [command = ""] = /^curl .*team\/invitations.*$/m.exec(program.output()) ?? []
    const { stdout } = spawnSync("sh", ["-c", command], {
      encoding: "utf8",
      env: { PATH: process.env.PATH ?? "", PAYOUT_ADMIN_KEY: given.ADMIN_API_KEY }
    })
    assert.match(JSON.parse(stdout).link, /^http:\/\/localhost:\d+\/dashboard\/welcome#token=\S+$/)
    await program.stop("SIGTERM")
    fs.rmSync(folder, { recursive: true, force: true })
  })
})

describe("The program's start, misused or impossible,", () => {
  it("shows its usage on request, and starts nothing with an unknown word", () => {
    const run = (word: string) =>
      spawnSync(process.execPath, ["src/main.ts", word], { encoding: "utf8" })
    const help = run("--help")
    assert.strictEqual(help.status, 0)
    assert.include(help.stdout, "--standby")
    const unknown = run("--prot=8080")
    assert.strictEqual(unknown.status, 1)
    assert.include(unknown.stderr, "payout-service does not know --prot=8080.")
    assert.strictEqual(unknown.stdout, "")
  })

  it("never prints a key of the settings, and prints the one that it generates", async () => {
    const folder = Program.temporaryFolder()
    const given = { SANDBOX_API_KEY: "sk_sandbox_given0123456789abcdef" }
    const program = await Program.start({ DATA_DIR: folder, ...given })
    assert.notInclude(program.output(), given.SANDBOX_API_KEY)
    assert.match(program.output(), /Admin key .*: +ak_sandbox_\S+/)
    const headers = { authorization: `Bearer ${given.SANDBOX_API_KEY}` }
    assert.strictEqual((await fetch(`${program.url}/v1/payouts`, { headers })).status, 200)
    await program.stop("SIGTERM")
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it("fails with a message that names every invalid variable", async () => {
    const environment = { DATA_DIR: dataDir, PORT: "many", SPREAD: "9", QUOTE_TTL: "soon" }
    const failure: Error = await Program.start(environment).then(
      () => new Error("it started"),
      (error) => error
    )
    for (const name of ["PORT", "SPREAD", "QUOTE_TTL"]) assert.include(failure.message, name)
  })

  it("names the address that is in use, and fails", async () => {
    const first = await Program.start({ DATA_DIR: dataDir })
    const folder = Program.temporaryFolder()
    const environment = { DATA_DIR: folder, PORT: new URL(first.url).port }
    const failure: Error = await Program.start(environment).then(
      () => new Error("it started"),
      (error) => error
    )
    assert.include(
      failure.message,
      `EADDRINUSE: address already in use 127.0.0.1:${environment.PORT}`
    )
    await first.stop("SIGTERM")
    fs.rmSync(folder, { recursive: true, force: true })
  })

  it("fails in production without a database", async () => {
    const failure: Error = await Program.start({
      DATA_DIR: dataDir,
      ENVIRONMENT: "production"
    }).then(
      () => new Error("it started"),
      (error) => error
    )
    assert.include(failure.message, "DATABASE_URL: is required in production")
  })
})
