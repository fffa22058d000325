/**
 * The floor of `create` and `quotes`: the necessary work of a durable creation and nothing else,
 * without a framework. That is the key, rate count, parsing and validation, idempotency, quote
 * lock, deposit address, one entry, hash chain, group commit, fold and response, with the same
 * bytes as the service's. It has no other operation, no recovery, no eviction and no metrics, so it
 * shows the limit of one core.
 */
import { hash } from "node:crypto"
import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import * as FloorLog from "./floorLog.ts"
import * as FloorPayouts from "./floorPayouts.ts"

const rateWindowMs = 60_000
const bodyBytesMax = 1024 * 1024

interface Account {
  readonly id: string
  readonly keyId: string
  requests: number
  windowEndsAt: number
}

/** A request without a response yet. */
interface Call {
  readonly at: number
  readonly id: string
  readonly account: Account
  readonly route: Route
  readonly source: IncomingMessage
  readonly target: ServerResponse
}

interface Route {
  readonly path: string
  readonly limit: number
  readonly decide: FloorPayouts.Decide
}

interface Kept {
  readonly fingerprint: string
  readonly seq: number
}

const { Refused } = FloorPayouts

const routes: Readonly<Record<string, Route>> = {
  "/v1/quotes": { path: "/v1/quotes", limit: 60, decide: FloorPayouts.createQuote },
  "/v1/payouts": { path: "/v1/payouts", limit: 200, decide: FloorPayouts.createPayout }
}

const log = await FloorLog.open(process.env.DATABASE_URL ?? "")
const accounts = new Map<string, Account>()
const claims = new Set<string>()
const replies = new Map<string, Kept>()

for (const key of (process.env.API_KEYS ?? "").split(",")) {
  const at = Date.now()
  const [id, keyId] = [FloorPayouts.newId("acct", at), FloorPayouts.newId("key", at)]
  accounts.set(hash("sha256", key), { id, keyId, requests: 0, windowEndsAt: 0 })
}

const count = (account: Account, at: number): void => {
  if (at >= account.windowEndsAt) {
    account.windowEndsAt = at + rateWindowMs
    account.requests = 0
  }
  account.requests += 1
}

const respond = (call: Call, status: number, text: string, isReplayed = false): void => {
  const { account, id, route, target } = call
  const headers: Record<string, string> = {
    "x-request-id": id,
    "content-type": "application/json",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "x-ratelimit-limit": String(route.limit),
    "x-ratelimit-remaining": String(Math.max(0, route.limit - account.requests)),
    "x-ratelimit-reset": String(Math.ceil(account.windowEndsAt / 1000)),
    "content-length": String(Buffer.byteLength(text))
  }
  if (isReplayed) headers["idempotent-replayed"] = "true"
  target.writeHead(status, headers)
  target.end(text)
}

const refuse = (call: Call, error: unknown): void => {
  if (!(error instanceof Refused)) throw error
  const { message, status } = error
  const problem = { error: message, message, error_code: message, request_id: call.id }
  respond(call, status, JSON.stringify(problem))
}

const parse = (json: string): FloorPayouts.Body => {
  try {
    const value: unknown = JSON.parse(json)
    if (typeof value === "object" && value !== null) return value as FloorPayouts.Body
  } catch {
    // The text is refused like one that is not an object.
  }
  throw new Refused(400, "VALIDATION_ERROR")
}

/** Equal parameters in any order have equal fingerprints. */
const fingerprintOf = (body: FloorPayouts.Body): string => {
  let text = ""
  for (const name of Object.keys(body).sort()) {
    if (name !== "idempotency_key") text += `,"${name}":${JSON.stringify(body[name])}`
  }
  return hash("sha256", text, "base64url")
}

/** Responds to a retry from the entry of the first request. */
const replay = async (call: Call, { seq }: Kept): Promise<void> => {
  const { events, reply } = JSON.parse(await log.read(seq))
  respond(call, reply.status, FloorPayouts.answerTo(events[0]), true)
}

const execute = (call: Call, json: string): void => {
  const { account, at, route, source } = call
  const body = parse(json)
  const key = FloorPayouts.text(body.idempotency_key, 128)
  const fingerprint = fingerprintOf(body)
  const scope = `${account.id} POST ${route.path}`
  const name = `${scope} ${key}`
  const kept = replies.get(name)
  if (claims.has(name) || (kept !== undefined && kept.fingerprint !== fingerprint)) {
    throw new Refused(409, "DUPLICATE_IDEMPOTENCY_KEY")
  }
  if (kept !== undefined) return void replay(call, kept)
  const { answer, event, fold } = route.decide(account.id, body, at)
  claims.add(name)
  const from = source.socket.remoteAddress
  const reply = { scope, key, fingerprint, status: 201 }
  const entry = JSON.stringify({ v: 1, at, by: account.keyId, from, events: [event], reply })
  log.append(entry, (seq) => {
    fold()
    replies.set(name, { fingerprint, seq })
    claims.delete(name)
    respond(call, 201, answer)
  })
}

const receive = (call: Call): void => {
  const chunks: Array<Buffer> = []
  let bytes = 0
  call.source.on("data", (chunk: Buffer) => {
    bytes += chunk.length
    if (bytes > bodyBytesMax) call.source.destroy()
    else chunks.push(chunk)
  })
  call.source.on("end", () => {
    try {
      execute(call, (chunks.length === 1 ? chunks[0] : Buffer.concat(chunks))?.toString() ?? "")
    } catch (error) {
      refuse(call, error)
    }
  })
}

const server = createServer((source, target) => {
  const at = Date.now()
  const key = source.headers.authorization?.slice("Bearer ".length) ?? ""
  const account = accounts.get(hash("sha256", key))
  const route = routes[source.url ?? ""]
  if (account === undefined || route === undefined || source.method !== "POST") {
    target.writeHead(account === undefined ? 401 : 404)
    target.end()
    return
  }
  count(account, at)
  receive({ at, id: FloorPayouts.newId("req", at), account, route, source, target })
})

server.keepAliveTimeout = 65_000
server.listen(0, "127.0.0.1", () => {
  const address = server.address()
  const port = typeof address === "object" && address !== null ? address.port : 0
  process.stdout.write(`listening on http://127.0.0.1:${port}\n`)
})

process.once("SIGTERM", () => {
  server.close(() => log.close())
  server.closeAllConnections()
})
