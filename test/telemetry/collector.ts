/** An OpenTelemetry collector on loopback that keeps received bytes and spans. */
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"

type Value = { readonly stringValue?: string; readonly doubleValue?: number }

export interface Span {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly startTimeUnixNano: string
  readonly endTimeUnixNano: string
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Value }>
  readonly links: ReadonlyArray<{ readonly traceId: string; readonly spanId: string }>
  readonly status: { readonly code: number }
}

export interface Collector {
  readonly url: string
  readonly requests: ReadonlyArray<{
    readonly path: string
    readonly headers: IncomingHttpHeaders
    readonly body: string
  }>
  readonly spans: () => ReadonlyArray<Span>
  /** Resolves once `done` is true for the spans so far. */
  readonly until: (done: (spans: ReadonlyArray<Span>) => boolean) => Promise<void>
  readonly close: () => void
}

const spansOf = (body: string): ReadonlyArray<Span> => {
  const { resourceSpans } = JSON.parse(body) as {
    readonly resourceSpans: ReadonlyArray<{
      readonly scopeSpans: ReadonlyArray<{ readonly spans: ReadonlyArray<Span> }>
    }>
  }
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

export const attributesOf = (span: Span): Readonly<Record<string, string | number | undefined>> =>
  Object.fromEntries(
    span.attributes.map(({ key, value }) => [key, value.stringValue ?? value.doubleValue])
  )

/** `answer` is the response status. `undefined` if the collector never responds. */
export const start = (answer: number | undefined = 200): Promise<Collector> =>
  new Promise((resolve) => {
    const requests: Array<{ path: string; headers: IncomingHttpHeaders; body: string }> = []
    const spans: Array<Span> = []
    const looks = new Set<() => void>()
    const server = createServer((request, response) => {
      const chunks: Array<Buffer> = []
      request.on("data", (chunk: Buffer) => chunks.push(chunk))
      request.on("end", () => {
        const body = Buffer.concat(chunks).toString()
        requests.push({ path: request.url ?? "", headers: request.headers, body })
        spans.push(...spansOf(body))
        if (answer !== undefined) response.writeHead(answer).end("{}")
        for (const look of looks) look()
      })
    })
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo
      resolve({
        url: `http://127.0.0.1:${port}`,
        requests,
        spans: () => spans,
        until: (done) =>
          new Promise((satisfied) => {
            const look = (): void => {
              if (!done(spans)) return
              looks.delete(look)
              satisfied()
            }
            looks.add(look)
            look()
          }),
        close: () => {
          server.close()
          server.closeAllConnections()
        }
      })
    })
  })
