/** Commands about the sanctions list. A list that is not whole is never taken. */
import { Config, Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as OperatorTools from "../app/OperatorTools.ts"
import * as ServiceClient from "./ServiceClient.ts"

const isUrl = (text: string): boolean =>
  URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)

const refresh = Command.make(
  "refresh",
  {
    dir: Flag.String("dir").pipe(
      Flag.withDescription("Folder of the list files (or SANCTIONS_DIR)"),
      Flag.withFallbackConfig(Config.String("SANCTIONS_DIR"))
    ),
    from: Flag.String("from").pipe(
      Flag.withDescription("URL of the published files; default: OFAC's own"),
      Flag.filter(isUrl, () => "must be an http or https URL"),
      Flag.withDefault(OperatorTools.listPublisher)
    ),
    force: Flag.Boolean("force").pipe(
      Flag.withDescription("Accept a list that is much shorter than the one before"),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ dir, force, from }) {
    const folder = from.endsWith("/") ? from : `${from}/`
    const { sizes, version } = yield* OperatorTools.refreshLists({
      ...{ dir, from: folder, isForced: force }
    }).pipe(
      Effect.mapError(({ message }) =>
        ServiceClient.failed(`The old list stays in use. ${message}`)
      )
    )
    yield* Console.log(
      `ok: ${version}, ${sizes.entries} entries, ${sizes.aliases} aliases, ` +
        `${sizes.addresses} addresses`
    )
  })
).pipe(Command.withDescription("Download OFAC's list; a running service loads it automatically"))

export const sanctions = Command.make("sanctions").pipe(
  Command.withDescription("Manage the sanctions list (SANCTIONS_DIR)"),
  Command.withSubcommands([refresh])
)
