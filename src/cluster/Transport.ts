/**
 * The private connections between processes: TLS in both directions, either with certificates of
 * one authority, or with a key made of a shared secret (RFC 4279), so that only processes that have
 * it can connect, and the traffic cannot be read or changed on its way.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import type * as net from "node:net"
import * as tls from "node:tls"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer, Redacted } from "effect"
import { Runners } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket, SocketServer } from "effect/socket"
import * as Limits from "../config/Limits.ts"

export interface Address {
  readonly host: string
  readonly port: number
}

/** Files of a certificate, its key, and the authority that signs those of all processes. */
interface Certificates {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** How processes prove to each other that they belong together. */
export type Security =
  | { readonly _tag: "Secret"; readonly secret: Redacted.Redacted }
  | ({ readonly _tag: "Certificates" } & Certificates)

/** A name for the connection's key; the key is what counts. */
const identity = "payout-service"

const keyOf = (secret: Redacted.Redacted): Buffer =>
  Buffer.from(
    crypto.hkdfSync("sha256", Redacted.value(secret), "", "payout-service cluster transport", 32)
  )

/** Node has keys made of a secret for this version alone; each connection has a fresh one of its own. */
const ofSecret = {
  minVersion: "TLSv1.2",
  maxVersion: "TLSv1.2",
  ciphers: "ECDHE-PSK-CHACHA20-POLY1305:DHE-PSK-AES256-GCM-SHA384"
} as const

const files = ({ ca, cert, key }: Certificates) => ({
  cert: fs.readFileSync(cert),
  key: fs.readFileSync(key),
  ca: fs.readFileSync(ca)
})

const serverOptions = (security: Security): tls.TlsOptions => {
  if (security._tag === "Certificates") {
    return { ...files(security), requestCert: true, rejectUnauthorized: true }
  }
  const psk = keyOf(security.secret)
  return { ...ofSecret, pskCallback: (_, known) => (known === identity ? psk : null) }
}

const clientOptions = (security: Security): tls.ConnectionOptions => {
  if (security._tag === "Certificates") return files(security)
  const psk = keyOf(security.secret)
  return {
    ...ofSecret,
    pskCallback: () => ({ psk, identity }),
    // There is no certificate: the key proves who it is.
    checkServerIdentity: () => undefined
  }
}

/** What is spoken on a connection of a link; without it the cluster's own protocol is. */
const linkProtocol = "payout-calls"

/** Takes connections of other processes; those of links are given to `take`. */
export const server = (
  { host, port }: Address,
  security: Security,
  take: (socket: net.Socket) => Effect.Effect<void>
) =>
  Layer.effect(
    SocketServer.SocketServer,
    Effect.gen(function* () {
      const options = { ...serverOptions(security), ALPNProtocols: [linkProtocol], host, port }
      const server = yield* NodeSocketServer.makeTls(options)
      return SocketServer.SocketServer.of({
        ...server,
        run: (handler) =>
          server.run((socket) =>
            Effect.flatMap(NodeSocket.NetSocket, (connection) => {
              const { alpnProtocol } = connection as tls.TLSSocket
              return alpnProtocol === linkProtocol ? take(connection) : handler(socket)
            })
          ) as never
      })
    })
  )

/** Opens the connection of a link to another process. */
export const connect = ({ host, port }: Address, security: Security): net.Socket => {
  const options = { ...clientOptions(security), ALPNProtocols: [linkProtocol], host, port }
  const socket = tls.connect(options)
  const late = setTimeout(() => socket.destroy(), Limits.cluster.connectMsMax)
  socket.once("secureConnect", () => clearTimeout(late))
  socket.once("close", () => clearTimeout(late))
  return socket
}

/** Connects to other processes. */
export const client = (security: Security) =>
  Layer.effect(
    Runners.RpcClientProtocol,
    Effect.gen(function* () {
      const serialization = yield* RpcSerialization.RpcSerialization
      const options = clientOptions(security)
      return {
        codecFor: serialization.codecFor,
        make: Effect.fnUntraced(function* ({ host, port }) {
          const socket = yield* NodeSocket.makeTls({
            ...{ ...options, host, port, openTimeout: Limits.cluster.connectMsMax }
          })
          return yield* RpcClient.makeProtocolSocket({
            pingInterval: Limits.cluster.pingMs,
            pingTimeout: Limits.cluster.pingMsMax
          }).pipe(
            Effect.provideService(Socket.Socket, socket),
            Effect.provideService(RpcSerialization.RpcSerialization, serialization)
          )
        }, Effect.orDie)
      }
    })
  )
