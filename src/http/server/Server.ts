/** The application on the bound port: contracts, operations and middleware on Effect's server. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option, Scope, Semaphore } from "effect"
import { HttpRouter } from "effect/http"
import * as Engine from "../../engine/Engine.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Identity from "../../engine/ports/Identity.ts"
import * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as KeyUse from "../../usecases/KeyUse.ts"
import * as Api from "../api/Api.ts"
import { CallbacksApi } from "../api/Callbacks.ts"
import { DashboardApi } from "../api/dashboard/DashboardApi.ts"
import * as Admin from "../handlers/Admin.ts"
import * as AuditLogs from "../handlers/AuditLogs.ts"
import * as Batches from "../handlers/Batches.ts"
import * as Beneficiaries from "../handlers/Beneficiaries.ts"
import * as Callbacks from "../handlers/Callbacks.ts"
import * as Cluster from "../handlers/Cluster.ts"
import * as ChangeStream from "../handlers/dashboard/ChangeStream.ts"
import * as Keys from "../handlers/dashboard/Keys.ts"
import * as Overview from "../handlers/dashboard/Overview.ts"
import * as Session from "../handlers/dashboard/Session.ts"
import * as SignIn from "../handlers/dashboard/SignIn.ts"
import * as StaticPage from "../handlers/dashboard/StaticPage.ts"
import * as Team from "../handlers/dashboard/Team.ts"
import * as Events from "../handlers/Events.ts"
import * as HoldsAndReviews from "../handlers/HoldsAndReviews.ts"
import * as Operators from "../handlers/Operators.ts"
import * as Payouts from "../handlers/Payouts.ts"
import * as Public from "../handlers/Public.ts"
import * as Quotes from "../handlers/Quotes.ts"
import * as Refunds from "../handlers/Refunds.ts"
import * as Sandbox from "../handlers/Sandbox.ts"
import * as System from "../handlers/System.ts"
import * as Webhooks from "../handlers/Webhooks.ts"
import * as Admission from "../middleware/Admission.ts"
import * as AllowedMethods from "../middleware/AllowedMethods.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as RequestPacing from "../middleware/RequestPacing.ts"
import * as SiteOrigin from "../middleware/SiteOrigin.ts"
import * as Endpoints from "./Endpoints.ts"
import * as HotRoutes from "./HotRoutes.ts"
import * as Listener from "./Listener.ts"

/** The page and its own routes of the directory, where people can sign in. */
const dashboard = Effect.fnUntraced(function* (
  people: Identity.Identity["Service"] | undefined,
  keyUse: KeyUse.KeyUse
) {
  if (people === undefined) return []
  const routes = yield* Effect.all([
    SignIn.routes(people),
    Session.routes(people),
    Keys.routes(keyUse),
    Team.routes,
    StaticPage.routes
  ])
  return routes.flat()
})

/** The operations of the directory and of the service itself. */
const directoryOperations = Effect.fnUntraced(function* (
  people: Identity.Identity["Service"] | undefined,
  keyUse: KeyUse.KeyUse
) {
  const routes = yield* Effect.all([
    Public.routes,
    Admin.routes,
    Operators.routes,
    Callbacks.routes,
    System.routes,
    Cluster.routes,
    dashboard(people, keyUse)
  ])
  return routes.flat()
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
    Webhooks.routes,
    Events.routes,
    Sandbox.routes,
    HoldsAndReviews.routes,
    Refunds.routes(recording),
    AuditLogs.routes,
    hasPeople ? Overview.routes(changes) : Effect.succeed([])
  ])
  return routes.flat()
})

/** Every operation of the service, with those of each partition side by side. */
const operations = Effect.fnUntraced(function* (
  people: Identity.Identity["Service"] | undefined,
  keyUse: KeyUse.KeyUse,
  changes: ChangeStream.ChangeStream
) {
  const { all } = yield* Partitions.Partitions
  const own = yield* directoryOperations(people, keyUse)
  const recording = yield* Semaphore.make(1)
  const [first = [], ...others] = yield* Effect.forEach(all, ({ engine, ids }) =>
    partitionOperations(people !== undefined, changes, recording).pipe(
      Effect.provideService(Engine.Engine, engine),
      Effect.provideService(IdGenerator.IdGenerator, ids)
    )
  )
  const placed = first.map((route, index) => ({
    route,
    handlers: [first, ...others].flatMap((routes) => routes[index]?.handle ?? [])
  }))
  return [...own.map((route) => ({ route, handlers: [route.handle] })), ...placed]
})

/** What every request needs, and the operations by their method and path. */
const parts = Effect.fnUntraced(function* (changes: ChangeStream.ChangeStream) {
  const { directory } = yield* Engine.Engine
  const { rateLimits } = yield* Listener.Listener
  const { environment } = yield* Policy.Policy
  const site = yield* SiteOrigin.Site
  const people = Option.getOrUndefined(yield* Effect.serviceOption(Identity.Identity))
  const keyUse = yield* KeyUse.make
  const admit = yield* Admission.make({ environment, directory, rateLimits, keyUse, people, site })
  const metricsOf = RequestMetrics.make(yield* Metrics.make, yield* Tracing.Trace)
  const placed = yield* operations(people, keyUse, changes)
  const lifecycle: RequestLifecycle.Lifecycle = {
    admit,
    allowedMethods: AllowedMethods.make(placed.map(({ route }) => route)),
    metrics: metricsOf("none", "none")
  }
  return {
    serving: { admit, partitions: yield* Partitions.Partitions, site },
    lifecycle,
    table: Endpoints.tableOf(
      placed.map(({ handlers, route }) => Endpoints.make(route, handlers, metricsOf))
    ),
    contracts: [Api.Api, CallbacksApi, ...(people === undefined ? [] : [DashboardApi])]
  }
})

/** The contracts, and the page's files, on one router. */
const application = ({
  contracts,
  lifecycle,
  serving,
  table
}: Effect.Success<ReturnType<typeof parts>>) => {
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
    const changes = yield* ChangeStream.make
    // Requests are interrupted after the drain, which waits for them.
    const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
    const made = yield* parts(changes)
    const app = yield* HttpRouter.toHttpEffect(application(made)).pipe(
      Effect.provideService(HttpRouter.RouterConfig, AllowedMethods.routerConfig)
    )
    const hotRoutes = yield* HotRoutes.make(made, scope)
    const handler = hotRoutes(yield* NodeHttpServer.makeHandler(app, { scope }))
    yield* listener.serve(RequestPacing.make(handler, setImmediate, listener.connections))
    // A stopping server waits for what it answers: streams have no end of their own.
    yield* Effect.addFinalizer(() => Effect.sync(changes.end))
    state.enter("ready")
  })
)
