/** The command that removes erased personal data from the disk. */
import { Console, Effect } from "effect"
import { Command } from "effect/cli"
import * as PersonalDataTools from "../app/PersonalDataTools.ts"
import { personalData as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"

const purge = Command.make(
  "purge",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* ServiceDatabase.existing()
    const { tables, wal } = yield* PersonalDataTools.purge(settings)
    yield* Console.log(Words.tables(tables))
    if (wal._tag === "NotPermitted") {
      return yield* ServiceClient.failed(Words.notPermitted(wal.reason))
    }
    yield* Console.log(Words.overwritten(wal.overwritten))
    if (wal.kept > 0) return yield* ServiceClient.failed(Words.kept(wal.kept))
    yield* Console.log(Words.notCovered)
  })
).pipe(Command.withDescription(Words.commands.purge))

export const personalData = Command.make("personal-data").pipe(
  Command.withDescription(Words.commands.personalData),
  Command.withSubcommands([purge])
)
