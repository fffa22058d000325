/** Commands about the sanctions list. A list that is not whole is never taken. */
import { Config, Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as OperatorTools from "../app/OperatorTools.ts"
import { sanctions as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

const isUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const refresh = Command.make(
  "refresh",
  {
    dir: Flag.String("dir").pipe(
      Flag.withDescription(Words.flags.dir),
      Flag.withFallbackConfig(Config.String("SANCTIONS_DIR"))
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription(Words.flags.from),
      Flag.filter(isUrl, () => Words.notAUrl),
      Flag.withDefault(OperatorTools.listPublisher)
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription(Words.flags.force),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ dir, force, from }) {
    const folder = from.endsWith("/") ? from : `${from}/`
    const { sizes, version } = yield* OperatorTools.refreshLists({
      ...{ dir, from: folder, isForced: force }
    }).pipe(Effect.mapError(({ message }) => ServiceClient.failed(Words.oldListStays(message))))
    yield* Console.log(Words.refreshed(version, sizes))
  })
).pipe(Command.withDescription(Words.commands.refresh))

export const sanctions = Command.make("sanctions").pipe(
  Command.withDescription(Words.commands.sanctions),
  Command.withSubcommands([refresh])
)
