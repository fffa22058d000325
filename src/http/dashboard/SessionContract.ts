/** Contract of a user's own profile, second factor, password and sessions. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as SignInContract from "./SignInContract.ts"

const Session = Schema.Struct({
  person: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    email: Schema.String,
    has_second_factor: Schema.Boolean
  }),
  grants: Schema.Array(SignInContract.Grant),
  environment: Schema.Literals(["sandbox", "production"]),
  /** `simulated`: the sandbox sends refunds automatically; `manual`: operators send them. */
  refunds: Schema.Literals(["simulated", "manual"]),
  /** Address of support, `https:` or `mailto:`; `null` if it is not set. */
  support_url: Schema.NullOr(Schema.String),
  expires_at: Fields.Instant
}).annotate({ identifier: "Session" })

const OpenSession = Schema.Struct({
  id: Schema.String,
  is_current: Schema.Boolean,
  address: Schema.NullOr(Schema.String),
  agent: Schema.NullOr(Schema.String),
  created_at: Fields.Instant,
  expires_at: Fields.Instant
}).annotate({ identifier: "OpenSession" })

const Passkey = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  created_at: Fields.Instant,
  /** `null` if the passkey was not used since it was added. */
  last_used_at: Schema.NullOr(Fields.Instant)
}).annotate({ identifier: "Passkey" })

const password = { password: Fields.text(128) }
const Done = Schema.Struct({ done: Schema.Literal(true) })
const RecoveryCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) })

export const get = Operation.get("getSession", "/dashboard/api/session", {
  summary: "Get the signed-in user and their permissions",
  access: { by: "person" },
  location: "directory",
  success: Session
})

export const askProof = Operation.post("askProof", "/dashboard/api/session/proof-options", {
  summary: "Begin to confirm the user with a passkey",
  access: { by: "person", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({}),
  success: SignInContract.PasskeyRequest
})

/** One of the three is sent. A password counts only if there is no second factor. */
export const prove = Operation.post("proveSession", "/dashboard/api/session/proof", {
  summary: "Confirm the user, for operations that need a recent proof",
  access: { by: "person", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    password: Fields.maybe(Fields.text(128)),
    code: Fields.maybe(Fields.text(32)),
    credential: Fields.maybe(SignInContract.Signature)
  }),
  success: Done
})

export const startTotp = Operation.post("startTotp", "/dashboard/api/totp", {
  summary: "Begin to set up an authenticator app",
  access: { by: "person", proof: "second_factor", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct(password),
  success: Schema.Struct({
    uri: Schema.String,
    secret: Schema.String,
    recovery_codes: Schema.Array(Schema.String)
  })
})

export const confirmTotp = Operation.post("confirmTotp", "/dashboard/api/totp/confirm", {
  summary: "Confirm the authenticator app with one of its codes",
  access: { by: "person", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({ code: Fields.text(32) }),
  success: Done
})

export const disableTotp = Operation.post("disableTotp", "/dashboard/api/totp/disable", {
  summary: "Remove the authenticator app",
  access: { by: "person", proof: "second_factor", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct(password),
  success: Done
})

export const listFactors = Operation.get("listSecondFactors", "/dashboard/api/second-factors", {
  summary: "List your second factors",
  access: { by: "person" },
  location: "directory",
  success: Schema.Struct({
    has_authenticator: Schema.Boolean,
    passkeys: Schema.Array(Passkey)
  }).annotate({ identifier: "SecondFactors" })
})

export const startPasskey = Operation.post("startPasskey", "/dashboard/api/passkeys/options", {
  summary: "Begin to add a passkey",
  access: { by: "person", proof: "second_factor", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct(password),
  success: SignInContract.PasskeyRequest
})

export const addPasskey = Operation.post("addPasskey", "/dashboard/api/passkeys", {
  summary: "Add a passkey",
  access: { by: "person", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    name: Fields.text(Limits.identity.passkeyNameMax),
    credential: Schema.Struct({
      id: SignInContract.CredentialId,
      client_data: SignInContract.bytes(8_000),
      attestation: SignInContract.bytes(32_000),
      transports: Schema.Array(Fields.text(32)).check(
        Schema.isMaxLength(Limits.identity.transportsMax, {
          message: `too_many: must be at most ${Limits.identity.transportsMax}`
        })
      )
    })
  }),
  success: Passkey
})

export const removePasskey = Operation.post("removePasskey", "/dashboard/api/passkeys/:id/remove", {
  summary: "Remove a passkey",
  access: { by: "person", proof: "second_factor", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct(password),
  success: Done
})

export const renewCodes = Operation.post("renewRecoveryCodes", "/dashboard/api/recovery-codes", {
  summary: "Create new recovery codes",
  access: { by: "person", proof: "second_factor", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct(password),
  success: RecoveryCodes
})

export const changePassword = Operation.post("changePassword", "/dashboard/api/password", {
  summary: "Change the password and end all other sessions",
  access: { by: "person", limit: "signIn" },
  location: "directory",
  payload: Schema.Struct({
    current_password: Fields.text(128),
    new_password: SignInContract.NewPassword
  }),
  success: Done
})

export const listSessions = Operation.get("listSessions", "/dashboard/api/sessions", {
  summary: "List your sessions",
  access: { by: "person" },
  location: "directory",
  success: Schema.Struct({ data: Schema.Array(OpenSession) })
})

export const endSession = Operation.delete("endSession", "/dashboard/api/sessions/:id", {
  summary: "End one of your sessions",
  access: { by: "person" },
  location: "directory",
  success: Done
})

export const group = Operation.group({
  name: "Session",
  operations: [
    get,
    askProof,
    prove,
    startTotp,
    confirmTotp,
    disableTotp,
    listFactors,
    startPasskey,
    addPasskey,
    removePasskey,
    renewCodes,
    changePassword,
    listSessions,
    endSession
  ]
})
