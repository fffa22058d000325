/** Actions of staff on the recalls of a settled payout. */
import type {
  AdminPayout,
  AdminRecall,
  RecallKind,
  RecallOutcome
} from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Field, Select, TextArea } from "../../parts/Field.tsx"
import { recalls as Words } from "../../words/recalls.ts"
import { Decision, waitingAction } from "./Decision.tsx"

const options = (texts: Readonly<Record<string, string>>, offered: ReadonlyArray<string>) =>
  offered.map((each) => (
    <option key={each} value={each}>
      {texts[each]}
    </option>
  ))

/** The money that the provider has not returned. */
const leftOf = ({ recalls = [], target_amount_fiat }: AdminPayout): number =>
  recalls.reduce(
    (left, { returned_amount_fiat = 0 }) => left - returned_amount_fiat,
    target_amount_fiat
  )

const isRecallable = (payout: AdminPayout): boolean =>
  payout.status === "SETTLED" &&
  leftOf(payout) > 0 &&
  (payout.recalls ?? []).every(({ status }) => status === "closed")

export const OpenRecall = ({ payout }: { readonly payout: AdminPayout }) =>
  isRecallable(payout) && (
    <Decision
      {...Words.open}
      payout={payout}
      send={({ recalls }, id, values, sending) => {
        const kind = values.text("kind") as RecallKind
        const body = { kind, reason: values.text("reason"), evidence: values.maybe("evidence") }
        return recalls.create(id, body, sending)
      }}
    >
      <Select name="kind" label={Words.kind} defaultValue="recalled">
        {options(Words.kinds, Object.keys(Words.kinds))}
      </Select>
      <TextArea name="evidence" label={Words.open.evidence} maxLength={2_000} />
    </Decision>
  )

interface Props {
  readonly payout: AdminPayout
  readonly recall: AdminRecall
}

const RecordReturn = ({ payout, recall }: Props) => (
  <Decision
    {...Words.giveBack}
    payout={payout}
    look="primary"
    waiting={waitingAction}
    send={({ recalls }, id, values, sending) => {
      const amount = Format.readAmount(values.text("amount"))
      const provider_reference = values.text("provider_reference")
      const body = { amount, provider_reference, reason: values.text("reason") }
      return recalls.return(id, recall.recall_id, body, sending)
    }}
  >
    <Field
      name="amount"
      label={Words.giveBack.amount(payout.target_currency)}
      required
      inputMode="decimal"
      pattern={Format.amountPattern(2)}
      defaultValue={String(leftOf(payout))}
    />
    <Field name="provider_reference" label={Words.providerReference} required maxLength={128} />
  </Decision>
)

const CloseRecall = ({ payout, recall }: Props) => {
  const offered = recall.status === "returned" ? ["returned"] : ["kept", "written_off"]
  return (
    <Decision
      {...Words.close}
      payout={payout}
      waiting={waitingAction}
      send={({ recalls }, id, values, sending) => {
        const outcome = values.text("outcome") as RecallOutcome
        const body = { outcome, reason: values.text("reason") }
        return recalls.close(id, recall.recall_id, body, sending)
      }}
    >
      <Select name="outcome" label={Words.outcome}>
        {options(Words.outcomes, offered)}
      </Select>
    </Decision>
  )
}

/** The buttons for a recall that is not closed. */
export const RecallActions = ({ payout, recall }: Props) => {
  const { may } = useSignedIn()
  if (!may("refunds")) return null
  return (
    <>
      {recall.status === "open" && <RecordReturn payout={payout} recall={recall} />}
      <CloseRecall payout={payout} recall={recall} />
    </>
  )
}
