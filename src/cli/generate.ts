/** Writes the published documents under `schema/` from the code: `npm run generate`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import * as Application from "../Application.ts"

const openApi = new URL("../../schema/openapi.json", import.meta.url).pathname

Effect.flatMap(FileSystem.FileSystem, (files) =>
  files.writeFileString(openApi, `${JSON.stringify(Application.openApi, null, 2)}\n`)
).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
