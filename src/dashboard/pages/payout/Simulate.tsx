/** The sandbox's controls: where a payout shall go, or what shall be paid for it. */
import { useEffect, useState } from "react"
import type { FailureReason, Payout, SimulatePayoutBody } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useAction } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { Button } from "../../parts/Button.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/payout/Simulate.ts"

type Outcome = keyof typeof Words.outcomes

/** The heading takes the focus of a button that is gone. */
const useFocus = (isGone: boolean): void =>
  useEffect(() => {
    if (isGone && document.activeElement === document.body) document.querySelector("h1")?.focus()
  }, [isGone])

export const Simulate = ({ payout }: { readonly payout: Payout }) => {
  const [reason, setReason] = useState<FailureReason>("unspecified")
  const { input, isRunning, run } = useAction<SimulatePayoutBody>(
    ({ api }, body) => api.sandbox.payouts.simulate(payout.payout_id, body),
    { changes: ["payouts"], done: Words.started }
  )
  const isOver = Status.isFinal(payout.status)
  useFocus(isOver)
  if (isOver) return null
  const simulate = (outcome: Outcome) =>
    run({ outcome, ...(outcome === "fail" ? { failure_reason: reason } : {}) })
  return (
    <Section title={Words.title} about={Words.about}>
      <div className="actions">
        {(Object.keys(Words.outcomes) as Array<Outcome>).map((outcome) => (
          <Button
            key={outcome}
            isSmall
            isBusy={isRunning && input?.outcome === outcome}
            onClick={() => simulate(outcome)}
          >
            {Words.outcomes[outcome]}
          </Button>
        ))}
      </div>
      <Select
        name="failure_reason"
        label={Words.failureReason}
        value={reason}
        onChange={(event) => setReason(event.target.value as FailureReason)}
      >
        {Status.failureReasons.map((each) => (
          <option key={each} value={each}>
            {Format.words(each)}
          </option>
        ))}
      </Select>
      <Form
        label={Words.deposit.simulate}
        onSubmit={async (values) =>
          run({ deposit: { amount_usdc: Format.readAmount(values.text("amount_usdc")) } })
        }
      >
        <Field
          key={payout.amount_due_usdc}
          name="amount_usdc"
          label={Words.deposit.label}
          required
          inputMode="decimal"
          pattern={Format.amountPattern(6)}
          title={CommonWords.usdcFormat}
          defaultValue={String(payout.amount_due_usdc || payout.source_amount_usdc)}
        />
      </Form>
    </Section>
  )
}
