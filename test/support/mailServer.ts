/** A mail server on loopback that keeps the mails it accepts, or refuses every recipient. */
import { type AddressInfo, createServer } from "node:net"

export interface MailServer {
  readonly port: number
  /** Every line that a client sent, commands and texts. */
  readonly lines: ReadonlyArray<string>
  readonly close: () => Promise<void>
}

const replyTo = (line: string, isRefusing: boolean): string => {
  if (line.startsWith("DATA")) return "354 go on"
  if (line.startsWith("QUIT")) return "221 bye"
  return isRefusing && line.startsWith("RCPT") ? "550 no such user" : "250 ok"
}

export const start = async (isRefusing = false): Promise<MailServer> => {
  const lines: Array<string> = []
  const server = createServer((socket) => {
    let isText = false
    let rest = ""
    const take = (line: string): void => {
      lines.push(line)
      if (isText && line !== ".") return
      const reply = isText ? "250 taken" : replyTo(line, isRefusing)
      isText = reply.startsWith("354")
      socket.write(`${reply}\r\n`)
      if (reply.startsWith("221")) socket.end()
    }
    socket.write("220 mail.test\r\n")
    socket.on("error", () => {})
    socket.on("data", (chunk) => {
      const parts = (rest + chunk.toString()).split("\r\n")
      rest = parts.pop() ?? ""
      for (const line of parts) take(line)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  return {
    port: (server.address() as AddressInfo).port,
    lines,
    close: () => new Promise((resolve) => server.close(() => resolve()))
  }
}
