/**
 * How the log is written to a file: JSON lines. First a header, then every entry,
 * its body byte for byte as it is hashed, and last how many there were and the hash of the newest:
 * a file that was cut off has no such line, and one that was changed another hash. Where a database
 * has several partitions the header says how many, each entry names its own, and each partition has
 * a last line.
 */
import { Option, Result, Schema } from "effect"

/** The version of this format. */
const version = 1

const Opening = Schema.Struct({
  backup: Schema.Literal(version),
  environment: Schema.Literals(["sandbox", "production"]),
  /** Absent: one. */
  partitions: Schema.optionalKey(Schema.Int)
})

const Closing = Schema.Struct({
  partition: Schema.optionalKey(Schema.Int),
  entries: Schema.Number,
  tip: Schema.String
})

export type Environment = (typeof Opening.Type)["environment"]

/** An entry as it stands in the log. */
export interface Row {
  readonly seq: bigint
  readonly epoch: number
  readonly hash: Uint8Array
  readonly body: string
}

/** Of which partition a line is; `undefined` in a backup of one partition. */
interface OfPartition {
  readonly partition: number | undefined
}

/** The last line of a partition. */
export interface Closing extends OfPartition {
  readonly _tag: "Closing"
  readonly entries: number
  readonly tip: string
}

export interface Opening {
  readonly _tag: "Opening"
  readonly environment: Environment
  readonly partitions: number
}

export type Line = Opening | ({ readonly _tag: "Entry"; readonly row: Row } & OfPartition) | Closing

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

export const opening = (environment: Environment, partitions: number): string =>
  `${JSON.stringify({ backup: version, environment, ...(partitions > 1 ? { partitions } : {}) })}\n`

/** Lines of a partition; `undefined` where there is no other. */
export const linesOf = (partition: number | undefined) => ({
  entry: ({ body, epoch, hash, seq }: Row): string => {
    const place = partition === undefined ? "" : `"partition":${partition},`
    return `{${place}"seq":${seq},"epoch":${epoch},"hash":"${hex(hash)}","body":${body}}\n`
  },
  closing: (entries: number, hash: Uint8Array): string =>
    `${JSON.stringify({ partition, entries, tip: hex(hash) })}\n`
})

const readOpening = Schema.decodeUnknownOption(Schema.fromJsonString(Opening))
const readClosing = Schema.decodeUnknownOption(Schema.fromJsonString(Closing))

/** An entry begins like this; its body is all that follows, but for the last brace. */
const head =
  /^\{(?:"partition":(\d{1,4}),)?"seq":(\d{1,16}),"epoch":(\d{1,9}),"hash":"([0-9a-f]{64})","body":/

/** Reads one line, without its end. Its content is not verified yet. */
export const read = (line: string): Result.Result<Line, string> => {
  const found = head.exec(line)
  if (found !== null && line.endsWith("}")) {
    const [start, place, seq = "", epoch = "", hash = ""] = found
    const partition = place === undefined ? undefined : Number(place)
    const body = line.slice(start.length, -1)
    const row = { seq: BigInt(seq), epoch: Number(epoch), hash: Buffer.from(hash, "hex"), body }
    return Result.succeed({ _tag: "Entry", partition, row })
  }
  const first = readOpening(line)
  if (Option.isSome(first)) {
    const { environment, partitions = 1 } = first.value
    return Result.succeed({ _tag: "Opening", environment, partitions })
  }
  const last = readClosing(line)
  if (Option.isSome(last)) {
    return Result.succeed({ _tag: "Closing", partition: undefined, ...last.value })
  }
  return Result.fail("it is neither an entry nor the first or last line of a backup")
}
