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
import { common as CommonWords } from "../../words/common.ts"
import { refund as Words } from "../../words/payouts.tsx"

type Refunded = NonNullable<Payout["refund"]>

interface Props {
  readonly refund: Refunded | undefined
  readonly address: string | undefined
  readonly set: (who: SignedIn, address: string, options: CallOptions) => Promise<unknown>
  /** True for a row of a batch, whose money goes back with the refund of the batch. */
  readonly isOfBatch?: boolean
}

const AddressForm = ({ close, set }: Pick<Props, "set"> & { readonly close: () => void }) => {
  const who = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Form
      label={Words.address.save}
      onCancel={close}
      onSubmit={async (values, sending) => {
        await set(who, values.text("address"), sending)
        refresh(client, ["payouts", "batches"])
        toast.say(Words.address.saved)
        close()
      }}
    >
      <Field
        name="address"
        label={CommonWords.refundAddress}
        required
        pattern="0x[0-9a-fA-F]{40}"
        title={CommonWords.addressFormat}
        spellCheck={false}
        hint={Words.address.hint}
      />
    </Form>
  )
}

/** A button that opens the form for the refund address. */
export const SetAddress = ({ set }: Pick<Props, "set">) => (
  <Opens
    title={CommonWords.refundAddress}
    button={(open) => (
      <Button look="primary" onClick={open}>
        {Words.address.set}
      </Button>
    )}
  >
    {(close) => <AddressForm set={set} close={close} />}
  </Opens>
)

export const Refund = ({ address, isOfBatch = false, refund, set }: Props) => {
  const { may } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const to = refund?.address ?? address
  const isSent = refund !== undefined && refund.status !== "due"
  const change = may("write") && !isSent && !isOpen && (
    <Button isSmall onClick={() => setOpen(true)}>
      {to === undefined ? Words.address.set : Words.address.change}
    </Button>
  )
  return (
    <Section title={Words.title} actions={change}>
      {refund === undefined && <p className="faint">{isOfBatch ? Words.withBatch : Words.none}</p>}
      {(refund ?? to) !== undefined && (
        <Facts
          of={[
            [CommonWords.status, refund && <Badge status={refund.status} />],
            [CommonWords.amount, refund && <Money of={refund.amount_usdc} currency="USDC" />],
            [
              CommonWords.refundAddress,
              to && <Code text={to} label={Words.copied.address} isShort />
            ],
            [
              Words.transaction,
              refund?.tx_hash && (
                <Code text={refund.tx_hash} label={Words.copied.transaction} isShort />
              )
            ]
          ]}
        />
      )}
      {isOpen && <AddressForm set={set} close={() => setOpen(false)} />}
    </Section>
  )
}
