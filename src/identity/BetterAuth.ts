/**
 * How the library of sign-ins is set up. Only what is called from here is reachable: its own routes
 * are served to nobody, so its sign-up, account linking and the rest do not exist.
 */
import { kyselyAdapter } from "@better-auth/kysely-adapter"
import { betterAuth } from "better-auth/minimal"
import { twoFactor } from "better-auth/plugins/two-factor"
import { type Dialect, Kysely } from "kysely"
import * as Limits from "../config/Limits.ts"

export interface Options {
  /** Encrypts second factors and signs cookies. */
  readonly secret: string
  /** `https://payouts.example.com`, where the page is served. */
  readonly origin: string
}

export const issuer = "Payouts"

export const settings = <D>(database: D, { origin, secret }: Options) => {
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
      expiresIn: Limits.people.sessionMs / 1000,
      // From its beginning, however much it is used.
      disableSessionRefresh: true,
      // "Fresh" is what a password is asked for anyway.
      freshAge: 0
    },
    account: { modelName: "people_accounts" },
    verification: { modelName: "people_verifications" },
    plugins: [
      twoFactor({
        issuer,
        twoFactorTable: "people_two_factors",
        twoFactorCookieMaxAge: Limits.people.codeMs / 1000
      })
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
    // Attempts are counted where all requests are (http/middleware/RateLimits.ts).
    rateLimit: { enabled: false },
    telemetry: { enabled: false },
    logger: { disabled: true }
  }
}

/** How the library is told where a request came from. */
export const addressHeader = "x-client-address"

export const make = (dialect: Dialect, options: Options) => {
  const database = kyselyAdapter(new Kysely({ dialect }), { type: "postgres" })
  return betterAuth(settings(database, options))
}

export type BetterAuth = ReturnType<typeof make>
