/** The sandbox's deposit, which is part of the balance at once. */
import { useQueryClient } from "@tanstack/react-query"
import * as Format from "../../data/Format.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { simulate as Words } from "../../words/balance.ts"

export const SimulateDeposit = () => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const deposit = async (values: Values, sending: Sending) => {
    const amount_usdc = Format.readAmount(values.text("amount_usdc"))
    await api.sandbox.balance.deposit({ amount_usdc }, sending)
    refresh(client, ["balance"])
    toast.say(Words.done)
  }
  return (
    <Section title={Words.title} about={Words.about}>
      <Form label={Words.deposit} look="plain" onSubmit={deposit}>
        <UsdcField name="amount_usdc" label={Words.label} required />
      </Form>
    </Section>
  )
}
