/** The addresses that withdrawals can go to, with their addition and removal. */
import { useQueryClient } from "@tanstack/react-query"
import { Wallet } from "lucide-react"
import type { WithdrawalAddress } from "../../../client/Generated.ts"
import { useAddresses } from "../../data/Balance.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { withdrawals as WithdrawalWords, addresses as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"

const AddressForm = ({ close }: { readonly close: () => void }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const add = async (values: Values, sending: Sending) => {
    const body = { name: values.text("name"), address: values.text("address") }
    await api.balance.addresses.create(body, sending)
    refresh(client, ["balance"])
    toast.say(Words.add.done)
    close()
  }
  return (
    <Form label={Words.add.label} onSubmit={add} onCancel={close}>
      <Field name="name" label={Words.name} required maxLength={100} hint={Words.add.nameHint} />
      <Field
        name="address"
        label={Words.address}
        required
        pattern="0x[0-9a-fA-F]{40}"
        title={CommonWords.addressFormat}
        spellCheck={false}
        hint={Words.add.effect}
      />
    </Form>
  )
}

const Add = () => (
  <Opens
    title={Words.add.label}
    button={(open) => <Button onClick={open}>{Words.add.label}</Button>}
  >
    {(close) => <AddressForm close={close} />}
  </Opens>
)

const Remove = ({ of }: { readonly of: WithdrawalAddress }) => (
  <Confirm
    isSmall
    label={CommonWords.remove}
    title={Words.remove.title}
    act={({ api }) => api.balance.addresses.delete(of.id)}
    changes={["balance"]}
    done={Words.remove.done}
  >
    <p>{Words.remove.effect(of.name)}</p>
  </Confirm>
)

/** The columns of a list of addresses, without actions. */
export const columns: ReadonlyArray<Column<WithdrawalAddress>> = [
  { head: Words.name, kind: "main", cell: ({ name }) => name },
  {
    head: Words.address,
    cell: ({ address }) => <Code text={address} label={WithdrawalWords.copied.address} isShort />
  },
  {
    head: Words.state,
    cell: ({ is_usable, usable_from }) =>
      is_usable ? (
        Words.usable
      ) : (
        <>
          {Words.usableFrom} <Time at={usable_from} isShort />
        </>
      )
  },
  { head: Words.added, cell: ({ created_at }) => <Time at={created_at} isShort /> }
]

const removal = {
  head: CommonWords.actions,
  kind: "actions",
  cell: (each: WithdrawalAddress) => <Remove of={each} />
} as const

export const Addresses = () => {
  const { may, session } = useSignedIn()
  const addresses = useAddresses()
  const mayWrite = may("write")
  return (
    <Section
      title={Words.title}
      about={Words.about[session.refunds]}
      actions={mayWrite && <Add />}
      isFlush
    >
      <Answer of={addresses} lines={2}>
        {({ data }) =>
          data.length === 0 ? (
            <Empty icon={Wallet} title={Words.none} />
          ) : (
            <Table
              caption={Words.title}
              columns={mayWrite ? [...columns, removal] : columns}
              rows={data}
              idOf={({ id }) => id}
            />
          )
        }
      </Answer>
    </Section>
  )
}
