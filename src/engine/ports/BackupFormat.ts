/**
 * The backup format of the log: JSON lines. A header is followed by every entry, its body byte for
 * byte as it is hashed, and by the keys of people, which only `DATA_KEY` opens. A line with their
 * number and hash ends the keys. The last line has the number of entries and the hash of the
 * newest. It is missing from a file that was cut off, and its hash differs if the file was changed.
 * For a database with several partitions, the header has their number, each entry has its
 * partition, and each partition has a last line.
 */
import { Option, Result, Schema } from "effect"

const version = 1

const Opening = Schema.Struct({
  backup: Schema.Literal(version),
  environment: Schema.Literals(["sandbox", "production"]),
  /** Absent if there is one. */
  partitions: Schema.optionalKey(Schema.Int),
  /** The key of the keyed hashes, encrypted; absent if the database has no personal data yet. */
  personIndex: Schema.optionalKey(Schema.String)
})

const KeyLine = Schema.Struct({
  person: Schema.String,
  key: Schema.String,
  wrapped: Schema.String
})

const KeysClosing = Schema.Struct({ keys: Schema.Number, digest: Schema.String })
type KeysClosing = typeof KeysClosing.Type

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
  /** Personal data in encrypted form; `null` if the entry has none. */
  readonly sealed: Uint8Array | null
}

/** A key of a person, encrypted with `DATA_KEY`. */
export interface Key {
  readonly id: Uint8Array
  /** Keyed hash of the person. */
  readonly person: Uint8Array
  readonly wrapped: Uint8Array
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
  readonly personIndex: Uint8Array | null
}

export type Line =
  | Opening
  | { readonly _tag: "Key"; readonly key: Key }
  | ({ readonly _tag: "KeysClosing" } & KeysClosing)
  | ({ readonly _tag: "Entry"; readonly row: Row } & PartitionLine)
  | Closing

export const hex = (hash: Uint8Array): string => Buffer.from(hash).toString("hex")

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString("base64")

export const opening = ({
  environment,
  partitions,
  personIndex
}: Pick<Opening, "environment" | "partitions" | "personIndex">): string =>
  `${JSON.stringify({
    ...{ backup: version, environment },
    ...(partitions > 1 ? { partitions } : {}),
    ...(personIndex === null ? {} : { personIndex: base64(personIndex) })
  })}\n`

export const keyLine = ({ id, person, wrapped }: Key): string =>
  `${JSON.stringify({ person: hex(person), key: hex(id), wrapped: base64(wrapped) })}\n`

export const keysClosing = (closing: KeysClosing): string => `${JSON.stringify(closing)}\n`

/** Lines of a partition; `undefined` if it is the only one. */
export const linesOf = (partition: number | undefined) => ({
  entry: ({ body, epoch, hash, sealed, seq }: Row): string => {
    const prefix = partition === undefined ? "" : `"partition":${partition},`
    const boxes = sealed === null ? "" : `"sealed":"${base64(sealed)}",`
    return `{${prefix}"seq":${seq},"epoch":${epoch},"hash":"${hex(hash)}",${boxes}"body":${body}}\n`
  },
  closing: (entries: number, hash: Uint8Array): string =>
    `${JSON.stringify({ partition, entries, tip: hex(hash) })}\n`
})

const readOpening = Schema.decodeUnknownOption(Schema.fromJsonString(Opening))
const readKey = Schema.decodeUnknownOption(Schema.fromJsonString(KeyLine))
const readKeysClosing = Schema.decodeUnknownOption(Schema.fromJsonString(KeysClosing))
const readClosing = Schema.decodeUnknownOption(Schema.fromJsonString(Closing))

/** The beginning of an entry. The rest of the line, without the last brace, is its body. */
const head =
  /^\{(?:"partition":(\d{1,4}),)?"seq":(\d{1,16}),"epoch":(\d{1,9}),"hash":"([0-9a-f]{64})",(?:"sealed":"([A-Za-z0-9+/=]*)",)?"body":/

/** Reads one line, without its line break. The content is not verified here. */
export const read = (line: string): Result.Result<Line, string> => {
  const match = head.exec(line)
  if (match !== null && line.endsWith("}")) {
    const [start, partitionText, seq = "", epoch = "", hash = "", boxes] = match
    const partition = partitionText === undefined ? undefined : Number(partitionText)
    const body = line.slice(start.length, -1)
    const sealed = boxes === undefined ? null : Buffer.from(boxes, "base64")
    const position = { seq: BigInt(seq), epoch: Number(epoch) }
    const row = { ...position, hash: Buffer.from(hash, "hex"), body, sealed }
    return Result.succeed({ _tag: "Entry", partition, row })
  }
  const first = readOpening(line)
  if (Option.isSome(first)) {
    const { environment, partitions = 1, personIndex: index } = first.value
    const personIndex = index === undefined ? null : Buffer.from(index, "base64")
    return Result.succeed({ _tag: "Opening", environment, partitions, personIndex })
  }
  const key = readKey(line)
  if (Option.isSome(key)) {
    const id = Buffer.from(key.value.key, "hex")
    const person = Buffer.from(key.value.person, "hex")
    const wrapped = Buffer.from(key.value.wrapped, "base64")
    return Result.succeed({ _tag: "Key", key: { id, person, wrapped } })
  }
  const keysEnd = readKeysClosing(line)
  if (Option.isSome(keysEnd)) {
    return Result.succeed({ _tag: "KeysClosing", ...keysEnd.value })
  }
  const last = readClosing(line)
  if (Option.isSome(last)) {
    return Result.succeed({ _tag: "Closing", partition: undefined, ...last.value })
  }
  return Result.fail("it is neither an entry nor the first or last line of a backup")
}
