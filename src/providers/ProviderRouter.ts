/**
 * The port to mobile-money providers over several of them: the choice of a transfer's provider, and
 * a network's health now. A transfer goes only to its named provider, even if the routes have
 * changed: providers do not share references.
 */
import { Clock, Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ProviderRoutes from "../config/ProviderRoutes.ts"
import * as Network from "../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../domain/payout/Payout.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as Adapter from "./Adapter.ts"
import * as CallbackThrottle from "./CallbackThrottle.ts"
import * as MtnMomo from "./mtn/MtnMomo.ts"
import * as NetworkRoutes from "./NetworkRoutes.ts"
import * as ProviderGateway from "./ProviderGateway.ts"
import * as PawaPay from "./pawapay/PawaPay.ts"
import * as SandboxAdapter from "./SandboxAdapter.ts"

export interface Providers {
  readonly routes: ProviderRoutes.Routes
  readonly pawapay?: PawaPay.Account
  readonly mtn?: MtnMomo.Account
}

/** The base URLs of the providers, which the HTTP client must be allowed to call. */
export const urls = ({ mtn, pawapay }: Providers): ReadonlyArray<string> =>
  [mtn?.url, pawapay?.url].flatMap((url) => url ?? [])

type Gateways = ReadonlyMap<ProviderRoutes.ProviderName, ProviderGateway.ProviderGateway>

interface Router {
  readonly routes: ProviderRoutes.Routes
  readonly gateways: Gateways
  readonly now: () => number
  /** True if a callback about a reference may cause a check now. */
  readonly mayCheck: (reference: string, now: number) => boolean
}

const makeGateways = Effect.fnUntraced(function* (
  { mtn, pawapay }: Providers,
  sandbox: Provider.Provider["Service"]
) {
  const http = yield* HttpClient.HttpClient
  const gateways = new Map<ProviderRoutes.ProviderName, ProviderGateway.ProviderGateway>([
    ["sandbox", ProviderGateway.direct(SandboxAdapter.make(sandbox))]
  ])
  if (mtn !== undefined) gateways.set("mtn", yield* ProviderGateway.make(MtnMomo.make(http, mtn)))
  if (pawapay !== undefined) {
    gateways.set("pawapay", yield* ProviderGateway.make(yield* PawaPay.make(http, pawapay)))
  }
  return gateways
})

/** Reads a provider's own report of its networks repeatedly. */
const refreshForever = ({
  adapter,
  recordRefresh
}: ProviderGateway.ProviderGateway): Effect.Effect<never> =>
  Effect.zipWith(adapter.refresh, Clock.currentTimeMillis, recordRefresh).pipe(
    Effect.catchCause((cause) =>
      Effect.logError(`Reading the networks of ${adapter.name} failed`, cause)
    ),
    Effect.andThen(Effect.sleep(Limits.providers.configurationEveryMs)),
    Effect.forever
  )

// ----------------------------------------------------------------------------- selection

/** The gateways of a network, in order of preference. */
const gatewaysOf = (
  { gateways, routes }: Router,
  network: Network.Slug
): ReadonlyArray<ProviderGateway.ProviderGateway> =>
  (routes.get(network) ?? []).flatMap((name) => gateways.get(name) ?? [])

const health = ({ gateways, now, routes }: Router, network: Network.Slug) =>
  NetworkRoutes.health(
    routes,
    network,
    (name) => gateways.get(name)?.health(network, now()) ?? "down"
  )

/** The condition of every provider, with the networks that are routed to it. */
const condition = ({ gateways, now, routes }: Router): Provider.Condition => {
  const at = now()
  const conditions = ProviderRoutes.providers(routes).map((name) => {
    const routed = Network.slugs.filter((slug) => routes.get(slug)?.includes(name))
    return gateways.get(name)?.condition(routed, at)
  })
  return {
    troubles: conditions.flatMap((condition) => condition?.troubles ?? []),
    floats: conditions.flatMap((condition) => condition?.floats ?? [])
  }
}

const choose = (router: Router, network: Network.Slug, refusedBy: string | undefined) => {
  const { gateways, routes } = router
  const now = router.now()
  const name = NetworkRoutes.choose(
    routes,
    network,
    refusedBy,
    (each) => gateways.get(each)?.healthForSelection(network, now) ?? "down"
  )
  if (name !== undefined) gateways.get(name)?.recordSelection(now)
  return name
}

const gatewayNamed = ({ gateways }: Router, name: string) =>
  [...gateways.values()].find(({ adapter }) => adapter.name === name)

/**
 * The gateway of a transfer; `undefined` if its provider is no longer configured. A transfer
 * without a provider was requested when only the sandbox paid, or for a network without a route, so
 * today's routes do not apply to it.
 */
const gatewayOf = (
  router: Router,
  { network }: Payout,
  { provider }: Transfer
): ProviderGateway.ProviderGateway | undefined =>
  provider === undefined
    ? gatewaysOf(router, network).find(({ adapter }) => adapter.name === "sandbox")
    : gatewayNamed(router, provider)

/** Sends nothing: the outcome is unknown until an operator configures the provider again. */
const unconfigured = Effect.fnUntraced(function* (
  payout: Payout,
  { provider, reference }: Transfer
) {
  yield* Effect.logError("A transfer stopped because its provider is not configured").pipe(
    Effect.annotateLogs({ payout_id: payout.id, reference, provider: provider ?? "none" })
  )
  const now = yield* Clock.currentTimeMillis
  return Adapter.unknown(now + Limits.providers.configurationPauseMs)
})

// ----------------------------------------------------------------------------- queries

/**
 * The reason to refuse a payout. A reason of one provider counts only if no other can pay, unless
 * the reason is about the recipient.
 */
const precheck = Effect.fnUntraced(function* (router: Router, payout: Payout) {
  const able = gatewaysOf(router, payout.network)
  if (able.length === 0) return "network_unavailable" as const
  const phone = Network.checkPhone(Network.bySlug(payout.network), payout.phone)
  if (phone !== undefined) return "invalid_recipient" as const
  const reasons: Array<FailureReason | undefined> = []
  for (const { adapter } of able) {
    const reason = yield* adapter.precheck(payout)
    if (reason === "invalid_recipient") return reason
    reasons.push(reason)
  }
  return reasons.includes(undefined) ? undefined : reasons[0]
})

/** The first name that a provider of the network reports. */
const registeredName = Effect.fnUntraced(function* (
  router: Router,
  recipient: Pick<Payout, "phone" | "network">
) {
  for (const { adapter } of gatewaysOf(router, recipient.network)) {
    const name = yield* adapter.registeredName(recipient)
    if (name !== undefined) return name
  }
  return undefined
})

const orUndefined = <A>(query: Effect.Effect<A | undefined>, timeoutMs: number) =>
  Effect.timeoutOrElse(query, { duration: timeoutMs, orElse: () => Effect.succeed(undefined) })

/** One provider without a response, or with a defect, does not hide the balances at the others. */
const wallets = ({ gateways, routes }: Router) =>
  Effect.forEach(
    ProviderRoutes.providers(routes),
    (provider) => {
      const read = gateways.get(provider)?.adapter.wallets ?? Effect.undefined
      return orUndefined(read, Limits.float.walletsMsMax).pipe(
        Effect.catchDefect((defect) =>
          Effect.as(
            Effect.logError(`Reading the balances at ${provider} failed`, defect),
            undefined
          )
        ),
        Effect.map((balances) => ({ provider, balances }))
      )
    },
    { concurrency: "unbounded" }
  )

const readCallback = Effect.fnUntraced(function* (router: Router, callback: Provider.Callback) {
  const gateway = gatewayNamed(router, callback.provider)
  if (gateway === undefined) return { _tag: "UnknownProvider" } as const
  const result = yield* gateway.adapter.readCallback(callback)
  if (result._tag !== "Accepted") return result
  const mayCheck = router.mayCheck(result.reference, yield* Clock.currentTimeMillis)
  return mayCheck ? result : ({ _tag: "Throttled" } as const)
})

const portOf = (router: Router): Provider.Provider["Service"] => {
  const { nameMsMax, precheckMsMax } = Limits.providers
  return Provider.Provider.of({
    health: (network) => health(router, network),
    breaker: (network) => gatewaysOf(router, network)[0]?.breaker(router.now()),
    condition: () => condition(router),
    routeOf: (network) => router.routes.get(network) ?? [],
    choose: (network, refusedBy) => choose(router, network, refusedBy),
    precheck: (payout) => orUndefined(precheck(router, payout), precheckMsMax),
    hasNameLookup: (network) =>
      gatewaysOf(router, network).some(({ adapter }) => adapter.hasNameLookup),
    registeredName: (recipient) => orUndefined(registeredName(router, recipient), nameMsMax),
    submit: (payout, transfer, confirm) =>
      gatewayOf(router, payout, transfer)?.submit(payout, transfer, confirm) ??
      unconfigured(payout, transfer),
    check: (payout, transfer) =>
      gatewayOf(router, payout, transfer)?.check(payout, transfer) ??
      unconfigured(payout, transfer),
    wallets: wallets(router),
    takesCallbacks: (provider) => gatewayNamed(router, provider) !== undefined,
    readCallback: (callback) => readCallback(router, callback)
  })
}

const make = Effect.fnUntraced(function* (
  providers: Providers,
  sandbox: Layer.Layer<Provider.Provider>
) {
  const { routes } = providers
  const clock = yield* Clock.Clock
  const built = Context.get(yield* Layer.build(sandbox), Provider.Provider)
  const gateways = yield* makeGateways(providers, built)
  for (const name of ProviderRoutes.providers(routes)) {
    const gateway = gateways.get(name)
    if (gateway !== undefined && name !== "sandbox") {
      yield* Effect.forkScoped(refreshForever(gateway))
    }
  }
  return portOf({
    ...{ routes, gateways, mayCheck: CallbackThrottle.make() },
    now: () => clock.currentTimeMillisUnsafe()
  })
})

/**
 * Routes transfers; `sandbox` is the simulated provider, which routes may name in addition to the
 * real ones.
 */
export const layer = (
  providers: Providers,
  sandbox: Layer.Layer<Provider.Provider>
): Layer.Layer<Provider.Provider, never, HttpClient.HttpClient> =>
  Layer.effect(Provider.Provider, make(providers, sandbox))
