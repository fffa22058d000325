/**
 * The erasure of a user's name, e-mail address and sign-in, or of an invited person's address. The
 * user's id stays, because entries name their author by it. The reason is the request's note.
 */
import { Effect, Result } from "effect"
import type * as Registry from "../domain/account/Registry.ts"
import type * as Team from "../domain/account/Team.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Identity from "../engine/ports/Identity.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as RequestStore from "../engine/ports/RequestStore.ts"
import type { PartitionContext } from "./PartitionContext.ts"

/** The user is still a member of a team. */
export interface UserInTeam {
  readonly _tag: "UserInTeam"
}

export interface Dependencies extends PartitionContext {
  readonly identity: Pick<Identity.Identity["Service"], "removeUser">
}

export interface Erased {
  /** The user; `null` if the address was only invited. */
  readonly id: string | null
  /** Milliseconds. */
  readonly at: number
}

type Rejection = UserInTeam | Team.InvitationRejection | Team.MemberNotFound

/** The reason why a user cannot be erased. */
const refusalOf = (
  { invitations }: Pick<Registry.Registry, "invitations">,
  user: User.User | undefined,
  email: string
): Rejection | undefined => {
  if (user !== undefined && user.grants.length > 0) return { _tag: "UserInTeam" }
  const isInvited = [...invitations.values()].some(
    (invitation) => invitation.email !== null && User.sameEmail(invitation.email, email)
  )
  return isInvited ? { _tag: "AlreadyInvited" } : undefined
}

/** The lock of an address, which the acceptance of an invitation takes too. */
const lockOf = (email: string): string => `email ${email.toLowerCase()}`

/** Deletes what is not in the log: the sign-in, and the user's recent requests. */
const forget = Effect.fnUntraced(function* ({ identity }: Dependencies, id: string) {
  yield* identity.removeUser(id)
  yield* (yield* RequestStore.RequestStore).deleteOf(id)
})

/** Fails with `UserInTeam`, `AlreadyInvited`, or `MemberNotFound` if nothing has the address. */
export const run = (deps: Dependencies, request: Request.Request<Erased>, email: string) => {
  const { engine, source } = deps
  const { at } = request
  const find = () => User.findByEmail(engine.registry.people.values(), email)
  const check = () => refusalOf(engine.registry, find(), email)
  return engine.execute(request, {
    locks: [lockOf(email)],
    read: Effect.fnUntraced(function* () {
      const user = find()
      const refusal = check()
      if (refusal !== undefined) return yield* Effect.fail(refusal)
      // A user who was forgotten here and not erased below has no team, and nothing to sign in to.
      if (user !== undefined) yield* forget(deps, user.id)
      return yield* engine.userKeys(email)
    }),
    decide: (keys: ReadonlyArray<string>): Result.Result<Request.Decision<Erased>, Rejection> => {
      const user = find()
      const refusal = check()
      if (refusal !== undefined) return Result.fail(refusal)
      if (user === undefined && keys.length === 0) {
        return Result.fail({ _tag: "MemberNotFound", id: email })
      }
      const id = user?.id ?? IdGenerator.id(source, "usr", at)
      return Result.succeed({
        events: [{ _tag: "PersonErased", id, keys, at }],
        result: { id: user?.id ?? null, at }
      })
    }
  })
}
