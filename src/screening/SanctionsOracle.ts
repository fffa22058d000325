/**
 * The on-chain list of sanctioned addresses (Chainalysis): a contract that anyone may ask. Each
 * node is asked until one answers; no answer is no "no".
 */
import { Effect, Option, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as HttpClient from "../engine/ports/HttpClient.ts"

export interface Options {
  readonly address: string
  readonly urls: ReadonlyArray<string>
}

/** `isSanctioned(address)`. */
const selector = "0xdf592f7d"

const Reply = Schema.fromJsonString(Schema.Struct({ result: Schema.String }))
const decode = Schema.decodeUnknownOption(Reply)

const truth = /^0x0{63}([01])$/

const answered = (body: string): boolean | undefined => {
  const said = truth.exec(Option.match(decode(body), { onNone: () => "", onSome: (r) => r.result }))
  return said === null ? undefined : said[1] === "1"
}

const question = (oracle: string, address: string): string => {
  const data = `${selector}${address.slice(2).toLowerCase().padStart(64, "0")}`
  const params = [{ to: oracle, data }, "latest"]
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params })
}

/** Asks whether an address is sanctioned; `undefined` where nobody can say. */
export const make = (remote: HttpClient.HttpClient["Service"], options: Options) => {
  const ask = (url: string, address: string): Effect.Effect<boolean | undefined> =>
    remote
      .send({
        ...{ url, method: "POST", headers: { "content-type": "application/json" } },
        body: question(options.address, address),
        timeoutMs: Limits.screening.oracleMsMax,
        bytesMax: Limits.screening.oracleBytesMax
      })
      .pipe(
        Effect.map(({ body, status }) => (status === 200 ? answered(body) : undefined)),
        Effect.orElseSucceed(() => undefined)
      )

  return Effect.fn("Oracle.isSanctioned")(function* (address: string) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
    for (const url of options.urls) {
      const said = yield* ask(url, address)
      if (said !== undefined) return said
    }
    return undefined
  })
}
