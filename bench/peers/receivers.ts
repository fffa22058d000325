/**
 * Webhook receivers of `webhooks`, in one process. Each listens on a separate port, like unrelated
 * receivers, responds with 200 and stores the ids of its events. The last `HANGING` of `RECEIVERS`
 * accept requests and never respond. `GET /` on the first printed port returns what has arrived.
 */
import { createServer, type RequestListener, type Server } from "node:http"

const [receivers, hanging] = [Number(process.env.RECEIVERS), Number(process.env.HANGING)]

/** Event ids by receiver, since the last reset. */
let events = Array.from({ length: receivers }, () => new Set<string>())
let requests = 0
let lastAt = 0

const take =
  (index: number): RequestListener =>
  (request, response) => {
    request.resume()
    if (index >= receivers - hanging) return
    request.on("end", () => {
      response.end()
      requests += 1
      lastAt = Date.now()
      events[index]?.add(String(request.headers["webhook-id"]))
    })
  }

const listen = (listener: RequestListener): Promise<Server> =>
  new Promise((resolve) => {
    const server = createServer({ keepAliveTimeout: 60_000 }, listener)
    server.listen(0, "127.0.0.1", () => resolve(server))
  })

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

const servers = await Promise.all(
  Array.from({ length: receivers }, (_, index) => listen(take(index)))
)
const ports = servers.map(portOf)

/** `?ids` also returns the ids, and `?reset` resets them. */
const control = await listen((request, response) => {
  const counts = events.map((ids) => ids.size)
  const ids = request.url?.includes("ids") ? events.map((each) => [...each]) : []
  response.end(JSON.stringify({ ports, counts, ids, requests, lastAt }))
  if (!request.url?.includes("reset")) return
  events = events.map(() => new Set())
  requests = 0
})

process.once("SIGTERM", () => process.exit(0))
console.log(`listening on http://127.0.0.1:${portOf(control)}`)
