import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as History from "../support/history.ts"
import * as Program from "../support/program.ts"
import * as Customers from "./customers.ts"
import * as Scenario from "./scenario.ts"
import * as Servers from "./servers.ts"

/** Megabytes for the cluster, which needs about 40, and for a segment or two of its WAL. */
const diskMb = 96

/** Mounts a small disk in memory; `undefined` if this machine does not allow it. */
const disk = (): string | undefined => {
  const place = Program.temporaryFolder()
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${diskMb}m,mode=0711`, "tmpfs", place], {
      stdio: "pipe"
    })
    return place
  } catch (error) {
    fs.rmSync(place, { recursive: true, force: true })
    console.log(`A full disk is not tested: ${String(error).split("\n").at(-2)}`)
    return undefined
  }
}

/** Unmounts the disk, even while a last process still uses it. */
const unmount = (place: string): void => {
  execFileSync("umount", ["-l", place])
  fs.rmSync(place, { recursive: true, force: true })
}

/** Takes all remaining space. The returned function frees it. */
const fill = (place: string): (() => void) => {
  const file = path.join(place, "filler")
  const handle = fs.openSync(file, "w")
  try {
    for (const bytes of [1 << 20, 1 << 12]) {
      const block = Buffer.alloc(bytes, 1)
      for (let isFull = false; !isFull; ) {
        try {
          fs.writeSync(handle, block)
        } catch {
          isFull = true
        }
      }
    }
  } finally {
    fs.closeSync(handle)
  }
  return () => fs.rmSync(file)
}

/**
 * The number of writes until the disk's last free page is used, which is far more than fits in a
 * page.
 */
const writesMax = 400

/** Sends new requests until one is refused because nothing can be written. */
const untilRefused = async (
  url: string,
  { history }: Customers.Customers,
  name: string
): Promise<Array<Promise<unknown>>> => {
  const sent: Array<Promise<unknown>> = []
  const refused = new Promise<boolean>((resolve) => {
    for (let index = 0; index < writesMax; index++) {
      const body = { source_amount_usdc: 5, target_currency: "UGX" }
      const operation = history.operation("/v1/quotes", `${name} full ${index}`, body)
      const send = history.send(url, operation).then((answer) => {
        if (answer === undefined) resolve(true)
      })
      sent.push(send)
    }
    Promise.all(sent).then(() => resolve(false))
  })
  assert.isTrue(await refused, "everything was written on a full disk")
  return sent
}

/**
 * Makes the server end itself, because a new segment of the WAL finds no space. It cannot start
 * again.
 */
const panic = async (server: Servers.Server): Promise<void> => {
  const next = `select pg_logical_emit_message(true, 'x', 'x')::text, pg_switch_wal()::text`
  const isUp = () =>
    Servers.query(server, "postgres", next).then(
      () => true,
      () => false
    )
  // One or two recycled segments may remain.
  for (let times = 0; times < 8; times++) if (!(await isUp())) return
  assert.fail("the server goes on without space for its WAL")
}

const place = disk()

describe("The program, when its disk is full,", () => {
  it.runIf(place !== undefined)(
    "responds with 503, keeps serving reads, and resumes when there is space, even after a panic",
    // The server starts and recovers twice, which takes long while other tests run.
    { timeout: 3 * Scenario.msMax },
    async () => {
      const dataDir = path.join(place ?? "", "data")
      const socketDir = path.join(dataDir, "socket")
      const socketPath = path.join(socketDir, ".s.PGSQL.5432")
      const server = Servers.at({ socketDir, socketPath, username: "postgres" })
      try {
        await Scenario.nurse({ DATA_DIR: dataDir }, async (patient) => {
          const { conclude, customers, through, url } = patient
          await through(async () => {})
          for (const name of ["table", "wal"]) {
            const body = { source_amount_usdc: 5, target_currency: "UGX" }
            const known = customers.history.operation("/v1/quotes", `${name} known`, body)
            await customers.history.send(url, known)
            const free = fill(place ?? "")
            if (name === "wal") await panic(server)
            const sent = await untilRefused(url, customers, name)
            const ready = await fetch(`${url}/readyz`)
            assert.strictEqual(ready.status, 503)
            // Active objects are read from memory, whatever the state of the disk.
            const path = `/v1/quotes/${History.bodyOf(known).quote_id}`
            assert.strictEqual((await Customers.get(url, path)).status, 200)
            free()
            await Promise.all(sent)
            assert.isTrue(await customers.finish(url))
            await through(async () => {})
          }
          Scenario.report("full disk", 2, await conclude(server, "postgres"))
        })
      } finally {
        unmount(place ?? "")
      }
    }
  )
})
