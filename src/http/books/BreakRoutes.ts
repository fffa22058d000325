/** `/admin/v1/breaks`: differences that staff must explain. */
import { Effect } from "effect"
import * as Break from "../../domain/books/Break.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Breaks from "../../usecases/Breaks.ts"
import * as Instants from "../contract/Instants.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./BreakContract.ts"

type View = Pick<StaffView.StaffView, "approver" | "approvalsNeeded">

export const differenceJson = ({
  books,
  currency,
  detail,
  kind,
  reference,
  reported,
  source,
  subject
}: Break.Difference) => ({
  ...{ kind, source, subject_id: subject === "" ? null : subject, reference, detail, currency },
  ...{ books_amount: books, reported_amount: reported }
})

const breakJson =
  ({ approvalsNeeded, approver }: View, now: number) =>
  (one: Break.Break): Contract.BreakJson => ({
    id: one.id,
    status: one.status,
    ...differenceJson(one),
    first_seen_at: Instants.instant(one.firstSeenAt),
    last_seen_at: Instants.instant(one.lastSeenAt),
    last_found_by: one.lastRun,
    age_days: Break.ageDays(one, now),
    owner: one.owner === null ? null : approver(one.owner),
    comments: one.comments.map(({ at, by, text }) => ({
      ...{ at: Instants.instant(at), by: approver(by), text }
    })),
    reason: one.reason,
    evidence: one.evidence,
    approvals: one.approvals.map(approver),
    approvals_needed: approvalsNeeded,
    ended_at: Instants.instantOrNull(one.endedAt)
  })

export const routes = Effect.gen(function* () {
  const policy = yield* Policy.Policy
  const viewOf = yield* StaffView.make
  return [
    Route.make(Contract.listBreaks, ({ at, engine, query }) => {
      const { age_days_min: ageDaysMin, kind, owner, status } = query
      const filter: Breaks.Filter = {
        ...{ kind, owner, status, now: at },
        ageDaysMin: ageDaysMin === undefined ? undefined : Number(ageDaysMin)
      }
      return Pagination.answer(
        Contract.listBreaks,
        query,
        (page) => Breaks.list(engine, page, filter),
        breakJson(viewOf(engine), at)
      )
    }),
    Route.make(Contract.getBreak, ({ at, engine, params }) =>
      Effect.map(Effect.fromResult(Breaks.find(engine, params.id)), (one) =>
        Route.answer(Contract.getBreak, breakJson(viewOf(engine), at)(one))
      )
    ),
    Route.make(Contract.assignBreak, ({ at, command, engine, params, payload }) =>
      CommandResponses.of(Contract.assignBreak, command, breakJson(viewOf(engine), at), (keyed) =>
        Breaks.assign({ engine, policy }, keyed, params.id, payload.owner)
      )
    ),
    Route.make(Contract.commentBreak, ({ at, command, engine, params, payload }) =>
      CommandResponses.of(Contract.commentBreak, command, breakJson(viewOf(engine), at), (keyed) =>
        Breaks.comment({ engine, policy }, keyed, params.id, payload.text)
      )
    ),
    Route.make(Contract.closeBreak, (request) => {
      const { at, engine, params, payload } = request
      return CommandResponses.of(
        Contract.closeBreak,
        CommandResponses.withReason(request),
        breakJson(viewOf(engine), at),
        (keyed) => Breaks.close({ engine, policy }, keyed, params.id, payload)
      )
    })
  ]
})
