/** The JSON of accounts and of keys. */
import type * as Accounts from "../../domain/account/Account.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type * as Role from "../../domain/account/Role.ts"
import * as Instants from "../contract/Instants.ts"
import * as PartyJson from "../contract/PartyJson.ts"

/** The originator, if staff set one. */
export const originator = ({ originator }: Pick<Accounts.Account, "originator">) =>
  originator === undefined ? {} : { originator: PartyJson.originator(originator) }

/** An account as its own keys and members see it. */
export const ownAccount = ({
  createdAt,
  email,
  id,
  kycStatus,
  name,
  status
}: Accounts.Account) => ({
  ...{ id, name, email, status },
  kyc_status: kycStatus,
  created_at: Instants.instant(createdAt)
})

export const account = (account: Accounts.Account) => ({
  id: account.id,
  name: account.name,
  email: account.email,
  kyc_status: account.kycStatus,
  status: account.status,
  ...originator(account),
  created_at: Instants.instant(account.createdAt),
  updated_at: Instants.instant(account.updatedAt)
})

/** End of a key's lifetime, in the future or past. A revoked key has none, as it ended earlier. */
const expiresAt = ({ expiresAt, revokedAt }: ApiKey.ApiKey) =>
  revokedAt === null ? Instants.instantOrNull(expiresAt ?? null) : null

/** A key of an account, as its own requests see it. */
export const keyFacts = (key: ApiKey.ApiKey) => ({
  id: key.id,
  name: key.name,
  // An account has no operators' keys.
  scope: key.scope as Role.KeyScope,
  last4: key.last4,
  created_at: Instants.instant(key.createdAt),
  expires_at: expiresAt(key),
  allowed_ips: key.allowedIps ?? null
})

export const apiKey = (key: ApiKey.ApiKey) => ({
  ...keyFacts(key),
  revoked_at: Instants.instantOrNull(key.revokedAt)
})

/** `usedAt` is `undefined` if no use is known. */
export const lastUse = (usedAt: number | undefined) => ({
  last_used_at: Instants.instantOrNull(usedAt ?? null)
})

const operatorFacts = (key: ApiKey.ApiKey) => ({
  ...{ id: key.id, name: key.name, last4: key.last4 },
  created_at: Instants.instant(key.createdAt),
  issued_by: key.issuer ?? null,
  expires_at: expiresAt(key),
  allowed_ips: key.allowedIps ?? null
})

export const operator = (key: ApiKey.ApiKey) => ({
  ...operatorFacts(key),
  revoked_at: Instants.instantOrNull(key.revokedAt)
})

export const operatorWithKey = (key: ApiKey.ApiKey, secret: string | null) => ({
  ...operatorFacts(key),
  key: secret
})

/** The only JSON with the key itself; `null` in the response that is kept for retries. */
export const apiKeyWithSecret = (key: ApiKey.ApiKey, secret: string | null) => ({
  ...keyFacts(key),
  key: secret
})
