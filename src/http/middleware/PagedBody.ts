/**
 * The body of an answer that is made while it is written. The library asks for a page once the
 * connection has taken the one before, so a slow reader holds one page. A reader that is too slow,
 * and a page that cannot be made, reset the connection: what was sent does not look like the
 * whole, also where the end of the connection is the end of the body, as in HTTP/1.0.
 */
import type { IncomingMessage, ServerResponse } from "node:http"
import { Cause, Effect, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import type { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Route from "./Route.ts"

/** The request and its response. */
interface Connection {
  readonly source: Pick<IncomingMessage, "socket">
  readonly target: ServerResponse
}

const encoder = new TextEncoder()

/** `pageMsMax`: how long one page may take to be taken and the next one to be made. */
export const make = (
  { source, target }: Connection,
  { begun, texts }: Route.Pages,
  pageMsMax: number = Limits.http.reportPageMsMax
): Stream.Stream<Uint8Array, Unavailable> => {
  const cut = () => void source.socket.resetAndDestroy()
  const ended = begun(cut)
  let timer: NodeJS.Timeout | undefined
  const close = (): void => {
    clearTimeout(timer)
    ended()
  }
  if (target.closed) close()
  else target.once("close", close)
  return texts.pipe(
    Stream.map((page) => {
      clearTimeout(timer)
      if (!target.closed) timer = setTimeout(cut, pageMsMax)
      return encoder.encode(page)
    }),
    Stream.tapCause((cause) =>
      Cause.hasInterruptsOnly(cause)
        ? Effect.void
        : Effect.logWarning("An answer is cut off: its next page cannot be made", cause)
    ),
    Stream.onError(() => Effect.sync(cut))
  )
}
