/** The application on the bound port: contracts, operations and middleware on Effect's server. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option, Scope, Semaphore } from "effect"
import { HttpRouter } from "effect/http"
import * as Engine from "../../engine/Engine.ts"
import * as Partition from "../../engine/Partition.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Identity from "../../engine/ports/Identity.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Peers from "../../engine/ports/Peers.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as KeyUse from "../../usecases/KeyUse.ts"
import * as RequestLog from "../../usecases/RequestLog.ts"
import * as Api from "../api/Api.ts"
import { CallbacksApi } from "../api/Callbacks.ts"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import * as Account from "../handlers/Account.ts"
import * as Admin from "../handlers/Admin.ts"
import * as AuditLogs from "../handlers/AuditLogs.ts"
import * as AuditReport from "../handlers/AuditReport.ts"
import * as Batches from "../handlers/Batches.ts"
import * as Beneficiaries from "../handlers/Beneficiaries.ts"
import * as Callbacks from "../handlers/Callbacks.ts"
import * as Cluster from "../handlers/Cluster.ts"
import * as StaffAccounts from "../handlers/dashboard/Accounts.ts"
import * as ChangeStream from "../handlers/dashboard/ChangeStream.ts"
import * as Keys from "../handlers/dashboard/Keys.ts"
import * as Notices from "../handlers/dashboard/Notices.ts"
import * as Overview from "../handlers/dashboard/Overview.ts"
import * as Session from "../handlers/dashboard/Session.ts"
import * as SignIn from "../handlers/dashboard/SignIn.ts"
import * as StaticPage from "../handlers/dashboard/StaticPage.ts"
import * as Team from "../handlers/dashboard/Team.ts"
import * as Events from "../handlers/Events.ts"
import * as HoldsAndReviews from "../handlers/HoldsAndReviews.ts"
import * as Incidents from "../handlers/Incidents.ts"
import * as OpenReports from "../handlers/OpenReports.ts"
import * as Operators from "../handlers/Operators.ts"
import * as Payouts from "../handlers/Payouts.ts"
import * as Public from "../handlers/Public.ts"
import * as Quotes from "../handlers/Quotes.ts"
import * as Refunds from "../handlers/Refunds.ts"
import * as Reports from "../handlers/Reports.ts"
import * as Requests from "../handlers/Requests.ts"
import * as Sandbox from "../handlers/Sandbox.ts"
import * as System from "../handlers/System.ts"
import * as Webhooks from "../handlers/Webhooks.ts"
import * as Admission from "../middleware/Admission.ts"
import * as AllowedMethods from "../middleware/AllowedMethods.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as RequestPacing from "../middleware/RequestPacing.ts"
import * as Route from "../middleware/Route.ts"
import * as SiteOrigin from "../middleware/SiteOrigin.ts"
import * as Endpoints from "./Endpoints.ts"
import * as Forwarding from "./Forwarding.ts"
import * as HotRoutes from "./HotRoutes.ts"
import * as Listener from "./Listener.ts"

/** What routes of the directory's need beside its engine. */
interface People {
  /** `undefined`: there are no sessions, and no dashboard. */
  readonly identity: Identity.Identity["Service"] | undefined
  readonly keyUse: KeyUse.KeyUse
}

/** What routes of the process need that takes a request. */
interface Own extends People {
  readonly log: RequestLog.RequestLog
  readonly reports: OpenReports.OpenReports
}

/** The dashboard's own routes of the directory, where people can sign in. */
const dashboard = Effect.fnUntraced(function* ({ identity, keyUse }: People) {
  if (identity === undefined) return []
  const routes = yield* Effect.all([
    SignIn.routes(identity),
    Session.routes(identity),
    Keys.routes(keyUse),
    Team.routes,
    Notices.routes
  ])
  return routes.flat()
})

