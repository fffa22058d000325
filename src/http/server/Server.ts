/** The application on the bound port: every request goes through the pipeline. */
import { Effect, Layer, Option } from "effect"
import * as Engine from "../../engine/Engine.ts"
import * as Identity from "../../engine/ports/Identity.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as ServiceState from "../../engine/ServiceState.ts"
import * as KeyUse from "../../usecases/KeyUse.ts"
import * as Admin from "../handlers/Admin.ts"
import * as AuditLogs from "../handlers/AuditLogs.ts"
import * as Batches from "../handlers/Batches.ts"
import * as Beneficiaries from "../handlers/Beneficiaries.ts"
import * as Callbacks from "../handlers/Callbacks.ts"
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
import * as RequestPacing from "../middleware/RequestPacing.ts"
import * as SiteOrigin from "../middleware/SiteOrigin.ts"
import * as ChangeStream from "./ChangeStream.ts"
import * as Listener from "./Listener.ts"
import * as Pipeline from "./Pipeline.ts"

/** The page and its own routes, where people can sign in. */
const dashboard = Effect.fnUntraced(function* (
  people: Identity.Identity["Service"] | undefined,
  keyUse: KeyUse.KeyUse,
  live: ChangeStream.ChangeStream
) {
  if (people === undefined) return []
  const routes = yield* Effect.all([
    SignIn.routes(people),
    Session.routes(people),
    Keys.routes(keyUse),
    Team.routes,
    Overview.routes(live),
    StaticPage.routes
  ])
  return routes.flat()
})

const application = Effect.fnUntraced(function* (live: ChangeStream.ChangeStream) {
  const engine = yield* Engine.Engine
  const { rateLimits } = yield* Listener.Listener
  const { environment } = yield* Policy.Policy
  const people = Option.getOrUndefined(yield* Effect.serviceOption(Identity.Identity))
  const keyUse = yield* KeyUse.make
  const routes = yield* Effect.all([
    Quotes.routes,
    Payouts.routes,
    Batches.routes,
    Beneficiaries.routes,
    Webhooks.routes,
    Events.routes,
    Sandbox.routes,
    Public.routes,
    Admin.routes,
    Operators.routes,
    HoldsAndReviews.routes,
    Refunds.routes,
    Callbacks.routes,
    AuditLogs.routes,
    System.routes,
    dashboard(people, keyUse, live)
  ])
  return yield* Pipeline.make({
    environment,
    core: engine.core,
    rateLimits,
    routes: routes.flat(),
    keyUse,
    people,
    home: yield* SiteOrigin.Site
  })
})

/** Serves until its scope closes; then it takes no more, and finishes what it took. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const listener = yield* Listener.Listener
    const phase = yield* ServiceState.ServiceState
    const live = yield* ChangeStream.make
    const handler = yield* application(live)
    yield* listener.serve(RequestPacing.make(handler, setImmediate, listener.connections))
    // A stopping server waits for what it answers: streams have no end of their own.
    yield* Effect.addFinalizer(() => Effect.sync(live.end))
    phase.enter("ready")
  })
)
