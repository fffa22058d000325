import * as fs from "node:fs"
import * as path from "node:path"
import { Effect, Exit, Layer, References, Scope } from "effect"
import { assert, describe, it } from "vitest"
import * as EmbeddedServer from "../../src/postgres/server/EmbeddedServer.ts"
import * as Program from "../support/program.ts"
import * as Proxy from "../support/proxy.ts"
import * as Scenario from "./scenario.ts"
import * as Servers from "./servers.ts"

interface Cluster extends Servers.Server {
  readonly stop: () => Promise<void>
}

/** A separate server on a folder, with fsync, as the program would start it. */
const serve = (dataDir: string): Promise<Cluster> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const embedded = yield* EmbeddedServer.start({ dataDir }).pipe(Scope.provide(scope))
    const stop = () => Effect.runPromise(Scope.close(scope, Exit.void))
    return { ...Servers.at(embedded), stop }
  }).pipe(Effect.provide(Layer.succeed(References.MinimumLogLevel, "None")), Effect.runPromise)

const rows = async (server: Servers.Server) =>
  (await Servers.query(server, "postgres", "select seq, hash, body from log order by seq")).map(
    (row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}` : value))
  )

/** A cluster with a log, and its present copy, which is the standby that lags. */
const clusters = async (folder: string) => {
  const [homeA, homeB] = [path.join(folder, "a"), path.join(folder, "b")]
  const before = await serve(homeA)
  await Scenario.nurse({ DATABASE_URL: before.url("postgres") }, async ({ conclude, through }) => {
    await through(async () => {})
    await conclude(before, "postgres")
  })
  await before.stop()
  // Only the cluster is copied, because the server runs as the owner of the new folder.
  fs.cpSync(path.join(homeA, "postgres"), path.join(homeB, "postgres"), { recursive: true })
  fs.chmodSync(path.join(homeB, "postgres"), 0o700)
  return { a: await serve(homeA), b: await serve(homeB) }
}

describe("The program, when its database is replaced by an older copy,", () => {
  it("L3 ends at its next write, acknowledges nothing, and adds nothing to the copy", async () => {
    const folder = Program.temporaryFolder()
    fs.chmodSync(folder, 0o711)
    const { a, b } = await clusters(folder)
    const proxy = await Proxy.start(a.socketPath, a.username)
    try {
      const copied = await rows(b)
      await Scenario.nurse({ DATABASE_URL: proxy.url("postgres") }, async (patient) => {
        const { customers, life, url } = patient
        // This quote is acknowledged on A alone.
        const quote = (name: string) =>
          customers.history.operation("/v1/quotes", name, {
            source_amount_usdc: 5,
            target_currency: "UGX"
          })
        for (const name of ["one", "two", "three"]) {
          assert.isDefined(await customers.history.send(url, quote(name)))
        }
        proxy.turnTo(b.socketPath)
        proxy.cut()
        const late = Array.from({ length: 20 }, (_, index) => quote(`late ${index}`))
        const answers = await Promise.all(late.map((each) => customers.history.send(url, each)))
        assert.deepStrictEqual(
          answers.filter((answer) => answer !== undefined),
          []
        )
        assert.strictEqual(await life.ended, 1)
        assert.match(life.output(), /payout-service stops: \S+/)
        assert.deepStrictEqual(await rows(b), copied, "the copy was written to")
      })
    } finally {
      await proxy.close()
      await Promise.all([a.stop(), b.stop()])
      fs.rmSync(folder, { recursive: true, force: true })
    }
  })
})
