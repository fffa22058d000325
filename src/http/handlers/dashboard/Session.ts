/**
 * `/dashboard/api/session`, `/totp` and the like: a user's own profile, second factor, password and
 * sessions.
 */
import { Effect, Redacted } from "effect"
import type * as Identity from "../../../engine/ports/Identity.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as Passkeys from "../../../usecases/Passkeys.ts"
import * as Proof from "../../../usecases/Proof.ts"
import * as Session from "../../../usecases/Session.ts"
import * as Api from "../../api/dashboard/Session.ts"
import * as Route from "../../middleware/Route.ts"
import * as SiteOrigin from "../../middleware/SiteOrigin.ts"
import type { Refusal } from "../../Rejection.ts"
import * as Serializers from "../../Serializers.ts"
import { grant, signatureOf, withCookies } from "./SignIn.ts"

const done = { done: true } as const

const oneProof: Refusal = {
  _tag: "Invalid",
  errors: [
    { field: "code", code: "required", message: "must be sent, or a password, or a credential" }
  ]
}

const prove =
  (identity: Identity.Identity["Service"]) =>
  ({
    client,
    command: origin,
    engine,
    payload
  }: Route.RequestOf<typeof Api.prove>): Route.Handled => {
    const { code, credential, password } = payload
    const given = [code, credential, password].filter((one) => one !== undefined && one !== null)
    if (given.length !== 1) return Effect.fail(oneProof)
    const dependencies = { engine, identity }
    const own = { origin, client }
    if (typeof code === "string") {
      const proven = Proof.withCode(dependencies, { ...own, code: Redacted.make(code) })
      return Effect.as(proven, Route.answer(Api.prove, done))
    }
    if (typeof password === "string") {
      const proven = Proof.withPassword(dependencies, { ...own, password: Redacted.make(password) })
      return Effect.as(proven, Route.answer(Api.prove, done))
    }
    if (credential === undefined || credential === null) return Effect.fail(oneProof)
    const answer = signatureOf(credential)
    return Effect.map(Proof.withPasskey(dependencies, { ...own, answer }), (cookies) =>
      withCookies(Api.prove, done, cookies)
    )
  }

const passkey = ({ createdAt, id, lastUsedAt, name }: Identity.Passkey) => ({
  ...{ id, name, created_at: Serializers.instant(createdAt) },
  last_used_at: lastUsedAt === null ? null : Serializers.instant(lastUsedAt)
})

const openSession = ({ createdAt, expiresAt, isCurrent, ...session }: Identity.OpenSession) => ({
  ...{ id: session.id, is_current: isCurrent, address: session.address, agent: session.agent },
  created_at: Serializers.instant(createdAt),
  expires_at: Serializers.instant(expiresAt)
})

const sessionRoutes = (
  identity: Identity.Identity["Service"],
  { environment, refunds }: Policy.Rules,
  { supportUrl }: SiteOrigin.Place
) => [
  Route.make(Api.get, ({ client, command: origin, engine }) =>
    Effect.map(
      Session.profile({ engine, identity }, { origin, client }),
      ({ expiresAt, grants, user }) => {
        const { email, hasSecondFactor, id, name } = user
        return Route.answer(Api.get, {
          person: { id, name, email, has_second_factor: hasSecondFactor },
          grants: grants.map(grant),
          ...{ environment, refunds, support_url: supportUrl ?? null },
          expires_at: Serializers.instant(expiresAt)
        })
      }
    )
  ),

  Route.make(Api.askProof, ({ client, command: origin, engine }) =>
    Effect.map(Proof.ask({ engine, identity }, { origin, client }), ({ cookies, options }) =>
      withCookies(Api.askProof, { options }, cookies)
    )
  ),

  Route.make(Api.prove, prove(identity)),

  Route.make(Api.changePassword, ({ client, command: origin, engine, payload }) => {
    const current = Redacted.make(payload.current_password)
    const next = Redacted.make(payload.new_password)
    const change = { origin, client, current, next }
    return Effect.map(Session.changePassword({ engine, identity }, change), (cookies) =>
      withCookies(Api.changePassword, done, cookies)
    )
  }),

  Route.make(Api.listSessions, ({ client, command: origin, engine }) =>
    Effect.map(Session.sessions({ engine, identity }, { origin, client }), (sessions) =>
      Route.answer(Api.listSessions, { data: sessions.map(openSession) })
    )
  ),

  Route.make(Api.endSession, ({ client, command: origin, engine, params: { id } }) =>
    Effect.as(
      Session.endSession({ engine, identity }, { origin, client, id }),
      Route.answer(Api.endSession, done)
    )
  )
]

