/**
 * The composition of the program: its layers and how they fit. `main.ts` launches it, tests launch
 * it with layers of their own. It has no logic.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Layer, Redacted, type Stream } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import * as Engine from "../engine/Engine.ts"
import * as Entry from "../engine/ports/Entry.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as ClientAddress from "../http/middleware/ClientAddress.ts"
import * as SiteOrigin from "../http/middleware/SiteOrigin.ts"
import * as Listener from "../http/server/Listener.ts"
import * as Server from "../http/server/Server.ts"
import * as LazyIdentity from "../identity/LazyIdentity.ts"
import * as UndiciHttpClient from "../outbound/UndiciHttpClient.ts"
import * as RestoreBackup from "../postgres/backup/RestoreBackup.ts"
import * as Database from "../postgres/Database.ts"
import * as LogReader from "../postgres/log/LogReader.ts"
import * as PostgresLog from "../postgres/log/PostgresLog.ts"
import * as Replay from "../postgres/log/Replay.ts"
import type * as Row from "../postgres/log/Row.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as Rebuild from "../postgres/readmodel/Rebuild.ts"
import * as HealthProbe from "../postgres/server/HealthProbe.ts"
import * as SandboxTreasury from "../sandbox/SandboxTreasury.ts"
import * as Otlp from "../telemetry/Otlp.ts"
import * as Reconcile from "../usecases/Reconcile.ts"
import * as Dispatcher from "../webhooks/Dispatcher.ts"
import * as Adapters from "./Adapters.ts"

/** The folder of the numbered SQL files. */
export const schemaDir = new URL("../../schema", import.meta.url).pathname

/** The database of these settings, migrated. */
export const database = (settings: Settings) => Database.layer({ ...settings, schemaDir })

/** The folder the dashboard's page is built into. */
const assetsDir = new URL("../../.build/dashboard", import.meta.url).pathname

/** Where the page is served; better-auth needs an origin even where none is configured. */
const defaultOrigin = "http://localhost"

/** Users who sign in, where there is a dashboard. */
export const people = ({ dashboard }: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (!dashboard.isServed) return Layer.empty
      const drawn = Buffer.from((yield* IdGenerator.IdGenerator).bytes(32)).toString("base64url")
      const secret =
        dashboard.secret === undefined
          ? yield* Database.sessionSecret(drawn)
          : Redacted.value(dashboard.secret)
      return LazyIdentity.layer({ secret, origin: dashboard.origin ?? defaultOrigin })
    })
  )

/** The address of the dashboard. */
export const site = ({ dashboard: { origin }, host, trustedProxies, adapters }: Settings) =>
  Layer.succeed(SiteOrigin.Site, {
    ...{ origin, host, assetsDir, publicUrl: adapters.providers.publicUrl },
    addressOf: ClientAddress.behind(trustedProxies)
  })

/** Chain, provider, screening and rates: real where they are configured. */
export const adapters = Adapters.layer

/** The engine, webhook delivery and HTTP over a log, a read model, the ports and a bound port. */
export const service = (engine: typeof Engine.layer = Engine.layer) =>
  Server.layer.pipe(Layer.provideMerge(Dispatcher.layer), Layer.provideMerge(engine))

/** The sender of due refunds: in the sandbox a simulation, unless it is manual. */
export const treasury = ({ refunds, timeScale, adapters: { chain } }: Settings) =>
  refunds === "simulated" && chain === undefined ? SandboxTreasury.layer(timeScale) : Layer.empty

/** The bound port: the first resource of a start, released last. */
export const listener = (settings: Settings) => Listener.layer(settings)

/** The log and the read model over a database. */
export const storage = Layer.merge(
  PostgresLog.layer(Limits.partition),
  PostgresReadModel.layer(Limits.partition)
).pipe(Layer.provideMerge(HealthProbe.layer))

const post = Effect.map(HttpClient.HttpClient, ({ send }) => send)

/** Exports spans, where a collector is configured. */
export const tracing = ({ environment, tracing: to }: Settings): Layer.Layer<never> =>
  to === undefined
    ? Layer.empty
    : Otlp.layer({ ...to, environment }, post).pipe(Layer.provide(UndiciHttpClient.layer([to.url])))

/** The whole program. */
export const layer = (settings: Settings) =>
  treasury(settings).pipe(
    Layer.provideMerge(service()),
    Layer.provide(people(settings)),
    Layer.provide(site(settings)),
    Layer.provide(storage),
    Layer.provide(database(settings)),
    Layer.provideMerge(listener(settings)),
    Layer.provideMerge(adapters(settings)),
    Layer.provide(tracing(settings))
  )

/** Verifies the whole log and returns its tip. Reads only. */
export const verifyLog = (settings: Settings) =>
  Effect.flatMap(PgClient, (sql) =>
    Replay.run(sql, Limits.partition, Replay.start, () => Effect.void)
  ).pipe(Effect.provide(database(settings)))

/** Handles a page of rows of the log. */
export type RowHandler<E> = (rows: ReadonlyArray<Row.Row>) => Effect.Effect<void, E>

/** Handles every entry in order, verified, and returns the tip. Reads only. */
export const readLog = <E>(settings: Settings, handle: RowHandler<E>) =>
  Effect.flatMap(PgClient, (sql) =>
    LogReader.run(sql, Limits.partition, Replay.start, handle)
  ).pipe(Effect.provide(database(settings)))

/** Imports the lines of a backup into the empty log of a database; the last entry. */
export const importLog = <E, R>(settings: Settings, lines: Stream.Stream<string, E, R>) =>
  RestoreBackup.run(Limits.partition, settings.environment, lines).pipe(
    Effect.provide(database(settings))
  )

/** Handles every new entry until it is interrupted. Reads only. */
export const followLog = <E>(settings: Settings, pollMs: number, handle: RowHandler<E>) =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    let tip = yield* LogReader.last(sql, Limits.partition)
    while (true) {
      tip = yield* LogReader.run(sql, Limits.partition, tip, handle)
      yield* Effect.sleep(pollMs)
    }
  }).pipe(Effect.provide(database(settings)))

/** Compares the whole log with chain and providers, as these settings name them. */
export const reconcile = (settings: Settings) =>
  Effect.gen(function* () {
    const books = Reconciliation.open()
    yield* readLog(settings, (rows) =>
      Effect.forEach(
        rows,
        ({ body }) =>
          Effect.map(Effect.orDie(Effect.fromResult(Entry.decode(body))), (entry) =>
            Reconcile.record(books, entry)
          ),
        { discard: true }
      )
    )
    const report = yield* Reconcile.run(books)
    return { ...report, balances: books.balances }
  }).pipe(Effect.provide(adapters(settings)))

/** Rebuilds the read model from the whole log; the last entry it shows. */
export const rebuildReadModel = (settings: Settings) =>
  Rebuild.run(Limits.partition).pipe(
    Effect.provide(
      PostgresReadModel.layer(Limits.partition).pipe(Layer.provideMerge(database(settings)))
    )
  )

/** The contract between the dashboard's page and the service. */
export { openApi as dashboardApi } from "../http/api/dashboard/DashboardApi.ts"

/** The OpenAPI 3.1 document of the service, and the JSON Schemas of all events by file name. */
export { eventFiles as eventSchemas, openApi } from "../http/openapi/Document.ts"
