/**
 * How the log is written to a file: JSON lines. First a header, then every entry,
 * its body byte for byte as it is hashed, and last how many there were and the hash of the newest:
 * a file that was cut off has no such line, and one that was changed another hash.
 */
import { Option, Result, Schema } from "effect"

/** The version of this format. */
const version = 1

const Opening = Schema.Struct({
  backup: Schema.Literal(version),
  environment: Schema.Literals(["sandbox", "production"])
})

const Closing = Schema.Struct({ entries: Schema.Number, tip: Schema.String })

export type Environment = (typeof Opening.Type)["environment"]

/** An entry as it stands in the log. */
export interface Row {
  readonly seq: bigint
  readonly epoch: number
  readonly hash: Uint8Array
  readonly body: string
}

export type Line =
  | { readonly _tag: "Opening"; readonly environment: Environment }
  | { readonly _tag: "Entry"; readonly row: Row }
  | { readonly _tag: "Closing"; readonly entries: number; readonly tip: string }

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

export const opening = (environment: Environment): string =>
  `${JSON.stringify({ backup: version, environment })}\n`

export const entry = ({ body, epoch, hash, seq }: Row): string =>
  `{"seq":${seq},"epoch":${epoch},"hash":"${hex(hash)}","body":${body}}\n`

export const closing = (entries: number, hash: Uint8Array): string =>
  `${JSON.stringify({ entries, tip: hex(hash) })}\n`

const readOpening = Schema.decodeUnknownOption(Schema.fromJsonString(Opening))
const readClosing = Schema.decodeUnknownOption(Schema.fromJsonString(Closing))

/** An entry begins like this; its body is all that follows, but for the last brace. */
const head = /^\{"seq":(\d{1,16}),"epoch":(\d{1,9}),"hash":"([0-9a-f]{64})","body":/

/** Reads one line, without its end. Its content is not verified yet. */
export const read = (line: string): Result.Result<Line, string> => {
  const found = head.exec(line)
  if (found !== null && line.endsWith("}")) {
    const [start, seq = "", epoch = "", hash = ""] = found
    const body = line.slice(start.length, -1)
    const row = { seq: BigInt(seq), epoch: Number(epoch), hash: Buffer.from(hash, "hex"), body }
    return Result.succeed({ _tag: "Entry", row })
  }
  const first = readOpening(line)
  if (Option.isSome(first)) return Result.succeed({ _tag: "Opening", ...first.value })
  const last = readClosing(line)
  if (Option.isSome(last)) return Result.succeed({ _tag: "Closing", ...last.value })
  return Result.fail("it is neither an entry nor the first or last line of a backup")
}
