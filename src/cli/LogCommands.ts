/** Commands about the log. They never write to it. */
import * as fs from "node:fs"
import type { Writable } from "node:stream"
import { finished } from "node:stream/promises"
import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import * as Application from "../Application.ts"
import * as Settings from "../Settings.ts"
import * as Remote from "./Remote.ts"

/** Walks the whole chain; the first thing wrong is named and ends it. */
const verify = Command.make("verify", {}, () =>
  Effect.gen(function* () {
    const settings = yield* Settings.read(process.env)
    const { epoch, hash, seq } = yield* Application.verifyLog(settings)
    const digest = Buffer.from(hash).toString("hex")
    yield* Console.log(`ok: ${seq} entries, epoch ${epoch}, hash ${digest}`)
  })
).pipe(Command.withDescription("Check every entry: seq, epoch, hash chain, body"))

/** Drops the read model and makes it again. The service must not run meanwhile. */
const rebuild = Command.make("rebuild", {}, () =>
  Effect.gen(function* () {
    const settings = yield* Settings.read(process.env)
    const seq = yield* Application.rebuildViews(settings)
    yield* Console.log(`ok: the read model shows ${seq} entries`)
  })
).pipe(Command.withDescription("Make the read model again from the whole log"))

type Row = Parameters<Application.LogReader<never>>[0][number]

/** One entry on one line. The body is JSON already, and stands there byte for byte. */
const line = ({ body, epoch, hash, seq }: Row): string => {
  const digest = Buffer.from(hash).toString("hex")
  return `{"seq":${seq},"epoch":${epoch},"hash":"${digest}","body":${body}}\n`
}

/** Writes a page and waits until it is taken: a slow reader makes nothing gather in memory. */
const writer = (to: Writable): Application.LogReader<Remote.CommandFailed> => {
  // The callback of the write tells; without a listener Node would end the process.
  to.on("error", () => undefined)
  return (rows) =>
    Effect.callback<void, Remote.CommandFailed>((resume) => {
      to.write(rows.map(line).join(""), (error) =>
        resume(error ? Effect.fail(Remote.failed(error.message)) : Effect.void)
      )
    })
}

const tail = Command.make("tail", { pollMs: Remote.pollMs }, ({ pollMs }) =>
  Effect.gen(function* () {
    const settings = yield* Settings.read(process.env)
    yield* Application.followLog(settings, pollMs, writer(process.stdout))
  })
).pipe(Command.withDescription("Print new entries as JSON lines, as they come"))

const exportAll = Command.make(
  "export",
  { file: Argument.String("file").pipe(Argument.optional) },
  Effect.fn(function* ({ file }) {
    const settings = yield* Settings.read(process.env)
    const to = Option.isSome(file) ? fs.createWriteStream(file.value) : process.stdout
    const { seq } = yield* Application.readLog(settings, writer(to))
    if (to !== process.stdout) yield* Effect.promise(() => finished(to.end()))
    yield* Remote.tell(`ok: ${seq} entries`)
  })
).pipe(Command.withDescription("All entries as JSON lines (seq, epoch, hash, body), proven"))

export const log = Command.make("log").pipe(
  Command.withDescription("The write-ahead log"),
  Command.withSubcommands([verify, rebuild, tail, exportAll])
)
