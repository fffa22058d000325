/**
 * The parts of better-auth that a passkey needs: signed cookies, and the session. The verification
 * is ours (PasskeyVerification.ts), so each of these is called after it, and none is served.
 */
import { createAuthEndpoint } from "better-auth/api"
import { expireCookie, setSessionCookie } from "better-auth/cookies"
import type { BetterAuthPlugin } from "better-auth/types"
import * as Limits from "../config/Limits.ts"

/** The cookie of a challenge. */
const cookieName = "passkey"

const maxAge = Limits.identity.challengeMs / 1000

/** Sets the browser's challenge cookie. */
const keepChallenge = createAuthEndpoint.serverOnly(
  { method: "POST", metadata: { $Infer: { body: {} as { readonly value: string } } } },
  async (ctx) => {
    const { attributes, name } = ctx.context.createAuthCookie(cookieName, { maxAge })
    await ctx.setSignedCookie(name, ctx.body.value, ctx.context.secret, attributes)
    return ctx.json({ done: true })
  }
)

/** The challenge of a browser, if the service signed it. */
const readChallenge = createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => {
  const { name } = ctx.context.createAuthCookie(cookieName, { maxAge })
  const value = await ctx.getSignedCookie(name, ctx.context.secret)
  return ctx.json({ value: typeof value === "string" ? value : null })
})

/** Deletes the browser's challenge cookie. */
const dropChallenge = createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => {
  expireCookie(ctx, ctx.context.createAuthCookie(cookieName, { maxAge }))
  return ctx.json({ done: true })
})

/** The user whose password was right a moment ago, by the signed cookie of the sign-in. */
const readAwaiting = createAuthEndpoint.serverOnly({ method: "POST" }, async (ctx) => {
  const { name } = ctx.context.createAuthCookie("two_factor")
  const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
  const isOne = typeof identifier === "string" && identifier.startsWith("2fa-")
  const awaitingValue = isOne
    ? await ctx.context.internalAdapter.findVerificationValue(identifier)
    : null
  return ctx.json({ userId: awaitingValue?.value ?? null })
})

/** Ends a sign-in's wait for the second factor; `false` if it had ended already. */
const endAwaiting = createAuthEndpoint.serverOnly(
  { method: "POST", metadata: { $Infer: { body: {} as { readonly userId: string } } } },
  async (ctx) => {
    const { name } = ctx.context.createAuthCookie("two_factor")
    const identifier = await ctx.getSignedCookie(name, ctx.context.secret)
    const isOne = typeof identifier === "string" && identifier.startsWith("2fa-")
    const ended = isOne
      ? await ctx.context.internalAdapter.consumeVerificationValue(identifier)
      : null
    return ctx.json({ isEnded: ended?.value === ctx.body.userId })
  }
)

/** Begins a session of a user who was proven. */
const beginSession = createAuthEndpoint.serverOnly(
  { method: "POST", metadata: { $Infer: { body: {} as { readonly userId: string } } } },
  async (ctx) => {
    const { context } = ctx
    const user = await context.internalAdapter.findUserById(ctx.body.userId)
    if (user === null) throw new Error("The user of a passkey is not there")
    const session = await context.internalAdapter.createSession(user.id, false)
    await setSessionCookie(ctx, { session, user })
    expireCookie(ctx, context.createAuthCookie("two_factor"))
    expireCookie(ctx, context.createAuthCookie(cookieName, { maxAge }))
    return ctx.json({ done: true })
  }
)

export const plugin = {
  id: "passkey-sessions",
  endpoints: {
    keepChallenge,
    readChallenge,
    dropChallenge,
    readAwaiting,
    endAwaiting,
    beginSession
  }
} satisfies BetterAuthPlugin
