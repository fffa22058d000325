/**
 * Drops the rest of a body whose request is answered before the body has arrived, such as a refused
 * one. Many clients, and proxies in front, send a whole body before they read the response, and
 * lose the response if the connection breaks in between. So the response is written, the rest is
 * read and dropped within bounds, and only then the response ends.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"

/** Connections whose request is answered and still arriving. */
const answered = new WeakSet<Duplex>()

/** True if the request on a connection is answered already: a second response must not follow. */
export const isAnswered = (socket: Duplex): boolean => answered.has(socket)

const lengthOf = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0)
    : Number.POSITIVE_INFINITY

/** True if a part of the body may still arrive. */
export const isAwaited = (source: IncomingMessage): boolean =>
  !source.complete && lengthOf(source) > 0

/**
 * True if the connection cannot be used again, because the body has no known end or is too long.
 */
export const isEndless = (
  source: IncomingMessage,
  bytesMax: number = Limits.http.discardBytesMax
): boolean => isAwaited(source) && lengthOf(source) > bytesMax

/**
 * Reads and drops the rest of a body after a response that is written and not ended, and ends the
 * response. The effect waits for that. A client that sends too many bytes, or too slowly, is cut
 * off.
 */
export const discard = (
  source: IncomingMessage,
  target: ServerResponse,
  bytesMax: number = Limits.http.discardBytesMax,
  msMax: number = Limits.http.discardMsMax
): Effect.Effect<void> => {
  const { socket } = source
  let bytes = 0
  let isFinished = false
  let resume = (): void => {}
  const finish = (): void => {
    if (isFinished) return
    isFinished = true
    clearTimeout(timer)
    answered.delete(socket)
    source.off("data", count).off("end", finish).off("close", finish)
    target.end()
    resume()
  }
  const cut = (): void => {
    source.pause()
    target.once("finish", () => socket.destroySoon())
    finish()
  }
  const count = (chunk: Buffer): void => {
    bytes += chunk.length
    if (bytes > bytesMax) cut()
  }
  const timer = setTimeout(cut, msMax)
  answered.add(socket)
  source.on("data", count).on("end", finish).on("close", finish)
  source.resume()
  return Effect.callback((done) => {
    resume = () => done(Effect.void)
    if (isFinished) resume()
  })
}
