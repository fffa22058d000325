/** A database that hangs. Each of its processes is stopped, and no connection is closed. */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Program from "../support/program.ts"
import * as Scenario from "./scenario.ts"

const key = "sk_sandbox_0123456789abcdef0123"

/**
 * Milliseconds within which readiness must change. A machine that is busy with other tests may be
 * late.
 */
const tellMsMax = Scenario.isComplete ? 2_000 : 4_000

/** The postmaster and its children. */
const processes = (dataDir: string): ReadonlyArray<number> => {
  const lock = fs.readFileSync(path.join(dataDir, "postgres/postmaster.pid"), "utf8")
  const postmaster = Number(lock.split("\n")[0])
  const rows = execFileSync("ps", ["-A", "-o", "pid=,ppid="]).toString().trim().split("\n")
  const children = rows
    .map((row) => row.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === postmaster)
    .map(([pid = 0]) => pid)
  return [postmaster, ...children]
}

const send = (pids: ReadonlyArray<number>, signal: NodeJS.Signals): void => {
  for (const pid of pids) {
    try {
      process.kill(pid, signal)
    } catch {
      // A worker of the database may have ended already.
    }
  }
}

const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" }

const quote = (url: string, name: string) =>
  fetch(`${url}/v1/quotes`, {
    method: "POST",
    headers,
    body: JSON.stringify({
      ...{ source_amount_usdc: 5, target_currency: "UGX", idempotency_key: name }
    })
  })

/** Repeats a request until its status is as wanted, and returns the milliseconds. */
const until = async (ask: () => Promise<Response>, status: number): Promise<number> => {
  const begun = performance.now()
  while (performance.now() - begun < 30_000) {
    const answer = await ask()
    await answer.text()
    if (answer.status === status) return performance.now() - begun
  }
  return assert.fail(`never ${status}`)
}

interface Scene {
  readonly url: string
  readonly hang: () => void
  readonly goOn: () => void
}

const onDatabase = async (body: (scene: Scene) => Promise<void>): Promise<void> => {
  const dataDir = Program.temporaryFolder()
  let stopped: Array<number> = []
  const goOn = (): void => send(stopped.splice(0), "SIGCONT")
  const program = await Program.start({
    ...{ DATA_DIR: dataDir, SANDBOX_API_KEY: key, RATE_LIMITS: "off", LOG_LEVEL: "error" }
  })
  const hang = (): void => {
    stopped = [...processes(dataDir)]
    send(stopped, "SIGSTOP")
  }
  try {
    await body({ url: program.url, hang, goOn })
  } finally {
    goOn()
    await program.stop("SIGTERM")
    fs.rmSync(dataDir, { recursive: true, force: true })
  }
}

const ready = (url: string) => () => fetch(`${url}/readyz`)

describe("A database that hangs", () => {
  it("makes an idle program unready, and ready again when it responds", {
    timeout: Scenario.msMax
  }, async () => {
    await onDatabase(async ({ goOn, hang, url }) => {
      assert.strictEqual((await quote(url, "before")).status, 201)
      assert.strictEqual((await ready(url)()).status, 200)
      hang()
      const unready = await until(ready(url), 503)
      goOn()
      const again = await until(ready(url), 200)
      console.log(`idle: unready after ${unready.toFixed(0)} ms, ready after ${again.toFixed(0)}`)
      assert.isBelow(unready, tellMsMax)
      assert.isBelow(again, tellMsMax)
      assert.strictEqual((await quote(url, "after")).status, 201)
    })
  })

  it("fails waiting lists, refuses new lists and writes at once, and loses nothing", {
    timeout: Scenario.msMax
  }, async () => {
    await onDatabase(async ({ goOn, hang, url }) => {
      let isOver = false
      const told = new Map<string, number>()
      const writer = async (name: string): Promise<void> => {
        for (let n = 0; !isOver; n++) {
          const answer = await quote(url, `${name} ${n}`)
          await answer.text()
          told.set(`${name} ${n}`, answer.status)
          // A request that was refused at once is retried at once, after another request, to avoid
          // a tight loop.
          if (answer.status !== 201) await fetch(`${url}/healthz`).then((one) => one.text())
        }
      }
      const writers = Array.from({ length: 16 }, (_, n) => writer(`writer ${n}`))
      await until(() => fetch(`${url}/v1/quotes?limit=1`, { headers }), 200)
      hang()
      const begun = performance.now()
      const waiting = fetch(`${url}/v1/quotes?offset=5`, { headers })
      const unready = await until(ready(url), 503)
      assert.strictEqual((await waiting).status, 503)
      const waited = performance.now() - begun
      const list = await fetch(`${url}/v1/payouts`, { headers })
      const write = await quote(url, "refused")
      const refused = performance.now() - begun - waited
      assert.deepStrictEqual([list.status, write.status], [503, 503])
      assert.isNotNull(list.headers.get("retry-after"))
      goOn()
      const again = await until(ready(url), 200)
      await until(() => quote(url, "refused"), 201)
      isOver = true
      await Promise.all(writers)
      console.log(
        `16 writers: unready after ${unready.toFixed(0)} ms, the list that waited answered after ` +
          `${waited.toFixed(0)}, a new list and write after ${refused.toFixed(0)}, ready again ` +
          `after ${again.toFixed(0)}`
      )
      for (const ms of [unready, waited, refused, again]) assert.isBelow(ms, tellMsMax)
      const taken = [...told].filter(([, status]) => status === 201)
      const { total } = (await (await fetch(`${url}/v1/quotes`, { headers })).json()) as {
        readonly total: number
      }
      // The count has the acknowledged requests, and perhaps some with a delayed outcome.
      assert.isAtLeast(total, taken.length)
      const replays = await Promise.all(taken.slice(-50).map(([name]) => quote(url, name)))
      for (const replay of replays) {
        assert.strictEqual(replay.headers.get("idempotent-replayed"), "true")
      }
    })
  })
})
