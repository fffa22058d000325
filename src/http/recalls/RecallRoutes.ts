/** Recalls of settled payouts: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Engine from "../../engine/Engine.ts"
import * as Recalls from "../../usecases/Recalls.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./RecallContract.ts"

export const routes = Effect.gen(function* () {
  const deps = yield* Recalls.dependencies
  const viewOf = yield* StaffView.make
  const shown = (engine: Engine.EngineService) => {
    const view = viewOf(engine)
    return (payout: Payout.Payout) => PayoutJson.adminPayout(payout, view)
  }

  return [
    Route.make(Contract.open, (request) => {
      const { engine, ids: source, params, payload } = request
      const { evidence, kind } = payload
      return CommandResponses.of(
        Contract.open,
        CommandResponses.withReason(request),
        shown(engine),
        (request) =>
          Recalls.open({ ...deps, engine, source }, request, {
            ...{ id: params.id, kind, evidence: evidence ?? undefined }
          })
      )
    }),

    Route.make(Contract.recordReturn, (request) => {
      const { engine, ids: source, params, payload } = request
      const { amount, provider_reference: providerReference } = payload
      return CommandResponses.of(
        Contract.recordReturn,
        CommandResponses.withReason(request),
        shown(engine),
        (request) =>
          Recalls.recordReturn({ ...deps, engine, source }, request, {
            ...{ id: params.id, recallId: params.recall_id, amount, providerReference }
          })
      )
    }),

    Route.make(Contract.close, (request) => {
      const { engine, ids: source, params, payload } = request
      return CommandResponses.of(
        Contract.close,
        CommandResponses.withReason(request),
        shown(engine),
        (request) =>
          Recalls.close({ ...deps, engine, source }, request, {
            ...{ id: params.id, recallId: params.recall_id, outcome: payload.outcome }
          })
      )
    })
  ]
})
