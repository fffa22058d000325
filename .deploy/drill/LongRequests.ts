/**
 * Long requests through the proxy: a request sent slowly, a response read slowly, and an open
 * stream that shows changes until the node that sends it is stopped.
 */
import * as http from "node:http"
import * as Load from "./Load.ts"
import * as Shell from "./Shell.ts"

/** Milliseconds between two parts of a request or a response, and the number of parts. */
const [pauseMs, parts] = [1_000, 12]

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a batch as a file, one part per second. */
const uploadSlowly = async (url: string): Promise<Answer> => {
  const boundary = "drill"
  const rows = Array.from({ length: 100 }, (_, row) => `+256770000001,mtn_uganda,1,Row,slow ${row}`)
  const file = ["phone,network,amount_usdc,name,idempotency_key", ...rows].join("\n")
  const type = 'form-data; name="file"; filename="drill.csv"'
  const body = `--${boundary}\r\nContent-Disposition: ${type}\r\n\r\n${file}\r\n--${boundary}--\r\n`
  const answered = Promise.withResolvers<Answer>()
  const request = http.request(`${url}/v1/batches`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${Load.key}`,
      "content-type": `multipart/form-data; boundary=${boundary}`,
      "content-length": Buffer.byteLength(body)
    }
  })
  request.on("error", answered.reject)
  request.on("response", async (response) => {
    let text = ""
    for await (const chunk of response) text += String(chunk)
    answered.resolve({ status: response.statusCode ?? 0, text })
  })
  const size = Math.ceil(body.length / parts)
  for (let part = 0; part < parts; part++) {
    request.write(body.slice(part * size, (part + 1) * size))
    await Shell.pause(pauseMs)
  }
  request.end()
  return answered.promise
}

/** Reads a response in steps of a second, and returns the number of bytes. */
const readSlowly = (url: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const request = http.get(url, async (response) => {
      let bytes = 0
      let steps = 0
      for await (const chunk of response) {
        bytes += (chunk as Buffer).length
        if (steps++ < parts) await Shell.pause(pauseMs)
      }
      if (bytes !== Number(response.headers["content-length"] ?? bytes)) {
        reject(new Error(`${url} ended after ${bytes} bytes`))
      } else resolve(bytes)
    })
    request.on("error", reject)
  })

/** Cookies of the first user, who joins with the link that the first start printed. */
const join = async (url: string, link: string): Promise<string> => {
  const answer = await fetch(`${url}/dashboard/api/invitation/accept`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-dashboard": "1" },
    body: JSON.stringify({
      ...{ token: new URL(link).hash.slice("#token=".length), name: "Drill" },
      ...{ email: "drill@example.com", password: "correct horse battery" }
    })
  })
  if (!answer.ok) throw new Error(`The invitation: ${answer.status} ${await answer.text()}`)
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(";")[0])
    .join("; ")
}

/** Creates a payout, which the stream shows. */
const pay = async (url: string, name: string): Promise<void> => {
  const headers = { authorization: `Bearer ${Load.key}`, "content-type": "application/json" }
  const post = async (path: string, body: object) => {
    const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) })
    if (answer.status !== 201) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    return (await answer.json()) as { readonly quote_id: string }
  }
  const rate = { source_amount_usdc: 1, target_currency: "UGX", idempotency_key: `quote ${name}` }
  const { quote_id } = await post("/v1/quotes", rate)
  await post("/v1/payouts", {
    ...{ quote_id, network: "MTN_UG", recipient_phone: "+256770000001" },
    ...{ recipient_name: "SANDBOX UNFUNDED", idempotency_key: `payout ${name}` }
  })
}

/** An open stream. */
interface Stream {
  /** Time of the last change, milliseconds; `undefined` before the first. */
  readonly changedAt: () => number | undefined
  readonly isOpen: () => boolean
  readonly close: () => void
}

const listen = (url: string, cookie: string): Promise<Stream> =>
  new Promise((resolve, reject) => {
    const headers = { cookie, "x-dashboard": "1", accept: "text/event-stream" }
    const request = http.get(`${url}/dashboard/api/stream`, { headers }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`The stream: ${response.statusCode}`))
      let changedAt: number | undefined
      let isOpen = true
      response.on("data", (chunk: Buffer) => {
        if (chunk.includes("payouts")) changedAt = Date.now()
      })
      response.on("error", () => undefined)
      response.on("close", () => {
        isOpen = false
      })
      resolve({
        changedAt: () => changedAt,
        isOpen: () => isOpen,
        close: () => request.destroy()
      })
    })
    request.on("error", reject)
  })

/** Milliseconds from a payout's request until the stream shows it. */
const measureDelay = async (url: string, stream: Stream, name: string): Promise<number> => {
  const since = Date.now()
  await pay(url, name)
  return Shell.until("the stream shows a payout", 10_000, () => {
    const at = stream.changedAt()
    return at !== undefined && at >= since ? Math.max(0, at - since) : undefined
  })
}

export interface Target {
  /** URL of the proxy. */
  readonly url: string
  /** The first user's link that the first start printed. */
  readonly link: string
  /** Stops and restarts one node after another. */
  readonly replaceEach: () => Promise<void>
}

/** Path of a large response. */
const largest = "/openapi.json"

/** Number of payouts created while the stream is open. */
const payouts = 10

/** Runs the long requests, and returns the number of quotes that it created. */
export const run = async ({ link, replaceEach, url }: Target): Promise<number> => {
  const cookie = await join(url, link)
  const stream = await listen(url, cookie)
  const startedAt = Date.now()
  const [upload, bytes] = await Promise.all([uploadSlowly(url), readSlowly(url + largest)])
  if (upload.status !== 202) throw new Error(`The upload: ${upload.status} ${upload.text}`)
  console.log(`a batch sent in ${Shell.seconds(pauseMs * parts)} is accepted`)
  console.log(`${bytes} bytes of ${largest} read slowly are whole`)
  const waits: Array<number> = []
  for (let count = 0; count < payouts; count++) {
    waits.push(await measureDelay(url, stream, `stream ${count}`))
    await Shell.pause(3 * pauseMs)
  }
  if (!stream.isOpen()) throw new Error("The stream ended early")
  console.log(
    `a stream open for ${Shell.seconds(Date.now() - startedAt)} shows a payout ` +
      `${Shell.seconds(Math.max(...waits))} after its request at most`
  )
  await replaceEach()
  if (stream.isOpen()) throw new Error("The stream outlives the node that sent it")
  const next = await listen(url, cookie)
  const wait = await measureDelay(url, next, "another stream")
  next.close()
  console.log(
    `after every node was replaced, another one shows a payout after ${Shell.seconds(wait)}`
  )
  return payouts + 1
}
