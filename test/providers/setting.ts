/**
 * The real provider layer over the simulators, with real sockets and a test clock. The clock moves
 * only while all open requests are those that never get a response.
 */
import { Context, Effect, Exit, Fiber, Layer, Metric, Redacted, Result, Scope } from "effect"
import { TestClock } from "effect/testing"
import * as ProviderRoutes from "../../src/config/ProviderRoutes.ts"
import type { SigningKey } from "../../src/config/SigningKey.ts"
import * as Payout from "../../src/domain/payout/Payout.ts"
import * as HttpClient from "../../src/engine/ports/HttpClient.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as UndiciHttpClient from "../../src/outbound/UndiciHttpClient.ts"
import * as ProviderRouter from "../../src/providers/ProviderRouter.ts"
import * as SandboxProvider from "../../src/sandbox/SandboxProvider.ts"
import type * as FaultyServer from "../support/faultyServer.ts"
import * as Fixtures from "../support/fixtures.ts"
import * as Mtn from "../support/mtn.ts"
import * as PawaPay from "../support/pawapay.ts"

export const t0 = Fixtures.t0

export const reference = (n: number): string =>
  `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

export const payoutId = (n: number): string => `po_${String(n).padStart(26, "0")}`

/** An initiated payout. */
export const payout = (n: number, facts: Partial<Payout.Payout> = {}, at = t0): Payout.Payout => {
  const created = Payout.created({ ...Fixtures.createdEvent, id: payoutId(n) })
  const timeline = [...created.timeline, { status: "PAYOUT_INITIATED" as const, at }]
  return { ...created, status: "PAYOUT_INITIATED", timeline, ...facts }
}

export const transfer = (n: number, provider: string, at = t0): Payout.Transfer => ({
  reference: reference(n),
  attempt: 1,
  phase: "requested",
  deadline: at + 900_000,
  provider
})

const routesOf = (text: string, target = "mtnuganda"): ProviderRoutes.Routes =>
  Result.getOrThrow(ProviderRoutes.parse(text, ProviderRoutes.servedNetworks(target)))

/** The HTTP port, which counts its requests in flight. */
const http = (urls: ReadonlyArray<string>, count: { now: number }) =>
  Layer.effect(
    HttpClient.HttpClient,
    Effect.map(Layer.build(UndiciHttpClient.layer(urls)), (context) => {
      const { send } = Context.get(context, HttpClient.HttpClient)
      return HttpClient.HttpClient.of({
        send: (request) =>
          Effect.acquireUseRelease(
            Effect.sync(() => {
              count.now += 1
            }),
            () => send(request),
            () =>
              Effect.sync(() => {
                count.now -= 1
              })
          )
      })
    })
  )

export interface Simulators {
  readonly mtn: Mtn.Mtn
  readonly pawapay: PawaPay.PawaPay
}

/** Both simulators with the test clock, until the scope closes. */
export const simulators = Effect.fnUntraced(function* (
  options: { readonly mtn?: Mtn.Options; readonly pawapay?: PawaPay.Options } = {}
) {
  const clock = yield* Effect.clockWith(Effect.succeed)
  yield* TestClock.setTime(t0)
  const now = () => clock.currentTimeMillisUnsafe()
  const closing = <A extends { readonly close: () => Promise<void> }>(open: () => Promise<A>) =>
    Effect.acquireRelease(Effect.promise(open), (server) => Effect.promise(() => server.close()))
  const mtn = yield* closing(() => Mtn.start({ now, ...options.mtn }))
  const pawapay = yield* closing(() => PawaPay.start({ now, ...options.pawapay }))
  return { mtn, pawapay }
})

/** The providers of the real layer, with the URLs of the simulators. */
export const optionsFor = (
  { mtn, pawapay }: Simulators,
  routes: string,
  more: {
    readonly signedCallbacks?: boolean
    readonly callbackUrl?: string
    readonly signing?: SigningKey
  } = {}
): ProviderRouter.Providers => {
  const { signedCallbacks = true, signing, ...callback } = more
  return {
    routes: routesOf(routes, mtn.target),
    pawapay: {
      ...{ url: pawapay.url, token: Redacted.make(pawapay.token), signedCallbacks, ...callback },
      signing
    },
    mtn: {
      url: mtn.url,
      user: mtn.account.user,
      key: Redacted.make(mtn.account.key),
      subscriptionKey: Redacted.make(mtn.account.subscriptionKey),
      target: mtn.target,
      ...callback
    }
  }
}

const turn = Effect.promise(() => new Promise((resolve) => setImmediate(resolve)))

/** The layer over the simulators, and a wait until only the clock can change something. */
export const layerOver = ({ mtn, pawapay }: Simulators, options: ProviderRouter.Providers) => {
  const count = { now: 0 }
  const layer = Layer.provide(
    ProviderRouter.layer(options, SandboxProvider.layer({ timeScale: 1 })),
    http([...ProviderRouter.urls(options), mtn.url, pawapay.url], count)
  )
  const hanging = () => mtn.server.hanging() + pawapay.server.hanging()

  /** Waits until all open requests are those that never get a response. */
  const settle = Effect.fnUntraced(function* () {
    for (let calm = 0, turns = 0; calm < 3 && turns < 20_000; turns++) {
      yield* turn
      calm = count.now === hanging() ? calm + 1 : 0
    }
  })
  return { layer, settle }
}

/** The layer's service, and a function that runs its effects to their end. */
export const begin = Effect.fnUntraced(function* (
  servers: Simulators,
  options: ProviderRouter.Providers
) {
  const { layer, settle } = layerOver(servers, options)
  const provider = Context.get(yield* Layer.build(layer), Provider.Provider)

  /** Runs an effect to its end, and moves the clock when only time can end it. */
  const finish = Effect.fnUntraced(function* <A>(run: Effect.Effect<A>) {
    const fiber = yield* Effect.forkChild(run)
    for (let rounds = 0; rounds < 200; rounds++) {
      yield* settle()
      if (fiber.pollUnsafe() !== undefined) return yield* Fiber.join(fiber)
      yield* TestClock.adjust(1_000)
    }
    return yield* Effect.die(new Error("The effect never ends"))
  })

  yield* settle()
  return { provider, finish, settle }
})

/** Like `begin`, in a separate scope as after a restart. It ends after `use`. */
export const inNewProcess = <A>(
  servers: Simulators,
  options: ProviderRouter.Providers,
  use: (begun: Effect.Success<ReturnType<typeof begin>>) => Effect.Effect<A, never, Scope.Scope>
): Effect.Effect<A> =>
  Effect.gen(function* () {
    const scope = yield* Scope.make()
    const run = Effect.flatMap(begin(servers, options), use)
    const result = yield* Effect.exit(Effect.provideService(run, Scope.Scope, scope))
    yield* Scope.close(scope, Exit.void)
    return yield* result
  })

/** `Refused network_unavailable, retryable`: an outcome in one line. */
export const summary = (outcome: Provider.Outcome): string => {
  switch (outcome._tag) {
    case "Refused":
      return `Refused ${outcome.reason}${outcome.retryable ? ", retryable" : ""}`
    case "Unknown":
      return outcome.isPermanent ? "Unknown, permanent" : "Unknown"
    default:
      return outcome._tag
  }
}

export const fault = (
  acts: FaultyServer.Fault["acts"],
  answer: FaultyServer.Fault["answer"]
): FaultyServer.Fault => ({ acts, answer })

/** The value of a counter or gauge with these attributes. */
export const metric = Effect.fnUntraced(function* (
  id: string,
  attributes: Readonly<Record<string, string>>
) {
  const all = yield* Metric.snapshot
  const found = all.find(
    (one) =>
      one.id === id &&
      Object.entries(attributes).every(([name, value]) => {
        const given = one.attributes as Readonly<Record<string, string>> | undefined
        return given?.[name] === value
      })
  )
  const state = found?.state as { readonly count?: number; readonly value?: number } | undefined
  return Number(state?.count ?? state?.value ?? 0)
})
