/**
 * Earlier decisions of the staff about payouts like a held one: to the same phone, to the same
 * name, or matched by the same entry of the list. They come from all accounts and partitions.
 */
import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Registry from "../domain/account/Registry.ts"
import * as Likeness from "../domain/payout/Likeness.ts"
import type * as Payout from "../domain/payout/Payout.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as Rows from "../engine/ports/Rows.ts"

type Outcome = "approved" | "rejected" | "frozen" | "unfrozen"

/** A decision, and the payout that it was about. */
interface Found {
  readonly id: string
  readonly at: number
  readonly by: string
  readonly outcome: Outcome
  readonly reason: string | null
  readonly payoutId: string
  readonly accountId: string
  readonly name: string | null
  readonly phone: string
  readonly shared: ReadonlyArray<Likeness.Trait>
}

export interface Decision extends Found {
  readonly actor: Registry.Actor
}

interface MatchQuery {
  readonly likeness: Likeness.Likeness
  /** The payout that is decided now. */
  readonly except: string
}

/** The staff's own acts belong to no account. */
const staff = ""

/** A review reverses a payout too, after its hold was released. */
const wasRejected = ({ timeline }: Payout.Payout): boolean =>
  timeline.at(-1)?.status === "REVERSED" && timeline.at(-2)?.status === "COMPLIANCE_HOLD"

const outcomeOf = (payout: Payout.Payout, action: string): Outcome | undefined => {
  switch (action) {
    case "payout.approved":
      return "approved"
    case "payout.reversed":
      return wasRejected(payout) ? "rejected" : undefined
    case "payout.frozen":
      return "frozen"
    case "payout.unfrozen":
      return "unfrozen"
    default:
      return undefined
  }
}

const found = (
  { likeness }: MatchQuery,
  payout: Payout.Payout,
  { accountId, action, actorId, at, id, reason }: Rows.Act
): ReadonlyArray<Found> => {
  const outcome = outcomeOf(payout, action)
  if (outcome === undefined || accountId !== staff) return []
  const { name, phone } = payout
  const shared = Likeness.shared(likeness, payout)
  const about = { payoutId: payout.id, accountId: payout.accountId, name, phone, shared }
  return [{ ...{ id, at, by: actorId, outcome, reason }, ...about }]
}

/** No decision of these was made yet. */
const isUndecided = ({ approvals, frozen, status }: Payout.Payout): boolean =>
  status === "COMPLIANCE_HOLD" && approvals.length === 0 && frozen === undefined

const newest = <A extends Found>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  decisions
    .toSorted((left, right) => right.at - left.at)
    .slice(0, Limits.screening.earlierDecisionsMax)

export const part = Partitions.procedure<MatchQuery, ReadonlyArray<Found>>({
  name: "earlier decisions",
  run: Effect.fnUntraced(function* ({ lists }, asked) {
    const { earlierActsMax, earlierPayoutsMax } = Limits.screening
    const like = yield* lists.payoutPage(
      { like: asked.likeness },
      { limit: earlierPayoutsMax, offset: 0 }
    )
    const decided = like.filter(
      (each) =>
        each.id !== asked.except && !isUndecided(each) && Likeness.isLike(asked.likeness, each)
    )
    const decisions = yield* Effect.forEach(decided, (payout) =>
      Effect.map(
        lists.audits({ subjectId: payout.id }, { limit: earlierActsMax, offset: 0 }),
        ({ items }) => items.flatMap((act) => found(asked, payout, act))
      )
    )
    return newest(decisions.flat())
  })
})

/** Newest first, with their authors as they are called now. */
export const list = Effect.fn("EarlierDecisions.list")(function* (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  partitions: Partitions.PartitionsService,
  payout: Payout.Payout
) {
  const asked = { likeness: Likeness.of(payout), except: payout.id }
  const parts = yield* Partitions.callAll(partitions, part, asked)
  return newest(parts.flat()).map(
    (each): Decision => ({ ...each, actor: Registry.actor(registry, each.by) })
  )
})