/** The operations of the process that takes a request. */
const ownOperations = Effect.fnUntraced(function* ({ identity, log, reports }: Own) {
  const routes = yield* Effect.all([
    Public.routes,
    Callbacks.routes,
    System.routes,
    Cluster.routes,
    Incidents.routes,
    Requests.routes(log),
    Reports.routes(reports),
    AuditReport.routes(reports),
    identity === undefined ? Effect.succeed([]) : StaticPage.routes
  ])
  return routes.flat().map(Route.here)
})

/** The operations of the first engine, on accounts, keys and users. */
const directoryOperations = Effect.fnUntraced(function* (people: People) {
  const routes = yield* Effect.all([
    Admin.routes(people.keyUse),
    Operators.routes(people.keyUse),
    Incidents.ofDirectory,
    dashboard(people)
  ])
  return routes.flat().map(Route.inDirectory)
})

/** The operations of an engine on what its partition's accounts have. */
const partitionOperations = Effect.fnUntraced(function* (
  hasPeople: boolean,
  changes: ChangeStream.ChangeStream,
  recording: Semaphore.Semaphore
) {
  const routes = yield* Effect.all([
    Quotes.routes,
    Payouts.routes,
    Batches.routes,
    Beneficiaries.routes,
    Account.routes,
    Webhooks.routes,
    Events.routes,
    Sandbox.routes,
    HoldsAndReviews.routes,
    Refunds.routes(recording),
    AuditLogs.routes,
    hasPeople ? Overview.routes(changes) : Effect.succeed([]),
    hasPeople ? StaffAccounts.routes : Effect.succeed([])
  ])
  return routes.flat()
})

/**
 * Stands for an engine where routes are only described: their operations are never run. The place
 * is what they may look at before.
 */
const described = (count: number) =>
  ({ partition: { number: Partition.directory, count } }) as unknown as Engine.EngineService

/**
 * After a change of the directory every process is waited for: a key that is revoked, an account
 * that is suspended and a role that is lowered are refused everywhere once it is answered.
 */
const shownEverywhere =
  ({ shownEverywhere }: Partitions.PartitionsService, engine: Engine.EngineService) =>
  (route: Route.Route): Route.Route =>
    route.method === "GET"
      ? route
      : {
          ...route,
          handle: (call) =>
            Effect.tap(route.handle(call), () =>
              Effect.suspend(() => shownEverywhere(engine.tip().seq))
            )
        }

/** The operations of an engine: those of its partition, and the directory's. */
const operationsOf = Effect.fnUntraced(function* (
  people: People,
  changes: ChangeStream.ChangeStream,
  recording: Semaphore.Semaphore
) {
  const engine = yield* Engine.Engine
  const partitions = yield* Partitions.Partitions
  const own = yield* partitionOperations(people.identity !== undefined, changes, recording)
  if (engine.partition.number !== Partition.directory) return own
  const directory = yield* directoryOperations(people)
  return [...own, ...directory.map(shownEverywhere(partitions, engine))]
})

type OperationsOf = ReturnType<typeof operationsOf>

/** Sets the operations of a partition in the table while its engine runs. */
const served = (
  table: Endpoints.Table,
  { number }: Partition.Place,
  routes: ReadonlyArray<Route.Route>
) => {
  const own = routes.filter(({ runs }) => runs._tag !== "Here")
  const set = (handlerOf: (route: Route.Route) => Route.Route["handle"] | undefined) =>
    Effect.sync(() => {
      for (const route of own) Endpoints.find(table, route).handlers[number] = handlerOf(route)
    })
  return Effect.acquireRelease(
    set(({ handle }) => handle),
    () => set(() => undefined)
  )
}

