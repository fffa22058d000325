/**
 * Invitations are links that work once. Only the hash of a link's token is stored. The token is
 * shown once and never logged, because its holder can accept the invitation.
 */
import * as crypto from "node:crypto"
import { Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import * as Registry from "../domain/account/Registry.ts"
import * as User from "../domain/account/User.ts"
import type * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"

/** The link was accepted or revoked, or has expired. */
export interface InvitationVoid {
  readonly _tag: "InvitationVoid"
}

const isVoid: InvitationVoid = { _tag: "InvitationVoid" }

export interface NewLink {
  readonly event: typeof User.Invited.Type
  readonly token: string
}

/** 256 random bits, base64url. */
const tokenBytes = 32

/** SHA-256 of a token, lower-case hex. */
const hash = (token: string): string => crypto.hash("sha256", token, "hex")

/** `resets` is the user whose password the link replaces, `endsAt` the end of its issuer. */
export const create = (
  source: IdGenerator.Source,
  facts: Pick<typeof User.Invited.Type, "email" | "grants" | "invitedBy" | "resets" | "at">,
  endsAt = Number.POSITIVE_INFINITY
): NewLink => {
  const token = Buffer.from(source.bytes(tokenBytes)).toString("base64url")
  const lifeMs = facts.resets === null ? Limits.identity.invitationMs : Limits.identity.resetMs
  const event = {
    _tag: "PersonInvited",
    ...facts,
    id: IdGenerator.id(source, "inv", facts.at),
    tokenHash: hash(token),
    expiresAt: Math.min(facts.at + lifeMs, endsAt)
  } as const
  return { event, token }
}

/** The link. Its token is in the fragment, which browsers do not send, so no proxy logs it. */
export const link = (origin: string, token: string): string =>
  `${origin}/dashboard/welcome#token=${token}`

/** True if an invitation has expired, or ended with the key that issued it. */
export const isOver = (
  registry: Pick<Registry.Registry, "keys">,
  invitation: User.Invitation,
  now: number
): boolean => invitation.expiresAt <= now || KeyIssuer.isVoid(registry, invitation, now)

/** The open invitation of a token. All are compared, so that the duration reveals nothing. */
export const find = (
  registry: Pick<Registry.Registry, "invitations" | "keys">,
  token: string,
  now: number
): Result.Result<User.Invitation, InvitationVoid> => {
  const wantedHash = Buffer.from(hash(token))
  let match: User.Invitation | undefined
  for (const invitation of registry.invitations.values()) {
    if (crypto.timingSafeEqual(Buffer.from(invitation.tokenHash), wantedHash)) match = invitation
  }
  return match === undefined || isOver(registry, match, now)
    ? Result.fail(isVoid)
    : Result.succeed(match)
}

/** Content of the page on which an invitation is accepted. */
export interface InvitationPage {
  /** `null` if the acceptor chooses the address. */
  readonly email: string | null
  readonly grants: ReadonlyArray<Registry.NamedGrant>
  readonly expiresAt: number
  /** True if a user has this address, who must sign in to accept. */
  readonly isKnown: boolean
}

export const open = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  token: string,
  now: number
): Result.Result<InvitationPage, InvitationVoid> =>
  Result.map(find(registry, token, now), ({ email, expiresAt, grants, resets }) => {
    const user = email === null ? undefined : User.findByEmail(registry.people.values(), email)
    return {
      email,
      grants: Registry.namedGrants(registry, grants),
      expiresAt,
      isKnown: user !== undefined && resets === null
    }
  })
