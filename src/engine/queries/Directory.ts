/**
 * Accounts, API keys, users, invitations and webhook endpoints, all of which memory holds, and
 * the owner of an id. Answers are immutable values, durable, and of this moment.
 */
import type * as Account from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import * as User from "../../domain/account/User.ts"
import type { Status } from "../../domain/payout/PayoutEvent.ts"
import type * as Endpoint from "../../domain/webhook/Endpoint.ts"
import type * as State from "../state/State.ts"

export interface Directory {
  readonly account: (id: string) => Account.Account | undefined
  /** In order of creation. */
  readonly accounts: () => ReadonlyArray<Account.Account>
  readonly key: (id: string) => ApiKey.ApiKey | undefined
  /** `hash`: SHA-256, hexadecimal. */
  readonly keyByHash: (hash: string) => ApiKey.ApiKey | undefined
  /** All keys, revoked ones too, in order of issue. */
  readonly keys: () => Iterable<ApiKey.ApiKey>
  /** An account's keys, revoked ones too, in order of issue; `null`: the operators'. */
  readonly keysOf: (accountId: string | null) => ReadonlyArray<ApiKey.ApiKey>
  readonly user: (id: string) => User.User | undefined
  readonly users: () => Iterable<User.User>
  readonly userByEmail: (email: string) => User.User | undefined
  /** An open one, neither accepted nor withdrawn; it may have expired. */
  readonly invitation: (id: string) => User.Invitation | undefined
  readonly invitations: () => Iterable<User.Invitation>
  readonly endpoint: (id: string) => Endpoint.Endpoint | undefined
  /** An account's, in order of creation. */
  readonly endpointsOf: (accountId: string) => ReadonlyArray<Endpoint.Endpoint>
  /** Of all accounts. */
  readonly endpoints: () => Iterable<Endpoint.Endpoint>
  /** The account that an active payout or batch, a quote, endpoint, delivery or key belongs to. */
  readonly ownerOf: (id: string) => string | undefined
  /** How many payouts memory holds, active ones and those that finished a moment ago. */
  readonly payoutsHeld: () => number
  /** How many of them are in a state. */
  readonly payoutsIn: (status: Status) => number
}

const ownerOf = (state: State.State, id: string): string | undefined => {
  const { batches, deliveries, endpoints, keys, payouts, quotes } = state
  const thing = payouts.get(id) ?? batches.get(id) ?? quotes.get(id) ?? endpoints.get(id)
  return (
    thing?.accountId ?? deliveries.get(id)?.notice.accountId ?? keys.get(id)?.accountId ?? undefined
  )
}

const find = <A>(all: Iterable<A>, isWanted: (one: A) => boolean): A | undefined => {
  for (const one of all) if (isWanted(one)) return one
  return undefined
}

export const make = (state: State.State): Directory => {
  const { accounts, counters, endpoints, endpointsByAccount, invitations } = state
  const { keys, keysByHash, payouts, people } = state
  return {
    account: (id) => accounts.get(id),
    accounts: () => [...accounts.values()],
    key: (id) => keys.get(id),
    keyByHash: (hash) => keysByHash.get(hash),
    keys: () => keys.values(),
    keysOf: (accountId) =>
      [...keys.values()].filter((key) =>
        accountId === null ? key.scope === "admin" : key.accountId === accountId
      ),
    user: (id) => people.get(id),
    users: () => people.values(),
    userByEmail: (email) => find(people.values(), (user) => User.sameEmail(user.email, email)),
    invitation: (id) => invitations.get(id),
    invitations: () => invitations.values(),
    endpoint: (id) => endpoints.get(id),
    endpointsOf: (accountId) =>
      (endpointsByAccount.get(accountId) ?? []).flatMap((id) => endpoints.get(id) ?? []),
    endpoints: () => endpoints.values(),
    ownerOf: (id) => ownerOf(state, id),
    payoutsHeld: () => payouts.size,
    payoutsIn: (status) => counters.get(status)?.current ?? 0
  }
}
