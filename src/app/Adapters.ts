/**
 * Chain, provider, screening and rates, as the settings choose them: real if they are configured,
 * otherwise simulated. In production all are real (SettingsTable.ts).
 */

import { Effect, Layer, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as Version from "../config/Version.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as ConservationCheck from "../engine/state/ConservationCheck.ts"
import * as DepositAddress from "../ethereum/contracts/DepositAddress.ts"
import * as EthereumChain from "../ethereum/EthereumChain.ts"
import * as UndiciHttpClient from "../outbound/UndiciHttpClient.ts"
import * as ProviderRouter from "../providers/ProviderRouter.ts"
import * as FeedRates from "../rates/FeedRates.ts"
import * as FixedRates from "../sandbox/FixedRates.ts"
import * as SandboxChain from "../sandbox/SandboxChain.ts"
import * as SandboxProvider from "../sandbox/SandboxProvider.ts"
import * as SandboxScreening from "../sandbox/SandboxScreening.ts"
import * as OfacScreening from "../screening/OfacScreening.ts"
import * as SanctionsList from "../screening/SanctionsList.ts"
import * as GuardedWebhookSender from "../webhooks/GuardedWebhookSender.ts"

/** A configured part is missing or unfit. The message lists all problems, one per line. */
export class AdaptersUnfit extends Schema.TaggedError<AdaptersUnfit>()("AdaptersUnfit", {
  message: Schema.String
}) {}

const policy = (settings: Settings): Policy.Rules => ({
  ...settings,
  amountMin: Limits.amounts.quoteMin,
  amountMax:
    settings.environment === "sandbox" ? Limits.amounts.sandboxMax : Limits.amounts.productionMax
})

const chainOptions = ({ deposits, adapters: { chain } }: Settings) =>
  chain === undefined ? undefined : { ...chain, factory: deposits }

const chain = (settings: Settings) => {
  const options = chainOptions(settings)
  return options === undefined
    ? Layer.unwrap(
        Effect.map(DepositAddress.make(settings.deposits), (depositAddress) =>
          SandboxChain.layer({
            ...{ depositAddress, factory: settings.deposits.address },
            timeScale: settings.timeScale
          })
        )
      )
    : EthereumChain.layer(options)
}

/** A reader of the chain apart from the service's, which follows with its own state. */
export const separateChain = (settings: Settings) =>
  chain(settings).pipe(Layer.provide(UndiciHttpClient.layer(urls(settings))))

const providerOptions = ({ adapters: { providers } }: Settings) => {
  const { mtn, pawapay, publicUrl, routes } = providers
  const callback = publicUrl === undefined ? {} : { callbackUrl: publicUrl }
  return routes === undefined
    ? undefined
    : {
        routes,
        ...(mtn === undefined ? {} : { mtn: { ...mtn, ...callback } }),
        ...(pawapay === undefined
          ? {}
          : { pawapay: { ...pawapay, ...callback, signedCallbacks: true } })
      }
}

const provider = (settings: Settings) => {
  const options = providerOptions(settings)
  return options === undefined
    ? SandboxProvider.layer(settings)
    : ProviderRouter.layer(options, SandboxProvider.layer(settings))
}

const screening = ({ timeScale, adapters }: Settings) => {
  if (adapters.screening === undefined) return SandboxScreening.layer({ timeScale })
  const { dir, oracle } = adapters.screening
  const urls = adapters.chain?.urls ?? []
  return OfacScreening.layer({
    dir,
    oracle: oracle === undefined ? undefined : { address: oracle, urls }
  })
}

const rates = ({ adapters: { rates } }: Settings) =>
  rates === undefined ? FixedRates.layer : FeedRates.layer(rates)

/** URLs of the services that may be called. */
const urls = (settings: Settings): ReadonlyArray<string> => {
  const { chain, rates } = settings.adapters
  const providers = providerOptions(settings)
  return [
    ...(chain?.urls ?? []),
    ...[...(chain?.rescueUrls.values() ?? [])].flat(),
    ...(providers === undefined ? [] : ProviderRouter.urls(providers)),
    ...[rates?.url, rates?.checkUrl].flatMap((url) => url ?? [])
  ]
}

/** The ports of the engine. */
export const layer = (settings: Settings) =>
  Layer.mergeAll(
    Layer.succeed(Policy.Policy, policy(settings)),
    Layer.succeed(ConservationCheck.SampleInterval, Limits.engine.conservationEvery),
    chain(settings),
    provider(settings),
    screening(settings),
    rates(settings),
    GuardedWebhookSender.layer({ ...settings, userAgent: Version.userAgent })
  ).pipe(Layer.provide(UndiciHttpClient.layer(urls(settings))))

/** Checks the Ethereum nodes and lists of the settings before anything starts. */
export const check = Effect.fnUntraced(function* (settings: Settings) {
  const options = chainOptions(settings)
  const remote = UndiciHttpClient.layer(urls(settings))
  const checks =
    options === undefined
      ? { problems: [], warnings: [] }
      : yield* EthereumChain.checks(options).pipe(Effect.provide(remote))
  const known = options === undefined ? undefined : KnownChain.find(options.chainId)
  if (settings.environment === "production" && known?.kind === "local") {
    yield* Effect.logWarning(
      `Production follows ${known.name}, a local test chain: its USDC is worth nothing`
    )
  }
  for (const warning of checks.warnings) {
    yield* Effect.logWarning(`A check of the Ethereum nodes failed: ${warning}`)
  }
  const problems = [
    ...checks.problems,
    ...(settings.adapters.screening === undefined
      ? []
      : yield* Effect.match(SanctionsList.load(settings.adapters.screening.dir), {
          onFailure: ({ message }) => [`SANCTIONS_DIR: ${message}`],
          onSuccess: () => []
        }))
  ]
  if (problems.length === 0) return
  const lines = problems.map((problem) => `  - ${problem}`).join("\n")
  return yield* new AdaptersUnfit({
    message: `The service cannot start with these settings:\n${lines}`
  })
})
