/** Commands about the log. They never write to it. */
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

/** Drops the read model and makes it again. The service must not run meanwhile. */
const rebuild = Command.make("rebuild", {}, () =>
  Effect.gen(function* () {
    const settings = yield* Settings.read(process.env)
    const seq = yield* Application.rebuildViews(settings)
    yield* Console.log(`ok: the read model shows ${seq} entries`)
  })
).pipe(Command.withDescription("Make the read model again from the whole log"))

export const log = Command.make("log").pipe(
  Command.withDescription("The write-ahead log"),
  Command.withSubcommands([verify, rebuild])
)
