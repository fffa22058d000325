/** Contract of recalls: staff record what happens to the money of a payout after SETTLED. */
import { Schema } from "effect"
import * as Recall from "../../domain/payout/Recall.ts"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PayoutContract from "../payouts/PayoutContract.ts"
import * as PayoutExamples from "../payouts/PayoutExamples.ts"

const idempotency_key = Fields.maybe(Fields.IdempotencyKey)

const access = { by: "admin", needs: "refunds", proof: "fresh" } as const

const byPeople =
  "If `HOLD_APPROVALS` is above 1, that many people must send the same request. Until then, the " +
  "request only adds to a `pending_action`."

/** Characters of the evidence, which may be a long report. */
const evidenceCharsMax = 2_000

export const open = Operation.post("openRecall", "/admin/v1/payouts/:id/recalls", {
  summary: "Open a recall of a settled payout",
  description:
    "Opens a recall of a `SETTLED` payout, whose status stays. A payout has one open recall at a " +
    `time, and at most ${Recall.countMax} in all. The customer gets \`payout.recalled\`, without ` +
    "`reason` and `evidence`.",
  missing: ["PAYOUT_NOT_FOUND"],
  access,
  location: "subject",
  payload: Schema.Struct({
    kind: Recall.Kind.annotate({ description: PayoutContract.recallKindMeaning }),
    reason: Fields.GivenReason,
    evidence: Fields.maybe(Fields.text(evidenceCharsMax)).annotate({
      description:
        "Evidence, such as the message of the provider or of the recipient. Only staff see it, " +
        "and it is erased with the recipient's data."
    }),
    idempotency_key
  }),
  success: PayoutContract.AdminPayout,
  example: {
    path: { id: Data.ids.payout },
    body: { kind: "disputed", reason: Data.reason, evidence: Objects.recallEvidence },
    answer: PayoutExamples.seen(Objects.recalled)
  }
})

export const recordReturn = Operation.post(
  "returnRecall",
  "/admin/v1/payouts/:id/recalls/:recall_id/return",
  {
    summary: "Record the money that the provider returned",
    description:
      "Records money that the provider returned to the service's balance there, once per recall. " +
      "Its share of the source amount, rounded down, becomes a due refund of the payout. If the " +
      `whole target amount came back, that is the source amount with the fee. ${byPeople}`,
    missing: ["PAYOUT_NOT_FOUND", "RECALL_NOT_FOUND"],
    access,
    location: "subject",
    payload: Schema.Struct({
      amount: Fields.Fiat.annotate({
        description:
          "Amount that came back, in the target currency. At most the target amount, less " +
          "earlier returns."
      }),
      provider_reference: Fields.text(128).annotate({
        description: "The provider's reference of the return."
      }),
      reason: Fields.GivenReason,
      idempotency_key
    }),
    success: PayoutContract.AdminPayout,
    example: {
      path: { id: Data.ids.payout, recall_id: Data.ids.recall },
      body: {
        ...{ amount: Objects.returnedAmount, provider_reference: Objects.returning },
        reason: Data.reason
      },
      answer: PayoutExamples.seen(Objects.returned)
    }
  }
)

export const close = Operation.post(
  "closeRecall",
  "/admin/v1/payouts/:id/recalls/:recall_id/close",
  {
    summary: "Close a recall",
    description:
      "Ends a recall. `returned` is for a recall whose provider returned money, `kept` and " +
      `\`written_off\` are for the others. No money moves. ${byPeople}`,
    missing: ["PAYOUT_NOT_FOUND", "RECALL_NOT_FOUND"],
    access,
    location: "subject",
    payload: Schema.Struct({
      outcome: Recall.Outcome.annotate({ description: PayoutContract.recallOutcomeMeaning }),
      reason: Fields.GivenReason,
      idempotency_key
    }),
    success: PayoutContract.AdminPayout,
    example: {
      path: { id: Data.ids.payout, recall_id: Data.ids.recall },
      body: { outcome: "returned", reason: Data.reason },
      answer: PayoutExamples.seen(Objects.closed)
    }
  }
)

export const group = Operation.group({
  name: "Recalls",
  description: "Money of settled payouts that somebody wants back.",
  operations: [open, recordReturn, close]
})
