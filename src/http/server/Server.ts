/** The application on the bound port: contracts, operations and middleware on Effect's server. */
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Effect, Layer, Option, Scope } from "effect"
import { HttpRouter } from "effect/http"
import * as Partitions from "../../engine/Partitions.ts"
import * as Identity from "../../engine/ports/Identity.ts"
import * as OtherNodes from "../../engine/ports/OtherNodes.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as Metrics from "../../telemetry/Metrics.ts"
import * as Tracing from "../../telemetry/Tracing.ts"
import * as KeyUse from "../../usecases/KeyUse.ts"
import * as Refunds from "../../usecases/Refunds.ts"
import * as RequestLog from "../../usecases/RequestLog.ts"
import * as AccountRoutes from "../account/AccountRoutes.ts"
import * as AuditLogRoutes from "../audit/AuditLogRoutes.ts"
import * as BalanceRoutes from "../balance/BalanceRoutes.ts"
import * as BalanceStaffRoutes from "../balance/BalanceStaffRoutes.ts"
import * as BalanceStatementRoutes from "../balance/BalanceStatementRoutes.ts"
import * as WithdrawalRoutes from "../balance/WithdrawalRoutes.ts"
import * as BatchRoutes from "../batches/BatchRoutes.ts"
import * as BeneficiaryRoutes from "../beneficiaries/BeneficiaryRoutes.ts"
import * as BookReportRoutes from "../books/BookReportRoutes.ts"
import * as BookRoutes from "../books/BookRoutes.ts"
import * as BreakRoutes from "../books/BreakRoutes.ts"
import * as ReconciliationRoutes from "../books/ReconciliationRoutes.ts"
import * as CallbackRoutes from "../callbacks/CallbackRoutes.ts"
import * as ChangeStream from "../dashboard/ChangeStream.ts"
import * as CustomerPageRoutes from "../dashboard/CustomerPageRoutes.ts"
import * as KeyRoutes from "../dashboard/KeyRoutes.ts"
import * as NoticeRoutes from "../dashboard/NoticeRoutes.ts"
import * as OverviewRoutes from "../dashboard/OverviewRoutes.ts"
import * as SessionRoutes from "../dashboard/SessionRoutes.ts"
import * as SignInRoutes from "../dashboard/SignInRoutes.ts"
import * as StaticPage from "../dashboard/StaticPage.ts"
import * as TeamRoutes from "../dashboard/TeamRoutes.ts"
import * as EventRoutes from "../events/EventRoutes.ts"
import * as Admission from "../middleware/Admission.ts"
import * as AllowedMethods from "../middleware/AllowedMethods.ts"
import * as DashboardSite from "../middleware/DashboardSite.ts"
import * as RequestLifecycle from "../middleware/RequestLifecycle.ts"
import * as RequestMetrics from "../middleware/RequestMetrics.ts"
import * as RequestPacing from "../middleware/RequestPacing.ts"
import * as NetworkRoutes from "../networks/NetworkRoutes.ts"
import * as AllOperations from "../openapi/AllOperations.ts"
import * as DocumentRoutes from "../openapi/DocumentRoutes.ts"
import * as PayoutRoutes from "../payouts/PayoutRoutes.ts"
import * as QuoteRoutes from "../quotes/QuoteRoutes.ts"
import * as RecallRoutes from "../recalls/RecallRoutes.ts"
import * as RefundRoutes from "../refunds/RefundRoutes.ts"
import * as AuditReportRoutes from "../reports/AuditReportRoutes.ts"
import * as OpenReports from "../reports/OpenReports.ts"
import * as ProfitRoutes from "../reports/ProfitRoutes.ts"
import * as ReportRoutes from "../reports/ReportRoutes.ts"
import * as RequestRoutes from "../requests/RequestRoutes.ts"
import * as SandboxRoutes from "../sandbox/SandboxRoutes.ts"
import * as CustomerRoutes from "../staff/CustomerRoutes.ts"
import * as FloatRoutes from "../staff/FloatRoutes.ts"
import * as IncidentRoutes from "../staff/IncidentRoutes.ts"
import * as OperatorRoutes from "../staff/OperatorRoutes.ts"
import * as RecipientDataRoutes from "../staff/RecipientDataRoutes.ts"
import * as ReviewRoutes from "../staff/ReviewRoutes.ts"
import * as ClusterRoutes from "../system/ClusterRoutes.ts"
import * as SystemRoutes from "../system/SystemRoutes.ts"
import * as WebhookRoutes from "../webhooks/WebhookRoutes.ts"
import * as Endpoints from "./Endpoints.ts"
import * as Forwarding from "./Forwarding.ts"
import * as HotRoutes from "./HotRoutes.ts"
import * as Listener from "./Listener.ts"

/** Dependencies of routes that are values of the process, and in no service. */
interface ProcessDependencies {
  /** `undefined` without sessions and a dashboard. */
  readonly identity: Identity.Identity["Service"] | undefined
  readonly keyUse: KeyUse.KeyUse
  readonly log: RequestLog.RequestLog
  readonly reports: OpenReports.OpenReports
  readonly changes: ChangeStream.ChangeStream
}

