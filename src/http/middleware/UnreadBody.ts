/**
 * The rest of a body whose request is answered before the body has come, as where it is refused.
 * Many clients, and proxies in front, send all of a body before they read the answer, and lose the
 * answer if the connection breaks meanwhile. So the answer is written, the rest is read and dropped
 * within bounds, and only then the response ends.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import type { Duplex } from "node:stream"
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"

/** Connections whose request is answered and still arrives. */
const answered = new WeakSet<Duplex>()

/** Whether the request on a connection is answered already: another answer must not follow. */
export const isAnswered = (socket: Duplex): boolean => answered.has(socket)

const lengthOf = ({ headers }: IncomingMessage): number =>
  headers["transfer-encoding"] === undefined
    ? Number(headers["content-length"] ?? 0)
    : Number.POSITIVE_INFINITY

/** Whether a part of the body may be still to come. */
export const isAwaited = (source: IncomingMessage): boolean =>
  !source.complete && lengthOf(source) > 0

/** Whether the connection cannot be used again, because the body has no known end or is too long. */
export const isEndless = (
  source: IncomingMessage,
  bytesMax: number = Limits.http.discardBytesMax
): boolean => isAwaited(source) && lengthOf(source) > bytesMax

/**
 * Reads and drops the rest of a body behind a response that is written and not ended, and ends the
 * response. The effect waits for that. A client that sends too much, or too slowly, is cut off.
 */
export const discard = (
  source: IncomingMessage,
  target: ServerResponse,
  bytesMax: number = Limits.http.discardBytesMax,
  msMax: number = Limits.http.discardMsMax
): Effect.Effect<void> => {
  const { socket } = source
  let bytes = 0
  let isOver = false
  let resume = (): void => {}
  const finish = (): void => {
    if (isOver) return
    isOver = true
    clearTimeout(late)
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
  const late = setTimeout(cut, msMax)
  answered.add(socket)
  source.on("data", count).on("end", finish).on("close", finish)
  source.resume()
  return Effect.callback((done) => {
    resume = () => done(Effect.void)
    if (isOver) resume()
  })
}
