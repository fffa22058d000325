/**
 * What takes long through the proxy: a request that is sent slowly, an answer that is read slowly,
 * and a stream that stays open and shows what changes, while the node that sends it is stopped.
 */
import * as http from "node:http"
import * as Load from "./Load.ts"
import * as Shell from "./Shell.ts"

/** Between two parts of a request, and between two reads of an answer; how many there are. */
const [pauseMs, parts] = [1_000, 12]

interface Answer {
  readonly status: number
  readonly text: string
}

/** Sends a batch as a file, a part a second. */
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

/** Reads an answer in small steps, a second each; its bytes. */
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

/** The cookies of the first user, who joins by the link that the first start printed. */
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

/** Creates a payout: a page of its account shows it. */
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
  /** When its last change came; `undefined`: none yet. */
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

/** How long after a payout's creation the stream shows it, milliseconds. */
const shown = async (url: string, stream: Stream, name: string): Promise<number> => {
  const since = Date.now()
  await pay(url, name)
  return Shell.until("the stream shows a payout", 10_000, () => {
    const at = stream.changedAt()
    return at !== undefined && at >= since ? Math.max(0, at - since) : undefined
  })
}

export interface Place {
  /** Of the proxy. */
  readonly url: string
  /** What the first start printed for its first user. */
  readonly link: string
  /** Stops each node after the other, and starts it again. */
  readonly replaceEach: () => Promise<void>
}

/** A large answer of the service. */
const largest = "/openapi.json"

/** How often a payout is created while the stream is open. */
const payouts = 10

/** How many quotes it made. */
export const run = async ({ link, replaceEach, url }: Place): Promise<number> => {
  const cookie = await join(url, link)
  const stream = await listen(url, cookie)
  const begun = Date.now()
  const [upload, bytes] = await Promise.all([uploadSlowly(url), readSlowly(url + largest)])
  if (upload.status !== 202) throw new Error(`The upload: ${upload.status} ${upload.text}`)
  console.log(`a batch sent in ${Shell.seconds(pauseMs * parts)} is accepted`)
  console.log(`${bytes} bytes of ${largest} read slowly are whole`)
  const waits: Array<number> = []
  for (let count = 0; count < payouts; count++) {
    waits.push(await shown(url, stream, `stream ${count}`))
    await Shell.pause(3 * pauseMs)
  }
  if (!stream.isOpen()) throw new Error("The stream ended by itself")
  console.log(
    `a stream open for ${Shell.seconds(Date.now() - begun)} shows a payout ` +
      `${Shell.seconds(Math.max(...waits))} after its request at most`
  )
  await replaceEach()
  if (stream.isOpen()) throw new Error("The stream outlives the node that sent it")
  const next = await listen(url, cookie)
  const wait = await shown(url, next, "another stream")
  next.close()
  console.log(
    `after every node was replaced, another one shows a payout after ${Shell.seconds(wait)}`
  )
  return payouts + 1
}
