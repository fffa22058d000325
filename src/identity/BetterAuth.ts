/**
 * The configuration of better-auth. Only the functions that this folder calls are reachable: the
 * library's own routes are not served, so its sign-up, account linking and the rest do not exist.
 */
import { kyselyAdapter } from "@better-auth/kysely-adapter"
import { betterAuth } from "better-auth/minimal"
import { twoFactor } from "better-auth/plugins/two-factor"
import { type Dialect, Kysely } from "kysely"
import * as Limits from "../config/Limits.ts"
import * as PasskeySessions from "./PasskeySessions.ts"

export interface Deployment {
  /** Encrypts second factors and signs cookies. */
  readonly secret: string
  /** The dashboard's origin, such as `https://payouts.example.com`. */
  readonly origin: string
}

const issuer = "Payouts"

export const settings = <D>(database: D, { origin, secret }: Deployment) => {
  const isSecure = origin.startsWith("https:")
  return {
    appName: issuer,
    baseURL: origin,
    basePath: "/dashboard/auth",
    secret,
    database,
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      autoSignIn: false,
      minPasswordLength: 12,
      maxPasswordLength: 128
    },
    user: { modelName: "people_users" },
    session: {
      modelName: "people_sessions",
      expiresIn: Limits.identity.sessionMs / 1000,
      // The life of a session counts from its start, however often it is used.
      disableSessionRefresh: true,
      // Every act that needs a fresh session needs the password here.
      freshAge: 0,
      additionalFields: { provenAt: { type: "date" as const, required: false, input: false } }
    },
    account: { modelName: "people_accounts" },
    verification: { modelName: "people_verifications" },
    plugins: [
      twoFactor({
        issuer,
        twoFactorTable: "people_two_factors",
        twoFactorCookieMaxAge: Limits.identity.codeMs / 1000
      }),
      PasskeySessions.plugin
    ],
    advanced: {
      cookiePrefix: isSecure ? "payouts" : "payouts-local",
      useSecureCookies: isSecure,
      defaultCookieAttributes: {
        httpOnly: true,
        sameSite: "strict" as const,
        secure: isSecure,
        path: "/"
      },
      ipAddress: { ipAddressHeaders: [addressHeader] }
    },
    // Attempts are counted with all requests (http/middleware/RateLimits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true }
  }
}

/** The header that gives the library a client's address. */
export const addressHeader = "x-client-address"

export const make = (dialect: Dialect, deployment: Deployment) => {
  const database = kyselyAdapter(new Kysely({ dialect }), { type: "postgres" })
  return betterAuth(settings(database, deployment))
}

export type BetterAuth = ReturnType<typeof make>
