/** Who belongs to an account or to the staff: members, their roles, invitations. */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../../../config/Limits.ts"
import type * as Role from "../../../domain/account/Role.ts"
import * as User from "../../../domain/account/User.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as IdGenerator from "../../../engine/ports/IdGenerator.ts"
import type * as State from "../../../engine/state/State.ts"
import * as Invitations from "../../../usecases/Invitations.ts"
import * as Issuance from "../../../usecases/Issuance.ts"
import * as Answers from "../../Answers.ts"
import * as Api from "../../api/dashboard/Team.ts"
import type { Refusal } from "../../Problems.ts"
import * as Serializers from "../../Serializers.ts"
import * as Route from "../../server/Route.ts"
import * as SignIn from "./SignIn.ts"

const member = { access: "account", needs: "team" } as const
const staff = { access: "admin", needs: "team" } as const

type Call = Pick<Route.Call<never, never, never>, "at" | "client" | "request">

const notNow = (message: string): Refusal => ({ _tag: "NotNow", message })

/** A link must lead here, and a request under a foreign name does not say where here is. */
const nameless = notNow("Ask under this machine's name, or set DASHBOARD_URL.")

const lastHead = (accountId: string | null): Refusal =>
  notNow(`The last ${User.requiredRole(accountId)} must stay one: name another first.`)

/** All decide about the same few people. */
const claimOf = (accountId: string | null): string => `team ${accountId ?? ""}`

const memberOf = (person: User.User, accountId: string | null, now: number) => ({
  id: person.id,
  name: person.name,
  email: person.email,
  role: User.roleIn(person, accountId) as Role.Role,
  has_second_factor: person.hasSecondFactor,
  is_locked: User.isLocked(person, now),
  joined_at: Serializers.instant(person.joinedAt),
  last_sign_in_at: person.lastSignInAt === null ? null : Serializers.instant(person.lastSignInAt)
})

const nameOf = ({ keys, people }: State.State, id: string): string =>
  people.get(id)?.name ?? keys.get(id)?.name ?? "the first start"

const invitationOf = (core: State.State, invitation: User.Invitation, role: Role.Role) => ({
  id: invitation.id,
  email: invitation.email,
  role,
  invited_by: nameOf(core, invitation.invitedBy),
  created_at: Serializers.instant(invitation.createdAt),
  expires_at: Serializers.instant(invitation.expiresAt)
})

const openFor = ({ invitations }: State.State, accountId: string | null, now: number) =>
  [...invitations.values()].flatMap((invitation) => {
    const grant = invitation.grants.find((one) => one.accountId === accountId)
    return grant === undefined || invitation.expiresAt <= now ? [] : [{ invitation, grant }]
  })

interface Drawn {
  readonly shown: ReturnType<typeof invitationOf>
  readonly link: string
}

type Changed = Engine.Decision<Answers.Json>

