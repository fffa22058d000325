/** The database of the commands that read the service's log. */
import * as fs from "node:fs"
import * as path from "node:path"
import { Effect } from "effect"
import * as Settings from "../config/Settings.ts"
import { database as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

/**
 * The settings of a command that reads a log. Without the service's settings, a command would make
 * an empty database and report that its log is sound, so it fails instead.
 */
export const existing = Effect.fnUntraced(function* () {
  const settings = yield* Settings.readForCommand(process.env)
  const { dataDir, databaseUrl } = settings
  const isThere = databaseUrl !== undefined || fs.existsSync(path.join(dataDir, "postgres"))
  if (!isThere) return yield* ServiceClient.failed(Words.missing(dataDir))
  return settings
})
