/**
 * Look-ups in memory for admission and delivery: an account, key, user or webhook endpoint, and the
 * owner of an id. Results are immutable values, durable, and of this moment.
 */
import type * as Account from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as User from "../../domain/account/User.ts"
import type { Status } from "../../domain/payout/PayoutEvent.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as State from "../state/State.ts"

export interface Directory {
  readonly account: (id: string) => Account.Account | undefined
  /** `hash` is a SHA-256, hexadecimal. */
  readonly keyByHash: (hash: string) => ApiKey.ApiKey | undefined
  readonly user: (id: string) => User.User | undefined
  readonly endpoint: (id: string) => Endpoint.Endpoint | undefined
  /** Endpoints of an account, in order of creation. */
  readonly endpointsOf: (accountId: string) => ReadonlyArray<Endpoint.Endpoint>
  /** Endpoints of all accounts. */
  readonly endpoints: () => Iterable<Endpoint.Endpoint>
  /**
   * The account that an active payout or batch, a quote, endpoint, delivery, key, balance or
   * withdrawal belongs to.
   */
  readonly ownerOf: (id: string) => string | undefined
  /** The number of payouts in memory: active ones and those that finished a moment ago. */
  readonly payoutsInMemory: () => number
  /** The number of payouts in memory with a status. */
  readonly payoutsIn: (status: Status) => number
}

const ownerOf = (state: State.State, id: string): string | undefined => {
  const { balances, batches, deliveries, endpoints, keys, payouts, quotes, withdrawals } = state
  const object =
    payouts.get(id) ??
    batches.get(id) ??
    quotes.get(id) ??
    endpoints.get(id) ??
    balances.get(id) ??
    withdrawals.get(id)
  return (
    object?.accountId ??
    deliveries.get(id)?.webhookEvent.accountId ??
    keys.get(id)?.accountId ??
    undefined
  )
}

export const make = (state: State.State): Directory => {
  const { accounts, counters, endpoints, endpointsByAccount, keysByHash, payouts, people } = state
  return {
    account: (id) => accounts.get(id),
    keyByHash: (hash) => keysByHash.get(hash),
    user: (id) => people.get(id),
    endpoint: (id) => endpoints.get(id),
    endpointsOf: (accountId) =>
      (endpointsByAccount.get(accountId) ?? []).flatMap((id) => endpoints.get(id) ?? []),
    endpoints: () => endpoints.values(),
    ownerOf: (id) => ownerOf(state, id),
    payoutsInMemory: () => payouts.size,
    payoutsIn: (status) => counters.get(status)?.current ?? 0
  }
}
