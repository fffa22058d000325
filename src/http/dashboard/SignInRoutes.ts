/** `/dashboard/api`: signing in and out, and invitations. */
import { Effect, Redacted, Result } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Registry from "../../domain/account/Registry.ts"
import type * as Identity from "../../engine/ports/Identity.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as AcceptInvitation from "../../usecases/AcceptInvitation.ts"
import * as Invitations from "../../usecases/Invitations.ts"
import * as Passkeys from "../../usecases/Passkeys.ts"
import * as SignIn from "../../usecases/SignIn.ts"
import * as SignInThrottle from "../../usecases/SignInThrottle.ts"
import * as SignOut from "../../usecases/SignOut.ts"
import * as Instants from "../contract/Instants.ts"
import type * as Operation from "../contract/Operation.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./SignInContract.ts"

/** A response that sets cookies. No cache keeps it. */
export const withCookies = <Success>(
  operation: Operation.ResponseContract<Success>,
  value: NoInfer<Success>,
  cookies: Identity.Cookies
): Route.Answer => ({
  ...Route.answer(operation, value),
  headers: ["cache-control", "no-store", ...cookies.flatMap((cookie) => ["set-cookie", cookie])]
})

export const grant = ({ accountId, accountName, role }: Registry.NamedGrant) => ({
  account_id: accountId,
  account_name: accountName,
  role
})

/** The response to a sign-in. `operation` is any that signs in. */
const signInAnswer =
  (operation: Operation.ResponseContract<Operation.SuccessOf<typeof Contract.signIn>>) =>
  ({ cookies, factors, next }: SignIn.SignedIn): Route.Answer =>
    withCookies(operation, next === "code" ? { next, factors } : { next }, cookies)

type Signature = Route.RequestOf<typeof Contract.passkey>["payload"]["credential"]

/** A passkey's signature in the form of the use cases. */
export const signatureOf = (credential: Signature): Identity.PasskeyAnswer => ({
  credentialId: credential.id,
  clientData: credential.client_data,
  authenticatorData: credential.authenticator_data,
  signature: credential.signature,
  userHandle: credential.user_handle ?? null
})

const signInRoutes = (
  identity: Identity.Identity["Service"],
  throttle: SignInThrottle.SignInThrottle
) => [
  Route.make(Contract.signIn, ({ client, command: origin, engine, payload }) => {
    const { email } = payload
    const password = Redacted.make(payload.password)
    const attempt = { origin, client, email, password }
    const signedIn = SignIn.withPassword({ engine, identity }, throttle, attempt)
    return Effect.map(signedIn, signInAnswer(Contract.signIn))
  }),

  Route.make(Contract.code, ({ client, command: origin, engine, payload }) => {
    const code = Redacted.make(payload.code)
    const isRecoveryCode = payload.is_recovery_code === true
    const attempt = { origin, client, code, isRecoveryCode }
    return Effect.map(SignIn.withCode({ engine, identity }, attempt), signInAnswer(Contract.code))
  }),

  Route.make(Contract.askPasskey, ({ client, payload: { is_second_step: isSecondStep } }) =>
    Effect.map(Passkeys.ask({ identity }, { client, isSecondStep }), ({ cookies, options }) =>
      withCookies(Contract.askPasskey, { options }, cookies)
    )
  ),

  Route.make(Contract.passkey, ({ client, command: origin, engine, payload: { credential } }) => {
    const answer = signatureOf(credential)
    const signedIn = Passkeys.signIn({ engine, identity }, { origin, client, answer })
    return Effect.map(signedIn, signInAnswer(Contract.passkey))
  }),

  Route.make(Contract.signOut, ({ client, command: origin, engine }) =>
    Effect.map(SignOut.signOut({ engine, identity }, { origin, client }), (cookies) =>
      withCookies(Contract.signOut, { next: "done" }, cookies)
    )
  )
]

const invitationRoutes = (identity: Identity.Identity["Service"], peopleMin: number) => [
  Route.make(Contract.invitation, ({ at, engine, payload: { token } }) =>
    Effect.fromResult(
      Result.map(
        Invitations.open(engine, token, at),
        ({ email, expiresAt, grants, isKnown: is_known }) => {
          const expires_at = Instants.instant(expiresAt)
          const granted = grants.map(grant)
          return Route.answer(Contract.invitation, {
            email,
            grants: granted,
            expires_at,
            is_known
          })
        }
      )
    )
  ),

  Route.make(Contract.accept, ({ client, command: origin, engine, payload }) => {
    const { email, name, password, token } = payload
    const accepted = AcceptInvitation.accept(
      { engine, identity, peopleMin },
      {
        ...{ origin, client, token },
        email: email ?? undefined,
        name: name ?? undefined,
        password: typeof password === "string" ? Redacted.make(password) : undefined
      }
    )
    return Effect.map(accepted, (signedIn) =>
      signedIn === undefined
        ? Route.answer(Contract.accept, { next: "done" })
        : signInAnswer(Contract.accept)(signedIn)
    )
  })
]

export const routes = (identity: Identity.Identity["Service"]) =>
  Effect.map(Policy.Policy, ({ holdApprovals: peopleMin }) => [
    ...signInRoutes(identity, SignInThrottle.make(Limits.identity.strangersMax)),
    ...invitationRoutes(identity, peopleMin)
  ])