/** Every operation of the service, described, and the operations of the partitions that run here. */
const operations = Effect.fnUntraced(function* (people: Own, metricsOf: RequestMetrics.Make) {
  const partitions = yield* Partitions.Partitions
  const changes = yield* ChangeStream.make
  const recording = yield* Semaphore.make(1)
  const context = yield* Effect.context<Exclude<Effect.Services<OperationsOf>, Engine.Engine>>()
  const routesOf = ({ engine, ids }: Pick<Partitions.Running, "engine" | "ids">) =>
    operationsOf(people, changes, recording).pipe(
      Effect.provideService(Engine.Engine, engine),
      Effect.provideService(IdGenerator.IdGenerator, ids),
      Effect.provideContext(context)
    )
  const engine = described(partitions.count)
  const known = yield* routesOf({ engine, ids: yield* IdGenerator.IdGenerator })
  const routes = [...(yield* ownOperations(people)), ...known]
  const table = Endpoints.tableOf(routes.map((route) => Endpoints.make(route, metricsOf)))
  yield* partitions.attach((running) =>
    Effect.flatMap(routesOf(running), (own) => served(table, running.engine.partition, own))
  )
  return { table, changes, routes }
})

/** What every request needs, and the operations by their method and path. */
const parts = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  const { rateLimits } = yield* Listener.Listener
  const { environment } = yield* Policy.Policy
  const site = yield* SiteOrigin.Site
  const identity = Option.getOrUndefined(yield* Effect.serviceOption(Identity.Identity))
  const keyUse = yield* KeyUse.make(partitions)
  const admit = yield* Admission.make({
    ...{ environment, partitions, rateLimits, keyUse, people: identity, site }
  })
  const log = yield* RequestLog.make
  const meter = yield* Metrics.make
  const metricsOf = RequestMetrics.make(meter, yield* Tracing.Trace, log, site.addressOf)
  const reports = OpenReports.make()
  const own = { identity, keyUse, log, reports }
  const { changes, routes, table } = yield* operations(own, metricsOf)
  const peers = yield* Peers.Peers
  if (peers !== undefined) {
    const { nodeName } = peers
    const receiver = Forwarding.receiver({ admit, changes, nodeName, partitions, table })
    yield* peers.receive(receiver)
  }
  const lifecycle: RequestLifecycle.Lifecycle = {
    admit,
    allowedMethods: AllowedMethods.make(routes),
    metrics: metricsOf("none", "none")
  }
  return {
    serving: {
      ...{ admit, partitions, site },
      ...{ forward: Forwarding.forward(peers), nodeName: peers?.nodeName }
    },
    lifecycle,
    table,
    changes,
    reports,
    contracts: [Api.Api, CallbacksApi, ...(identity === undefined ? [] : [DashboardApi])]
  }
})

/** The contracts, and the page's files, on one router. */
const application = ({ contracts, lifecycle, serving, table }: Effect.Success<typeof parts>) => {
  const hasOwnRoute = ({ route }: Endpoints.Endpoint): boolean => StaticPage.includes(route)
  const own = [...table.values()].filter(hasOwnRoute)
  return Layer.mergeAll(
    HttpRouter.addAll(own.map((endpoint) => Endpoints.ownRoute(serving, endpoint))),
    ...contracts.map((contract) => Endpoints.layer(contract, serving, table, hasOwnRoute))
  ).pipe(
    Layer.provide(Endpoints.admission(serving, table)),
    Layer.provide(RequestLifecycle.layer(lifecycle))
  )
}

/** Serves until its scope closes; then it takes no more, and finishes what it took. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const listener = yield* Listener.Listener
    const state = yield* ServiceState.ServiceState
    // Requests are interrupted after the drain, which waits for them.
    const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
    const made = yield* parts
    const app = yield* HttpRouter.toHttpEffect(application(made)).pipe(
      Effect.provideService(HttpRouter.RouterConfig, AllowedMethods.routerConfig)
    )
    const hotRoutes = yield* HotRoutes.make(made, scope)
    const handler = hotRoutes(yield* NodeHttpServer.makeHandler(app, { scope }))
    yield* listener.serve(RequestPacing.make(handler, setImmediate, listener.connections))
    // A stopping server waits for what it answers: streams have no end of their own.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        made.changes.end()
        made.reports.end()
      })
    )
    state.enter("ready")
  })
)
