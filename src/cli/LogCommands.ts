/** Commands about the log. They read; they never become a writer. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as Application from "../Application.ts"
import * as Settings from "../Settings.ts"

/** Walks the whole chain; the first thing wrong is named and ends it. */
const verify = Command.make("verify", {}, () =>
  Effect.gen(function* () {
    const settings = yield* Settings.read(process.env)
    const { epoch, hash, seq } = yield* Application.verifyLog(settings)
    const digest = Buffer.from(hash).toString("hex")
    yield* Console.log(`ok: ${seq} entries, epoch ${epoch}, hash ${digest}`)
  })
).pipe(Command.withDescription("Check every entry: seq, epoch, hash chain, body"))

export const log = Command.make("log").pipe(
  Command.withDescription("The write-ahead log"),
  Command.withSubcommands([verify])
)
