/** The parts list: what the program is made of, composed and launched. No logic lives here. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Layer, Logger } from "effect"
import { HttpServer } from "effect/http"
import * as Config from "./Config.ts"
import * as SandboxChain from "./chain/SandboxChain.ts"
import * as Engine from "./engine/Engine.ts"
import * as Policy from "./engine/Policy.ts"
import * as Bootstrap from "./http/Bootstrap.ts"
import * as Server from "./http/Server.ts"
import * as Database from "./postgres/Database.ts"
import * as PostgresLog from "./postgres/PostgresLog.ts"
import * as SandboxProvider from "./providers/SandboxProvider.ts"
import * as FixedRates from "./rates/FixedRates.ts"
import * as Settings from "./Settings.ts"
import * as SandboxScreening from "./screening/SandboxScreening.ts"
import * as Courier from "./webhooks/Courier.ts"
import * as Dispatcher from "./webhooks/Dispatcher.ts"
import * as GuardedClient from "./webhooks/GuardedClient.ts"

const schemaDir = new URL("../schema", import.meta.url).pathname

const policy = (settings: Settings.Settings): Policy.Rules => ({
  ...settings,
  amountMin: Config.amounts.quoteMin,
  amountMax:
    settings.environment === "sandbox" ? Config.amounts.sandboxMax : Config.amounts.productionMax,
  networkLimits: settings.environment === "production"
})

const announce = Effect.fnUntraced(function* ({ adminKey, apiKey }: Bootstrap.Made) {
  const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
  if (adminKey !== undefined) yield* Console.log(`Admin key (shown once): ${adminKey}`)
  if (apiKey !== undefined) {
    yield* Console.log(`API key (shown once):   ${apiKey}`)
    yield* Console.log(
      `Try:  curl -s ${address}/v1/quotes -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" -d '{"source_amount_usdc":25,"target_currency":"UGX","idempotency_key":"quote-1"}'`
    )
  }
  yield* Console.log(`payout-service listening on ${address}`)
})

/** The whole program over a database. */
const application = (settings: Settings.Settings) => {
  const ports = Layer.mergeAll(
    Layer.succeed(Policy.Policy, policy(settings)),
    SandboxChain.layer({ factory: settings.deposits, timeScale: settings.timeScale }),
    SandboxProvider.layer(settings),
    SandboxScreening.layer(settings),
    FixedRates.layer,
    Courier.layer(settings).pipe(Layer.provide(GuardedClient.layer(settings)))
  )
  const engine = Engine.layer.pipe(
    Layer.provide(PostgresLog.layer(Config.partition)),
    Layer.provide(Database.layer({ ...settings, schemaDir })),
    Layer.provideMerge(ports)
  )
  const start = Effect.gen(function* () {
    const made = yield* Bootstrap.run(settings)
    yield* announce(made)
  })
  return Layer.effectDiscard(start).pipe(
    Layer.provideMerge(Server.layer(settings)),
    Layer.provideMerge(Dispatcher.layer),
    Layer.provideMerge(engine)
  )
}

const program = Effect.gen(function* () {
  const settings = yield* Settings.read(process.env)
  const context = yield* Layer.build(application(settings))
  const { lost } = yield* Effect.provide(Engine.Engine, context)
  return yield* lost
}).pipe(
  Effect.scoped,
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.void
      : Console.error(Cause.prettyErrors(cause)[0]?.message)
  ),
  Effect.provide(Logger.layer([process.stdout.isTTY ? Logger.consolePretty() : Logger.consoleJson]))
)

NodeRuntime.runMain(program, { disableErrorReporting: true })