/** An authenticator app, and the codes that stand in for it. */
const authenticatorRoutes = (identity: Identity.Identity["Service"]) => [
  Route.make(Api.startTotp, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const started = Session.startTotp({ engine, identity }, { origin, client, password })
    return Effect.map(started, ({ recoveryCodes, uri }) => {
      const secret = new URL(uri).searchParams.get("secret") ?? ""
      return withCookies(Api.startTotp, { uri, secret, recovery_codes: recoveryCodes }, [])
    })
  }),

  Route.make(Api.confirmTotp, ({ client, command: origin, engine, payload }) => {
    const code = Redacted.make(payload.code)
    const confirmed = Session.confirmTotp({ engine, identity }, { origin, client, code })
    return Effect.map(confirmed, (cookies) => withCookies(Api.confirmTotp, done, cookies))
  }),

  Route.make(Api.disableTotp, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const disabled = Session.disableTotp({ engine, identity }, { origin, client, password })
    return Effect.as(disabled, Route.answer(Api.disableTotp, done))
  }),

  Route.make(Api.renewCodes, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const renewed = Session.renewRecoveryCodes({ engine, identity }, { origin, client, password })
    return Effect.map(renewed, (codes) =>
      withCookies(Api.renewCodes, { recovery_codes: codes }, [])
    )
  })
]

const passkeyRoutes = (identity: Identity.Identity["Service"]) => [
  Route.make(Api.listFactors, ({ client, command: origin, engine }) =>
    Effect.map(
      Passkeys.list({ engine, identity }, { origin, client }),
      ({ hasAuthenticator, passkeys }) =>
        Route.answer(Api.listFactors, {
          has_authenticator: hasAuthenticator,
          passkeys: passkeys.map(passkey)
        })
    )
  ),

  Route.make(Api.startPasskey, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const started = Passkeys.start({ engine, identity }, { origin, client, password })
    return Effect.map(started, ({ cookies, options }) =>
      withCookies(Api.startPasskey, { options }, cookies)
    )
  }),

  Route.make(Api.addPasskey, ({ client, command: origin, engine, payload }) => {
    const { attestation, client_data, id, transports } = payload.credential
    const answer = { credentialId: id, clientData: client_data, attestation, transports }
    const addition = { origin, client, name: payload.name, answer }
    return Effect.map(Passkeys.add({ engine, identity }, addition), (added) =>
      withCookies(Api.addPasskey, passkey(added.passkey), added.cookies)
    )
  }),

  Route.make(Api.removePasskey, ({ client, command: origin, engine, params, payload }) => {
    const password = Redacted.make(payload.password)
    const removal = { origin, client, id: params.id, password }
    return Effect.as(
      Passkeys.remove({ engine, identity }, removal),
      Route.answer(Api.removePasskey, done)
    )
  })
]

export const routes = Effect.fnUntraced(function* (identity: Identity.Identity["Service"]) {
  const policy = yield* Policy.Policy
  const site = yield* SiteOrigin.Site
  return [
    ...sessionRoutes(identity, policy, site),
    ...authenticatorRoutes(identity),
    ...passkeyRoutes(identity)
  ]
})
