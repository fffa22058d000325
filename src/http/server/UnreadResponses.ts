/**
 * Stops reading from a client that does not take its responses. Node stops reading when a request
 * comes while responses wait, and reads on at the next response. A client that sends a byte now and
 * then would count as active, and `stillMsMax` would never end it.
 */
import type { ServerResponse } from "node:http"
import type { Socket } from "node:net"

const unread = new WeakSet<Socket>()

/** Node resumes a socket at the end of each response, and for a request's body. */
function stay(this: Socket): void {
  this.pause()
}

/** Handles `prefinish` of a response: its last byte was written, and may wait for the client. */
export function written(this: ServerResponse): void {
  const { socket } = this
  if (socket === null || socket.writableLength === 0 || unread.has(socket)) return
  unread.add(socket)
  socket.on("resume", stay)
  socket.pause()
}

/** Handles `close` of a response: reads on if the client has taken all that was written. */
export const taken = (socket: Socket): void => {
  if (!unread.has(socket) || socket.writableLength > 0) return
  unread.delete(socket)
  socket.off("resume", stay)
  socket.resume()
}
