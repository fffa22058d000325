/** Contract of signing in and out, and of invitations: the dashboard's routes without a session. */
import { Schema } from "effect"
import * as Role from "../../domain/account/Role.ts"
import * as CommonPasswords from "../../usecases/CommonPasswords.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"

/** `code` if the second factor is the next step. */
const Outcome = Schema.Struct({
  next: Schema.Literals(["done", "code"]),
  /** The possible second factors, if one is next. */
  factors: Schema.optionalKey(Schema.Array(Schema.Literals(["authenticator", "passkey"])))
}).annotate({ identifier: "SignInOutcome" })

/** Options of `navigator.credentials`, in the JSON of WebAuthn. */
export const PasskeyRequest = Schema.Struct({
  options: Schema.Record(Schema.String, Schema.Unknown)
}).annotate({ identifier: "PasskeyRequest" })

/** Bytes that a browser made for a passkey. */
export const bytes = (max: number) =>
  Fields.text(max).check(
    Fields.rule("not_base64url", "must be base64url", (value) => /^[\w-]+$/.test(value))
  )

/** The standard's longest id has 1,023 bytes. */
export const CredentialId = bytes(1_364)

/**
 * The addresses that Better Auth accepts, and no others (a test compares). A person invited under
 * another one could never sign in.
 */
const email =
  /^(?!\.)(?!.*\.\.)[A-Za-z0-9_'+\-.]*[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9-]*\.)+[A-Za-z]{2,}$/

export const Email = Fields.text(254).check(
  Fields.rule("not_an_email", "must be an e-mail address", (value) => email.test(value))
)

/** At least twelve characters, and not a common password. */
export const NewPassword = Fields.text(128).check(
  Schema.isMinLength(12, { message: "too_short: must be at least 12 characters" }),
  Fields.rule(
    "too_common",
    "must not be one of the commonest passwords, nor one with a few characters added; several " +
      "unrelated words are good",
    (value) => !CommonPasswords.isCommon(value)
  )
)

const Password = Fields.text(128)
const Token = Fields.text(128)

export const Grant = Schema.Struct({
  /** `null` for the service's staff. */
  account_id: Schema.NullOr(Schema.String),
  account_name: Schema.NullOr(Schema.String),
  role: Role.Role
}).annotate({ identifier: "Grant" })

export const signIn = Operation.post("signIn", "/dashboard/api/sign-in", {
  summary: "Sign in with e-mail address and password",
  access: { by: "public", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({ email: Email, password: Password }),
  success: Outcome
})

export const code = Operation.post("signInCode", "/dashboard/api/sign-in/code", {
  summary: "Complete a sign-in with a code",
  access: { by: "public", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    code: Fields.text(32),
    is_recovery_code: Fields.maybe(Schema.Boolean)
  }),
  success: Outcome
})

export const askPasskey = Operation.post("askPasskey", "/dashboard/api/sign-in/passkey-options", {
  summary: "Begin to sign in with a passkey",
  access: { by: "public", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    /** True after the password, false in its place. */
    is_second_step: Schema.Boolean
  }),
  success: PasskeyRequest
})

/** A signature of a passkey. */
export const Signature = Schema.Struct({
  id: CredentialId,
  client_data: bytes(8_000),
  authenticator_data: bytes(8_000),
  signature: bytes(4_000),
  user_handle: Fields.maybe(bytes(200))
})

export const passkey = Operation.post("signInPasskey", "/dashboard/api/sign-in/passkey", {
  summary: "Sign in with a passkey",
  access: { by: "public", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    credential: Signature
  }),
  success: Outcome
})

export const signOut = Operation.post("signOut", "/dashboard/api/sign-out", {
  summary: "End this session",
  access: { by: "public" },
  location: "directory",
  payload: Schema.Struct({}),
  success: Outcome
})

export const invitation = Operation.post("openInvitation", "/dashboard/api/invitation", {
  summary: "Get an invitation",
  access: { by: "public" },
  location: "directory",
  payload: Schema.Struct({ token: Token }),
  success: Schema.Struct({
    /** `null` if the holder of the link chooses it. */
    email: Schema.NullOr(Schema.String),
    grants: Schema.Array(Grant),
    expires_at: Fields.Instant,
    /** True if the address belongs to a user, who must sign in to accept. */
    is_known: Schema.Boolean
  }).annotate({ identifier: "OpenInvitation" })
})

export const accept = Operation.post("acceptInvitation", "/dashboard/api/invitation/accept", {
  summary: "Accept an invitation",
  access: { by: "public", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    token: Token,
    email: Fields.maybe(Email),
    name: Fields.maybe(Fields.text(100)),
    password: Fields.maybe(NewPassword)
  }),
  success: Outcome
})

export const group = Operation.group({
  name: "SignIn",
  operations: [signIn, code, askPasskey, passkey, signOut, invitation, accept]
})
