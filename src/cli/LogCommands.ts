/** Commands about the log. They never write to one that has entries. */
import * as fs from "node:fs"
import type { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import * as NodeStream from "@effect/platform-node/NodeStream"
import { Console, Effect, Option, Stream } from "effect"
import { Argument, Command } from "effect/cli"
import * as LogTools from "../app/LogTools.ts"
import * as Settings from "../config/Settings.ts"
import * as BackupFormat from "../engine/ports/BackupFormat.ts"
import { log as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"

/** The name of a partition, where there are several. */
const nameOf = (settings: Settings.Settings, partition: number): string =>
  settings.partitions > 1 ? Words.ofPartition(partition) : ""

/** Walks each partition's whole chain; the first thing wrong is named and ends it. */
const verify = Command.make(
  "verify",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* ServiceDatabase.existing()
    for (const { epoch, hash, partition, seq } of yield* LogTools.verify(settings)) {
      const facts = Words.verified(seq, epoch, BackupFormat.hex(hash))
      yield* Console.log(Words.ok(nameOf(settings, partition), facts))
    }
  })
).pipe(Command.withDescription(Words.commands.verify))

/** Drops the read model and makes it again. The service must not run at the same time. */
const rebuild = Command.make(
  "rebuild",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* ServiceDatabase.existing()
    for (const { partition, seq } of yield* LogTools.rebuildReadModel(settings)) {
      yield* Console.log(Words.ok(nameOf(settings, partition), Words.rebuilt(seq)))
    }
  })
).pipe(Command.withDescription(Words.commands.rebuild))

/** The lines of a partition; each names it where there are several. */
const linesOf = (settings: Settings.Settings, partition: number) =>
  BackupFormat.linesOf(settings.partitions > 1 ? partition : undefined)

/** Writes entries, a page of them. */
const entriesTo =
  (
    settings: Settings.Settings,
    write: ReturnType<typeof Output.writer>
  ): LogTools.RowHandler<ServiceClient.CommandFailed> =>
  (rows, partition) =>
    write(rows.map(linesOf(settings, partition).entry).join(""))

const tail = Command.make(
  "tail",
  { pollMs: ServiceClient.pollMs },
  Effect.fnUntraced(function* ({ pollMs }) {
    const settings = yield* ServiceDatabase.existing()
    yield* LogTools.follow(settings, pollMs, entriesTo(settings, Output.writer(process.stdout)))
  })
).pipe(Command.withDescription(Words.commands.tail))

/** The file gets its name when it is complete and on the disk. */
const toFile = Effect.fnUntraced(function* <E>(
  file: string,
  write: (to: Writable) => Effect.Effect<number, E>
) {
  const partial = `${file}.partial`
  // With `DATA_KEY` it has names, phone numbers and webhook secrets: only its owner may read it.
  const to = fs.createWriteStream(partial, { mode: 0o600, flush: true })
  const entries = yield* write(to)
  yield* Effect.tryPromise({
    try: () => finished(to.end()).then(() => fs.promises.rename(partial, file)),
    catch: (error) => ServiceClient.failed(String(error))
  })
  return entries
})

/** Writes the keys of people, and the line that proves them. */
const writeKeys = Effect.fnUntraced(function* (
  settings: Settings.Settings,
  write: ReturnType<typeof Output.writer>
) {
  const closing = yield* LogTools.readKeys(settings, (keys) =>
    write(keys.map(BackupFormat.keyLine).join(""))
  )
  yield* write(BackupFormat.keysClosing(closing))
})

const exportAll = Command.make(
  "export",
  { file: Argument.String("file").pipe(Argument.optional) },
  Effect.fn(function* ({ file }) {
    const settings = yield* ServiceDatabase.existing()
    const whole = Effect.fnUntraced(function* (to: Writable) {
      const write = Output.writer(to)
      const personIndex = yield* LogTools.personIndex(settings)
      const { environment, partitions } = settings
      yield* write(BackupFormat.opening({ environment, partitions, personIndex }))
      const tips = yield* LogTools.read(settings, entriesTo(settings, write))
      // After the entries, because each entry is stored together with its keys.
      yield* writeKeys(settings, write)
      for (const { hash, partition, seq } of tips) {
        yield* write(linesOf(settings, partition).closing(seq, hash))
      }
      return tips.reduce((sum, { seq }) => sum + seq, 0)
    })
    const entries = yield* Option.isSome(file) ? toFile(file.value, whole) : whole(process.stdout)
    yield* ServiceClient.progress(Words.ok("", Words.exported(entries)))
  })
).pipe(Command.withDescription(Words.commands.export))

const importAll = Command.make(
  "import",
  { file: Argument.String("file") },
  Effect.fn(function* ({ file }) {
    const settings = yield* Settings.readForCommand(process.env)
    const lines = NodeStream.fromReadable({
      evaluate: () => fs.createReadStream(file),
      onError: (error) => ServiceClient.failed(String(error))
    }).pipe(Stream.decodeText(), Stream.splitLines)
    const tips = yield* LogTools.importLines(settings, lines)
    for (const [partition, { hash, seq }] of tips.entries()) {
      const facts = Words.imported(seq, BackupFormat.hex(hash))
      yield* ServiceClient.progress(Words.ok(nameOf(settings, partition), facts))
    }
  })
).pipe(Command.withDescription(Words.commands.import))

export const log = Command.make("log").pipe(
  Command.withDescription(Words.commands.log),
  Command.withSubcommands([verify, rebuild, tail, exportAll, importAll])
)
