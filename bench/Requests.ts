/** The requests that benches send, as they go over the wire. */
import * as Load from "./Load.ts"

/** The key of the first account, at the service and at its peers. */
export const key = "sk_sandbox_bench_0123456789abcdef"

const head = (method: string, path: string, as: string): string =>
  `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer ${as}\r\n`

const post = (path: string, body: unknown, as: string = key): string => {
  const text = JSON.stringify(body)
  const length = Buffer.byteLength(text)
  const more = `Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n`
  return `${head("POST", path, as)}${more}${text}`
}

export const get = (path: string, as: string = key): string => `${head("GET", path, as)}\r\n`

/** A GET request as the dashboard's page sends it, for an account or for the staff. */
export const getAsPage = (path: string, cookies: string, accountId?: string): string => {
  const account = accountId === undefined ? "" : `x-account: ${accountId}\r\n`
  const lines = `Host: 127.0.0.1\r\nCookie: ${cookies}\r\nx-dashboard: 1\r\n${account}`
  return `GET ${path} HTTP/1.1\r\n${lines}\r\n`
}

/** A quote's creation. `name` is the idempotency key. */
export const quote = (name: string, as: string = key): string =>
  post(
    "/v1/quotes",
    { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: `quote ${name}` },
    as
  )

/** Fields of a payout that are added to the usual ones or replace them. */
type More = Readonly<Record<string, unknown>>

export const payout = (quoteId: string, as: string = key, more: More = {}): string =>
  post(
    "/v1/payouts",
    {
      quote_id: quoteId,
      recipient_phone: "+256770000001",
      network: "MTN_UG",
      idempotency_key: `payout ${quoteId}`,
      ...more
    },
    as
  )

/** The first text field of that name in a body. */
export const field = (name: string, body: string): string => {
  const start = body.indexOf(`"${name}":"`) + name.length + 4
  return body.slice(start, body.indexOf('"', start))
}

/** Ends a payout that waits for its deposit. */
export const cancel = (id: string): string => post(`/v1/payouts/${id}/cancel`, {})

/** The alternating keys of payouts, and the additional fields of each payout by its number. */
interface Spread {
  readonly keys: ReadonlyArray<string>
  readonly more?: (number: number) => More
}

/** Creates this number of quotes, and returns the requests that make payouts of them. */
export const spread = async (
  target: Load.Target,
  count: number,
  name: string,
  { keys, more }: Spread
): Promise<ReadonlyArray<string>> => {
  const made: Array<string> = []
  let sent = 0
  const script = (): Load.Next => {
    let as = key
    return (answer) => {
      if (answer !== undefined) {
        made.push(payout(field("quote_id", answer.body), as, more?.(made.length)))
      }
      if (sent === count) return undefined
      as = keys[sent % keys.length] ?? key
      return quote(`${name} ${sent++}`, as)
    }
  }
  const connections = Math.min(32, count)
  Load.ensure(await Load.loop({ target, connections, script }), "201")
  return made
}

/** Creates quotes with one key, and returns the requests that make payouts of them. */
export const payouts = (
  target: Load.Target,
  count: number,
  name: string,
  as: string = key
): Promise<ReadonlyArray<string>> => spread(target, count, name, { keys: [as] })
