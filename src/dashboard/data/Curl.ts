/** Requests as commands for a shell. */
import type { Delivery, LoggedRequestWithBodies } from "../../client/Generated.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const header = (name: string, value: string): string => `-H ${quoted(`${name}: ${value}`)}`

const lines = (parts: ReadonlyArray<string>): string => parts.join(" \\\n  ")

/** The last attempt of a delivery: the same URL, headers and payload. */
export const ofDelivery = (
  url: string,
  { attempts, payload }: Pick<Delivery, "attempts" | "payload">
): string => {
  const headers = attempts.findLast((each) => each.request_headers !== null)?.request_headers ?? {
    "content-type": "application/json"
  }
  return lines([
    `curl -i -X POST ${quoted(url)}`,
    ...Object.entries(headers).map(([name, value]) => header(name, value)),
    `--data-raw ${quoted(JSON.stringify(payload))}`
  ])
}

/** The fields of an upload, which the log has with a note about the file it does not keep. */
const uploadOf = (path: string, body: string | null): ReadonlyArray<string> | undefined => {
  if (!path.startsWith("/v1/batches") || !body?.startsWith("{")) return undefined
  try {
    const { file, ...fields }: Record<string, unknown> = JSON.parse(body)
    if (typeof file !== "string") return undefined
    const texts = Object.entries(fields).map(([name, value]) => `-F ${quoted(`${name}=${value}`)}`)
    return ["-F 'file=@rows.csv'", ...texts]
  } catch {
    return undefined
  }
}

const bodyOf = (path: string, body: string | null): ReadonlyArray<string> =>
  uploadOf(path, body) ??
  (body?.startsWith("{")
    ? [header("content-type", "application/json"), `--data-raw ${quoted(body)}`]
    : [])

/** A request to the API, with the key in a variable and with what is hidden of it. */
export const ofRequest = (
  origin: string,
  {
    method,
    path,
    request_body: body
  }: Pick<LoggedRequestWithBodies, "method" | "path" | "request_body">
): string =>
  lines([
    `curl -i -X ${method} ${quoted(`${origin}${path}`)}`,
    '-H "Authorization: Bearer $PAYOUT_API_KEY"',
    ...bodyOf(path, body)
  ])
