/**
 * `/dashboard/api/session`, `/totp` and the like: a user's own profile, second factor, password and
 * sessions.
 */
import { Effect, Redacted } from "effect"
import type * as Identity from "../../engine/ports/Identity.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Passkeys from "../../usecases/Passkeys.ts"
import * as Proof from "../../usecases/Proof.ts"
import * as Session from "../../usecases/Session.ts"
import * as Instants from "../contract/Instants.ts"
import type { Refusal } from "../contract/Rejection.ts"
import * as DashboardSite from "../middleware/DashboardSite.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./SessionContract.ts"
import { grant, signatureOf, withCookies } from "./SignInRoutes.ts"

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
  }: Route.RequestOf<typeof Contract.prove>): Route.Reply => {
    const { code, credential, password } = payload
    const proofs = [code, credential, password].filter((one) => one !== undefined && one !== null)
    if (proofs.length !== 1) return Effect.fail(oneProof)
    const dependencies = { engine, identity }
    const own = { origin, client }
    if (typeof code === "string") {
      const proven = Proof.withCode(dependencies, { ...own, code: Redacted.make(code) })
      return Effect.as(proven, Route.answer(Contract.prove, done))
    }
    if (typeof password === "string") {
      const proven = Proof.withPassword(dependencies, { ...own, password: Redacted.make(password) })
      return Effect.as(proven, Route.answer(Contract.prove, done))
    }
    if (credential === undefined || credential === null) return Effect.fail(oneProof)
    const answer = signatureOf(credential)
    return Effect.map(Proof.withPasskey(dependencies, { ...own, answer }), (cookies) =>
      withCookies(Contract.prove, done, cookies)
    )
  }

const passkey = ({ createdAt, id, lastUsedAt, name }: Identity.Passkey) => ({
  ...{ id, name, created_at: Instants.instant(createdAt) },
  last_used_at: lastUsedAt === null ? null : Instants.instant(lastUsedAt)
})

const openSession = ({ createdAt, expiresAt, isCurrent, ...session }: Identity.OpenSession) => ({
  ...{ id: session.id, is_current: isCurrent, address: session.address, agent: session.agent },
  created_at: Instants.instant(createdAt),
  expires_at: Instants.instant(expiresAt)
})

const sessionRoutes = (
  identity: Identity.Identity["Service"],
  { environment, refunds }: Policy.Rules,
  { supportUrl }: DashboardSite.Settings
) => [
  Route.make(Contract.get, ({ client, command: origin, engine }) =>
    Effect.map(
      Session.profile({ engine, identity }, { origin, client }),
      ({ expiresAt, grants, user }) => {
        const { email, hasSecondFactor, id, name } = user
        return Route.answer(Contract.get, {
          person: { id, name, email, has_second_factor: hasSecondFactor },
          grants: grants.map(grant),
          ...{ environment, refunds, support_url: supportUrl ?? null },
          expires_at: Instants.instant(expiresAt)
        })
      }
    )
  ),

  Route.make(Contract.askProof, ({ client, command: origin, engine }) =>
    Effect.map(Proof.ask({ engine, identity }, { origin, client }), ({ cookies, options }) =>
      withCookies(Contract.askProof, { options }, cookies)
    )
  ),

  Route.make(Contract.prove, prove(identity)),

  Route.make(Contract.changePassword, ({ client, command: origin, engine, payload }) => {
    const current = Redacted.make(payload.current_password)
    const next = Redacted.make(payload.new_password)
    const change = { origin, client, current, next }
    return Effect.map(Session.changePassword({ engine, identity }, change), (cookies) =>
      withCookies(Contract.changePassword, done, cookies)
    )
  }),

  Route.make(Contract.listSessions, ({ client, command: origin, engine }) =>
    Effect.map(Session.sessions({ engine, identity }, { origin, client }), (sessions) =>
      Route.answer(Contract.listSessions, { data: sessions.map(openSession) })
    )
  ),

  Route.make(Contract.endSession, ({ client, command: origin, engine, params: { id } }) =>
    Effect.as(
      Session.endSession({ engine, identity }, { origin, client, id }),
      Route.answer(Contract.endSession, done)
    )
  )
]

/** Routes of an authenticator app and of its recovery codes. */
const authenticatorRoutes = (identity: Identity.Identity["Service"]) => [
  Route.make(Contract.startTotp, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const started = Session.startTotp({ engine, identity }, { origin, client, password })
    return Effect.map(started, ({ recoveryCodes, uri }) => {
      const secret = new URL(uri).searchParams.get("secret") ?? ""
      return withCookies(Contract.startTotp, { uri, secret, recovery_codes: recoveryCodes }, [])
    })
  }),

  Route.make(Contract.confirmTotp, ({ client, command: origin, engine, payload }) => {
    const code = Redacted.make(payload.code)
    const confirmed = Session.confirmTotp({ engine, identity }, { origin, client, code })
    return Effect.map(confirmed, (cookies) => withCookies(Contract.confirmTotp, done, cookies))
  }),

  Route.make(Contract.disableTotp, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const disabled = Session.disableTotp({ engine, identity }, { origin, client, password })
    return Effect.as(disabled, Route.answer(Contract.disableTotp, done))
  }),

  Route.make(Contract.renewCodes, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const renewed = Session.renewRecoveryCodes({ engine, identity }, { origin, client, password })
    return Effect.map(renewed, (codes) =>
      withCookies(Contract.renewCodes, { recovery_codes: codes }, [])
    )
  })
]

const passkeyRoutes = (identity: Identity.Identity["Service"]) => [
  Route.make(Contract.listFactors, ({ client, command: origin, engine }) =>
    Effect.map(
      Passkeys.list({ engine, identity }, { origin, client }),
      ({ hasAuthenticator, passkeys }) =>
        Route.answer(Contract.listFactors, {
          has_authenticator: hasAuthenticator,
          passkeys: passkeys.map(passkey)
        })
    )
  ),

  Route.make(Contract.startPasskey, ({ client, command: origin, engine, payload }) => {
    const password = Redacted.make(payload.password)
    const started = Passkeys.start({ engine, identity }, { origin, client, password })
    return Effect.map(started, ({ cookies, options }) =>
      withCookies(Contract.startPasskey, { options }, cookies)
    )
  }),

  Route.make(Contract.addPasskey, ({ client, command: origin, engine, payload }) => {
    const { attestation, client_data, id, transports } = payload.credential
    const answer = { credentialId: id, clientData: client_data, attestation, transports }
    const addition = { origin, client, name: payload.name, answer }
    return Effect.map(Passkeys.add({ engine, identity }, addition), (added) =>
      withCookies(Contract.addPasskey, passkey(added.passkey), added.cookies)
    )
  }),

  Route.make(Contract.removePasskey, ({ client, command: origin, engine, params, payload }) => {
    const password = Redacted.make(payload.password)
    const removal = { origin, client, id: params.id, password }
    return Effect.as(
      Passkeys.remove({ engine, identity }, removal),
      Route.answer(Contract.removePasskey, done)
    )
  })
]

export const routes = Effect.fnUntraced(function* (identity: Identity.Identity["Service"]) {
  const policy = yield* Policy.Policy
  const site = yield* DashboardSite.Site
  return [
    ...sessionRoutes(identity, policy, site),
    ...authenticatorRoutes(identity),
    ...passkeyRoutes(identity)
  ]
})
