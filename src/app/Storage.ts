/** The database of the service, and what is stored in it. */
import { Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as Database from "../postgres/Database.ts"
import * as PostgresLog from "../postgres/log/PostgresLog.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as HealthProbe from "../postgres/server/HealthProbe.ts"

/** The folder of the numbered SQL files. */
export const schemaDir = new URL("../../schema", import.meta.url).pathname

/** The database of these settings, migrated. */
export const database = (settings: Settings) => Database.layer({ ...settings, schemaDir })

/** The log and the read model over a database. */
export const layer = Layer.merge(
  PostgresLog.layer(Limits.partition),
  PostgresReadModel.layer(Limits.partition)
).pipe(Layer.provideMerge(HealthProbe.layer))
