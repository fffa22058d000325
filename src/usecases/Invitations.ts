/**
 * Invitations being drawn: a link that works once, of which only a hash is kept. Whoever has the
 * link is let in, so it is shown once and never logged.
 */
import * as crypto from "node:crypto"
import * as Limits from "../config/Limits.ts"
import type * as User from "../domain/account/User.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type * as State from "../engine/state/State.ts"

export interface Drawn {
  readonly event: typeof User.Invited.Type
  readonly token: string
}

/** 256 random bits, base64url. */
const tokenBytes = 32

/** What is kept of a link's token. */
const hash = (token: string): string => crypto.hash("sha256", token, "hex")

/** `resets`: the person whose password the link sets anew. */
export const draw = (
  source: IdGenerator.Source,
  facts: Pick<typeof User.Invited.Type, "email" | "grants" | "invitedBy" | "resets" | "at">
): Drawn => {
  const token = Buffer.from(source.bytes(tokenBytes)).toString("base64url")
  const lifeMs = facts.resets === null ? Limits.people.invitationMs : Limits.people.resetMs
  const event = {
    _tag: "PersonInvited",
    ...facts,
    id: IdGenerator.id(source, "inv", facts.at),
    tokenHash: hash(token),
    expiresAt: facts.at + lifeMs
  } as const
  return { event, token }
}

/** How many old ones a new one clears away. */
const outdatedMax = 50

/** What a new invitation ends: those that nobody can use any more, and older links of its reset. */
export const outdated = (
  { invitations }: State.State,
  resets: string | null,
  now: number
): ReadonlyArray<User.Event> =>
  [...invitations.values()]
    .filter((one) => one.expiresAt <= now || (resets !== null && one.resets === resets))
    .slice(0, outdatedMax)
    .map(({ id }) => ({ _tag: "InvitationEnded", id, outcome: "revoked", at: now }))

/** In the fragment: a browser sends that to nobody, and no proxy logs it. */
export const link = (origin: string, token: string): string =>
  `${origin}/dashboard/welcome#token=${token}`

/** The open invitation of a token. Every one is looked at, so that time tells nothing. */
export const find = (
  { invitations }: State.State,
  token: string,
  now: number
): User.Invitation | undefined => {
  const wanted = Buffer.from(hash(token))
  let found: User.Invitation | undefined
  for (const invitation of invitations.values()) {
    if (crypto.timingSafeEqual(Buffer.from(invitation.tokenHash), wanted)) found = invitation
  }
  return found !== undefined && now < found.expiresAt ? found : undefined
}
