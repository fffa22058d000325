/** `/dashboard/api/staff`: what the pages of accounts show beside the accounts themselves. */
import { Clock, Effect } from "effect"
import * as Money from "../../../domain/money/Money.ts"
import * as Engine from "../../../engine/Engine.ts"
import * as Partitions from "../../../engine/Partitions.ts"
import type * as ReadModel from "../../../engine/ports/ReadModel.ts"
import * as AccountOverview from "../../../usecases/AccountOverview.ts"
import * as Api from "../../api/dashboard/Accounts.ts"
import * as Route from "../../middleware/Route.ts"
import * as Serializers from "../../Serializers.ts"

const staff = { access: "admin" } as const

const shownFigure = ({ accountId, last, settled, volume }: ReadModel.AccountFigure) => ({
  account_id: accountId,
  settled,
  volume_usdc: Money.toJson(volume, 6),
  last_payout: last && { id: last.id, created_at: Serializers.instant(last.at) }
})

const figures =
  (partitions: Partitions.PartitionsService) =>
  ({ query: { ids } }: Route.CallOf<typeof Api.figures>) =>
    Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      const found = yield* AccountOverview.figures(partitions, ids.split(","), now)
      return Route.ok({ data: found.map(shownFigure) })
    })

const shownDecision = ({
  act: { at, reason },
  actor: { id, kind, name },
  status
}: AccountOverview.KycDecision) => ({
  ...{ status, at: Serializers.instant(at), reason },
  actor: { id, kind, name: name ?? id }
})

const kycDecision =
  (engine: Engine.Engine["Service"]) =>
  ({ params: { id } }: Route.CallOf<typeof Api.kycDecision>) =>
    Effect.map(AccountOverview.kycDecision(engine, id), (decision) =>
      Route.ok({ decision: decision === undefined ? null : shownDecision(decision) })
    )

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

const endpoints =
  (engine: Engine.Engine["Service"], partitions: Partitions.PartitionsService) =>
  ({ params: { id } }: Route.CallOf<typeof Api.endpoints>) =>
    Effect.map(AccountOverview.endpoints(engine, partitions, id), (found) =>
      Route.ok({ data: found.map(shownEndpoint) })
    )

export const routes = Effect.gen(function* () {
  const engine = yield* Engine.Engine
  const partitions = yield* Partitions.Partitions
  return [
    Route.make(Api.figures, staff, figures(partitions)),
    Route.make(Api.kycDecision, staff, kycDecision(engine)),
    Route.make(Api.endpoints, staff, endpoints(engine, partitions))
  ]
})
