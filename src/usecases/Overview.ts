/** Figures and health for the dashboard's overview: of one account, or for operators of all. */
import { Effect } from "effect"
import * as ChainCursor from "../domain/ChainCursor.ts"
import { dayMs } from "../domain/Day.ts"
import * as Network from "../domain/Network.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Chain from "../engine/ports/Chain.ts"
import type * as Provider from "../engine/ports/Provider.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"

/** How many hours back deliveries are counted. */
const deliveryHours = 24

export interface Figures {
  readonly payouts: ReadModel.PayoutFigures
  /** The share of ended payouts that settled; `null`: none has ended. */
  readonly successRate: number | null
  readonly deliveries: ReadonlyArray<ReadModel.DeliveryFigure>
}

const successRate = ({ failed, settled }: ReadModel.Figure): number | null =>
  settled + failed === 0 ? null : settled / (settled + failed)

/** Payouts of the last days, today included, and deliveries of the last hours. */
export const figures = Effect.fnUntraced(function* (
  { directory, lists }: Pick<Engine.Engine["Service"], "directory" | "lists">,
  /** `undefined`: of all accounts. */
  accountId: string | undefined,
  { days, now }: { readonly days: number; readonly now: number }
) {
  const since = (Math.floor(now / dayMs) - days + 1) * dayMs
  const payouts = yield* lists.payoutFigures({ accountId, since, now })
  const endpoints =
    accountId === undefined ? directory.endpoints() : directory.endpointsOf(accountId)
  const endpointIds = Array.from(endpoints, ({ id }) => id)
  const deliveries = yield* lists.deliveryFigures(endpointIds, now, deliveryHours)
  return { payouts, successRate: successRate(payouts.totals), deliveries } satisfies Figures
})

export interface Dependencies {
  readonly engine: Engine.Engine["Service"]
  readonly chain: Chain.Chain["Service"]
  readonly provider: Provider.Provider["Service"]
}

export interface NetworkHealth extends Pick<Network.Network, "currency" | "slug"> {
  /** The provider that a payout would go to now, if there is one. */
  readonly provider: string | undefined
  readonly status: ReturnType<Provider.Provider["Service"]["health"]>
}

const networkHealth = (provider: Provider.Provider["Service"]): ReadonlyArray<NetworkHealth> =>
  Network.all.map(({ currency, slug }) => ({
    ...{ slug, currency },
    provider: provider.choose(slug, undefined),
    status: provider.health(slug)
  }))

/** The state of the log, of payouts and deliveries under way, of the chain and the networks. */
export const health = ({ chain, engine, provider }: Dependencies) =>
  Effect.map(engine.pendingDeliveries, (pendingDeliveries) => ({
    log: { ...engine.tip(), isWritable: engine.isWritable(), behind: engine.behind() },
    payouts: {
      active: engine.activePayouts(),
      held: engine.directory.payoutsIn("COMPLIANCE_HOLD"),
      inReview: engine.directory.payoutsIn("MANUAL_REVIEW")
    },
    pendingDeliveries,
    chain: {
      /** `undefined`: a simulated chain. */
      id: chain.chainId === ChainCursor.simulatedChainId ? undefined : chain.chainId,
      head: chain.head()
    },
    networks: networkHealth(provider)
  }))
