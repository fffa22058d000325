/** `/admin/v1/operators`: the keys of operators. */
import { Effect } from "effect"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as Operators from "../../usecases/Operators.ts"
import * as AccountJson from "../account/AccountJson.ts"
import * as Fields from "../contract/Fields.ts"
import * as Json from "../contract/Json.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as NewKeyResponse from "./NewKeyResponse.ts"
import * as Contract from "./OperatorContract.ts"

const { operatorWithKey } = AccountJson

export const routes = ({ lastOf }: KeyUse.KeyUse) =>
  Effect.map(Policy.Policy, ({ environment }) => [
    Route.make(
      Contract.create,
      ({ command, engine, ids, payload }) =>
        NewKeyResponse.of(Contract.create, command, operatorWithKey, (request) =>
          Operators.issue({ engine, source: ids, environment }, request, {
            ...{ name: payload.name, bounds: Fields.boundsOf(payload) }
          })
        ),
      { rules: KnownFields.ofOperator }
    ),

    Route.make(Contract.list, ({ engine, query }) =>
      Effect.sync(() =>
        Route.answer(
          Contract.list,
          Pagination.of(Operators.list(engine), query, (key) => ({
            ...AccountJson.operator(key),
            ...AccountJson.lastUse(lastOf(key.id))
          }))
        )
      )
    ),

    Route.make(
      Contract.rotate,
      ({ command, engine, ids, params: { id }, payload }) =>
        NewKeyResponse.of(Contract.rotate, command, operatorWithKey, (request) => {
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          return Operators.rotate({ engine, source: ids, environment }, request, { id, overlapMs })
        }),
      { rules: KnownFields.ofRotation }
    ),

    Route.make(Contract.revoke, ({ command, engine, params: { id } }) =>
      CommandResponses.of(Contract.revoke, command, Json.deleted, (request) =>
        Operators.revoke(engine, request, { id })
      )
    )
  ])
