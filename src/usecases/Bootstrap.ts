/**
 * The very first start: an operator's key, and in the sandbox an approved account with a key, and
 * an invitation for the first person, who owns the account and administers the service. What is
 * generated is shown once; a key that the operator gave, never. A later start finds them and
 * changes nothing.
 */
import { Clock, Effect, Redacted } from "effect"
import * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Policy from "../engine/ports/Policy.ts"
import * as Credentials from "./Credentials.ts"
import * as Invitations from "./Invitations.ts"

export interface Options {
  readonly sandboxApiKey: Redacted.Redacted | undefined
  readonly adminApiKey: Redacted.Redacted | undefined
}

/** What was generated now and is shown; `undefined` where it was there already, or was given. */
export interface Made {
  readonly adminKey: string | undefined
  readonly apiKey: string | undefined
  /** What opens the dashboard for the first person. */
  readonly token: string | undefined
}

const given = (secret: Redacted.Redacted | undefined): string | undefined =>
  secret === undefined ? undefined : Redacted.value(secret)

export const run = Effect.fn("Bootstrap.run")(function* (options: Options) {
  const engine = yield* Engine.Engine
  const { environment } = yield* Policy.Policy
  const draw = yield* IdGenerator.IdGenerator
  const at = yield* Clock.currentTimeMillis
  const { core } = engine
  const keys = [...core.keys.values()]
  const hasAdmin = keys.some(({ revokedAt, scope }) => scope === "admin" && revokedAt === null)
  const needsAccount = environment === "sandbox" && core.accounts.size === 0

  const facts = { accountId: null, name: "first operator", scope: "admin", at } as const
  const admin = Credentials.issue(draw, environment, facts, given(options.adminApiKey))
  const account = {
    _tag: "AccountCreated",
    id: IdGenerator.id(draw, "acct", at),
    name: "Sandbox",
    email: "sandbox@example.com",
    kycStatus: "APPROVED",
    at
  } as const
  const keyFacts = { accountId: account.id, name: "first key", scope: "full", at } as const
  const key = Credentials.issue(draw, environment, keyFacts, given(options.sandboxApiKey))

  const invited = Invitations.draw(draw, {
    email: null,
    grants: [
      { accountId: account.id, role: "owner" },
      { accountId: null, role: "admin" }
    ],
    resets: null,
    invitedBy: "engine",
    at
  })

  const events = [
    ...(hasAdmin ? [] : [admin.event]),
    ...(needsAccount ? [account, key.event, invited.event] : [])
  ]
  if (events.length > 0) {
    const request = { at, by: "engine", idempotency: null }
    yield* engine.execute(request, [], Effect.succeed({ events, result: undefined }))
  }
  const made: Made = {
    adminKey: hasAdmin || options.adminApiKey !== undefined ? undefined : admin.secret,
    apiKey: needsAccount && options.sandboxApiKey === undefined ? key.secret : undefined,
    token: needsAccount ? invited.token : undefined
  }
  return made
})
