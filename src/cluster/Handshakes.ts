/**
 * Connections that have not proved yet that they belong to another process. They are few and short
 * between processes, so more are strangers: at a bound the oldest one is cut off, which makes room
 * for a process that proves itself at once. Failures leave a line in the log now and then.
 */
import type * as net from "node:net"
import * as AddressRanges from "../config/AddressRanges.ts"
import * as Limits from "../config/Limits.ts"

const { handshakesMax, handshakesOfAddressMax, handshakesLoggedMs } = Limits.cluster

/** Failures since the last line. */
export interface Failures {
  readonly count: number
  /** Of the last one. */
  readonly address: string
  readonly reason: string
}

type Connection = Pick<net.Socket, "destroy" | "once" | "remoteAddress" | "remotePort">

export interface Handshakes {
  /** A connection was accepted. */
  readonly begin: (socket: Connection) => void
  /** It has proved itself, and is counted no longer. The secured socket has the same addresses. */
  readonly prove: (socket: Pick<Connection, "remoteAddress" | "remotePort">) => void
  /** It has failed. */
  readonly fail: (socket: Pick<Connection, "remoteAddress">, reason: string) => void
  readonly held: () => number
  /** Cuts off all that are held. */
  readonly close: () => void
}

interface Held {
  readonly network: string
  readonly socket: Connection
}

const keyOf = ({ remoteAddress, remotePort }: Pick<Connection, "remoteAddress" | "remotePort">) =>
  `${remoteAddress} ${remotePort}`

/** `now`: milliseconds. */
export const make = (now: () => number, log: (failures: Failures) => void): Handshakes => {
  /** In order of age. */
  const held = new Map<string, Held>()
  let failures = 0
  let loggedAt = Number.NEGATIVE_INFINITY

  const fail: Handshakes["fail"] = ({ remoteAddress = "unknown" }, reason) => {
    failures += 1
    if (now() - loggedAt < handshakesLoggedMs) return
    loggedAt = now()
    log({ count: failures, address: remoteAddress, reason })
    failures = 0
  }

  const cutOldest = (isOne: (one: Held) => boolean): void => {
    for (const [key, one] of held) {
      if (!isOne(one)) continue
      held.delete(key)
      fail(one.socket, "It had to make room for another connection.")
      return void one.socket.destroy()
    }
  }

  return {
    fail,
    held: () => held.size,
    close: () => {
      for (const { socket } of held.values()) socket.destroy()
    },
    prove: (socket) => void held.delete(keyOf(socket)),
    begin: (socket) => {
      const key = keyOf(socket)
      const network = AddressRanges.networkOf(socket.remoteAddress ?? "", Limits.http.networkBits)
      const one: Held = { network, socket }
      held.set(key, one)
      socket.once("close", () => {
        if (held.get(key) === one) held.delete(key)
      })
      let ofNetwork = 0
      for (const each of held.values()) if (each.network === network) ofNetwork += 1
      if (ofNetwork > handshakesOfAddressMax) cutOldest((each) => each.network === network)
      if (held.size > handshakesMax) cutOldest(() => true)
    }
  }
}
