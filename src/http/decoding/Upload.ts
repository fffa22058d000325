/**
 * The CSV form of `POST /v1/batches`: a multipart body with one file, read as it arrives and
 * refused as soon as it breaks a bound. It never touches the disk, and an upload that breaks off
 * leaves nothing behind. The schema of the JSON form checks the rows.
 */
import type { IncomingMessage } from "node:http"
import { Transform } from "node:stream"
import { Result } from "effect"
import { formidable, multipart, type Part } from "formidable"
import * as Limits from "../../config/Limits.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as Csv from "./Csv.ts"

const limits = Limits.http

/** Text fields of the form. */
const texts = ["idempotency_key", "name", "funding"] as const

export interface Upload extends Csv.Table {
  /** The text fields that were sent, by name. */
  readonly fields: Partial<Readonly<Record<(typeof texts)[number], string>>>
}

type Done = (upload: Result.Result<Upload, Refusal>) => void

const invalid = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message }]
})

const tooLarge: Refusal = { _tag: "TooLarge", bytesMax: limits.uploadBytesMax }
const malformed = invalid("body", "malformed_multipart", "is not valid multipart/form-data")
const noBoundary = invalid("body", "no_boundary", "must name its boundary in Content-Type")
const noFile = invalid("file", "required", "must be a CSV file in the form field `file`")
const noFilename = invalid("file", "no_filename", "must be sent as a file, with a file name")
const secondFile = invalid("file", "too_many", "must be one file")
const tooManyParts = invalid("body", "too_many", `must have at most ${limits.uploadPartsMax} parts`)
const twice = (field: string) => invalid(field, "too_many", "must be sent once")
const notUtf8 = (field: string) => invalid(field, "not_utf8", "is not valid UTF-8")
const fieldsTooLong = invalid(
  "body",
  "too_long",
  `must have at most ${limits.uploadFieldsBytesMax} bytes in its text fields`
)

/** The refusal of a file in another field. The name is cut for the message. */
const wrongField = (name: string): Refusal =>
  invalid("file", "wrong_field", `must be in the field \`file\`, not \`${name.slice(0, 64)}\``)

/** Bytes of a body with the largest file. */
const bodyBytesMax =
  limits.uploadBytesMax + limits.uploadHeadersBytesMax + limits.uploadFieldsBytesMax

const type = /^multipart\/form-data\s*(;|$)/i
const boundary = /;\s*boundary=("[^"]+"|[^;"\s]+)/i

/** True if a request has this form. */
export const isMultipart = ({ headers }: IncomingMessage): boolean =>
  type.test(headers["content-type"] ?? "")

/** The refusal of an upload because of its headers. */
const refusalOf = ({ headers }: IncomingMessage): Refusal | undefined => {
  const encoding = headers["content-encoding"] ?? "identity"
  if (encoding !== "identity")
    return { _tag: "WrongType", expected: "sent without `Content-Encoding`" }
  if (!boundary.test(headers["content-type"] ?? "")) return noBoundary
  return Number(headers["content-length"] ?? 0) > bodyBytesMax ? tooLarge : undefined
}

/**
 * Passes the body to the form. It counts the bytes and cuts them into pieces, between which others
 * get a turn, because a socket gives all it has at once. It is a stream between the two, so that
 * neither holds the other.
 */
const metered = ({ headers }: IncomingMessage, refuse: (refusal: Refusal) => void) => {
  let length = 0
  const stream = new Transform({
    transform(chunk: Buffer, _, next) {
      length += chunk.length
      if (length > bodyBytesMax) return refuse(tooLarge)
      const step = (at: number): void => {
        if (stream.destroyed) return
        if (at >= chunk.length) return next()
        stream.push(chunk.subarray(at, at + limits.uploadPieceBytes))
        setImmediate(step, at + limits.uploadPieceBytes)
      }
      step(0)
    }
  })
  const head = { "content-type": headers["content-type"], "transfer-encoding": "chunked" }
  return Object.assign(stream, { headers: head })
}

interface Parser extends NodeJS.EventEmitter {
  readonly destroy: (error: Error) => void
}

