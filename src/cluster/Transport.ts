/**
 * The private connections between nodes: TLS in both directions, either with certificates of one
 * authority, or with a key made from a shared secret (RFC 4279). Only nodes that have the secret
 * can connect, and the traffic cannot be read or changed on its way.
 */
import * as crypto from "node:crypto"
import * as fs from "node:fs"
import type * as net from "node:net"
import * as tls from "node:tls"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import { Clock, Effect, Exit, Fiber, Layer, Redacted, Scope } from "effect"
import { Runners } from "effect/cluster"
import * as NetAddress from "effect/net/NetAddress"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket, SocketServer } from "effect/socket"
import * as Limits from "../config/Limits.ts"
import * as Handshakes from "./Handshakes.ts"

export interface Address {
  readonly host: string
  readonly port: number
}

/** Files: a certificate, its key, and the authority that signs the certificates of all nodes. */
interface Certificates {
  readonly cert: string
  readonly key: string
  readonly ca: string
}

/** The proof by which nodes recognise each other. */
export type Security =
  | { readonly _tag: "Secret"; readonly secret: Redacted.Redacted }
  | ({ readonly _tag: "Certificates" } & Certificates)

/** A required name for the connection's key. Only the key is decisive. */
const identity = "payout-service"

const keyOf = (secret: Redacted.Redacted): Buffer =>
  Buffer.from(
    crypto.hkdfSync("sha256", Redacted.value(secret), "", "payout-service cluster transport", 32)
  )

/**
 * Node.js supports keys made from a secret with this version alone; each connection also has a
 * fresh key.
 */
const secretOptions = {
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
  return {
    ...secretOptions,
    pskCallback: (_, clientIdentity) => (clientIdentity === identity ? psk : null)
  }
}

const clientOptions = (security: Security): tls.ConnectionOptions => {
  if (security._tag === "Certificates") return files(security)
  const psk = keyOf(security.secret)
  return {
    ...secretOptions,
    pskCallback: () => ({ psk, identity }),
    // There is no certificate: the key proves the server's identity.
    checkServerIdentity: () => undefined
  }
}

/**
 * The protocol of a link's connection; without it the connection has the cluster's own protocol.
 */
const linkProtocol = "payout-calls"

/** Counts connections from their first moment, which `tls.Server` does not report. */
const guard = (server: tls.Server, handshakes: Handshakes.Handshakes): void => {
  server.prependListener("connection", handshakes.begin)
  server.on("secureConnection", handshakes.prove)
  server.on("tlsClientError", (error, socket) => {
    handshakes.fail(socket, error.message)
    socket.destroy()
  })
}

/** Creates the handshake counter, which logs failed handshakes. */
const makeHandshakes = Effect.gen(function* () {
  const clock = yield* Clock.Clock
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  return Handshakes.make(
    () => clock.currentTimeMillisUnsafe(),
    ({ address, count, reason }) =>
      void runFork(
        Effect.logWarning("A connection of another node was refused", reason).pipe(
          Effect.annotateLogs({ address, count })
        )
      )
  )
})

/** A secured connection as Effect's socket, which ends with its scope. */
const streamOf = (socket: tls.TLSSocket) =>
  NodeSocket.fromDuplex(
    Effect.acquireRelease(
      Effect.suspend(() =>
        socket.closed
          ? Effect.fail(
              new Socket.SocketError({ reason: new Socket.SocketCloseError({ code: 1_000 }) })
            )
          : Effect.succeed(socket)
      ),
      () => Effect.sync(() => socket.destroySoon())
    ),
    { tlsServer: true }
  )

const openError = (cause: unknown) =>
  new SocketServer.SocketServerError({
    reason: new SocketServer.SocketServerOpenError({ cause })
  })

/** The address as the log shows it; for a host name, the name. */
const addressOf = ({ host, port }: Address) =>
  Effect.orElseSucceed(Effect.fromResult(NetAddress.inetAddressFromIpString(host, port)), () =>
    NetAddress.unixPathAddress(`${host}:${port}`)
  )

/**
 * Listens until its scope closes, and passes each connection that has proved itself to `accept`.
 */
const listen = Effect.fnUntraced(function* (
  { host, port }: Address,
  security: Security,
  accept: (socket: tls.TLSSocket) => void
) {
  const handshakes = yield* makeHandshakes
  yield* Effect.acquireRelease(
    Effect.callback<tls.Server, SocketServer.SocketServerError>((resume) => {
      const server = tls.createServer({
        ...serverOptions(security),
        ALPNProtocols: [linkProtocol],
        handshakeTimeout: Limits.cluster.handshakeMsMax
      })
      guard(server, handshakes)
      server.on("secureConnection", accept)
      const refuse = (cause: Error): void => resume(Effect.fail(openError(cause)))
      server.once("error", refuse)
      server.listen({ host, port }, () => {
        server.off("error", refuse)
        resume(Effect.succeed(server))
      })
    }),
    (server) =>
      Effect.callback<void>((resume) => {
        server.close(() => resume(Effect.void))
        handshakes.close()
      })
  )
})

/** Takes connections of other nodes, and passes those of links to `take`. */
export const server = (
  address: Address,
  security: Security,
  take: (socket: net.Socket) => Effect.Effect<void>
) =>
  Layer.effect(
    SocketServer.SocketServer,
    Effect.gen(function* () {
      /** Connections that arrived before anything serves them. */
      const early = new Set<tls.TLSSocket>()
      let accept = (socket: tls.TLSSocket): void => void early.add(socket)
      yield* Effect.addFinalizer(() =>
        Effect.sync(() => {
          for (const socket of early) socket.destroy()
        })
      )
      yield* listen(address, security, (socket) => {
        // Nothing is read before there is a reader.
        socket.pause()
        socket.on("error", () => undefined)
        accept(socket)
      })
      return SocketServer.SocketServer.of({
        address: yield* addressOf(address),
        run: Effect.fnUntraced(function* <R, E, _>(
          handler: (socket: Socket.Socket) => Effect.Effect<_, E, R>
        ) {
          const scope = yield* Scope.make()
          const runFork = Effect.runForkWith(yield* Effect.context<R>())
          const isLink = ({ alpnProtocol }: tls.TLSSocket) => alpnProtocol === linkProtocol
          const serve = (socket: tls.TLSSocket) =>
            isLink(socket) ? take(socket) : Effect.flatMap(streamOf(socket), handler)
          accept = (socket) => {
            const serving = Effect.ignoreCause(serve(socket), { log: "Unhandled" })
            Fiber.runIn(runFork(serving), scope)
          }
          for (const socket of early) accept(socket)
          early.clear()
          return yield* Effect.onExit(Effect.never, () => Scope.close(scope, Exit.void))
        })
      })
    })
  )

/** Opens the connection of a link to another node. */
export const connect = ({ host, port }: Address, security: Security): net.Socket => {
  const options = { ...clientOptions(security), ALPNProtocols: [linkProtocol], host, port }
  const socket = tls.connect(options)
  const timer = setTimeout(() => socket.destroy(), Limits.cluster.connectMsMax)
  socket.once("secureConnect", () => clearTimeout(timer))
  socket.once("close", () => clearTimeout(timer))
  return socket
}

/** Connects to other nodes. */
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
