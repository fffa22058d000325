/** `/admin/v1/operators`: the keys of operators. */
import { Effect } from "effect"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as KeyUse from "../../usecases/KeyUse.ts"
import * as Operators from "../../usecases/Operators.ts"
import * as Answers from "../Answers.ts"
import * as Api from "../api/Operators.ts"
import * as Fields from "../contract/Fields.ts"
import * as KnownFields from "../decoding/KnownFields.ts"
import * as Route from "../middleware/Route.ts"
import * as Pagination from "../Pagination.ts"
import * as Serializers from "../Serializers.ts"
import * as NewKeyAnswer from "./NewKeyAnswer.ts"

const { operatorWithKey } = Serializers

export const routes = ({ lastOf }: KeyUse.KeyUse) =>
  Effect.map(Policy.Policy, ({ environment }) => [
    Route.make(
      Api.create,
      ({ command, engine, ids, payload }) =>
        NewKeyAnswer.of(Api.create, command, operatorWithKey, (request) =>
          Operators.issue(
            { engine, source: ids, environment },
            { request, name: payload.name, bounds: Fields.boundsOf(payload) }
          )
        ),
      { rules: KnownFields.ofOperator }
    ),

    Route.make(Api.list, ({ engine, query }) =>
      Effect.sync(() =>
        Route.answer(
          Api.list,
          Pagination.of(Operators.list(engine), query, (key) => ({
            ...Serializers.operator(key),
            ...Serializers.lastUse(lastOf(key.id))
          }))
        )
      )
    ),

    Route.make(
      Api.rotate,
      ({ command, engine, ids, params: { id }, payload }) =>
        NewKeyAnswer.of(Api.rotate, command, operatorWithKey, (request) => {
          const overlapMs = Fields.overlapMs(payload.overlap_hours)
          return Operators.rotate({ engine, source: ids, environment }, { request, id, overlapMs })
        }),
      { rules: KnownFields.ofRotation }
    ),

    Route.make(Api.revoke, ({ command, engine, params: { id } }) =>
      Answers.of(Api.revoke, command, Serializers.deleted, (request) =>
        Operators.revoke(engine, { request, id })
      )
    )
  ])
