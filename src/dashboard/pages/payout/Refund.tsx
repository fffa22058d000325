/** A refund: its status and address. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import type { Payout } from "../../../client/Generated.ts"
import type { CallOptions } from "../../../client/Transport.ts"
import { refresh } from "../../data/Queries.ts"
import { type SignedIn, useSignedIn } from "../../data/SignedIn.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form } from "../../parts/Form.tsx"
import { Facts, Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Code, Money } from "../../parts/Value.tsx"

type Refunded = NonNullable<Payout["refund"]>

interface Props {
  readonly refund: Refunded | undefined
  readonly address: string | undefined
  readonly set: (who: SignedIn, address: string, options: CallOptions) => Promise<unknown>
}

const AddressForm = ({ close, set }: Pick<Props, "set"> & { readonly close: () => void }) => {
  const who = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Form
      label="Save address"
      onCancel={close}
      onSubmit={async (values, sending) => {
        await set(who, values.text("address"), sending)
        refresh(client, ["payouts", "batches"])
        toast.say("The refund address is saved.")
        close()
      }}
    >
      <Field
        name="address"
        label="Refund address"
        required
        pattern="0x[0-9a-fA-F]{40}"
        title="0x followed by 40 hexadecimal digits"
        spellCheck={false}
        hint="An Ethereum address that you control. It is screened before it is saved."
      />
    </Form>
  )
}

/** A button that asks for the address in a dialog. */
export const SetAddress = ({ set }: Pick<Props, "set">) => (
  <Opens
    title="Refund address"
    button={(open) => (
      <Button look="primary" onClick={open}>
        Set refund address
      </Button>
    )}
  >
    {(close) => <AddressForm set={set} close={close} />}
  </Opens>
)

export const Refund = ({ address, refund, set }: Props) => {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const to = refund?.address ?? address
  const isSent = refund !== undefined && refund.status !== "due"
  const change = may("write") && !isSent && !isOpen && (
    <Button isSmall onClick={() => setOpen(true)}>
      {to === undefined ? "Set refund address" : "Change refund address"}
    </Button>
  )
  return (
    <Section title="Refund" actions={change}>
      {refund === undefined && <p className="faint">No refund is due.</p>}
      {(refund ?? to) !== undefined && (
        <Facts
          of={[
            ["Status", refund && <Badge status={refund.status} />],
            ["Amount", refund && <Money of={refund.amount_usdc} currency="USDC" />],
            ["Refund address", to && <Code text={to} label="refund address" isShort />],
            [
              "Transaction",
              refund?.tx_hash && <Code text={refund.tx_hash} label="refund transaction" isShort />
            ]
          ]}
        />
      )}
      {isOpen && <AddressForm set={set} close={() => setOpen(false)} />}
    </Section>
  )
}
