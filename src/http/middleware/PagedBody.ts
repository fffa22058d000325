/**
 * A response body that is made while it is written. The library asks for a page once the connection
 * has taken the previous one, so a slow reader holds one page. If a reader is too slow or a page
 * fails, the connection is reset. The reader then cannot mistake the part for the whole, even in
 * HTTP/1.0, where the connection's end is the body's end.
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

/** `pageMsMax`: milliseconds in which a page must be taken and the next one made. */
export const make = (
  { source, target }: Connection,
  { onBegin, texts }: Route.Pages,
  pageMsMax: number = Limits.http.reportPageMsMax
): Stream.Stream<Uint8Array, Unavailable> => {
  const cut = () => void source.socket.resetAndDestroy()
  const onEnd = onBegin(cut)
  let timer: NodeJS.Timeout | undefined
  const close = (): void => {
    clearTimeout(timer)
    onEnd()
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
        : Effect.logWarning("A response was cut off because its next page failed", cause)
    ),
    Stream.onError(() => Effect.sync(cut))
  )
}
