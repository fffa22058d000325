/**
 * `/dashboard/api/session`, `/totp` and the like: a user's own profile, second factor, password and
 * sessions.
 */
import { Effect, Redacted } from "effect"
import * as Engine from "../../../engine/Engine.ts"
import type * as Identity from "../../../engine/ports/Identity.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as Passkeys from "../../../usecases/Passkeys.ts"
import * as Proof from "../../../usecases/Proof.ts"
import * as Session from "../../../usecases/Session.ts"
import type * as SignIn from "../../../usecases/SignIn.ts"
import * as Api from "../../api/dashboard/Session.ts"
import * as Route from "../../middleware/Route.ts"
import * as SiteOrigin from "../../middleware/SiteOrigin.ts"
import type * as Problems from "../../Problems.ts"
import * as Serializers from "../../Serializers.ts"
import { grant, signatureOf, withCookies } from "./SignIn.ts"

const reads = { access: "person" } as const
/** Each call may be a guess at a secret. */
const guess = { access: "person", limit: "signIn" } as const

/** The same, of someone with a second factor only after a recent proof. */
const guarded = { ...guess, proof: "second_factor" } as const

const done = { done: true }

const get =
  (
    dependencies: SignIn.Dependencies,
    { environment, refunds }: Policy.Rules,
    { supportUrl }: SiteOrigin.Place
  ) =>
  ({ client, request: origin }: Route.CallOf<typeof Api.get>) =>
    Effect.map(Session.profile(dependencies, { origin, client }), ({ expiresAt, grants, user }) => {
      const { email, hasSecondFactor, id, name } = user
      return Route.ok({
        person: { id, name, email, has_second_factor: hasSecondFactor },
        grants: grants.map(grant),
        ...{ environment, refunds, support_url: supportUrl ?? null },
        expires_at: Serializers.instant(expiresAt)
      })
    })

const askProof =
  (dependencies: SignIn.Dependencies) =>
  ({ client, request: origin }: Route.CallOf<typeof Api.askProof>) =>
    Effect.map(Proof.ask(dependencies, { origin, client }), ({ cookies, options }) =>
      withCookies({ options }, cookies)
    )

const oneProof: Problems.Refusal = {
  _tag: "Invalid",
  errors: [
    { field: "code", code: "required", message: "must be sent, or a password, or a credential" }
  ]
}

const prove =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.prove>): Route.Handled => {
    const { code, credential, password } = payload
    const given = [code, credential, password].filter((one) => one !== undefined && one !== null)
    if (given.length !== 1) return Effect.fail(oneProof)
    const own = { origin, client }
    if (typeof code === "string") {
      const proven = Proof.withCode(dependencies, { ...own, code: Redacted.make(code) })
      return Effect.as(proven, Route.ok(done))
    }
    if (typeof password === "string") {
      const proven = Proof.withPassword(dependencies, { ...own, password: Redacted.make(password) })
      return Effect.as(proven, Route.ok(done))
    }
    if (credential === undefined || credential === null) return Effect.fail(oneProof)
    const answer = signatureOf(credential)
    return Effect.map(Proof.withPasskey(dependencies, { ...own, answer }), (cookies) =>
      withCookies(done, cookies)
    )
  }

const startTotp =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.startTotp>) => {
    const password = Redacted.make(payload.password)
    const started = Session.startTotp(dependencies, { origin, client, password })
    return Effect.map(started, ({ recoveryCodes, uri }) => {
      const secret = new URL(uri).searchParams.get("secret") ?? ""
      return withCookies({ uri, secret, recovery_codes: recoveryCodes }, [])
    })
  }

const confirmTotp =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.confirmTotp>) => {
    const code = Redacted.make(payload.code)
    const confirmed = Session.confirmTotp(dependencies, { origin, client, code })
    return Effect.map(confirmed, (cookies) => withCookies(done, cookies))
  }

const disableTotp =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.disableTotp>) => {
    const password = Redacted.make(payload.password)
    const disabled = Session.disableTotp(dependencies, { origin, client, password })
    return Effect.as(disabled, Route.ok(done))
  }

const passkey = ({ createdAt, id, lastUsedAt, name }: Identity.Passkey) => ({
  ...{ id, name, created_at: Serializers.instant(createdAt) },
  last_used_at: lastUsedAt === null ? null : Serializers.instant(lastUsedAt)
})

