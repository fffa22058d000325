/** The sandbox's controls. They choose a payout's outcome or simulate a deposit for it. */
import { useEffect, useState } from "react"
import type { FailureReason, Payout, SimulatePayoutBody } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useAction } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { Button } from "../../parts/Button.tsx"
import { Select } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { simulate as Words } from "../../words/payouts.tsx"

type Outcome = keyof typeof Words.outcomes

/** Moves the focus to the heading if the focused button has disappeared. */
const useFocus = (isGone: boolean): void =>
  useEffect(() => {
    if (isGone && document.activeElement === document.body) document.querySelector("h1")?.focus()
  }, [isGone])

/** False for a row of a batch, which expires with its batch. */
const mayExpire = ({ batch_id, status }: Payout): boolean =>
  batch_id === null && status === "AWAITING_FUNDS"

interface ControlsProps {
  readonly payout: Payout
  readonly running: SimulatePayoutBody | undefined
  readonly run: (body: SimulatePayoutBody) => void
}

const Outcomes = ({ payout, run, running }: ControlsProps) => {
  const outcomes = (Object.keys(Words.outcomes) as Array<Outcome>).filter(
    (outcome) => outcome !== "expire" || mayExpire(payout)
  )
  return (
    <div className="actions">
      {outcomes.map((outcome) => (
        <Button
          key={outcome}
          isSmall
          isBusy={running?.outcome === outcome}
          onClick={() => run({ outcome })}
        >
          {Words.outcomes[outcome]}
        </Button>
      ))}
    </div>
  )
}

const Failure = ({ run }: Pick<ControlsProps, "run">) => {
  const [reason, setReason] = useState<FailureReason>("unspecified")
  return (
    <Form
      label={Words.failure.simulate}
      look="plain"
      onSubmit={async () => run({ outcome: "fail", failure_reason: reason })}
    >
      <Select
        name="failure_reason"
        label={Words.failure.label}
        value={reason}
        onChange={(event) => setReason(event.target.value as FailureReason)}
      >
        {Status.failureReasons.map((each) => (
          <option key={each} value={each}>
            {Format.words(each)}
          </option>
        ))}
      </Select>
    </Form>
  )
}

const Deposit = ({ payout, run }: Omit<ControlsProps, "running">) => (
  <Form
    label={Words.deposit.simulate}
    look={payout.amount_due_usdc > 0 ? "primary" : "plain"}
    onSubmit={async (values) =>
      run({ deposit: { amount_usdc: Format.readAmount(values.text("amount_usdc")) } })
    }
  >
    <UsdcField
      key={payout.amount_due_usdc}
      name="amount_usdc"
      label={Words.deposit.label}
      required
      defaultValue={String(payout.amount_due_usdc || payout.source_amount_usdc)}
    />
  </Form>
)

export const Simulate = ({ payout }: { readonly payout: Payout }) => {
  const { input, isRunning, run } = useAction<SimulatePayoutBody>(
    ({ api }, body) => api.sandbox.payouts.simulate(payout.payout_id, body),
    { changes: ["payouts"], done: Words.started }
  )
  const isOver = Status.isFinal(payout.status)
  useFocus(isOver)
  const mayReturn = payout.status === "SETTLED" && payout.recalls === undefined
  // Nobody deposits for a payout that the balance pays for.
  const takesDeposit = payout.funding === undefined
  if (isOver && !mayReturn && !takesDeposit) return null
  return (
    <Section title={Words.title} about={Words.aboutOf(isOver, takesDeposit)}>
      {!isOver && (
        <>
          <Outcomes payout={payout} running={isRunning ? input : undefined} run={run} />
          <Failure run={run} />
        </>
      )}
      {mayReturn && (
        <Button
          isSmall
          isBusy={isRunning && input?.outcome === "return"}
          onClick={() => run({ outcome: "return" })}
        >
          {Words.returned}
        </Button>
      )}
      {takesDeposit && <Deposit payout={payout} run={run} />}
    </Section>
  )
}
