/**
 * Connections that have not proved yet that they belong to another node. Nodes have few and short
 * ones, so more are strangers. At a bound the oldest one is cut off, which makes room for a node
 * that proves itself at once. Failures are logged now and then.
 */
import type * as net from "node:net"
import * as AddressRanges from "../config/AddressRanges.ts"
import * as Limits from "../config/Limits.ts"

const { handshakesMax, handshakesOfAddressMax, handshakesLoggedMs } = Limits.cluster

/** Failures since the last log line. */
export interface Failures {
  readonly count: number
  /** The address of the last failure. */
  readonly address: string
  readonly reason: string
}

type Connection = Pick<net.Socket, "destroy" | "once" | "remoteAddress" | "remotePort">

export interface Handshakes {
  /** Tracks a connection that was accepted. */
  readonly begin: (socket: Connection) => void
  /** Removes a connection that has proved itself. The secured socket has the same addresses. */
  readonly prove: (socket: Pick<Connection, "remoteAddress" | "remotePort">) => void
  /** Records a failed handshake. */
  readonly fail: (socket: Pick<Connection, "remoteAddress">, reason: string) => void
  readonly pending: () => number
  /** Cuts off all tracked connections. */
  readonly close: () => void
}

interface PendingHandshake {
  readonly network: string
  readonly socket: Connection
}

const keyOf = ({ remoteAddress, remotePort }: Pick<Connection, "remoteAddress" | "remotePort">) =>
  `${remoteAddress} ${remotePort}`

/** `now` returns milliseconds. */
export const make = (now: () => number, log: (failures: Failures) => void): Handshakes => {
  /** In order of age. */
  const pending = new Map<string, PendingHandshake>()
  let failures = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  const fail: Handshakes["fail"] = ({ remoteAddress = "unknown" }, reason) => {
    failures += 1
    if (now() - loggedAt < handshakesLoggedMs) return
    loggedAt = now()
    log({ count: failures, address: remoteAddress, reason })
    failures = 0
  }

  const cutOldest = (matches: (one: PendingHandshake) => boolean): void => {
    for (const [key, handshake] of pending) {
      if (!matches(handshake)) continue
      pending.delete(key)
      fail(handshake.socket, "It had to make room for another connection.")
      return void handshake.socket.destroy()
    }
  }

  return {
    fail,
    pending: () => pending.size,
    close: () => {
      for (const { socket } of pending.values()) socket.destroy()
    },
    prove: (socket) => void pending.delete(keyOf(socket)),
    begin: (socket) => {
      const key = keyOf(socket)
      const network = AddressRanges.networkOf(socket.remoteAddress ?? "", Limits.http.networkBits)
      const handshake: PendingHandshake = { network, socket }
      pending.set(key, handshake)
      socket.once("close", () => {
        if (pending.get(key) === handshake) pending.delete(key)
      })
      let ofNetwork = 0
      for (const each of pending.values()) if (each.network === network) ofNetwork += 1
      if (ofNetwork > handshakesOfAddressMax) cutOldest((each) => each.network === network)
      if (pending.size > handshakesMax) cutOldest(() => true)
    }
  }
}
