/**
 * Loaded into a node before it starts (`--import`): SIGUSR2 cuts it off from the nodes whose ports
 * are in the file `CUT_PORTS`, and joins it again. The database and clients still reach it.
 */
import * as fs from "node:fs"
import * as net from "node:net"
import process from "node:process"

const own = Number(process.env.CLUSTER_LISTEN?.split(":").at(-1))
const links = new Set<net.Socket>()
let peers: ReadonlyArray<number> = []
let isCut = false

const keep = (socket: net.Socket): void => {
  links.add(socket)
  socket.once("close", () => links.delete(socket))
}

process.on("SIGUSR2", () => {
  isCut = !isCut
  peers = JSON.parse(fs.readFileSync(process.env.CUT_PORTS ?? "", "utf8"))
  for (const socket of links) {
    if (isCut && peers.includes(socket.remotePort ?? own)) socket.destroy()
    if (isCut && socket.localPort === own) socket.destroy()
  }
})

/**
 * The port that a call of `connect` names. The options are the first argument, or the first element
 * of an array.
 */
const portOf = ([first]: ReadonlyArray<unknown>): number => {
  const options: unknown = Array.isArray(first) ? first[0] : first
  return Number((options as { readonly port?: unknown } | undefined)?.port)
}

type Method = (this: unknown, ...given: Array<unknown>) => unknown

/** Replaces a method of a class with one that gets the original. */
const replace = (
  prototype: object,
  name: string,
  by: (self: unknown, given: Array<unknown>, before: () => unknown) => unknown
): void => {
  const methods = prototype as Record<string, Method>
  const before = methods[name]
  if (before === undefined) throw new Error(`${name} is no method`)
  methods[name] = function (...given) {
    return by(this, given, () => before.apply(this, given))
  }
}

replace(net.Socket.prototype, "connect", (self, given, connect) => {
  if (!(self instanceof net.Socket)) return connect()
  if (isCut && peers.includes(portOf(given))) return self.destroy(new Error("cut off"))
  keep(self)
  return connect()
})

replace(net.Server.prototype, "emit", (self, [event, socket], emit) => {
  const address = self instanceof net.Server ? self.address() : null
  const isLink = event === "connection" && typeof address === "object" && address?.port === own
  if (!isLink || !(socket instanceof net.Socket)) return emit()
  if (isCut) return socket.destroy().destroyed
  keep(socket)
  return emit()
})
