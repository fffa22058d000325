/**
 * One address in front of several nodes: each request goes to the next one. A request whose node
 * is gone ends with its connection, as clients see it whose node dies.
 */
import * as http from "node:http"
import type { AddressInfo } from "node:net"

export interface RoundRobin {
  readonly url: string
  readonly close: () => void
}

/** Headers of one connection, which another does not have. */
const isOfConnection = (name: string): boolean => /^(connection|keep-alive)$/i.test(name)

const passed = (headers: http.IncomingHttpHeaders): http.OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !isOfConnection(name)))

export const start = (urls: () => ReadonlyArray<string>): Promise<RoundRobin> =>
  new Promise((resolve) => {
    // A connection for each request: none is lost because its node closed it when it was idle.
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
