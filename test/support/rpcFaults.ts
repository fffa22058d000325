/**
 * A JSON-RPC endpoint with faults in front of a real node, over real sockets: it lags, responds
 * with nothing or half, limits, fails, sends nonsense, is slow, or is on another chain.
 */
import { createServer, type Server, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { setTimeout } from "node:timers/promises"

export type Fault =
  /** The endpoint is this number of blocks behind. */
  | { readonly _tag: "Lag"; readonly blocks: number }
  /** The endpoint has no logs, like a node behind a load balancer that has not caught up. */
  | { readonly _tag: "Empty" }
  /** The endpoint omits the last half of the logs. */
  | { readonly _tag: "Cut" }
  | { readonly _tag: "Status"; readonly status: number; readonly retryAfter?: string }
  | { readonly _tag: "Garbage" }
  /** The connection ends in the middle of the response. */
  | { readonly _tag: "Broken" }
  | { readonly _tag: "Slow"; readonly ms: number }
  | { readonly _tag: "Hang" }
  | { readonly _tag: "Foreign" }
  /** The endpoint refuses ranges of more blocks than this. */
  | { readonly _tag: "Range"; readonly blocks: number }

export interface Endpoint {
  readonly url: string
  fault: Fault | undefined
  /** The number of requests that reached the endpoint. */
  readonly questions: () => number
  readonly close: () => Promise<void>
}

interface Call {
  readonly id: number
  readonly method: string
  readonly params: ReadonlyArray<unknown>
}

const inHex = (value: number): string => `0x${value.toString(16)}`

const forward = async (target: string, call: Call): Promise<Record<string, unknown>> => {
  const headers = { "content-type": "application/json" }
  const body = JSON.stringify({ jsonrpc: "2.0", ...call })
  const response = await fetch(target, { method: "POST", headers, body })
  return (await response.json()) as Record<string, unknown>
}

/** Calls the node, and hides its last blocks. */
const behind = async (target: string, call: Call, blocks: number) => {
  const ask = (method: string, params: ReadonlyArray<unknown>) =>
    forward(target, { id: call.id, method, params })
  const tip = Number((await ask("eth_blockNumber", [])).result) - blocks
  const [first, ...more] = call.params
  switch (call.method) {
    case "eth_getBlockByNumber": {
      const final = Number((await forwardedNumber(target, "finalized")) ?? 0) - blocks
      const number = first === "latest" ? tip : first === "finalized" ? final : Number(first)
      return number > tip
        ? { result: null }
        : ask(call.method, [inHex(Math.max(0, number)), ...more])
    }
    case "eth_getLogs": {
      const filter = first as Record<string, string>
      const toBlock = inHex(Math.min(tip, Number(filter.toBlock)))
      if (filter.blockHash !== undefined) return ask(call.method, call.params)
      if (Number(filter.fromBlock) > tip) return { result: [] }
      return ask(call.method, [{ ...filter, toBlock }])
    }
    default:
      return ask(call.method, call.params)
  }
}

const forwardedNumber = async (target: string, tag: string): Promise<unknown> => {
  const answer = await forward(target, {
    id: 1,
    method: "eth_getBlockByNumber",
    params: [tag, false]
  })
  return (answer.result as { readonly number: string } | null)?.number
}

const answer = async (target: string, call: Call, fault: Fault | undefined) => {
  const isLogs = call.method === "eth_getLogs"
  const [filter] = call.params as ReadonlyArray<Record<string, string>>
  switch (fault?._tag) {
    case "Lag":
      return behind(target, call, fault.blocks)
    case "Empty":
      return isLogs ? { result: [] } : forward(target, call)
    case "Cut": {
      const whole = await forward(target, call)
      if (!isLogs || !Array.isArray(whole.result)) return whole
      return { result: whole.result.slice(0, Math.floor(whole.result.length / 2)) }
    }
    case "Range": {
      const blocks = Number(filter?.toBlock) - Number(filter?.fromBlock) + 1
      const error = { code: -32_005, message: "query returned more than 10000 results" }
      return isLogs && blocks > fault.blocks ? { error } : forward(target, call)
    }
    case "Foreign":
      return call.method === "eth_chainId" ? { result: "0x1" } : forward(target, call)
    default:
      return forward(target, call)
  }
}

/** Spoils the response. Returns `true` if the response is finished. */
const spoil = async (response: ServerResponse, fault: Fault | undefined): Promise<boolean> => {
  switch (fault?._tag) {
    case "Status": {
      const { retryAfter, status } = fault
      response.writeHead(status, retryAfter === undefined ? {} : { "retry-after": retryAfter })
      response.end("no")
      return true
    }
    case "Garbage":
      response.end("<html>Welcome</html>")
      return true
    case "Broken":
      response.writeHead(200, { "content-length": "1000" })
      response.write('{"jsonrpc":"2.0","id":1,"res')
      response.socket?.destroySoon()
      return true
    case "Hang":
      return true
    case "Slow":
      await setTimeout(fault.ms)
      return false
    default:
      return false
  }
}

/** An endpoint in front of a node, with a key in its path as at a real provider. */
export const start = async (target: string): Promise<Endpoint> => {
  let questions = 0
  const serve = async (body: string, response: ServerResponse): Promise<void> => {
    questions += 1
    const { fault } = endpoint
    if (await spoil(response, fault)) return
    const call: Call = JSON.parse(body)
    const reply = await answer(target, call, fault)
    response.setHeader("content-type", "application/json")
    response.end(JSON.stringify({ ...reply, jsonrpc: "2.0", id: call.id }))
  }
  const server: Server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      // A stopped node looks like a broken response.
      serve(Buffer.concat(chunks).toString(), response).catch(() => response.destroy())
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const { port } = server.address() as AddressInfo
  const endpoint: Endpoint = {
    url: `http://127.0.0.1:${port}/v2/0123456789abcdef0123456789abcdef`,
    fault: undefined,
    questions: () => questions,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      })
  }
  return endpoint
}
