/**
 * Writes `schema/openapi.json`, `schema/events/`, `schema/access.md`, the types and methods of the
 * clients and the dashboard, and the settings table. `npm run generate` runs it and formats the
 * code.
 */

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Effect, FileSystem } from "effect"
import * as Version from "../config/Version.ts"
import * as AccessTable from "../http/openapi/AccessTable.ts"
import * as DashboardApi from "../http/openapi/DashboardApi.ts"
import * as Document from "../http/openapi/Document.ts"
import * as ClientCode from "./ClientCode.ts"
import * as DocTables from "./DocTables.ts"
import * as PythonCode from "./PythonCode.ts"

const pathOf = (name: string): string => new URL(`../../${name}`, import.meta.url).pathname

Effect.gen(function* () {
  const files = yield* FileSystem.FileSystem
  const document = JSON.stringify(Document.openApi, null, 2)
  yield* files.writeFileString(pathOf("schema/openapi.json"), `${document}\n`)
  for (const [name, content] of Object.entries(Document.eventFiles)) {
    yield* files.writeFileString(pathOf(`schema/events/${name}`), content)
  }
  yield* files.writeFileString(pathOf("schema/access.md"), AccessTable.file)
  const code = ClientCode.make(JSON.parse(document), ClientCode.versioned)
  yield* files.writeFileString(pathOf("src/client/Generated.ts"), code)
  const page = JSON.parse(JSON.stringify(DashboardApi.openApi()))
  const calls = ClientCode.make(page, ClientCode.dashboard, JSON.parse(document))
  yield* files.writeFileString(pathOf("src/dashboard/Generated.ts"), calls)
  const python = PythonCode.operations(JSON.parse(document))
  yield* files.writeFileString(pathOf(PythonCode.files.operations), python)
  const version = PythonCode.version(Version.version)
  yield* files.writeFileString(pathOf(PythonCode.files.version), version)
  const operations = yield* files.readFileString(pathOf(DocTables.file))
  yield* files.writeFileString(pathOf(DocTables.file), DocTables.replace(operations))
}).pipe(Effect.provide(NodeServices.layer), NodeRuntime.runMain)
