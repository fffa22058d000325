/**
 * The port to identity: passwords, second factors and sessions, in their own tables. The
 * permissions of users are in the log (domain/account/User.ts): the adapter has no roles, and the
 * engine no password hashes.
 */
import { Context, type Effect, type Redacted, Schema } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** A failed proof of identity. Responses reveal the reason only to callers that have it already. */
export class NotProven extends Schema.TaggedError<NotProven>()("NotProven", {
  reason: Schema.Literals([
    "wrong",
    "locked",
    "expired",
    "no_second_factor",
    "second_factor_exists",
    /** The last second factor of a user who must keep one. */
    "second_factor_needed",
    /** A password of a user who has a second factor. */
    "password_not_enough"
  ]),
  /** The user whose proof failed, if known. */
  personId: Schema.NullOr(Schema.String)
}) {}

/** A passkey was refused. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {
  reason: Schema.Literals([
    /** There is no challenge, or it is for something else or too old. */
    "expired",
    "used",
    /** The response belongs to a challenge of another browser. */
    "challenge",
    /** The response is for another site. */
    "origin",
    "unknown",
    /** The passkey belongs to a user other than the one whose password was right. */
    "other_person",
    /** The authenticator checked neither a PIN nor a fingerprint nor a face. */
    "unverified",
    /** The signature counter did not rise. */
    "counter",
    "wrong",
    /** The passkey is registered already. */
    "exists",
    "too_many",
    /** The page is not served under a host name. */
    "address"
  ]),
  /** The user whose proof failed, if known. */
  personId: Schema.NullOr(Schema.String)
}) {}

/** The client of a request, as far as a session records it. */
export interface Client {
  /** The origin of the page, `https://payouts.example.com`. Passkeys are valid for it alone. */
  readonly origin: string
  /** The `Cookie` header; empty if there is none. */
  readonly cookie: string
  readonly agent: string
  readonly address: string
}

export interface Session {
  readonly id: string
  readonly personId: string
  readonly hasSecondFactor: boolean
  readonly expiresAt: number
  /** Milliseconds of the user's last proof of identity: the sign-in, or a proof after it. */
  readonly provenAt: number
}

export interface OpenSession {
  readonly id: string
  readonly isCurrent: boolean
  readonly address: string | null
  readonly agent: string | null
  readonly createdAt: number
  readonly expiresAt: number
}

/** `Set-Cookie` headers of the response. */
export type Cookies = ReadonlyArray<string>

export interface SignInStep {
  readonly personId: string
  /** `code` if the second factor is required next; there is no session yet. */
  readonly next: "done" | "code"
  /** Factors that may follow the password; empty if none is needed. */
  readonly factors: ReadonlyArray<Factor>
  readonly cookies: Cookies
}

export type Factor = "authenticator" | "passkey"

export interface Passkey {
  readonly id: string
  readonly name: string
  readonly createdAt: number
  readonly lastUsedAt: number | null
}

export interface SecondFactors {
  readonly hasAuthenticator: boolean
  readonly passkeys: ReadonlyArray<Passkey>
}

/** The JSON that a browser passes to `navigator.credentials`, and the cookie of the challenge. */
export interface PasskeyRequest {
  readonly options: Readonly<Record<string, unknown>>
  readonly cookies: Cookies
}

/** A new passkey, as the browser sent it; all in base64url. */
export interface NewPasskey {
  readonly credentialId: string
  readonly clientData: string
  readonly attestation: string
  readonly transports: ReadonlyArray<string>
}

/** A signature of a passkey, as the browser sent it; all in base64url. */
export interface PasskeyAnswer {
  readonly credentialId: string
  readonly clientData: string
  readonly authenticatorData: string
  readonly signature: string
  /** `null` if the authenticator stores none. */
  readonly userHandle: string | null
}

export interface AddedPasskey {
  readonly passkey: Passkey
  readonly cookies: Cookies
}

/** The removed factor, and whether the user still has a second factor. */
export interface Removal<A> {
  readonly removed: A
  readonly hasSecondFactor: boolean
}

export interface TotpSetup {
  /** `otpauth://…`, for the QR code. */
  readonly uri: string
  readonly recoveryCodes: ReadonlyArray<string>
}

