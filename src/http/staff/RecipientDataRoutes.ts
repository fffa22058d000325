/** `/admin/v1/accounts/:id/recipients`: requests about the personal data of recipients. */
import { Effect, Result } from "effect"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as RecipientErasure from "../../usecases/RecipientErasure.ts"
import * as Instants from "../contract/Instants.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./RecipientDataContract.ts"

const outcomeJson = (outcome: RecipientErasure.Outcome): Contract.RecipientData => {
  const none = { erased_at: null, legal_hold: false, approvals: [] }
  switch (outcome._tag) {
    case "Erased":
      return { ...none, status: "erased", erased_at: Instants.instant(outcome.at) }
    case "Restricted":
      return { ...none, status: "restricted", erased_at: Instants.instant(outcome.until) }
    case "Requested":
      return { ...none, status: "requested", approvals: outcome.approvals }
  }
}

const dataJson = (data: RecipientData.RecipientData | undefined): Contract.RecipientData => {
  const { approvals = [], hold = null, restrictedUntil = null } = data ?? {}
  return {
    status: restrictedUntil === null ? "kept" : "restricted",
    erased_at: restrictedUntil === null ? null : Instants.instant(restrictedUntil),
    legal_hold: hold !== null,
    approvals
  }
}

type About = typeof Contract.eraseRecipient

/** The recipient of a request, if the account exists. */
const recipientOf = ({ engine, params, payload }: Route.RequestOf<About>) =>
  Effect.fromResult(
    Result.map(Accounts.find(engine, params.id), ({ id }) => ({
      accountId: id,
      phone: payload.phone
    }))
  )

export const routes = Effect.gen(function* () {
  const policy = yield* Policy.Policy
  const holdRoute = (contract: About, isHeld: boolean) =>
    Route.make(contract, (request) => {
      const { command, engine, ids, payload } = request
      const show = ({ data }: RecipientErasure.HoldOutcome) => dataJson(data)
      return Effect.flatMap(recipientOf(request), (recipient) =>
        CommandResponses.of(contract, command, show, (keyed) =>
          RecipientErasure.setHold(
            { engine, policy, source: ids },
            { ...keyed, note: payload.reason },
            recipient,
            isHeld ? payload.reason : null
          )
        )
      )
    })
  return [
    Route.make(Contract.eraseRecipient, (request) => {
      const { command, engine, ids, payload } = request
      return Effect.flatMap(recipientOf(request), (recipient) =>
        CommandResponses.of(Contract.eraseRecipient, command, outcomeJson, (keyed) =>
          RecipientErasure.erase(
            { engine, policy, source: ids },
            { ...keyed, note: payload.reason },
            recipient
          )
        )
      )
    }),
    holdRoute(Contract.holdRecipientData, true),
    holdRoute(Contract.releaseRecipientData, false)
  ]
})
