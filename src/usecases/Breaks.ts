/** Breaks: listed, assigned, commented and closed by staff. */
import { Effect, Result } from "effect"
import * as User from "../domain/account/User.ts"
import * as Break from "../domain/books/Break.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Policy from "../engine/ports/Policy.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as ListPage from "../engine/queries/ListPage.ts"
import * as Bookings from "./Bookings.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface BreakNotFound {
  readonly _tag: "BreakNotFound"
  readonly id: string
}

/** No member of the staff has this e-mail address. */
export interface OwnerUnknown {
  readonly _tag: "OwnerUnknown"
  readonly owner: string
}

export interface Dependencies extends Pick<PartitionContext, "engine"> {
  readonly policy: Pick<Policy.Rules, "holdApprovals">
}

type Outcome = Result.Result<ReadonlyArray<Break.Event>, Break.Rejection | OwnerUnknown>

const locks = [KeyLocks.breaksLock]

/** Decides on a break, as one of several people if its closing needs them. */
const decideOn = (
  deps: Dependencies,
  request: Request.Request<Break.Break>,
  id: string,
  decide: (one: Break.Break, context: Break.Context) => Outcome
) =>
  deps.engine.execute(request, {
    locks,
    decide: (): Result.Result<
      Request.Decision<Break.Break>,
      BreakNotFound | OwnerUnknown | Break.Rejection
    > => {
      const before = deps.engine.books.breaks.get(id)
      if (before === undefined) return Result.fail({ _tag: "BreakNotFound", id })
      return Result.map(decide(before, Bookings.approverOf(deps, request)), (events) => {
        const after = events.reduce<Break.Break>(
          (one, event) => Break.evolve(one, event) ?? one,
          before
        )
        return { events, result: after }
      })
    }
  })

/** The id of the member of the staff with an e-mail address. */
const staffId = (
  { registry }: Dependencies["engine"],
  address: string
): Result.Result<string, OwnerUnknown> => {
  for (const user of registry.people.values()) {
    const isIt = user.email?.toLowerCase() === address.toLowerCase()
    if (isIt && User.roleIn(user, null) !== undefined) return Result.succeed(user.id)
  }
  return Result.fail({ _tag: "OwnerUnknown", owner: address })
}

/** Assigns a break to a member of the staff, by e-mail address, or removes its owner. */
export const assign = (
  deps: Dependencies,
  request: Request.Request<Break.Break>,
  id: string,
  owner: string | null
) =>
  decideOn(deps, request, id, (one, context) =>
    Result.flatMap(
      owner === null ? Result.succeed(null) : staffId(deps.engine, owner),
      (ownerId): Outcome => Break.assign(one, ownerId, context)
    )
  )

export const comment = (
  deps: Dependencies,
  request: Request.Request<Break.Break>,
  id: string,
  text: string
) => decideOn(deps, request, id, (one, context) => Break.comment(one, text, context))

/** Closes a break, or adds a person's approval. */
export const close = (
  deps: Dependencies,
  request: Request.Request<Break.Break>,
  id: string,
  explanation: Break.Explanation
) => decideOn(deps, request, id, (one, context) => Break.close(one, explanation, context))

export interface Filter {
  readonly status?: Break.Break["status"] | undefined
  readonly kind?: Break.Kind | undefined
  /** E-mail address of the owner; `none` for breaks without one. */
  readonly owner?: string | undefined
  readonly ageDaysMin?: number | undefined
  /** Milliseconds. */
  readonly now: number
}

const isOwned = (
  { people }: Dependencies["engine"]["registry"],
  one: Break.Break,
  owner: string
): boolean =>
  owner === "none"
    ? one.owner === null
    : one.owner !== null && people.get(one.owner)?.email?.toLowerCase() === owner.toLowerCase()

const matches =
  ({ registry }: Pick<Dependencies["engine"], "registry">, filter: Filter) =>
  (one: Break.Break): boolean => {
    const { ageDaysMin, kind, now, owner, status } = filter
    return (
      (status === undefined || one.status === status) &&
      (kind === undefined || one.kind === kind) &&
      (owner === undefined || isOwned(registry, one, owner)) &&
      (ageDaysMin === undefined || Break.ageDays(one, now) >= ageDaysMin)
    )
  }

/** A page of the breaks that match, the newest first. */
export const list = (
  engine: Pick<Dependencies["engine"], "books" | "registry">,
  page: ReadModel.Page,
  filter: Filter
): Effect.Effect<ReadModel.ListPage<Break.Break>> =>
  Effect.sync(() =>
    ListPage.newestFirst([...engine.books.breaks.values()].filter(matches(engine, filter)), page)
  )

export const find = (
  { books }: Pick<Dependencies["engine"], "books">,
  id: string
): Result.Result<Break.Break, BreakNotFound> => {
  const one = books.breaks.get(id)
  return one === undefined ? Result.fail({ _tag: "BreakNotFound", id }) : Result.succeed(one)
}
