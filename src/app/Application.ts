/**
 * The composition of the program: its layers and how they fit. `main.ts` launches it; tests launch
 * it with other layers. It has no logic.
 */
import { type Context, Effect, Layer, Redacted } from "effect"
import type { Settings } from "../config/Settings.ts"
import * as Engine from "../engine/Engine.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as LatestFloat from "../engine/ports/LatestFloat.ts"
import * as Nodes from "../engine/ports/Nodes.ts"
import * as NoticeChannels from "../engine/ports/NoticeChannels.ts"
import type * as OtherNodes from "../engine/ports/OtherNodes.ts"
import * as ClientAddress from "../http/middleware/ClientAddress.ts"
import * as DashboardSite from "../http/middleware/DashboardSite.ts"
import * as Listener from "../http/server/Listener.ts"
import * as Server from "../http/server/Server.ts"
import * as LazyIdentity from "../identity/LazyIdentity.ts"
import * as MailChannel from "../outbound/MailChannel.ts"
import * as UndiciHttpClient from "../outbound/UndiciHttpClient.ts"
import * as Database from "../postgres/Database.ts"
import * as RequestTable from "../postgres/requests/RequestTable.ts"
import * as HealthProbe from "../postgres/server/HealthProbe.ts"
import * as Otlp from "../telemetry/Otlp.ts"
import * as HealthPage from "../usecases/HealthPage.ts"
import * as Incidents from "../usecases/Incidents.ts"
import * as Runbook from "../usecases/Runbook.ts"
import * as RunReconciliations from "../usecases/RunReconciliations.ts"
import * as WatchBooks from "../usecases/WatchBooks.ts"
import * as WatchFloat from "../usecases/WatchFloat.ts"
import * as WatchIncidents from "../usecases/WatchIncidents.ts"
import * as NoticeWebhook from "../webhooks/NoticeWebhook.ts"
import * as Adapters from "./Adapters.ts"
import * as LoggedBooks from "./LoggedBooks.ts"
import * as RunningPartitions from "./RunningPartitions.ts"
import * as Storage from "./Storage.ts"

/** The folder the dashboard's page is built into. */
const assetsDir = new URL("../../.build/dashboard", import.meta.url).pathname

/** The dashboard's default origin, because better-auth needs one even if none is configured. */
const defaultOrigin = "http://localhost"

/** Sign-in of users, if there is a dashboard. */
export const people = ({ dashboard }: Settings) =>
  Layer.unwrap(
    Effect.gen(function* () {
      if (!dashboard.isServed) return Layer.empty
      const newSecret = Buffer.from((yield* IdGenerator.IdGenerator).bytes(32)).toString(
        "base64url"
      )
      const secret =
        dashboard.secret === undefined
          ? yield* Database.sessionSecret(newSecret)
          : Redacted.value(dashboard.secret)
      return LazyIdentity.layer({ secret, origin: dashboard.origin ?? defaultOrigin })
    })
  )

/** The address of the dashboard. */
export const site = ({
  dashboard: { origin },
  host,
  supportUrl,
  trustedProxies,
  adapters
}: Settings) =>
  Layer.succeed(DashboardSite.Site, {
    ...{ origin, host, assetsDir, publicUrl: adapters.providers.publicUrl, supportUrl },
    addressOf: ClientAddress.behind(trustedProxies),
    schemeOf: ClientAddress.schemeBehind(trustedProxies)
  })

/** Chain, provider, screening and rates: real if they are configured. */
export const adapters = (settings: Settings) =>
  // A clustered node replaces it with the table that the nodes share.
  Layer.mergeAll(
    Adapters.layer(settings),
    LatestFloat.layer,
    Layer.succeed(Nodes.Nodes, Nodes.none)
  )

/** The channels on which people receive notices of incidents. */
const channels = ({ notices: { mail, webhook } }: Settings) =>
  Layer.effect(
    NoticeChannels.NoticeChannels,
    Effect.all([
      ...(webhook === undefined ? [] : [NoticeWebhook.make(webhook)]),
      ...(mail === undefined ? [] : [MailChannel.make(mail)])
    ])
  )

const healthPage = ({ dashboard: { isServed, origin } }: Settings): string | undefined =>
  isServed && origin !== undefined ? `${origin}${HealthPage.path}` : undefined

/** Current incidents, their notices, and the page where people read what to do. */
export const incidents = (settings: Settings) =>
  Layer.effectDiscard(
    Effect.all([WatchFloat.run, WatchIncidents.run, WatchBooks.run, RunReconciliations.run], {
      discard: true
    })
  ).pipe(
    Layer.provide(LoggedBooks.layer(settings)),
    Layer.provideMerge(Incidents.layer),
    // The dashboard shows whether there is a mail server.
    Layer.provideMerge(channels(settings)),
    Layer.provide(Layer.succeed(HealthPage.HealthPage, healthPage(settings))),
    Layer.provideMerge(Layer.succeed(Runbook.Runbook, settings.runbookUrl ?? Runbook.unset))
  )

/**
 * Engines, webhook delivery and HTTP, over a database, the ports and a bound port. Tests use it
 * with an engine whose state they read.
 */
export const service = (settings: Settings, engine: typeof Engine.layerOn) =>
  Server.layer.pipe(
    Layer.provideMerge(incidents(settings)),
    Layer.provideMerge(RunningPartitions.layer(settings, engine)),
    Layer.provide([HealthProbe.layer, RequestTable.layer])
  )

/** All partitions, or those of one clustered node, whose code is loaded only there. */
const partitions = (settings: Settings) =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { cluster } = settings
      type PartitionContext = Context.Context<
        Partitions.Partitions | OtherNodes.OtherNodes | Nodes.Nodes
      >
      if (cluster === undefined) {
        const context: PartitionContext = yield* RunningPartitions.make(settings, Engine.layerOn)
        return context
      }
      const clustered = yield* Effect.promise(() => import("./ClusteredPartitions.ts"))
      const context: PartitionContext = yield* clustered.make(settings, cluster, Engine.layerOn)
      return context
    })
  )

/** The bound port: the first resource of a start, released last. */
export const listener = (settings: Settings) =>
  // Its own refusals link to the reference.
  Listener.layer(settings).pipe(Layer.provide(site(settings)))

const post = Effect.map(HttpClient.HttpClient, ({ send }) => send)

/** Exports spans, if a collector is configured. */
export const tracing = ({ environment, tracing: to }: Settings): Layer.Layer<never> =>
  to === undefined
    ? Layer.empty
    : Otlp.layer({ ...to, environment }, post).pipe(Layer.provide(UndiciHttpClient.layer([to.url])))

/** The whole program. */
export const layer = (settings: Settings) =>
  Server.layer.pipe(
    Layer.provideMerge(incidents(settings)),
    Layer.provideMerge(partitions(settings)),
    Layer.provide([HealthProbe.layer, RequestTable.layer]),
    Layer.provide(people(settings)),
    Layer.provide(site(settings)),
    Layer.provide(Storage.people(settings)),
    Layer.provide(Storage.database(settings)),
    Layer.provideMerge(listener(settings)),
    Layer.provideMerge(adapters(settings)),
    Layer.provide(tracing(settings))
  )
