/** Requests as shell commands. */
import type { Delivery, LoggedRequestWithBodies } from "../../client/Generated.ts"

const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

const header = (name: string, value: string): string => `-H ${quoted(`${name}: ${value}`)}`

const lines = (parts: ReadonlyArray<string>): string => parts.join(" \\\n  ")

/** Repeats the last attempt of a delivery with the same URL, headers and payload. */
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

/**
 * The fields of an upload. The request log has a note in place of the file, which it does not keep.
 */
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

/** Repeats a request to the API. The key is a variable, and hidden values stay hidden. */
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
