/** Contract of a user's own profile, second factor, password and sessions. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import * as Limits from "../../../config/Limits.ts"
import * as Fields from "../Fields.ts"
import * as SignIn from "./SignIn.ts"

const Session = Schema.Struct({
  person: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    email: Schema.String,
    has_second_factor: Schema.Boolean
  }),
  grants: Schema.Array(SignIn.Grant),
  environment: Schema.Literals(["sandbox", "production"]),
  /** `simulated`: the sandbox sends what is due by itself; `manual`: operators send it. */
  refunds: Schema.Literals(["simulated", "manual"]),
  /** Where to reach support, `https:` or `mailto:`; `null`: it is not set. */
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
  /** `null`: not since it was added. */
  last_used_at: Schema.NullOr(Fields.Instant)
}).annotate({ identifier: "Passkey" })

const password = { password: Fields.text(128) }
const Done = Schema.Struct({ done: Schema.Literal(true) })
const RecoveryCodes = Schema.Struct({ recovery_codes: Schema.Array(Schema.String) })

const described = (summary: string) => OpenApi.annotations({ summary })

export const get = HttpApiEndpoint.get("getSession", "/dashboard/api/session", {
  success: Session,
  error: Fields.readErrors
}).annotateMerge(described("Who is signed in, and what they may"))

export const askProof = HttpApiEndpoint.post("askProof", "/dashboard/api/session/proof-options", {
  payload: Schema.Struct({}),
  success: SignIn.PasskeyRequest,
  error: Fields.writeErrors
}).annotateMerge(described("Begin to confirm with a passkey who is signed in"))

/** One of the three: a password counts only where there is no second factor. */
export const prove = HttpApiEndpoint.post("proveSession", "/dashboard/api/session/proof", {
  payload: Schema.Struct({
    password: Fields.maybe(Fields.text(128)),
    code: Fields.maybe(Fields.text(32)),
    credential: Fields.maybe(SignIn.Signature)
  }),
  success: Done,
  error: Fields.writeErrors
}).annotateMerge(described("Confirm who is signed in, for acts that need a recent proof"))

export const startTotp = HttpApiEndpoint.post("startTotp", "/dashboard/api/totp", {
  payload: Schema.Struct(password),
  success: Schema.Struct({
    uri: Schema.String,
    secret: Schema.String,
    recovery_codes: Schema.Array(Schema.String)
  }),
  error: Fields.writeErrors
}).annotateMerge(described("Begin to set up an authenticator app"))

export const confirmTotp = HttpApiEndpoint.post("confirmTotp", "/dashboard/api/totp/confirm", {
  payload: Schema.Struct({ code: Fields.text(32) }),
  success: Done,
  error: Fields.writeErrors
}).annotateMerge(described("Confirm the authenticator app with a code of it"))

export const disableTotp = HttpApiEndpoint.post("disableTotp", "/dashboard/api/totp/disable", {
  payload: Schema.Struct(password),
  success: Done,
  error: Fields.writeErrors
}).annotateMerge(described("Remove the authenticator app; staff keep it, or a passkey"))

export const listFactors = HttpApiEndpoint.get(
  "listSecondFactors",
  "/dashboard/api/second-factors",
  {
    success: Schema.Struct({
      has_authenticator: Schema.Boolean,
      passkeys: Schema.Array(Passkey)
    }).annotate({ identifier: "SecondFactors" }),
    error: Fields.readErrors
  }
).annotateMerge(described("The second factors of this person"))

export const startPasskey = HttpApiEndpoint.post(
  "startPasskey",
  "/dashboard/api/passkeys/options",
  {
    payload: Schema.Struct(password),
    success: SignIn.PasskeyRequest,
    error: Fields.writeErrors
  }
).annotateMerge(described("Begin to add a passkey"))

export const addPasskey = HttpApiEndpoint.post("addPasskey", "/dashboard/api/passkeys", {
  payload: Schema.Struct({
    name: Fields.text(Limits.people.passkeyNameMax),
    credential: Schema.Struct({
      id: SignIn.CredentialId,
      client_data: SignIn.bytes(8_000),
      attestation: SignIn.bytes(32_000),
      transports: Schema.Array(Fields.text(32)).check(
        Schema.isMaxLength(Limits.people.transportsMax, {
          message: `too_many: must be at most ${Limits.people.transportsMax}`
        })
      )
    })
  }),
  success: Passkey,
  error: Fields.writeErrors
}).annotateMerge(described("Add a passkey; with the first second factor all other sessions end"))

export const removePasskey = HttpApiEndpoint.post(
  "removePasskey",
  "/dashboard/api/passkeys/:id/remove",
  {
    params: { id: Schema.String },
    payload: Schema.Struct(password),
    success: Done,
    error: Fields.writeErrors
  }
).annotateMerge(described("Remove a passkey; staff keep one, or the authenticator app"))

export const renewCodes = HttpApiEndpoint.post(
  "renewRecoveryCodes",
  "/dashboard/api/recovery-codes",
  { payload: Schema.Struct(password), success: RecoveryCodes, error: Fields.writeErrors }
).annotateMerge(described("Draw new recovery codes; the old ones are void"))

export const changePassword = HttpApiEndpoint.post("changePassword", "/dashboard/api/password", {
  payload: Schema.Struct({
    current_password: Fields.text(128),
    new_password: SignIn.NewPassword
  }),
  success: Done,
  error: Fields.writeErrors
}).annotateMerge(described("Change the password; all other sessions end"))

export const listSessions = HttpApiEndpoint.get("listSessions", "/dashboard/api/sessions", {
  success: Schema.Struct({ data: Schema.Array(OpenSession) }),
  error: Fields.readErrors
}).annotateMerge(described("Where this person is signed in"))

export const endSession = HttpApiEndpoint.delete("endSession", "/dashboard/api/sessions/:id", {
  params: { id: Schema.String },
  success: Done,
  error: Fields.writeErrors
}).annotateMerge(described("End a session of this person"))

export class Group extends HttpApiGroup.make("Session").add(
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
) {}
