/** `/admin/v1/accounts/:id/recipients`: requests about the personal data of recipients. */
import { Effect, Result } from "effect"
import type * as RecipientData from "../../domain/recipient/RecipientData.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import type * as RequestStore from "../../engine/ports/RequestStore.ts"
import type * as Rows from "../../engine/ports/Rows.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as ExportRecipient from "../../usecases/ExportRecipient.ts"
import * as RecipientErasure from "../../usecases/RecipientErasure.ts"
import * as BeneficiaryJson from "../beneficiaries/BeneficiaryJson.ts"
import * as Instants from "../contract/Instants.ts"
import * as Decode from "../decoding/Decode.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as PayoutJson from "../payouts/PayoutJson.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./RecipientDataContract.ts"

type View = Pick<StaffView.StaffView, "approver" | "approvalsNeeded">

const noneOf = ({ approvalsNeeded }: View) => ({
  ...{ erased_at: null, legal_hold: null, approvals: [], approvals_needed: approvalsNeeded }
})

const outcomeJson =
  (view: View) =>
  (outcome: RecipientErasure.Outcome): Contract.RecipientData => {
    const none = noneOf(view)
    switch (outcome._tag) {
      case "Erased":
        return { ...none, status: "erased", erased_at: Instants.instant(outcome.at) }
      case "Restricted":
        return { ...none, status: "restricted", erased_at: Instants.instant(outcome.until) }
      case "Requested":
        return { ...none, status: "requested", approvals: outcome.approvals.map(view.approver) }
    }
  }

const statusOf = ({ approvals, restrictedUntil }: RecipientData.RecipientData) => {
  if (restrictedUntil !== null) return "restricted"
  return approvals.length > 0 ? "requested" : "kept"
}

const formerNumberJson =
  (view: View) =>
  (number: RecipientErasure.FormerNumber): Contract.RecipientErasure["former_numbers"][number] => {
    if (number._tag === "Kept") {
      const { beneficiaryId } = number
      return { id: null, status: "kept", erased_at: null, beneficiary_id: beneficiaryId }
    }
    const { erased_at, status } = outcomeJson(view)(number.outcome)
    return { id: number.id, status, erased_at, beneficiary_id: null }
  }

const erasureJson =
  (view: View) =>
  ({ formerNumbers, outcome }: RecipientErasure.Erasure): Contract.RecipientErasure => ({
    ...outcomeJson(view)(outcome),
    former_numbers: formerNumbers.map(formerNumberJson(view))
  })

/** The state of a record; of a recipient without one if it is `undefined`. */
const dataJson =
  (view: View) =>
  (data: RecipientData.RecipientData | undefined): Contract.RecipientData => {
    if (data === undefined) return { ...noneOf(view), status: "kept" }
    const { approvals, hold, restrictedUntil } = data
    return {
      status: statusOf(data),
      erased_at: Instants.instantOrNull(restrictedUntil),
      legal_hold: hold && {
        ...{ since: Instants.instant(hold.since), by: view.approver(hold.by), reason: hold.reason }
      },
      approvals: approvals.map(view.approver),
      approvals_needed: view.approvalsNeeded
    }
  }

const recordJson = (view: View) => (data: RecipientData.RecipientData) => ({
  id: data.id,
  phone: data.restrictedUntil === null ? data.phone : "restricted",
  ...dataJson(view)(data)
})

const noteJson =
  ({ approver }: View) =>
  ({ action, actorId, at, id, reason }: Rows.Act) => ({
    ...{ id, at: Instants.instant(at), action, by: approver(actorId), reason: reason ?? "" }
  })

const webhookJson = (webhook: ExportRecipient.ExportedWebhook) => ({
  event_id: webhook.eventId,
  type: webhook.type,
  created_at: Instants.instant(webhook.at),
  endpoint_id: webhook.endpointId,
  endpoint_host: webhook.host,
  status: webhook.status
})

const requestJson = (entry: RequestStore.Entry) => ({
  id: entry.id,
  created_at: Instants.instant(entry.at),
  method: entry.method,
  path: entry.path,
  status: entry.status,
  request_body: entry.requestBody,
  response_body: entry.responseBody
})

const exportJson = (
  view: StaffView.StaffView,
  { beneficiaries, data, formerNumbers, hasMore, payouts }: ExportRecipient.Export
) => ({
  record: data === undefined ? null : recordJson(view)(data),
  beneficiaries: beneficiaries.map(BeneficiaryJson.beneficiary),
  former_numbers: formerNumbers,
  payouts: payouts.map(({ notes, payout, requests, webhooks }) => ({
    ...PayoutJson.adminPayout(payout, view),
    notes: notes.map(noteJson(view)),
    webhooks: webhooks.map(webhookJson),
    requests: requests.map(requestJson)
  })),
  next_cursor: hasMore ? (payouts.at(-1)?.payout.id ?? null) : null
})

/** The position in a cursor of the newest first, whose text is an id. */
const positionOf = (cursor: string | null | undefined) =>
  cursor == null ? {} : { after: { id: cursor, name: "" } }

type About = typeof Contract.holdRecipientData

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
const namedIn = ({
  engine,
  params,
  payload
}: Pick<Route.RequestOf<About>, "engine" | "params" | "payload">) =>
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
  const viewOf = yield* StaffView.make
  const holdRoute = (contract: About, isHeld: boolean) =>
    Route.make(
      contract,
      (request) => {
        const { engine, ids, payload } = request
        const show = ({ data }: RecipientErasure.HoldOutcome) => dataJson(viewOf(engine))(data)
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
      Contract.listRecipients,
      Effect.fnUntraced(function* ({ engine, params, query }) {
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        return yield* Pagination.answer(
          Contract.listRecipients,
          query,
          (page) => engine.lists.recipients({ accountId }, page),
          recordJson(viewOf(engine))
        )
      })
    ),
    Route.make(
      Contract.eraseRecipient,
      (request) => {
        const { engine, ids } = request
        const { eraseRecipient } = Contract
        const command = CommandResponses.withReason(request)
        const show = erasureJson(viewOf(engine))
        return Effect.flatMap(namedIn(request), (named) =>
          CommandResponses.of(eraseRecipient, command, show, (keyed) =>
            RecipientErasure.erase({ engine, policy, source: ids }, keyed, named)
          )
        )
      },
      { rules }
    ),
    holdRoute(Contract.holdRecipientData, true),
    holdRoute(Contract.releaseRecipientData, false),
    Route.make(
      Contract.exportRecipient,
      Effect.fnUntraced(function* (request) {
        const { engine, ids: source, payload } = request
        const origin = CommandResponses.withReason(request)
        const exported = yield* ExportRecipient.run({ engine, source }, origin, {
          recipient: yield* namedIn(request),
          ...positionOf(payload.cursor)
        })
        return Route.answer(Contract.exportRecipient, exportJson(viewOf(engine), exported))
      }),
      { rules }
    )
  ]
})
