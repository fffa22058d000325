/** `/dashboard/api/staff`: data that the pages of accounts show in addition to the accounts. */
import { Clock, Effect } from "effect"
import * as Money from "../../domain/money/Money.ts"
import * as Partitions from "../../engine/Partitions.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as AccountOverview from "../../usecases/AccountOverview.ts"
import * as Instants from "../contract/Instants.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./CustomerPageContract.ts"

const figureJson = ({ accountId, last, settled, volume }: ReadModel.AccountFigure) => ({
  account_id: accountId,
  settled,
  volume_usdc: Money.toJson(volume, 6),
  last_payout: last && { id: last.id, created_at: Instants.instant(last.at) }
})

const decisionJson = ({
  act: { at, reason },
  actor: { id, kind, name },
  status
}: AccountOverview.KycDecision) => ({
  ...{ status, at: Instants.instant(at), reason },
  actor: { id, kind, name: name ?? id }
})

const endpointJson = ({
  disabledReason,
  failingSince,
  id,
  isActive,
  url
}: AccountOverview.EndpointState) => ({
  ...{ id, url, is_active: isActive, disabled_reason: disabledReason },
  failing_since: Instants.instantOrNull(failingSince)
})

export const routes = Effect.map(Partitions.Partitions, (partitions) => [
  Route.make(
    Contract.figures,
    Effect.fnUntraced(function* ({ query: { ids } }) {
      const now = yield* Clock.currentTimeMillis
      const figures = yield* AccountOverview.figures(partitions, ids.split(","), now)
      return Route.answer(Contract.figures, { data: figures.map(figureJson) })
    })
  ),

  Route.make(Contract.kycDecision, ({ engine, params: { id } }) =>
    Effect.map(AccountOverview.kycDecision(engine, id), (decision) =>
      Route.answer(Contract.kycDecision, {
        decision: decision === undefined ? null : decisionJson(decision)
      })
    )
  ),

  Route.make(Contract.endpoints, ({ engine, params: { id } }) =>
    Effect.map(AccountOverview.endpoints(engine, partitions, id), (found) =>
      Route.answer(Contract.endpoints, { data: found.map(endpointJson) })
    )
  )
])
