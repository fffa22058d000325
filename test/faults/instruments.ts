/**
 * Loaded into the program before it starts (`--import`): a side door on loopback that says what the
 * process uses. The program itself has nothing in it that tests need.
 */
import { createServer } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose_gc")
const collect = runInNewContext("gc") as () => void

/** What the process is and has done since it was last asked. */
export interface Reading {
  /** Bytes after a collection. */
  readonly heap: number
  readonly resident: number
  /** The longest time between two turns of the event loop, and this thread's work in one. */
  readonly stallMs: number
  readonly workMs: number
  /** Connections and other handles that are open, by kind. */
  readonly sockets: number
}

const tickMs = 1
let [stallMs, workMs] = [0, 0]
let [lastAt, lastWork] = [0, 0]

const work = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** A machine that is busy elsewhere makes a stall longer, but not its work. */
const tick = (): void => {
  const [now, done] = [performance.now(), work()]
  stallMs = Math.max(stallMs, now - lastAt - tickMs)
  workMs = Math.max(workMs, done - lastWork)
  lastAt = now
  lastWork = done
}

const begin = (): void => {
  stallMs = workMs = 0
  lastAt = performance.now()
  lastWork = work()
}

begin()
setInterval(tick, tickMs).unref()

const door = createServer((_, response) => {
  tick()
  const stalls = { stallMs, workMs }
  collect()
  const { heapUsed: heap, rss: resident } = process.memoryUsage()
  const sockets = process.getActiveResourcesInfo().filter((kind) => kind === "TCPSocketWrap").length
  const reading: Reading = { heap, resident, sockets, ...stalls }
  response.setHeader("connection", "close")
  response.end(JSON.stringify(reading))
  // The collection is not the program's own stall.
  begin()
})

door.listen(0, "127.0.0.1", () => {
  const address = door.address()
  if (typeof address === "object") console.log(`instruments at http://127.0.0.1:${address?.port}`)
})
door.unref()
