/** The application on the bound port: every request goes through the pipeline. */
import { Effect, Layer } from "effect"
import * as Engine from "../engine/Engine.ts"
import * as Phase from "../engine/Phase.ts"
import * as Policy from "../engine/Policy.ts"
import * as Admin from "./handlers/Admin.ts"
import * as Batches from "./handlers/Batches.ts"
import * as Beneficiaries from "./handlers/Beneficiaries.ts"
import * as Callbacks from "./handlers/Callbacks.ts"
import * as Events from "./handlers/Events.ts"
import * as Operations from "./handlers/Operations.ts"
import * as Operators from "./handlers/Operators.ts"
import * as Payouts from "./handlers/Payouts.ts"
import * as Public from "./handlers/Public.ts"
import * as Quotes from "./handlers/Quotes.ts"
import * as Refunds from "./handlers/Refunds.ts"
import * as Sandbox from "./handlers/Sandbox.ts"
import * as System from "./handlers/System.ts"
import * as Webhooks from "./handlers/Webhooks.ts"
import * as Listener from "./Listener.ts"
import * as Pipeline from "./Pipeline.ts"

const application = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const { rateLimits } = yield* Listener.Listener
  const { environment } = yield* Policy.Policy
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
    Operations.routes,
    Refunds.routes,
    Callbacks.routes,
    System.routes
  ])
  return yield* Pipeline.make({
    environment,
    core: engine.core,
    rateLimits,
    routes: routes.flat()
  })
})

/** Serves until its scope closes; then it takes no more, and finishes what it took. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const listener = yield* Listener.Listener
    const phase = yield* Phase.Phase
    yield* listener.serve(yield* application)
    phase.enter("ready")
  })
)
