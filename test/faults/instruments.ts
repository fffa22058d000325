/**
 * Loaded into the program before it starts (`--import`): a port on loopback that shows the
 * resources of the process. The program itself has no code for tests.
 */
import { createServer } from "node:http"
import { setFlagsFromString } from "node:v8"
import { runInNewContext } from "node:vm"

setFlagsFromString("--expose_gc")
const collect = runInNewContext("gc") as () => void

/** The state of the process, and its work since the last reading. */
export interface Reading {
  /** Bytes of the heap after a garbage collection. */
  readonly heap: number
  readonly resident: number
  /**
   * Milliseconds of the longest time between two turns of the event loop, and of this thread's
   * longest work in one turn.
   */
  readonly stallMs: number
  readonly workMs: number
  /** The number of open connections and other handles. */
  readonly sockets: number
}

const tickMs = 1
let [stallMs, workMs] = [0, 0]
let [lastAt, lastWork] = [0, 0]

const work = (): number => {
  const { system, user } = process.threadCpuUsage()
  return (system + user) / 1000
}

/** Records a turn. A machine that is busy elsewhere makes a stall longer, but not its work. */
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
  // The garbage collection for this reading is no stall of the program.
  begin()
})

door.listen(0, "127.0.0.1", () => {
  const address = door.address()
  if (typeof address === "object") console.log(`instruments at http://127.0.0.1:${address?.port}`)
})
door.unref()
