/** The removal of erased personal data from the disk, on the database alone. */
import { Effect } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as Purge from "../postgres/sealing/Purge.ts"
import * as Storage from "./Storage.ts"

/** Fails with `PurgeRefused` if a table cannot be rewritten now. */
export const purge = (settings: Settings) => Effect.provide(Purge.run(), Storage.database(settings))
