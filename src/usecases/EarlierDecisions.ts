/**
 * Earlier staff decisions about payouts like a held one: with the same phone number or name, or
 * matched by the same list entry. They come from all accounts and partitions.
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

/** A decision and the payout that it concerned. */
interface DecisionFacts {
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

export interface Decision extends DecisionFacts {
  readonly actor: Registry.Actor
}

interface MatchQuery {
  readonly likeness: Likeness.Likeness
  /** Id of the payout that is decided now. */
  readonly except: string
}

/** The account id of acts by the staff, which belong to no account. */
const staff = ""

/** True if a rejection reversed the payout. A review can also reverse it, after its release. */
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

const decisionsIn = (
  { likeness }: MatchQuery,
  payout: Payout.Payout,
  { accountId, action, actorId, at, id, reason }: Rows.Act
): ReadonlyArray<DecisionFacts> => {
  const outcome = outcomeOf(payout, action)
  if (outcome === undefined || accountId !== staff) return []
  const { name, phone } = payout
  const shared = Likeness.sharedTraits(likeness, payout)
  const about = { payoutId: payout.id, accountId: payout.accountId, name, phone, shared }
  return [{ ...{ id, at, by: actorId, outcome, reason }, ...about }]
}

/** True if the payout is on hold and no decision about it was made. */
const isUndecided = ({ approvals, frozen, status }: Payout.Payout): boolean =>
  status === "COMPLIANCE_HOLD" && approvals.length === 0 && frozen === undefined

const newest = <A extends DecisionFacts>(decisions: ReadonlyArray<A>): ReadonlyArray<A> =>
  decisions
    .toSorted((left, right) => right.at - left.at)
    .slice(0, Limits.screening.earlierDecisionsMax)

export const part = Partitions.procedure<MatchQuery, ReadonlyArray<DecisionFacts>>({
  name: "earlier decisions",
  run: Effect.fnUntraced(function* ({ lists }, query) {
    const { earlierActsMax, earlierPayoutsMax } = Limits.screening
    const payouts = yield* lists.payoutPage(
      { like: query.likeness },
      { limit: earlierPayoutsMax, offset: 0 }
    )
    const decided = payouts.filter(
      (payout) =>
        payout.id !== query.except &&
        !isUndecided(payout) &&
        Likeness.isLike(query.likeness, payout)
    )
    const decisions = yield* Effect.forEach(decided, (payout) =>
      Effect.map(
        lists.audits({ subjectId: payout.id }, { limit: earlierActsMax, offset: 0 }),
        ({ items }) => items.flatMap((act) => decisionsIn(query, payout, act))
      )
    )
    return newest(decisions.flat())
  })
})

/** Earlier decisions, newest first, with their authors' current names. */
export const list = Effect.fn("EarlierDecisions.list")(function* (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  partitions: Partitions.PartitionsService,
  payout: Payout.Payout
) {
  const query = { likeness: Likeness.of(payout), except: payout.id }
  const parts = yield* Partitions.callAll(partitions, part, query)
  return newest(parts.flat()).map(
    (each): Decision => ({ ...each, actor: Registry.actor(registry, each.by) })
  )
})
