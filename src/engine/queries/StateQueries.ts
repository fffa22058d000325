/**
 * What memory holds, asked for by name: webhook endpoints, API keys by their hash, payouts counted,
 * and whose a thing is. Answers are immutable, durable, and of this moment.
 */
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type { Status } from "../../domain/payout/PayoutEvent.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as State from "../state/State.ts"

export interface StateQueries {
  /** `hash`: SHA-256, hexadecimal. */
  readonly keyByHash: (hash: string) => ApiKey.ApiKey | undefined
  readonly endpoint: (id: string) => Endpoint.Endpoint | undefined
  /** An account's, in order of creation. */
  readonly endpointsOf: (accountId: string) => ReadonlyArray<Endpoint.Endpoint>
  /** Ids of an account's webhook endpoints; `undefined`: of all accounts. */
  readonly endpointIds: (accountId: string | undefined) => ReadonlyArray<string>
  /** The account of an active payout or batch, or of a quote, endpoint, delivery or key. */
  readonly ownerOf: (id: string) => string | undefined
  /** How many payouts memory holds: active ones, and those that finished a moment ago. */
  readonly payoutsHeld: () => number
  /** How many of them have a status. */
  readonly countOf: (status: Status) => number
}

const ownerOf = (state: State.State, id: string): string | undefined => {
  const { batches, deliveries, endpoints, keys, payouts, quotes } = state
  const thing = payouts.get(id) ?? batches.get(id) ?? quotes.get(id) ?? endpoints.get(id)
  const owner = thing?.accountId ?? deliveries.get(id)?.notice.accountId ?? keys.get(id)?.accountId
  return owner ?? undefined
}

export const make = (state: State.State): StateQueries => {
  const { counters, endpoints, endpointsByAccount, keysByHash, payouts } = state
  const idsOf = (accountId: string): ReadonlyArray<string> =>
    endpointsByAccount.get(accountId) ?? []
  return {
    keyByHash: (hash) => keysByHash.get(hash),
    endpoint: (id) => endpoints.get(id),
    endpointsOf: (accountId) => idsOf(accountId).flatMap((id) => endpoints.get(id) ?? []),
    endpointIds: (accountId) =>
      accountId === undefined ? [...endpoints.keys()] : [...idsOf(accountId)],
    ownerOf: (id) => ownerOf(state, id),
    payoutsHeld: () => payouts.size,
    countOf: (status) => counters.get(status)?.current ?? 0
  }
}