const suspendResult = <A, E>(decide: () => Result.Result<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => Effect.fromResult(decide()))

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const draw = yield* IdGenerator.IdGenerator
  const { core } = engine

  /** Inviting takes turns with the removal of who invites. */
  const claimsOf = ({ request }: Call, accountId: string | null) => [
    claimOf(accountId),
    Issuance.claimOf(core, request.by)
  ]

  const show = (accountId: string | null) =>
    Effect.map(Clock.currentTimeMillis, (now) =>
      Route.ok({
        members: User.membersOf(core.people.values(), accountId).map((person) =>
          memberOf(person, accountId, now)
        ),
        invitations: openFor(core, accountId, now).map(({ grant, invitation }) =>
          invitationOf(core, invitation, grant.role)
        )
      })
    )

  /** A link, shown once: in what is kept for retries there is none. */
  const drawn = (
    call: Call,
    facts: Pick<User.Invitation, "email" | "grants" | "resets">,
    role: Role.Role
  ) => {
    const { at, client, request } = call
    const { event, token } = Invitations.draw(draw, { ...facts, invitedBy: request.by, at })
    const ended = Invitations.outdated(core, facts.resets, at)
    const shown = invitationOf(core, User.invited(event), role)
    const link = Invitations.link(client.origin, token)
    return { events: [event, ...ended], result: { shown, link } }
  }

  /** Draws a link; the answer that is kept has none. */
  const withLink = (
    request: Engine.RequestContext,
    locks: ReadonlyArray<string>,
    decide: () => Result.Result<Engine.Decision<Drawn>, Refusal>
  ) =>
    Answers.ofSecret<Drawn, Refusal | Engine.NotExecuted>(
      request,
      ({ link, shown }) => Route.created({ ...shown, link }),
      ({ shown }) => Route.created({ ...shown, link: null }),
      (asked) => engine.execute(asked, locks, suspendResult(decide))
    )

  const invite = (call: Call, accountId: string | null, email: string, role: Role.Role) =>
    withLink(call.request, claimsOf(call, accountId), () => {
      const refusal = Issuance.refuseInvitation(core, call.request.by, accountId)
      if (refusal !== undefined) return Result.fail(refusal)
      if (call.client.origin === "") return Result.fail(nameless)
      const known = SignIn.findByEmail(core, email)
      if (known !== undefined && User.roleIn(known, accountId) !== undefined) {
        return Result.fail(notNow("They are on the team already."))
      }
      const open = openFor(core, accountId, call.at)
      if (open.some(({ invitation }) => User.sameEmail(invitation.email ?? "", email))) {
        return Result.fail(notNow("They are invited already: take that back first."))
      }
      if (open.length >= Limits.people.invitationsMax) {
        return Result.fail(notNow(`At most ${Limits.people.invitationsMax} may be invited.`))
      }
      const count = User.membersOf(core.people.values(), accountId).length
      if (count >= Limits.people.membersMax) {
        return Result.fail(notNow(`A team has at most ${Limits.people.membersMax} members.`))
      }
      const grants = [{ accountId, role }]
      return Result.succeed(drawn(call, { email, grants, resets: null }, role))
    })

  const changed = (
    call: Call,
    locks: ReadonlyArray<string>,
    decide: () => Result.Result<Changed, Refusal>
  ) =>
    Answers.of<Answers.Json, Refusal | Engine.NotExecuted>(
      call.request,
      (answer) => answer,
      (request) => engine.execute(request, locks, suspendResult(decide))
    )

  const revoke = (call: Call, accountId: string | null, id: string) =>
    changed(call, [`invitation ${id}`], () => {
      const open = openFor(core, accountId, call.at)
      if (!open.some(({ invitation }) => invitation.id === id)) {
        return Result.fail({ _tag: "NotFound", what: "invitation", id })
      }
      const ended = { _tag: "InvitationEnded", id, outcome: "revoked", at: call.at } as const
      return Result.succeed({ events: [ended], result: Route.ok({ id, deleted: true }) })
    })

  const find = (accountId: string | null, id: string): Result.Result<User.User, Refusal> => {
    const person = core.people.get(id)
    return person === undefined || User.roleIn(person, accountId) === undefined
      ? Result.fail({ _tag: "NotFound", what: "person", id })
      : Result.succeed(person)
  }

  const change = (call: Call, accountId: string | null, id: string, role: Role.Role) =>
    changed(call, [claimOf(accountId), Issuance.claimOf(core, id)], () =>
      Result.flatMap(find(accountId, id), (person): Result.Result<Changed, Refusal> => {
        const isLess = role !== User.requiredRole(accountId)
        if (isLess && User.isLastOfRequiredRole(core.people.values(), person, accountId)) {
          return Result.fail(lastHead(accountId))
        }
        const event = { _tag: "PersonGranted", id, accountId, role, at: call.at } as const
        const after = User.evolve(person, event)
        const result = Route.ok(memberOf(after, accountId, call.at))
        return Result.succeed({ events: [event, ...Issuance.ends(core, after, call.at)], result })
      })
    )

  const remove = (call: Call, accountId: string | null, id: string) =>
    changed(call, [claimOf(accountId), Issuance.claimOf(core, id)], () =>
      Result.flatMap(find(accountId, id), (person): Result.Result<Changed, Refusal> => {
        if (User.isLastOfRequiredRole(core.people.values(), person, accountId)) {
          return Result.fail(lastHead(accountId))
        }
        const event = { _tag: "PersonRemoved", id, accountId, at: call.at } as const
        const ends = Issuance.ends(core, User.evolve(person, event), call.at)
        const result = Route.ok({ id, deleted: true })
        return Result.succeed({ events: [event, ...ends], result })
      })
    )

  const reset = (call: Route.CallOf<typeof Api.resetPerson>) => {
    const { id } = call.params
    const asked = { ...call.request, note: call.payload.reason }
    const claims = [`person ${id}`, Issuance.claimOf(core, call.request.by)]
    return withLink(asked, claims, () => {
      const refusal = Issuance.refuseInvitation(core, call.request.by, null)
      if (refusal !== undefined) return Result.fail(refusal)
      const person = core.people.get(id)
      if (person === undefined) return Result.fail({ _tag: "NotFound", what: "person", id })
      if (id === call.request.by) return Result.fail(notNow("Not one's own."))
      const [grant] = person.grants
      if (grant === undefined) return Result.fail(notNow("They belong to no team any more."))
      const facts = { email: person.email, grants: [], resets: id }
      return Result.succeed(drawn(call, facts, grant.role))
    })
  }

  const inviteOwner = (call: Route.CallOf<typeof Api.inviteOwner>) => {
    const { id } = call.params
    if (!core.accounts.has(id)) {
      return Effect.fail({ _tag: "NotFound", what: "account", id } as const)
    }
    return invite(call, id, call.payload.email, call.payload.role)
  }

  return [
    Route.make(Api.get, { access: "account" }, ({ accountId }) => show(accountId)),
    Route.make(Api.createInvitation, member, (call) =>
      invite(call, call.accountId, call.payload.email, call.payload.role)
    ),
    Route.make(Api.revokeInvitation, member, (call) =>
      revoke(call, call.accountId, call.params.id)
    ),
    Route.make(Api.changeRole, member, (call) =>
      change(call, call.accountId, call.params.id, call.payload.role)
    ),
    Route.make(Api.remove, member, (call) => remove(call, call.accountId, call.params.id)),
    Route.make(Api.getStaff, { access: "admin" }, () => show(null)),
    // Somebody must be the first: a key of the operator's invites them.
    Route.make(Api.inviteStaff, { ...staff, isForKeys: true }, (call) =>
      invite(call, null, call.payload.email, call.payload.role)
    ),
    Route.make(Api.revokeStaffInvitation, staff, (call) => revoke(call, null, call.params.id)),
    Route.make(Api.changeStaffRole, staff, (call) =>
      change(call, null, call.params.id, call.payload.role)
    ),
    Route.make(Api.removeStaff, staff, (call) => remove(call, null, call.params.id)),
    Route.make(Api.inviteOwner, { access: "admin", needs: "issue" }, inviteOwner),
    Route.make(Api.resetPerson, staff, reset)
  ]
})
