/** Starts the service and runs until a signal stops it or it loses leadership. */

import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Deferred, Effect, Exit, Layer, References, Runtime } from "effect"
import { HttpServer } from "effect/http"
import * as Adapters from "./app/Adapters.ts"
import * as Application from "./app/Application.ts"
import * as Logging from "./app/Logging.ts"
import * as SpareMemory from "./app/SpareMemory.ts"
import * as Settings from "./config/Settings.ts"
import * as Engine from "./engine/Engine.ts"
import * as Partition from "./engine/Partition.ts"
import * as Partitions from "./engine/Partitions.ts"
import * as DatabaseRetry from "./engine/ports/DatabaseRetry.ts"
import * as IdGenerator from "./engine/ports/IdGenerator.ts"
import type * as Policy from "./engine/ports/Policy.ts"
import * as ServiceState from "./engine/ServiceState.ts"
import * as LeaderLock from "./postgres/log/LeaderLock.ts"
import * as Bootstrap from "./usecases/Bootstrap.ts"
import * as Invitations from "./usecases/Invitations.ts"

const firstCurl = (address: string, apiKey: string): string =>
  `curl -s ${address}/v1/quotes -H "Authorization: Bearer ${apiKey}" -H "Content-Type: application/json" -d '{"source_amount_usdc":25,"target_currency":"UGX","idempotency_key":"quote-1"}'`

/** An address with a host name instead of a local IP address, because passkeys need one. */
const withHostName = (address: string): string =>
  address.replace(/\/\/(127\.0\.0\.1|0\.0\.0\.0|\[::1?\])(?=:|$)/, "//localhost")

const invitationCurl = (origin: string): string =>
  `curl -s ${origin}/dashboard/api/staff/team/invitations -H "Authorization: Bearer $PAYOUT_ADMIN_KEY" -H "Content-Type: application/json" -d '{"email":"you@example.com","role":"admin"}'`

/** Prints the generated secrets of a first start, and the dashboard's address. */
const announce = Effect.fnUntraced(function* (
  { adminKey, apiKey, token }: Bootstrap.GeneratedSecrets,
  { dashboard }: Settings.Settings
) {
  const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
  const origin = dashboard.origin ?? withHostName(address)
  if (adminKey !== undefined) yield* Console.log(`Admin key (shown once): ${adminKey}`)
  if (apiKey !== undefined) {
    yield* Console.log(`API key (shown once):   ${apiKey}`)
    yield* Console.log(`Try:  ${firstCurl(address, apiKey)}`)
  }
  if (!dashboard.isServed) {
    return yield* Console.log("Dashboard: off. Set DASHBOARD_URL and DASHBOARD_SECRET to serve it.")
  }
  yield* token === undefined
    ? Console.log(`Dashboard: ${origin}/dashboard`)
    : Console.log(`Dashboard (works once):  ${Invitations.link(origin, token)}`)
  const { registry } = yield* Engine.Engine
  if (token === undefined && registry.people.size === 0) {
    yield* Console.log(
      `No user has joined yet. Invite the first administrator with an operator key in PAYOUT_ADMIN_KEY; the response has the link:\n${invitationCurl(origin)}`
    )
  }
})

/** Does the first start in the directory's partition, once this process runs the partition. */
const bootstrap = Effect.fnUntraced(function* (settings: Settings.Settings) {
  const { attach } = yield* Partitions.Partitions
  const context = yield* Effect.context<HttpServer.HttpServer | Policy.Policy>()
  const failed = yield* Deferred.make<never, Effect.Error<ReturnType<typeof Bootstrap.run>>>()
  yield* attach(({ engine, ids }) =>
    engine.partition.number !== Partition.directory
      ? Effect.void
      : Bootstrap.run(settings).pipe(
          // If the partition moves in the meantime, its next owner does it.
          Effect.retry({
            while: (error) => error._tag === "Unavailable",
            schedule: DatabaseRetry.schedule
          }),
          Effect.flatMap((generated) => announce(generated, settings)),
          Effect.provideService(Engine.Engine, engine),
          Effect.provideService(IdGenerator.IdGenerator, ids),
          Effect.provideContext(context),
          Effect.catch((error) => Deferred.fail(failed, error))
        )
  )
  return Deferred.await(failed)
})

/** The message of an error or of its cause. */
const reasonOf = (error: unknown): string =>
  error instanceof Error ? error.message || reasonOf(error.cause) : String(error)

const usage = `Starts the payout service. Its settings come from the environment.

  --standby   follow the log of the process that serves it, and take over when that ends
  --help      show this text`

/** The command line without `start`, which the installed command passes on. */
const words = process.argv.slice(2).filter((word) => word !== "start")
const isStandby = words.includes("--standby")
const isHelp = words.includes("--help") || words.includes("-h")
const unknown = words.find((word) => word !== "--standby")

const run = Effect.fnUntraced(function* (settings: Settings.Settings) {
  if (isStandby && settings.cluster !== undefined) {
    const message = "A node of a cluster is no standby: start it without --standby."
    return yield* new Settings.SettingsInvalid({ message })
  }
  yield* Adapters.check(settings)
  const context = yield* Layer.build(Application.layer(settings)).pipe(
    Effect.provideService(LeaderLock.LeaderLock, isStandby ? "standby" : "wait a little"),
    Effect.provideService(ServiceState.ServiceState, ServiceState.make())
  )
  return yield* Effect.gen(function* () {
    const failed = yield* bootstrap(settings)
    const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
    yield* Console.log(`payout-service listening on ${address}`)
    const memory = SpareMemory.ofProcess()
    if (memory !== undefined) yield* Effect.forkScoped(SpareMemory.giveBack(memory))
    const { lost } = yield* Partitions.Partitions
    return yield* Effect.raceFirst(lost, failed)
  }).pipe(Effect.provideContext(context))
})

const program = Settings.read(process.env).pipe(
  Effect.flatMap((settings) =>
    Effect.provideService(run(settings), References.MinimumLogLevel, settings.logLevel)
  ),
  Effect.scoped,
  Effect.tapCause((cause) =>
    Cause.hasInterruptsOnly(cause)
      ? Effect.void
      : // Without `redact`, a terminal would show what the reason quotes.
        Effect.logFatal(Logging.redact(`payout-service stops: ${reasonOf(Cause.squash(cause))}`))
  ),
  Effect.provide(Logging.layer(process.stdout.isTTY))
)

/** Prints the signal at once, because finishing accepted requests may take seconds. */
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.once(signal, () => console.log(`payout-service stopping: ${signal}`))
}

/** A stop by signal is a success once every accepted request is finished. */
const teardown: Runtime.Teardown = (exit, onExit) => {
  if (Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)) {
    console.log("payout-service stopped")
    return onExit(0)
  }
  return Runtime.defaultTeardown(exit, onExit)
}

/** Refuses an unknown word. A start that ignores the word could do harm. */
const refuseWord = (word: string) =>
  Effect.andThen(
    Console.error(`payout-service does not know ${word}.\n\n${usage}`),
    Effect.fail("misused" as const)
  )

const start = unknown === undefined ? program : refuseWord(unknown)
const command: Effect.Effect<void, unknown> = isHelp ? Console.log(usage) : start

NodeRuntime.runMain(command, { disableErrorReporting: true, teardown })