/** The routes of the dashboard, where users can sign in. */
const dashboard = Effect.fnUntraced(function* ({ changes, identity, keyUse }: ProcessDependencies) {
  if (identity === undefined) return []
  const routes = yield* Effect.all([
    SignInRoutes.routes(identity),
    SessionRoutes.routes(identity),
    KeyRoutes.routes(keyUse),
    TeamRoutes.routes(identity),
    NoticeRoutes.routes,
    OverviewRoutes.routes(changes),
    CustomerPageRoutes.routes,
    StaticPage.routes
  ])
  return routes.flat()
})

/** The routes of every operation. */
const allRoutes = Effect.fnUntraced(function* (own: ProcessDependencies) {
  const { keyUse, log, reports } = own
  const refunds = yield* Refunds.dependencies
  const routes = yield* Effect.all([
    QuoteRoutes.routes,
    PayoutRoutes.routes,
    BatchRoutes.routes,
    BeneficiaryRoutes.routes,
    BalanceRoutes.routes,
    BalanceStaffRoutes.routes,
    AccountRoutes.routes,
    WebhookRoutes.routes,
    EventRoutes.routes,
    SandboxRoutes.routes,
    ReviewRoutes.routes,
    RefundRoutes.routes(refunds),
    WithdrawalRoutes.routes(refunds),
    RecallRoutes.routes,
    AuditLogRoutes.routes,
    CustomerRoutes.routes(keyUse),
    OperatorRoutes.routes(keyUse),
    NetworkRoutes.routes,
    CallbackRoutes.routes,
    SystemRoutes.routes,
    DocumentRoutes.routes,
    ClusterRoutes.routes,
    IncidentRoutes.routes,
    FloatRoutes.routes,
    RecipientDataRoutes.routes,
    BookRoutes.routes,
    BookReportRoutes.routes,
    ReconciliationRoutes.routes,
    BreakRoutes.routes,
    RequestRoutes.routes(log),
    ReportRoutes.routes(reports),
    AuditReportRoutes.routes(reports),
    ProfitRoutes.routes(reports),
    BalanceStatementRoutes.routes(reports),
    dashboard(own)
  ])
  return routes.flat()
})

/** Services that every request needs, and the endpoints by method and path. */
const parts = Effect.gen(function* () {
  const partitions = yield* Partitions.Partitions
  const { rateLimits } = yield* Listener.Listener
  const { environment } = yield* Policy.Policy
  const site = yield* DashboardSite.Site
  const identity = Option.getOrUndefined(yield* Effect.serviceOption(Identity.Identity))
  const keyUse = yield* KeyUse.make(partitions)
  const admit = yield* Admission.make({
    ...{ environment, partitions, rateLimits, keyUse, identity, site }
  })
  const log = yield* RequestLog.make
  const meter = yield* Metrics.make
  const metricsOf = RequestMetrics.make(meter, yield* Tracing.Trace, log, site.addressOf)
  const reports = OpenReports.make()
  const changes = yield* ChangeStream.make
  const routes = yield* allRoutes({ identity, keyUse, log, reports, changes })
  const table = Endpoints.tableOf(routes.map((route) => Endpoints.make(route, metricsOf)))
  for (const operation of AllOperations.all) {
    if (identity !== undefined || !operation.access.isForDashboard) Endpoints.find(table, operation)
  }
  const otherNodes = yield* OtherNodes.OtherNodes
  const { nodeName } = otherNodes
  yield* otherNodes.receive(Forwarding.receiver({ admit, changes, nodeName, partitions, table }))
  const lifecycle: RequestLifecycle.Lifecycle = {
    admit,
    allowedMethods: AllowedMethods.make(routes.map(({ operation }) => operation)),
    metrics: metricsOf("none", "none")
  }
  const serving: Endpoints.Serving = {
    ...{ admit, partitions, site },
    ...{ forward: Forwarding.forward(otherNodes), nodeName }
  }
  return { serving, lifecycle, table, changes, reports }
})

/** Every endpoint on one router. */
const application = ({ lifecycle, serving, table }: Effect.Success<typeof parts>) =>
  HttpRouter.addAll(
    [...table.values()].map((endpoint) => Endpoints.toRoute(serving, endpoint))
  ).pipe(Layer.provide(RequestLifecycle.layer(lifecycle)))

/** Serves until its scope closes. It then takes no more requests, and finishes those it took. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const listener = yield* Listener.Listener
    const state = yield* ServiceState.ServiceState
    // Requests are interrupted after the drain, which waits for them.
    const scope = yield* Scope.fork(yield* Effect.scope, "parallel")
    const served = yield* parts
    const app = yield* HttpRouter.toHttpEffect(application(served)).pipe(
      Effect.provideService(HttpRouter.RouterConfig, AllowedMethods.routerConfig)
    )
    const hotRoutes = yield* HotRoutes.make(served, scope)
    const handler = hotRoutes(yield* NodeHttpServer.makeHandler(app, { scope }))
    yield* listener.serve(RequestPacing.make(handler, setImmediate, listener.connections))
    // A stopping server waits for its responses, and streams would never end.
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        served.changes.end()
        served.reports.end()
      })
    )
    state.enter("ready")
  })
)
