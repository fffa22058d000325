/**
 * The first start: an operator's key, and in the sandbox an approved account with a key and an
 * invitation for the first person, who owns the account and administers the service. Generated
 * secrets are shown once, given ones never. A later start finds them and changes nothing.
 */
import { Clock, Effect, Redacted, Result } from "effect"
import type * as Account from "../domain/account/Account.ts"
import * as Operator from "../domain/account/Operator.ts"
import * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as ApiKeySecret from "./ApiKeySecret.ts"
import * as Invitations from "./Invitations.ts"

export interface GivenKeys {
  readonly sandboxApiKey: Redacted.Redacted | undefined
  readonly adminApiKey: Redacted.Redacted | undefined
}

/** What was generated now; `undefined`: it existed already, or was given. */
export interface Generated {
  readonly adminKey: string | undefined
  readonly apiKey: string | undefined
  /** Token of the first person's invitation to the dashboard. */
  readonly token: string | undefined
}

const valueOf = (secret: Redacted.Redacted | undefined): string | undefined =>
  secret === undefined ? undefined : Redacted.value(secret)

const sandboxAccount = (
  source: IdGenerator.Source,
  slot: Partition.Slot,
  at: number
): typeof Account.Created.Type => {
  const id = IdGenerator.id(source, "acct", at)
  return {
    _tag: "AccountCreated",
    id,
    name: "Sandbox",
    email: "sandbox@example.com",
    kycStatus: "APPROVED",
    ...Partition.drawn(slot, id),
    at
  }
}

const firstInvitation = (source: IdGenerator.Source, accountId: string, at: number) =>
  Invitations.create(source, {
    email: null,
    grants: [
      { accountId, role: "owner" },
      { accountId: null, role: "admin" }
    ],
    resets: null,
    invitedBy: "engine",
    at
  })

export const run = Effect.fn("Bootstrap.run")(function* ({
  adminApiKey,
  sandboxApiKey
}: GivenKeys) {
  const { executeOwn, partition, registry } = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const source = yield* IdGenerator.IdGenerator
  const at = yield* Clock.currentTimeMillis
  const hasOperator = Operator.hasAny(registry)
  const needsAccount = environment === "sandbox" && registry.accounts.size === 0

  const operator = { accountId: null, name: "first operator", scope: "admin", at } as const
  const admin = ApiKeySecret.issue(source, environment, operator, valueOf(adminApiKey))
  const account = sandboxAccount(source, partition, at)
  const first = { accountId: account.id, name: "first key", scope: "full", at } as const
  const key = ApiKeySecret.issue(source, environment, first, valueOf(sandboxApiKey))
  const invited = firstInvitation(source, account.id, at)

  const events = [
    ...(hasOperator ? [] : [admin.event]),
    ...(needsAccount ? [account, key.event, invited.event] : [])
  ]
  if (events.length > 0) {
    yield* executeOwn(at, {
      locks: [],
      decide: () => Result.succeed({ events, result: undefined })
    })
  }
  return {
    adminKey: hasOperator || adminApiKey !== undefined ? undefined : admin.secret,
    apiKey: needsAccount && sandboxApiKey === undefined ? key.secret : undefined,
    token: needsAccount ? invited.token : undefined
  } satisfies Generated
})
