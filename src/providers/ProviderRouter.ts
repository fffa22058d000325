/**
 * The port to mobile-money providers over several of them: which one serves a transfer, and what
 * its network is worth now. A transfer goes to the provider that it was drawn for and to no other,
 * whatever the routes say by then: two providers do not know of each other's references.
 */
import { Clock, Context, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ProviderRoutes from "../config/ProviderRoutes.ts"
import * as Network from "../domain/Network.ts"
import type { FailureReason, Payout, Transfer } from "../domain/payout/Payout.ts"
import * as HttpClient from "../engine/ports/HttpClient.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as SandboxProvider from "../sandbox/SandboxProvider.ts"
import * as Adapter from "./Adapter.ts"
import * as CallbackThrottle from "./CallbackThrottle.ts"
import * as MtnMomo from "./mtn/MtnMomo.ts"
import * as NetworkRoutes from "./NetworkRoutes.ts"
import * as ProviderGateway from "./ProviderGateway.ts"
import * as PawaPay from "./pawapay/PawaPay.ts"
import * as SandboxAdapter from "./SandboxAdapter.ts"

export interface Providers {
  readonly routes: ProviderRoutes.Routes
  /** The sandbox's provider: multiplies its delays. */
  readonly timeScale: number
  readonly pawapay?: PawaPay.Account
  readonly mtn?: MtnMomo.Account
}

/** The addresses that are asked, for the Remote port. */
export const urls = ({ mtn, pawapay }: Providers): ReadonlyArray<string> =>
  [mtn?.url, pawapay?.url].flatMap((url) => url ?? [])

const adapters = Effect.fnUntraced(function* ({ mtn, pawapay, timeScale }: Providers) {
  const remote = yield* HttpClient.HttpClient
  const sandbox = yield* Layer.build(SandboxProvider.layer({ timeScale }))
  const guards = new Map<ProviderRoutes.ProviderName, ProviderGateway.ProviderGateway>([
    ["sandbox", ProviderGateway.none(SandboxAdapter.make(Context.get(sandbox, Provider.Provider)))]
  ])
  if (mtn !== undefined) guards.set("mtn", yield* ProviderGateway.make(MtnMomo.make(remote, mtn)))
  if (pawapay !== undefined) {
    guards.set("pawapay", yield* ProviderGateway.make(yield* PawaPay.make(remote, pawapay)))
  }
  return guards
})

/** Asks a provider again and again how its networks stand. */
const look = ({ adapter }: ProviderGateway.ProviderGateway): Effect.Effect<never> =>
  adapter.refresh.pipe(
    Effect.catchCause((cause) => Effect.logError("A look at a provider failed", cause)),
    Effect.andThen(Effect.sleep(Limits.providers.configurationEveryMs)),
    Effect.forever
  )

const make = Effect.fnUntraced(function* (options: Providers) {
  const { routes } = options
  const clock = yield* Clock.Clock
  const guards = yield* adapters(options)
  const isHinted = CallbackThrottle.make()
  for (const name of ProviderRoutes.providers(routes)) {
    const guard = guards.get(name)
    if (guard !== undefined && name !== "sandbox") yield* Effect.forkScoped(look(guard))
  }

  const standing = (network: Network.Slug) => (name: ProviderRoutes.ProviderName) =>
    guards.get(name)?.health(network, clock.currentTimeMillisUnsafe()) ?? "down"

  const choose = (network: Network.Slug, refusedBy: string | undefined) => {
    const now = clock.currentTimeMillisUnsafe()
    const eligible = (name: ProviderRoutes.ProviderName) =>
      guards.get(name)?.healthForSelection(network, now) ?? "down"
    const name = NetworkRoutes.choose(routes, network, refusedBy, eligible)
    if (name !== undefined) guards.get(name)?.selected(now)
    return name
  }

  const route = (network: Network.Slug): ReadonlyArray<ProviderGateway.ProviderGateway> =>
    (routes.get(network) ?? []).flatMap((name) => guards.get(name) ?? [])

  const guardOf = (name: string | undefined): ProviderGateway.ProviderGateway | undefined =>
    [...guards.values()].find(({ adapter }) => adapter.name === name)

  /**
   * Who serves a transfer; nobody, if its provider is not configured any more. One without a name
   * was drawn where the sandbox paid alone, or for a network without a route: where a route leads
   * now says nothing of it.
   */
  const servant = (
    { network }: Payout,
    { provider }: Transfer
  ): ProviderGateway.ProviderGateway | undefined =>
    provider === undefined
      ? route(network).find(({ adapter }) => adapter.name === "sandbox")
      : guardOf(provider)

  /** Nothing is sent or asked, and nothing is known: a person must bring the provider back. */
  const nobody = Effect.fnUntraced(function* (payout: Payout, { provider, reference }: Transfer) {
    yield* Effect.logError("A transfer's provider is not configured").pipe(
      Effect.annotateLogs({ payout_id: payout.id, reference, provider: provider ?? "none" })
    )
    const now = yield* Clock.currentTimeMillis
    return Adapter.unknown(now + Limits.providers.configurationPauseMs)
  })

  const submit = (payout: Payout, transfer: Transfer) =>
    servant(payout, transfer)?.submit(payout, transfer) ?? nobody(payout, transfer)

  const check = (payout: Payout, transfer: Transfer) =>
    servant(payout, transfer)?.check(payout, transfer) ?? nobody(payout, transfer)

  /** A reason that one provider has is none while another can pay, unless it is the recipient. */
  const reasons = Effect.fnUntraced(function* (payout: Payout) {
    const able = route(payout.network)
    if (able.length === 0) return "network_unavailable" as const
    const phone = Network.checkPhone(Network.bySlug(payout.network), payout.phone)
    if (phone !== undefined) return "invalid_recipient" as const
    const found: Array<FailureReason | undefined> = []
    for (const { adapter } of able) {
      const reason = yield* adapter.precheck(payout)
      if (reason === "invalid_recipient") return reason
      found.push(reason)
    }
    return found.includes(undefined) ? undefined : found[0]
  })

  const silent = <A>(ask: Effect.Effect<A | undefined>, timeoutMs: number) =>
    Effect.timeoutOrElse(ask, { duration: timeoutMs, orElse: () => Effect.succeed(undefined) })

  const name = Effect.fnUntraced(function* (payout: Payout) {
    for (const { adapter } of route(payout.network)) {
      const known = yield* adapter.registeredName(payout)
      if (known !== undefined) return known
    }
    return undefined
  })

  const wallets = Effect.forEach(
    ProviderRoutes.providers(routes).filter((name) => name !== "sandbox"),
    (provider) =>
      Effect.map(guards.get(provider)?.adapter.wallets ?? Effect.undefined, (balances) => ({
        ...{ provider, balances }
      }))
  )

  const heard = Effect.fnUntraced(function* (callback: Provider.Callback) {
    const guard = guardOf(callback.provider)
    if (guard === undefined) return { _tag: "UnknownProvider" } as const
    const response = yield* guard.adapter.readCallback(callback)
    if (
      response._tag !== "Accepted" ||
      isHinted(response.reference, yield* Clock.currentTimeMillis)
    ) {
      return response
    }
    return { _tag: "Throttled" } as const
  })

  return Provider.Provider.of({
    health: (network) => NetworkRoutes.health(routes, network, standing(network)),
    choose,
    precheck: (payout) => silent(reasons(payout), Limits.providers.precheckMsMax),
    hasNameLookup: (network) => route(network).some(({ adapter }) => adapter.hasNameLookup),
    registeredName: (payout) => silent(name(payout), Limits.providers.nameMsMax),
    submit,
    check,
    wallets,
    readCallback: heard
  })
})

export const layer = (
  options: Providers
): Layer.Layer<Provider.Provider, never, HttpClient.HttpClient> =>
  Layer.effect(Provider.Provider, make(options))
