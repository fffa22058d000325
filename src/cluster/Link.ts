/**
 * A connection to another node that carries calls to the partitions it runs. Each call is a line,
 * and its response is another line as soon as there is one, so that a slow call holds up none.
 *
 * Measured: `effect/rpc` takes a sixth of the processor time of forwarded creations, and one of its
 * messages carries the calls to one partition alone.
 */
import type * as net from "node:net"
import { Cause, type Clock, Effect, Fiber } from "effect"
import * as Limits from "../config/Limits.ts"
import * as OtherNodes from "../engine/ports/OtherNodes.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Lines from "./Lines.ts"

/** A call on its way. */
type CallLine = readonly [id: number, partition: number, message: unknown]

/** The response to a call; with a detail, the defect that the call ended with. */
type AnswerLine = readonly [id: number, answer?: unknown, defect?: string]

/** A ping, which checks whether the other node still reads, and its response. */
const ping = [] as const

const message = "The partition cannot be reached right now."

export const failed = Effect.fail(new Unavailable({ message }))

/** A call that waits for its response. */
interface PendingCall {
  /** When the call is given up, milliseconds. */
  readonly until: number
  readonly settle: (answer: Effect.Effect<unknown, Unavailable>) => void
}

export interface Link {
  readonly isOpen: () => boolean
  /** When the other node last sent something, milliseconds; `undefined` until it did. */
  readonly lastHeardAt: () => number | undefined
  /**
   * Makes a call. The response is also `moved` if the connection ended first: the outcome is then
   * unknown, and the call is retried.
   */
  readonly call: (
    partition: number,
    message: unknown,
    until: number
  ) => Effect.Effect<unknown, Unavailable>
  /**
   * Gives up calls that wait too long, and the connection of a node that does not respond. The
   * connection is given up even if no call waits, so that no caller is the first to notice.
   */
  readonly check: (now: number) => void
  readonly close: () => void
}

/** Makes calls over a connection, which may still be opening. */
export const make = (socket: net.Socket, clock: Clock.Clock): Link => {
  const pending = new Map<number, PendingCall>()
  const send = Lines.sender(socket)
  let lastId = 0
  const openedAt = clock.currentTimeMillisUnsafe()
  let heardAt: number | undefined
  const settle = (id: number, answer: Effect.Effect<unknown, Unavailable>): void => {
    const call = pending.get(id)
    pending.delete(id)
    call?.settle(answer)
  }
  Lines.receive(socket, (line) => {
    heardAt = clock.currentTimeMillisUnsafe()
    // This program, on another node, wrote this line.
    const reply = line as AnswerLine | typeof ping
    if (reply.length === 0) return
    const [id, answer, defect] = reply
    if (defect !== undefined) {
      return settle(id, Effect.fail(new Unavailable({ message, detail: defect })))
    }
    settle(id, answer === undefined ? failed : Effect.succeed(answer))
  })
  // The `close` event follows.
  socket.on("error", () => undefined)
  socket.on("close", () => {
    for (const id of [...pending.keys()]) settle(id, Effect.succeed(OtherNodes.moved))
  })
  const call: Link["call"] = (partition, message, until) =>
    Effect.callback((resume) => {
      if (socket.destroyed) return resume(Effect.succeed(OtherNodes.moved))
      const id = ++lastId
      pending.set(id, { until, settle: resume })
      send([id, partition, message] satisfies CallLine)
      return Effect.sync(() => pending.delete(id))
    })
  const check = (now: number): void => {
    for (const [id, { until }] of pending) if (until <= now) settle(id, failed)
    if (now - (heardAt ?? openedAt) > Limits.cluster.silenceMsMax) return void socket.destroy()
    send(ping)
  }
  const isOpen = () => !socket.destroyed
  return {
    isOpen,
    lastHeardAt: () => heardAt,
    call,
    check,
    close: () => void socket.destroy()
  }
}

/** Responds to the calls of another node until the connection ends. */
export const answer = Effect.fnUntraced(function* (
  socket: net.Socket,
  run: OtherNodes.Receiver["answer"]
) {
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const send = Lines.sender(socket)
  // A machine that vanished closes no connection, so the kernel probes an idle one.
  socket.setKeepAlive(true, Limits.cluster.keepAliveMs)
  const underWay = new Set<Fiber.Fiber<unknown>>()
  const reply = (line: AnswerLine): void => send(line)
  const replyWhenDone = (id: number, fiber: Fiber.Fiber<unknown>) =>
    fiber.addObserver((exit) => {
      underWay.delete(fiber)
      if (socket.destroyed) return
      if (exit._tag === "Success") return reply([id, exit.value])
      const isStopped = exit.cause.reasons.every(({ _tag }) => _tag === "Interrupt")
      reply(isStopped ? [id, OtherNodes.moved] : [id, null, Cause.pretty(exit.cause)])
    })
  Lines.receive(socket, (line) => {
    const call = line as CallLine | typeof ping
    if (call.length === 0) return send(ping)
    const [id, partition, message] = call
    if (underWay.size >= Limits.cluster.linkCallsMax) return reply([id, OtherNodes.moved])
    const fiber = runFork(run(partition, message))
    underWay.add(fiber)
    replyWhenDone(id, fiber)
  })
  const closed = Effect.callback<void>((resume) => {
    socket.once("close", () => resume(Effect.void))
    if (socket.destroyed) resume(Effect.void)
  })
  yield* closed.pipe(
    Effect.ensuring(Effect.suspend(() => Fiber.interruptAll(underWay))),
    Effect.ensuring(Effect.sync(() => socket.destroySoon()))
  )
})
