/** The command that rotates the key of personal data. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as DataKeyTools from "../app/DataKeyTools.ts"
import { dataKey as Words } from "./OperatorWords.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"

const rotate = Command.make(
  "rotate",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* ServiceDatabase.existing()
    yield* Console.log(Words.rotated(yield* DataKeyTools.rotate(settings)))
  })
).pipe(Command.withDescription(Words.commands.rotate))

export const dataKey = Command.make("data-key").pipe(
  Command.withDescription(Words.commands.dataKey),
  Command.withSubcommands([rotate])
)
