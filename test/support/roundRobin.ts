/**
 * One address in front of several nodes, which get requests alternately. If a request's node is
 * gone, its connection breaks, as it would for a client of that node.
 */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

export interface RoundRobin {
  readonly url: string
  readonly close: () => void
}

/** True for headers that belong to one connection and are not forwarded. */
const isOfConnection = (name: string): boolean => /^(connection|keep-alive)$/i.test(name)

const passed = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOfConnection(name)))

export const start = (urls: () => ReadonlyArray<string>): Promise<RoundRobin> =>
  new Promise((resolve) => {
    // Each request has a new connection, so that none is lost because its node closed an idle one.
    const agent = new http.Agent({ keepAlive: false })
    let turn = 0
    const server = http.createServer((request, response) => {
      const all = urls()
      if (all.length === 0) return void response.destroy()
      turn += 1
      const { headers, method, url } = request
      const options = { agent, method, headers: passed(headers) }
      const onward = http.request(`${all[turn % all.length]}${url}`, options, (answer) => {
        response.writeHead(answer.statusCode ?? 502, passed(answer.headers))
        answer.once("error", () => response.destroy()).pipe(response)
      })
      onward.once("error", () => response.destroy())
      response.once("close", () => onward.destroy())
      request.pipe(onward)
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () => {
          server.close()
          server.closeAllConnections()
          agent.destroy()
        }
      })
    })
  })
