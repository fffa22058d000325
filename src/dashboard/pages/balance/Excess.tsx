/** The destination of refunds of later payouts, and the form that changes it. */
import { useQueryClient } from "@tanstack/react-query"
import type { Balance } from "../../../client/Generated.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Radios } from "../../parts/Field.tsx"
import { Form, type Values } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { excess as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"

interface Props {
  readonly of: Balance
}

const optionOf = (value: Balance["excess"]) => ({
  ...{ value, label: Words.names[value], hint: Words.hints[value] }
})

const ExcessForm = ({ close, of }: Props & { readonly close: () => void }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const save = async (values: Values) => {
    await api.balance.update({ excess: values.text("excess") === "balance" ? "balance" : "refund" })
    refresh(client, ["balance"])
    toast.say(Words.saved)
    close()
  }
  // The first option is chosen.
  const options =
    of.excess === "refund" ? (["refund", "balance"] as const) : (["balance", "refund"] as const)
  return (
    <Form label={CommonWords.save} onSubmit={save} onCancel={close}>
      <Radios name="excess" label={Words.label} options={options.map(optionOf)} />
      <p>{Words.effect}</p>
    </Form>
  )
}

export const Excess = ({ of }: Props) => {
  const { may } = useSignedIn()
  return (
    <Section title={Words.title} about={Words.about}>
      <div className="row row-apart">
        <strong>{Words.names[of.excess]}</strong>
        {may("write") && (
          <Opens
            title={Words.title}
            button={(open) => (
              <Button isSmall onClick={open}>
                {Words.change}
              </Button>
            )}
          >
            {(close) => <ExcessForm of={of} close={close} />}
          </Opens>
        )}
      </div>
    </Section>
  )
}
