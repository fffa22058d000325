/**
 * Failures to connect to the configured database: their cause in an operator's words, and whether
 * waiting can help. The start waits for a server that is down or starting. A wrong password, a
 * missing database or an untrusted certificate ends the start.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Schema } from "effect"
import type { SqlError } from "effect/sql"
import * as Limits from "../../config/Limits.ts"

/** The start cannot go on with this `DATABASE_URL`. */
export class DatabaseUnusable extends Schema.TaggedError<DatabaseUnusable>()("DatabaseUnusable", {
  message: Schema.String
}) {}

export interface Explanation {
  readonly message: string
  /** True if the next attempt would fail in the same way. */
  readonly isFinal: boolean
}

interface Cause {
  readonly code?: unknown
  readonly message?: unknown
  /** The causes of a connection that was attempted at several addresses. */
  readonly errors?: ReadonlyArray<Cause>
}

const text = (value: unknown): string => (typeof value === "string" ? value : "")

const passwordCodes = ["28P01", "28000"]

const certificateHelp =
  "Put the certificate of its authority into a file and name the file in DATABASE_URL: " +
  "sslmode=verify-full&sslrootcert=/path/to/ca.crt."

const untrustedCodes = [
  "DEPTH_ZERO_SELF_SIGNED_CERT",
  "SELF_SIGNED_CERT_IN_CHAIN",
  "UNABLE_TO_GET_ISSUER_CERT",
  "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
  "UNABLE_TO_VERIFY_LEAF_SIGNATURE"
]

const isAboutTls = (code: string): boolean => /^(CERT_|ERR_TLS_|ERR_SSL_)/.test(code)

/** The message for a login that the server refused before a session existed. */
const refusedLogin = (message: string): string =>
  /no encryption|SSL off/.test(message)
    ? `The database takes encrypted connections only (${message}). Add sslmode=require to DATABASE_URL.`
    : `The database refuses the user or the password of DATABASE_URL (${message}).`

const reachability: Readonly<Record<string, string>> = {
  ECONNREFUSED: "No server listens at the address of DATABASE_URL",
  ENOTFOUND: "The host name of DATABASE_URL does not exist",
  EAI_AGAIN: "The host name of DATABASE_URL cannot be looked up",
  ETIMEDOUT: "The address of DATABASE_URL does not answer",
  EHOSTUNREACH: "The address of DATABASE_URL cannot be reached",
  ENOENT: "The socket of the database does not exist"
}

/**
 * The cause of a connection failure. With several addresses, a failure with a known code is more
 * useful than the first one.
 */
const causeOf = (error: SqlError.SqlError): Cause => {
  const { cause } = error.reason
  const details = (typeof cause === "object" && cause !== null ? cause : {}) as Cause
  const { errors = [] } = details
  return errors.find(({ code }) => reachability[text(code)] !== undefined) ?? errors[0] ?? details
}

const final = (message: string): Explanation => ({ message, isFinal: true })

export const explain = (error: SqlError.SqlError): Explanation => {
  const cause = causeOf(error)
  const [code, message] = [text(cause.code), text(cause.message)]
  if (passwordCodes.includes(code)) return final(refusedLogin(message))
  if (error.reason._tag === "AuthenticationError") {
    return final(`The database refuses the login with DATABASE_URL (${message}).`)
  }
  if (code === "3D000") return final(`The database of DATABASE_URL does not exist (${message}).`)
  if (untrustedCodes.includes(code)) {
    return final(`The certificate of the database is not trusted (${message}). ${certificateHelp}`)
  }
  if (isAboutTls(code)) return final(`TLS with the database fails (${message}).`)
  if (/does not support (SSL|TLS)/.test(message)) {
    return final(`The database has no TLS (${message}). Remove sslmode from DATABASE_URL.`)
  }
  if (/ in URL: /.test(message)) return final(`DATABASE_URL is invalid: ${message}.`)
  const explanation = reachability[code]
  const detail = message === "" ? error.message : message
  return {
    message: explanation === undefined ? detail : `${explanation} (${detail})`,
    isFinal: false
  }
}

interface Session {
  readonly pid: number
  readonly version: number
}

const sessionQuery =
  "select pg_backend_pid() as pid, current_setting('server_version_num')::int as version"

const open = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const connection = yield* sql.reserve
  const [row] = yield* connection.execute(sessionQuery, [], undefined)
  return row as Session
})

/**
 * Refuses a server that is too old, and a pooler that gives two connections one session: locks,
 * settings and prepared statements of this service belong to a session.
 */
export const check = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const [first, second] = yield* Effect.all([open(sql), open(sql)])
  const major = Math.floor(first.version / 10_000)
  if (major < Limits.database.majorVersionMin) {
    const message = `The database is PostgreSQL ${major}. The service needs ${Limits.database.majorVersionMin} or newer.`
    return yield* new DatabaseUnusable({ message })
  }
  if (first.pid === second.pid) {
    const message =
      "DATABASE_URL is the address of a pooler in transaction mode. Connect to PostgreSQL directly, or set " +
      "the pooler to session mode."
    return yield* new DatabaseUnusable({ message })
  }
}, Effect.scoped)
