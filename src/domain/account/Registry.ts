/** Users and keys that may act for an account or for the service, and the accounts. */
import type * as Account from "./Account.ts"
import type * as ApiKey from "./ApiKey.ts"
import type * as User from "./User.ts"

/** Accounts, keys, users and open invitations by id. Revoked and expired keys are included. */
export interface Registry {
  readonly accounts: ReadonlyMap<string, Account.Account>
  readonly keys: ReadonlyMap<string, ApiKey.ApiKey>
  readonly people: ReadonlyMap<string, User.User>
  readonly invitations: ReadonlyMap<string, User.Invitation>
}

export interface NamedGrant extends User.Grant {
  /** `null`: the service's own staff. */
  readonly accountName: string | null
}

export const namedGrants = (
  { accounts }: Pick<Registry, "accounts">,
  grants: ReadonlyArray<User.Grant>
): ReadonlyArray<NamedGrant> =>
  grants.map((grant) => ({
    ...grant,
    accountName:
      grant.accountId === null ? null : (accounts.get(grant.accountId)?.name ?? grant.accountId)
  }))

/** An author of log entries under the current name. */
export interface Actor {
  readonly id: string
  readonly kind: "api_key" | "person"
  /** `undefined` for neither a user nor a key of the registry. */
  readonly name: string | undefined
}

export const actor = ({ keys, people }: Pick<Registry, "keys" | "people">, id: string): Actor => {
  const user = people.get(id)
  return user === undefined
    ? { id, kind: "api_key", name: keys.get(id)?.name }
    : { id, kind: "person", name: user.name }
}
