/**
 * The on-chain list of sanctioned addresses (Chainalysis): a public contract. Each Ethereum node is
 * queried until one responds; no response does not mean "not sanctioned".
 */
import { Effect, Option, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as HttpClient from "../engine/ports/HttpClient.ts"

export interface Oracle {
  readonly address: string
  readonly urls: ReadonlyArray<string>
}

/** First four bytes of keccak-256 of `isSanctioned(address)`. */
const selector = "0xdf592f7d"

const CallResult = Schema.fromJsonString(Schema.Struct({ result: Schema.String }))
const decode = Schema.decodeUnknownOption(CallResult)

const truth = /^0x0{63}([01])$/

const resultOf = (body: string): boolean | undefined => {
  const match = truth.exec(
    Option.match(decode(body), { onNone: () => "", onSome: (r) => r.result })
  )
  return match === null ? undefined : match[1] === "1"
}

const requestBody = (contract: string, address: string): string => {
  const data = `${selector}${address.slice(2).toLowerCase().padStart(64, "0")}`
  const params = [{ to: contract, data }, "latest"]
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "eth_call", params })
}

/** True if an address is sanctioned; `undefined` if no node responded. */
export const make = (http: HttpClient.HttpClient["Service"], oracle: Oracle) => {
  const query = (url: string, address: string): Effect.Effect<boolean | undefined> =>
    http
      .send({
        ...{ url, method: "POST", headers: { "content-type": "application/json" } },
        body: requestBody(oracle.address, address),
        timeoutMs: Limits.screening.oracleMsMax,
        bytesMax: Limits.screening.oracleBytesMax
      })
      .pipe(
        Effect.map(({ body, status }) => (status === 200 ? resultOf(body) : undefined)),
        Effect.orElseSucceed(() => undefined)
      )

  return Effect.fn("SanctionsOracle.isSanctioned")(function* (address: string) {
    if (!/^0x[0-9a-fA-F]{40}$/.test(address)) return undefined
    for (const url of oracle.urls) {
      const isSanctioned = yield* query(url, address)
      if (isSanctioned !== undefined) return isSanctioned
    }
    return undefined
  })
}
