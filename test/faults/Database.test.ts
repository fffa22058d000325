import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"
import * as Proxy from "../support/proxy.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"
import * as Servers from "./servers.ts"

const rounds = Scenario.isComplete ? 10 : 1

/** Ends the sessions of the program repeatedly, in the middle of any work. */
const terminate = (server: Servers.Server, database: string) => async (): Promise<void> => {
  for (let times = 0; times < 20; times++) {
    await Servers.query(
      server,
      database,
      `select pg_terminate_backend(pid) from pg_stat_activity
       where application_name = 'payout-service' and datname = current_database()`
    )
  }
}

const postmaster = (dataDir: string): number => {
  const lock = fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8")
  return Number(lock.split("\n")[0])
}

const backend = async (server: Servers.Server): Promise<number> => {
  const rows = await Servers.query<{ readonly pid: number }>(
    server,
    "postgres",
    "select pid from pg_stat_activity where application_name = 'payout-service' limit 1"
  )
  return rows[0]?.pid ?? assert.fail("no session")
}

describe.concurrent("The program, when its database fails,", () => {
  it("survives restarts of the server and kill -9 of its processes", {
    timeout: Scenario.msMax
  }, async () => {
    const dataDir = Program.temporaryFolder()
    const socketDir = path.join(dataDir, "socket")
    const socketPath = path.join(socketDir, ".s.PGSQL.5432")
    const server = Servers.at({ socketDir, socketPath, username: "postgres" })
    try {
      await Scenario.nurse({ DATA_DIR: dataDir }, async ({ conclude, through }) => {
        for (let round = 0; round < rounds; round++) {
          // The faults are a fast restart, an immediate one, a killed postmaster and a killed
          // session.
          for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
            await through(async () => process.kill(postmaster(dataDir), signal))
          }
          await through(async () => process.kill(await backend(server), "SIGKILL"))
        }
        Scenario.report("server processes", 4 * rounds, await conclude(server, "postgres"))
      })
    } finally {
      fs.rmSync(dataDir, { recursive: true, force: true })
    }
  })

  it("survives sessions ended by an administrator, and a connection that fails", {
    timeout: Scenario.msMax
  }, async () => {
    const server = Servers.shared()
    const database = await Servers.create(server)
    const proxy = await Proxy.start(server.socketPath, server.username)
    const draw = Seed.make(Seed.seed)
    let faults = 0
    /** Causes this number of faults one after the other, at any request. */
    const fail = (more: number): Promise<unknown> => {
      if (more === 0) return Promise.resolve()
      faults += 1
      const tag = (["SwallowRequest", "SwallowAnswer", "CutRequest", "CutAnswer"] as const)[draw(4)]
      return proxy.arm({ _tag: tag ?? "CutAnswer", bytes: draw(80) }).then(() => fail(more - 1))
    }
    try {
      await Scenario.nurse({ DATABASE_URL: proxy.url(database) }, async (patient) => {
        for (let round = 0; round < rounds; round++) {
          await patient.through(terminate(server, database))
          await patient.through(() => fail(4))
          await patient.through(async () => proxy.cut())
        }
        const books = await patient.conclude(server, database)
        Scenario.report(`sessions and wire, FAULTS_SEED=${Seed.seed}`, faults + 21 * rounds, books)
      })
    } finally {
      await proxy.close()
      await Servers.drop(server, database)
    }
  })
})
