/**
 * A test's service behind Prism, which compares each response with the contract. The project
 * `contract` uses it for the statements of the specification.
 */
import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import * as path from "node:path"
import * as process from "node:process"
import { assert } from "vitest"
import * as Tools from "../interoperability/tools.ts"

/** True if the services of a run respond through Prism. */
export const isBetween = process.env.TEST_PRISM === "1" && Tools.areInstalled

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, "close")
  return port
}

export interface Prism {
  readonly url: string
  readonly close: () => void
}

/** Starts Prism in front of an address. It forwards requests that the contract forbids. */
export const start = async (url: string): Promise<Prism> => {
  const port = await freePort()
  const document = path.join(import.meta.dirname, "../../schema/openapi.json")
  const words = ["proxy", document, url, "--port", `${port}`, "--errors", "false"]
  const child = await Tools.start("prism", words, (output) => /is listening/.test(output))
  return { url: `http://127.0.0.1:${port}`, close: () => child.kill() }
}

interface Violation {
  readonly location: ReadonlyArray<string>
}

/** Fails if the contract does not describe a response. */
export const assertDescribed = (what: string, { headers }: Pick<Response, "headers">): void => {
  const found: ReadonlyArray<Violation> = JSON.parse(headers.get("sl-violations") ?? "[]")
  const ofResponse = found.filter(({ location }) => location[0] === "response")
  assert.deepStrictEqual(ofResponse, [], what)
}
