/** `/admin/v1/accounts/:id/recipients`: requests about the personal data of recipients. */
import { Effect, Result } from "effect"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as RecipientErasure from "../../usecases/RecipientErasure.ts"
import * as Instants from "../contract/Instants.ts"
import * as Decode from "../decoding/Decode.ts"
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

/** Exactly one field names the recipient. */
const rules: Route.Rules = (body) => {
  const hasBeneficiary = Decode.isPresent(body.beneficiary_id)
  if (Decode.isPresent(body.phone) !== hasBeneficiary) return []
  return hasBeneficiary
    ? [
        {
          field: "beneficiary_id",
          code: "not_applicable",
          message: "must be absent, because phone names the recipient"
        }
      ]
    : [
        {
          field: "phone",
          code: "required",
          message: "is required, unless a beneficiary_id is given"
        }
      ]
}

/** The recipient that a request names, if the account exists. */
const namedIn = ({ engine, params, payload }: Route.RequestOf<About>) =>
  Effect.fromResult(
    Result.map(
      Accounts.find(engine, params.id),
      ({ id }): RecipientErasure.Named => ({
        accountId: id,
        phone: payload.phone ?? undefined,
        beneficiaryId: payload.beneficiary_id ?? undefined
      })
    )
  )

export const routes = Effect.gen(function* () {
  const policy = yield* Policy.Policy
  const holdRoute = (contract: About, isHeld: boolean) =>
    Route.make(
      contract,
      (request) => {
        const { engine, ids, payload } = request
        const show = ({ data }: RecipientErasure.HoldOutcome) => dataJson(data)
        const reason = isHeld ? payload.reason : null
        return Effect.flatMap(namedIn(request), (named) =>
          CommandResponses.of(contract, CommandResponses.withReason(request), show, (keyed) =>
            RecipientErasure.setHold({ engine, policy, source: ids }, keyed, named, reason)
          )
        )
      },
      { rules }
    )
  return [
    Route.make(
      Contract.eraseRecipient,
      (request) => {
        const { engine, ids } = request
        const { eraseRecipient } = Contract
        const command = CommandResponses.withReason(request)
        return Effect.flatMap(namedIn(request), (named) =>
          CommandResponses.of(eraseRecipient, command, outcomeJson, (keyed) =>
            RecipientErasure.erase({ engine, policy, source: ids }, keyed, named)
          )
        )
      },
      { rules }
    ),
    holdRoute(Contract.holdRecipientData, true),
    holdRoute(Contract.releaseRecipientData, false)
  ]
})
