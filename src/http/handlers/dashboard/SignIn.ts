/** `/dashboard/api`: signing in and out, and invitations. */
import { Effect, Redacted, Result } from "effect"
import * as Limits from "../../../config/Limits.ts"
import type * as Registry from "../../../domain/account/Registry.ts"
import * as Engine from "../../../engine/Engine.ts"
import type * as Identity from "../../../engine/ports/Identity.ts"
import * as Policy from "../../../engine/ports/Policy.ts"
import * as AcceptInvitation from "../../../usecases/AcceptInvitation.ts"
import * as Invitations from "../../../usecases/Invitations.ts"
import * as Passkeys from "../../../usecases/Passkeys.ts"
import * as SignIn from "../../../usecases/SignIn.ts"
import * as SignInThrottle from "../../../usecases/SignInThrottle.ts"
import * as SignOut from "../../../usecases/SignOut.ts"
import * as Api from "../../api/dashboard/SignIn.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"

const open = { access: "public" } as const
/** Each call may be a guess at a secret. */
const guess = { access: "public", limit: "signIn" } as const

/** An answer that sets cookies. No cache keeps it. */
export const withCookies = (value: unknown, cookies: Identity.Cookies): Route.Answer => ({
  ...Route.ok(value),
  headers: ["cache-control", "no-store", ...cookies.flatMap((cookie) => ["set-cookie", cookie])]
})

export const grant = ({ accountId, accountName, role }: Registry.NamedGrant) => ({
  account_id: accountId,
  account_name: accountName,
  role
})

const entered = ({ cookies, factors, next }: SignIn.SignedIn): Route.Answer =>
  withCookies(next === "code" ? { next, factors } : { next }, cookies)

const signIn =
  (dependencies: SignIn.Dependencies, throttle: SignInThrottle.SignInThrottle) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.signIn>) => {
    const { email } = payload
    const password = Redacted.make(payload.password)
    const attempt = { origin, client, email, password }
    return Effect.map(SignIn.withPassword(dependencies, throttle, attempt), entered)
  }

const code =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.code>) => {
    const code = Redacted.make(payload.code)
    const isRecoveryCode = payload.is_recovery_code === true
    const attempt = { origin, client, code, isRecoveryCode }
    return Effect.map(SignIn.withCode(dependencies, attempt), entered)
  }

const askPasskey =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload: { is_second_step } }: Route.CallOf<typeof Api.askPasskey>) =>
    Effect.map(
      Passkeys.ask(dependencies, { client, isSecondStep: is_second_step }),
      ({ cookies, options }) => withCookies({ options }, cookies)
    )

type Signature = Route.CallOf<typeof Api.passkey>["payload"]["credential"]

/** A passkey's signature as the use cases take it. */
export const signatureOf = (credential: Signature): Identity.PasskeyAnswer => ({
  credentialId: credential.id,
  clientData: credential.client_data,
  authenticatorData: credential.authenticator_data,
  signature: credential.signature,
  userHandle: credential.user_handle ?? null
})

const passkey =
  (dependencies: SignIn.Dependencies) =>
  ({ client, payload: { credential }, request: origin }: Route.CallOf<typeof Api.passkey>) => {
    const answer = signatureOf(credential)
    return Effect.map(Passkeys.signIn(dependencies, { origin, client, answer }), entered)
  }

const signOut =
  (dependencies: SignIn.Dependencies) =>
  ({ client, request: origin }: Route.CallOf<typeof Api.signOut>) =>
    Effect.map(SignOut.signOut(dependencies, { origin, client }), (cookies) =>
      withCookies({ next: "done" }, cookies)
    )

const invitation =
  ({ engine }: SignIn.Dependencies) =>
  ({ at, payload: { token } }: Route.CallOf<typeof Api.invitation>) =>
    Effect.fromResult(
      Result.map(
        Invitations.open(engine, token, at),
        ({ email, expiresAt, grants, isKnown: is_known }) => {
          const expires_at = Serializers.instant(expiresAt)
          return Route.ok({ email, grants: grants.map(grant), expires_at, is_known })
        }
      )
    )

const accept =
  (dependencies: AcceptInvitation.Dependencies) =>
  ({ client, payload, request: origin }: Route.CallOf<typeof Api.accept>) => {
    const { email, name, password, token } = payload
    const accepted = AcceptInvitation.accept(dependencies, {
      ...{ origin, client, token },
      email: email ?? undefined,
      name: name ?? undefined,
      password: typeof password === "string" ? Redacted.make(password) : undefined
    })
    return Effect.map(accepted, (signedIn) =>
      signedIn === undefined ? Route.ok({ next: "done" }) : entered(signedIn)
    )
  }

export const routes = Effect.fnUntraced(function* (identity: Identity.Identity["Service"]) {
  const dependencies: SignIn.Dependencies = { engine: yield* Engine.Engine, identity }
  const { holdApprovals: peopleMin } = yield* Policy.Policy
  const throttle = SignInThrottle.make(Limits.people.strangersMax)
  return [
    Route.make(Api.signIn, guess, signIn(dependencies, throttle)),
    Route.make(Api.code, guess, code(dependencies)),
    Route.make(Api.askPasskey, guess, askPasskey(dependencies)),
    Route.make(Api.passkey, guess, passkey(dependencies)),
    Route.make(Api.signOut, open, signOut(dependencies)),
    Route.make(Api.invitation, open, invitation(dependencies)),
    Route.make(Api.accept, guess, accept({ ...dependencies, peopleMin }))
  ]
})
