/** The amount below which the balance is low, and the form that changes it. */
import { useQueryClient } from "@tanstack/react-query"
import type { Balance } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Form, type Values } from "../../parts/Form.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { Money } from "../../parts/Value.tsx"
import { threshold as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"

interface Props {
  readonly of: Balance
}

const ThresholdForm = ({ close, of }: Props & { readonly close: () => void }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const save = async (values: Values) => {
    const typed = values.maybe("low_threshold_usdc")
    const low_threshold_usdc = typed === undefined ? null : Format.readAmount(typed)
    await api.balance.update({ low_threshold_usdc })
    refresh(client, ["balance"])
    toast.say(Words.saved)
    close()
  }
  return (
    <Form label={CommonWords.save} onSubmit={save} onCancel={close}>
      <UsdcField
        name="low_threshold_usdc"
        label={Words.label}
        defaultValue={of.low_threshold_usdc ?? undefined}
        hint={Words.hint}
      />
    </Form>
  )
}

export const Threshold = ({ of }: Props) => {
  const { may } = useSignedIn()
  const { is_low, low_threshold_usdc: threshold } = of
  return (
    <Section title={Words.title} about={Words.about}>
      <div className="row row-apart">
        <p className="row">
          {threshold === null ? (
            <span className="faint">{Words.none}</span>
          ) : (
            <strong className="amount">
              <Money of={threshold} currency="USDC" />
            </strong>
          )}
          {is_low && <Badge status="balance_low" />}
        </p>
        {may("write") && (
          <Opens
            title={Words.title}
            button={(open) => (
              <Button isSmall onClick={open}>
                {threshold === null ? Words.set : Words.change}
              </Button>
            )}
          >
            {(close) => <ThresholdForm of={of} close={close} />}
          </Opens>
        )}
      </div>
    </Section>
  )
}