/** Formidable reads headers of a part of any length, at a cost that grows with its square. */
const boundHeaders = (parser: Parser): void => {
  let length = 0
  parser.prependListener("data", (piece: { name: string; start: number; end: number }) => {
    if (piece.name !== "headerField" && piece.name !== "headerValue") return
    length += piece.end - piece.start
    if (length > limits.uploadHeadersBytesMax) parser.destroy(new Error("headers too long"))
  })
}

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })

/** Collects the parts of a form one by one. */
const gather = (refuse: (refusal: Refusal) => void, progress: () => void) => {
  let parts = 0
  let fieldBytes = 0
  let fileBytes = 0
  const fields: Partial<Record<(typeof texts)[number], string>> = {}
  let table: Csv.Table | undefined
  let file: Csv.Reader | undefined

  const takeFile = (part: Part): void => {
    if (part.name !== "file") return refuse(wrongField(part.name ?? ""))
    if (part.originalFilename === "") return refuse(noFilename)
    if (file !== undefined) return refuse(secondFile)
    const reader = Csv.reader((read) => {
      if (Result.isFailure(read)) return refuse(read.failure)
      table = read.success
      progress()
    })
    file = reader
    part.on("data", (bytes: Buffer) => {
      fileBytes += bytes.length
      if (fileBytes > limits.uploadBytesMax) refuse(tooLarge)
      else reader.write(bytes)
    })
    part.on("end", reader.end)
  }

  const takeField = (part: Part): void => {
    if (part.name === "file") return refuse(noFilename)
    const field = texts.find((each) => each === part.name)
    const pieces: Array<Buffer> = []
    part.on("data", (bytes: Buffer) => {
      fieldBytes += bytes.length
      if (fieldBytes > limits.uploadFieldsBytesMax) refuse(fieldsTooLong)
      else if (field !== undefined) pieces.push(bytes)
    })
    part.on("end", () => {
      if (field === undefined) return
      if (fields[field] !== undefined) return refuse(twice(field))
      const text = Result.try(() => utf8.decode(Buffer.concat(pieces)))
      if (Result.isFailure(text)) return refuse(notUtf8(field))
      fields[field] = text.success
    })
  }

  return {
    take: (part: Part): void => {
      parts += 1
      if (parts > limits.uploadPartsMax) return refuse(tooManyParts)
      return part.originalFilename === null ? takeField(part) : takeFile(part)
    },
    hasFile: () => file !== undefined,
    upload: (): Upload | undefined => table && { ...table, fields },
    stop: () => file?.stop()
  }
}

/**
 * Reads an upload. `done` is called once, when the body is complete or as soon as it is refused. It
 * is not called if the client leaves first, or after the returned function has stopped the reading.
 */
export const read = (request: IncomingMessage, done: Done): (() => void) => {
  const refusal = refusalOf(request)
  if (refusal !== undefined) {
    done(Result.fail(refusal))
    return () => {}
  }
  let isOpen = true
  let hasEnded = false

  const release = (): void => {
    isOpen = false
    request.unpipe(source)
    request.off("close", leave)
    source.destroy()
    collector.stop()
  }
  const settle = (upload: Result.Result<Upload, Refusal>): void => {
    if (!isOpen) return
    release()
    done(upload)
  }
  const refuse = (refusal: Refusal): void => settle(Result.fail(refusal))
  const leave = (): void => {
    if (!request.complete && isOpen) release()
  }
  const progress = (): void => {
    const upload = hasEnded ? collector.upload() : undefined
    if (upload !== undefined) settle(Result.succeed(upload))
  }

  const collector = gather(refuse, progress)
  const source = metered(request, refuse)
  const form = formidable({ enabledPlugins: [multipart] })
  // The types of formidable lack its parser.
  form.use((self) => boundHeaders((self as unknown as { readonly _parser: Parser })._parser))
  form.onPart = (part) => {
    if (isOpen) collector.take(part)
  }
  const end = (): void => {
    hasEnded = true
    if (collector.hasFile()) progress()
    else refuse(noFile)
  }
  // The form ends at its last boundary, but the request ends with its last byte.
  const wait = (): void => {
    if (source.readableEnded) end()
    else source.once("end", end)
  }
  request.on("close", leave)
  // The form reads only the headers and the stream, and `metered` has both.
  form.parse(source as unknown as IncomingMessage).then(wait, () => refuse(malformed))
  request.pipe(source)
  return release
}
