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
    "second_factor_exists"
  ]),
  /** The person whose proof failed, where that is known. */
  personId: Schema.NullOr(Schema.String)
}) {}

/** The client of a request, as far as a session records it. */
export interface Client {
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
  readonly cookies: Cookies
}

export interface TotpSetup {
  /** `otpauth://…`, for the QR code. */
  readonly uri: string
  readonly recoveryCodes: ReadonlyArray<string>
}

type Proven<A> = Effect.Effect<A, NotProven | Unavailable>

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
    /** Ends the session of these cookies, which were not sent. */
    readonly dropSession: (cookies: Cookies) => Effect.Effect<void, Unavailable>
    readonly signOut: (client: Client) => Effect.Effect<Cookies, Unavailable>
    /**
     * Makes a person's credentials, or replaces them: the old password, second factor and all
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
    readonly disableTotp: (client: Client, password: Redacted.Redacted) => Proven<Cookies>
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
>()("payouts/engine/Identity") {}