type WithProof<A> = Effect.Effect<A, NotProven | Unavailable>
type WithPasskey<A> = Effect.Effect<A, PasskeyRefused | Unavailable>

export class Identity extends Context.Service<
  Identity,
  {
    /** True if a request may have a session, judged by its header alone. */
    readonly mayHaveSession: (cookie: string) => boolean
    readonly session: (client: Client) => Effect.Effect<Session | undefined, Unavailable>
    readonly signIn: (
      client: Client,
      email: string,
      password: Redacted.Redacted
    ) => WithProof<SignInStep>
    /** The second factor after the password: a code of the app, or a recovery code. */
    readonly enterCode: (
      client: Client,
      code: Redacted.Redacted,
      isRecoveryCode: boolean
    ) => WithProof<SignInStep>
    /** Requests a passkey: after the password, or alone and with the user verified. */
    readonly askPasskey: (client: Client, isSecondStep: boolean) => WithPasskey<PasskeyRequest>
    readonly enterPasskey: (client: Client, answer: PasskeyAnswer) => WithPasskey<SignInStep>
    /**
     * Renews the proof of a session: by a code of the app, or by the password if the user has no
     * second factor.
     */
    readonly proveByPassword: (client: Client, password: Redacted.Redacted) => WithProof<void>
    readonly proveByCode: (client: Client, code: Redacted.Redacted) => WithProof<void>
    /** Requests a passkey of the session's user; its response renews the proof. */
    readonly askProof: (
      client: Client
    ) => Effect.Effect<PasskeyRequest, NotProven | PasskeyRefused | Unavailable>
    readonly proveByPasskey: (
      client: Client,
      answer: PasskeyAnswer
    ) => Effect.Effect<Cookies, NotProven | PasskeyRefused | Unavailable>
    /** Ends the session of these cookies, which were not sent. */
    readonly dropSession: (cookies: Cookies) => Effect.Effect<void, Unavailable>
    readonly signOut: (client: Client) => Effect.Effect<Cookies, Unavailable>
    /**
     * Creates a user's credentials, or replaces them: the old password, second factors and all
     * sessions are deleted.
     */
    readonly establish: (person: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly password: Redacted.Redacted
    }) => Effect.Effect<void, Unavailable>
    /** Deletes a user with credentials, second factors and sessions. */
    readonly removeUser: (personId: string) => Effect.Effect<void, Unavailable>
    readonly startTotp: (client: Client, password: Redacted.Redacted) => WithProof<TotpSetup>
    readonly confirmTotp: (client: Client, code: Redacted.Redacted) => WithProof<Cookies>
    /** `mayBeLast` is true if the user may be left without a second factor. */
    readonly disableTotp: (
      client: Client,
      password: Redacted.Redacted,
      mayBeLast: boolean
    ) => WithProof<Removal<"authenticator">>
    readonly secondFactors: (personId: string) => Effect.Effect<SecondFactors, Unavailable>
    readonly startPasskey: (
      client: Client,
      password: Redacted.Redacted
    ) => Effect.Effect<PasskeyRequest, NotProven | PasskeyRefused | Unavailable>
    /** A user's first second factor ends all other sessions. */
    readonly addPasskey: (
      client: Client,
      name: string,
      answer: NewPasskey
    ) => Effect.Effect<AddedPasskey, NotProven | PasskeyRefused | Unavailable>
    /** `undefined` if the user has no such passkey. */
    readonly removePasskey: (
      client: Client,
      id: string,
      password: Redacted.Redacted,
      mayBeLast: boolean
    ) => WithProof<Removal<Passkey> | undefined>
    readonly renewCodes: (
      client: Client,
      password: Redacted.Redacted
    ) => WithProof<ReadonlyArray<string>>
    /** Ends all other sessions. */
    readonly changePassword: (
      client: Client,
      current: Redacted.Redacted,
      next: Redacted.Redacted
    ) => WithProof<Cookies>
    readonly sessions: (
      personId: string,
      current: string
    ) => Effect.Effect<ReadonlyArray<OpenSession>, Unavailable>
    /** Returns true if the user had such a session. */
    readonly endSession: (
      personId: string,
      sessionId: string
    ) => Effect.Effect<boolean, Unavailable>
  }
>()("payouts/engine/ports/Identity") {}
