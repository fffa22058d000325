/**
 * The port to identity: passwords, second factors and sessions, in tables of their own. What a
 * person may do is in the log (domain/account/User.ts): the adapter has no roles, and the
 * engine no password hashes.
 */
import { Context, type Effect, type Redacted, Schema } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** Refused. Responses reveal the reason only to callers that have it already. */
export class NotProven extends Schema.TaggedError<NotProven>()("NotProven", {
  reason: Schema.Literals([
    "wrong",
    "locked",
    "expired",
    "no_second_factor",
    "second_factor_exists",
    /** The last second factor of someone who must keep one. */
    "second_factor_needed",
    /** A password where the person has a second factor. */
    "password_not_enough"
  ]),
  /** The person whose proof failed, where that is known. */
  personId: Schema.NullOr(Schema.String)
}) {}

/** Why a passkey is not accepted. */
export class PasskeyRefused extends Schema.TaggedError<PasskeyRefused>()("PasskeyRefused", {
  reason: Schema.Literals([
    /** No challenge, one for something else, or one that is too old. */
    "expired",
    "used",
    /** The answer is to another challenge than the one of this browser. */
    "challenge",
    /** The answer is for another site. */
    "origin",
    "unknown",
    /** Of another person than the one whose password was right. */
    "other_person",
    /** The authenticator checked neither a PIN nor a fingerprint nor a face. */
    "unverified",
    /** The count of signatures did not rise. */
    "counter",
    "wrong",
    /** Registered already. */
    "exists",
    "too_many",
    /** The page is not served under a host name. */
    "address"
  ]),
  /** The person whose proof failed, where that is known. */
  personId: Schema.NullOr(Schema.String)
}) {}

/** The client of a request, as far as a session records it. */
export interface Client {
  /** Of the page, `https://payouts.example.com`: passkeys count for it alone. */
  readonly origin: string
  /** The `Cookie` header; empty where there is none. */
  readonly cookie: string
  readonly agent: string
  readonly address: string
}

/** A verified session. */
export interface Session {
  readonly id: string
  readonly personId: string
  readonly hasSecondFactor: boolean
  readonly expiresAt: number
  /** When its user last proved who they are: the sign-in, or a proof after it. Milliseconds. */
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

export interface Entered {
  readonly personId: string
  /** `code`: the second factor is required next; there is no session yet. */
  readonly next: "done" | "code"
  /** What may follow the password; empty where nothing has to. */
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

/** What a browser passes to `navigator.credentials`, as JSON, and the cookie of the challenge. */
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
  /** `null`: the authenticator keeps none. */
  readonly userHandle: string | null
}

export interface AddedPasskey {
  readonly passkey: Passkey
  readonly cookies: Cookies
}

/** What was removed, and whether the person has a second factor still. */
export interface Removed<A> {
  readonly removed: A
  readonly hasSecondFactor: boolean
}

export interface TotpSetup {
  /** `otpauth://…`, for the QR code. */
  readonly uri: string
  readonly recoveryCodes: ReadonlyArray<string>
}

type Proven<A> = Effect.Effect<A, NotProven | Unavailable>
type ByPasskey<A> = Effect.Effect<A, PasskeyRefused | Unavailable>

export class Identity extends Context.Service<
  Identity,
  {
    /** Whether a request may have a session; answered from its header alone. */
    readonly mayHaveSession: (cookie: string) => boolean
    readonly session: (client: Client) => Effect.Effect<Session | undefined, Unavailable>
    readonly signIn: (client: Client, email: string, password: Redacted.Redacted) => Proven<Entered>
    /** The second factor after the password: a code of the app, or a recovery code. */
    readonly enterCode: (
      client: Client,
      code: Redacted.Redacted,
      isRecoveryCode: boolean
    ) => Proven<Entered>
    /** Asks for a passkey: after the password, or alone and with the user verified. */
    readonly askPasskey: (client: Client, isSecondStep: boolean) => ByPasskey<PasskeyRequest>
    readonly enterPasskey: (client: Client, answer: PasskeyAnswer) => ByPasskey<Entered>
    /**
     * Renews the proof of a session: by the password, which counts only where the person has no
     * second factor, or by a code of the app.
     */
    readonly proveByPassword: (client: Client, password: Redacted.Redacted) => Proven<void>
    readonly proveByCode: (client: Client, code: Redacted.Redacted) => Proven<void>
    /** Asks for a passkey of the session's user, and takes its answer as such a proof. */
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
     * Makes a person's credentials, or replaces them: the old password, second factors and all
     * sessions are deleted.
     */
    readonly establish: (person: {
      readonly id: string
      readonly name: string
      readonly email: string
      readonly password: Redacted.Redacted
    }) => Effect.Effect<void, Unavailable>
    readonly startTotp: (client: Client, password: Redacted.Redacted) => Proven<TotpSetup>
    readonly confirmTotp: (client: Client, code: Redacted.Redacted) => Proven<Cookies>
    /** `mayBeLast`: whether the person may be left without a second factor. */
    readonly disableTotp: (
      client: Client,
      password: Redacted.Redacted,
      mayBeLast: boolean
    ) => Proven<Removed<"authenticator">>
    readonly secondFactors: (personId: string) => Effect.Effect<SecondFactors, Unavailable>
    readonly startPasskey: (
      client: Client,
      password: Redacted.Redacted
    ) => Effect.Effect<PasskeyRequest, NotProven | PasskeyRefused | Unavailable>
    /** Of a first second factor all other sessions end. */
    readonly addPasskey: (
      client: Client,
      name: string,
      answer: NewPasskey
    ) => Effect.Effect<AddedPasskey, NotProven | PasskeyRefused | Unavailable>
    /** `undefined`: the person has no such passkey. */
    readonly removePasskey: (
      client: Client,
      id: string,
      password: Redacted.Redacted,
      mayBeLast: boolean
    ) => Proven<Removed<Passkey> | undefined>
    readonly renewCodes: (
      client: Client,
      password: Redacted.Redacted
    ) => Proven<ReadonlyArray<string>>
    /** All other sessions end. */
    readonly changePassword: (
      client: Client,
      current: Redacted.Redacted,
      next: Redacted.Redacted
    ) => Proven<Cookies>
    readonly sessions: (
      personId: string,
      current: string
    ) => Effect.Effect<ReadonlyArray<OpenSession>, Unavailable>
    /** Whether there was such a session of this person. */
    readonly endSession: (
      personId: string,
      sessionId: string
    ) => Effect.Effect<boolean, Unavailable>
  }
>()("payouts/engine/ports/Identity") {}
