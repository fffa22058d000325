/** `/dashboard/api/staff`: what the pages of accounts show beside the accounts themselves. */
import { Clock, Effect } from "effect"
import * as Money from "../../../domain/money/Money.ts"
import * as Partitions from "../../../engine/Partitions.ts"
import type * as ReadModel from "../../../engine/ports/ReadModel.ts"
import * as AccountOverview from "../../../usecases/AccountOverview.ts"
import * as Api from "../../api/dashboard/Accounts.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"

const shownFigure = ({ accountId, last, settled, volume }: ReadModel.AccountFigure) => ({
  account_id: accountId,
  settled,
  volume_usdc: Money.toJson(volume, 6),
  last_payout: last && { id: last.id, created_at: Serializers.instant(last.at) }
})

const shownDecision = ({
  act: { at, reason },
  actor: { id, kind, name },
  status
}: AccountOverview.KycDecision) => ({
  ...{ status, at: Serializers.instant(at), reason },
  actor: { id, kind, name: name ?? id }
})

const shownEndpoint = ({
  disabledReason,
  failingSince,
  id,
  isActive,
  url
}: AccountOverview.EndpointState) => ({
  ...{ id, url, is_active: isActive, disabled_reason: disabledReason },
  failing_since: Serializers.instantOrNull(failingSince)
})

export const routes = Effect.map(Partitions.Partitions, (partitions) => [
  Route.make(
    Api.figures,
    Effect.fnUntraced(function* ({ query: { ids } }) {
      const now = yield* Clock.currentTimeMillis
      const found = yield* AccountOverview.figures(partitions, ids.split(","), now)
      return Route.answer(Api.figures, { data: found.map(shownFigure) })
    })
  ),

  Route.make(Api.kycDecision, ({ engine, params: { id } }) =>
    Effect.map(AccountOverview.kycDecision(engine, id), (decision) =>
      Route.answer(Api.kycDecision, {
        decision: decision === undefined ? null : shownDecision(decision)
      })
    )
  ),

  Route.make(Api.endpoints, ({ engine, params: { id } }) =>
    Effect.map(AccountOverview.endpoints(engine, partitions, id), (found) =>
      Route.answer(Api.endpoints, { data: found.map(shownEndpoint) })
    )
  )
])