const listFactors =
  (dependencies: SignIn.Dependencies) =>
  ({ client, request: origin }: Route.CallOf<typeof Api.listFactors>) =>
    Effect.map(Passkeys.list(dependencies, { origin, client }), ({ hasAuthenticator, passkeys }) =>
      Route.ok({ has_authenticator: hasAuthenticator, passkeys: passkeys.map(passkey) })
    )

const startPasskey =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.startPasskey>) => {
    const password = Redacted.make(payload.password)
    const started = Passkeys.start(dependencies, { origin, client, password })
    return Effect.map(started, ({ cookies, options }) => withCookies({ options }, cookies))
  }

const addPasskey =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.addPasskey>) => {
    const { attestation, client_data, id, transports } = payload.credential
    const answer = { credentialId: id, clientData: client_data, attestation, transports }
    const added = Passkeys.add(dependencies, { origin, client, name: payload.name, answer })
    return Effect.map(added, (one) => withCookies(passkey(one.passkey), one.cookies))
  }

const removePasskey =
  (dependencies: SignIn.Dependencies) =>
  ({ client, params, payload, request: origin }: Route.CallOf<typeof Api.removePasskey>) => {
    const password = Redacted.make(payload.password)
    const removed = Passkeys.remove(dependencies, { origin, client, id: params.id, password })
    return Effect.as(removed, Route.ok(done))
  }

const renewCodes =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.renewCodes>) => {
    const password = Redacted.make(payload.password)
    const renewed = Session.renewRecoveryCodes(dependencies, { origin, client, password })
    return Effect.map(renewed, (codes) => withCookies({ recovery_codes: codes }, []))
  }

const changePassword =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.changePassword>) => {
    const current = Redacted.make(payload.current_password)
    const next = Redacted.make(payload.new_password)
    const changed = Session.changePassword(dependencies, { origin, client, current, next })
    return Effect.map(changed, (cookies) => withCookies(done, cookies))
  }

const openSession = ({ createdAt, expiresAt, isCurrent, ...session }: Identity.OpenSession) => ({
  ...{ id: session.id, is_current: isCurrent, address: session.address, agent: session.agent },
  created_at: Serializers.instant(createdAt),
  expires_at: Serializers.instant(expiresAt)
})

const listSessions =
  (dependencies: SignIn.Dependencies) =>
  ({ client, request: origin }: Route.CallOf<typeof Api.listSessions>) =>
    Effect.map(Session.sessions(dependencies, { origin, client }), (sessions) =>
      Route.ok({ data: sessions.map(openSession) })
    )

const endSession =
  (dependencies: SignIn.Dependencies) =>
  ({ client, params: { id }, request: origin }: Route.CallOf<typeof Api.endSession>) =>
    Effect.as(Session.endSession(dependencies, { origin, client, id }), Route.ok(done))

export const routes = Effect.fnUntraced(function* (identity: Identity.Identity["Service"]) {
  const dependencies: SignIn.Dependencies = { engine: yield* Engine.Engine, identity }
  const policy = yield* Policy.Policy
  const site = yield* SiteOrigin.Site
  return [
    Route.make(Api.get, reads, get(dependencies, policy, site)),
    Route.make(Api.askProof, guess, askProof(dependencies)),
    Route.make(Api.prove, guess, prove(dependencies)),
    Route.make(Api.startTotp, guarded, startTotp(dependencies)),
    Route.make(Api.confirmTotp, guess, confirmTotp(dependencies)),
    Route.make(Api.disableTotp, guarded, disableTotp(dependencies)),
    Route.make(Api.listFactors, reads, listFactors(dependencies)),
    Route.make(Api.startPasskey, guarded, startPasskey(dependencies)),
    Route.make(Api.addPasskey, guess, addPasskey(dependencies)),
    Route.make(Api.removePasskey, guarded, removePasskey(dependencies)),
    Route.make(Api.renewCodes, guarded, renewCodes(dependencies)),
    Route.make(Api.changePassword, guess, changePassword(dependencies)),
    Route.make(Api.listSessions, reads, listSessions(dependencies)),
    Route.make(Api.endSession, reads, endSession(dependencies))
  ]
})
