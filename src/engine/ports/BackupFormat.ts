/**
 * The backup format of the log: JSON lines. A header is followed by every entry, its body byte for
 * byte as it is hashed. The last line has the number of entries and the hash of the newest. It is
 * missing from a file that was cut off, and its hash differs if the file was changed. For a
 * database with several partitions, the header has their number, each entry has its partition, and
 * each partition has a last line.
 */
import { Option, Result, Schema } from "effect"

const version = 1

const Opening = Schema.Struct({
  backup: Schema.Literal(version),
  environment: Schema.Literals(["sandbox", "production"]),
  /** Absent if there is one. */
  partitions: Schema.optionalKey(Schema.Int)
})

const Closing = Schema.Struct({
  partition: Schema.optionalKey(Schema.Int),
  entries: Schema.Number,
  tip: Schema.String
})

export type Environment = (typeof Opening.Type)["environment"]

/** An entry as it is stored in the log. */
export interface Row {
  readonly seq: bigint
  readonly epoch: number
  readonly hash: Uint8Array
  readonly body: string
}

/** The partition of a line; `undefined` in a backup of one partition. */
interface PartitionLine {
  readonly partition: number | undefined
}

export interface Closing extends PartitionLine {
  readonly _tag: "Closing"
  readonly entries: number
  readonly tip: string
}

export interface Opening {
  readonly _tag: "Opening"
  readonly environment: Environment
  readonly partitions: number
}

export type Line =
  | Opening
  | ({ readonly _tag: "Entry"; readonly row: Row } & PartitionLine)
  | Closing

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

export const opening = (environment: Environment, partitions: number): string =>
  `${JSON.stringify({ backup: version, environment, ...(partitions > 1 ? { partitions } : {}) })}\n`

/** Lines of a partition; `undefined` if it is the only one. */
export const linesOf = (partition: number | undefined) => ({
  entry: ({ body, epoch, hash, seq }: Row): string => {
    const prefix = partition === undefined ? "" : `"partition":${partition},`
    return `{${prefix}"seq":${seq},"epoch":${epoch},"hash":"${hex(hash)}","body":${body}}\n`
  },
  closing: (entries: number, hash: Uint8Array): string =>
    `${JSON.stringify({ partition, entries, tip: hex(hash) })}\n`
})

const readOpening = Schema.decodeUnknownOption(Schema.fromJsonString(Opening))
const readClosing = Schema.decodeUnknownOption(Schema.fromJsonString(Closing))

/** The beginning of an entry. The rest of the line, without the last brace, is its body. */
const head =
  /^\{(?:"partition":(\d{1,4}),)?"seq":(\d{1,16}),"epoch":(\d{1,9}),"hash":"([0-9a-f]{64})","body":/

/** Reads one line, without its line break. The content is not verified here. */
export const read = (line: string): Result.Result<Line, string> => {
  const match = head.exec(line)
  if (match !== null && line.endsWith("}")) {
    const [start, partitionText, seq = "", epoch = "", hash = ""] = match
    const partition = partitionText === undefined ? undefined : Number(partitionText)
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
