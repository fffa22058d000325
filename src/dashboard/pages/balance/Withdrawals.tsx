/** The account's withdrawals, newest first, with the form that requests one. */
import { useQueryClient } from "@tanstack/react-query"
import { Banknote } from "lucide-react"
import { useState } from "react"
import type { Balance, Withdrawal, WithdrawalAddress } from "../../../client/Generated.ts"
import { useAddresses } from "../../data/Balance.ts"
import * as Format from "../../data/Format.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { Button } from "../../parts/Button.tsx"
import { Confirm, Opens } from "../../parts/Dialog.tsx"
import { Field, Select } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { Code, Money, Time } from "../../parts/Value.tsx"
import { withdrawals as Words } from "../../words/balance.ts"
import { common as CommonWords } from "../../words/common.ts"

interface Props {
  readonly of: Balance
}

interface FormProps extends Props {
  readonly usable: ReadonlyArray<WithdrawalAddress>
  readonly close: () => void
}

const RequestForm = ({ close, of, usable }: FormProps) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const send = async (values: Values, sending: Sending) => {
    const body = {
      address_id: values.text("address_id"),
      amount_usdc: Format.readAmount(values.text("amount_usdc")),
      reference: values.maybe("reference")
    }
    await api.balance.withdrawals.create(body, sending)
    refresh(client, ["balance"])
    toast.say(Words.request.done)
    close()
  }
  return (
    <Form label={Words.request.label} onSubmit={send} onCancel={close}>
      <Select name="address_id" label={Words.request.address}>
        {usable.map(({ address, id, name }) => (
          <option key={id} value={id}>
            {name} ({Format.middle(address)})
          </option>
        ))}
      </Select>
      <UsdcField
        name="amount_usdc"
        label={Words.request.amount}
        required
        hint={Words.request.available(of.available_usdc)}
      />
      <Field
        name="reference"
        label={Words.reference}
        maxLength={128}
        hint={Words.request.reference}
      />
    </Form>
  )
}

/** The button of the form, or the first thing to do if no address is usable. */
const Request = ({ of }: Props) => {
  const addresses = useAddresses()
  if (addresses.data === undefined) return null
  const usable = addresses.data.data.filter((each) => each.is_usable)
  if (usable.length === 0) return <p className="faint">{Words.noAddress}</p>
  return (
    <Opens
      title={Words.request.label}
      button={(open) => (
        <Button look="primary" onClick={open}>
          {Words.request.label}
        </Button>
      )}
    >
      {(close) => <RequestForm of={of} usable={usable} close={close} />}
    </Opens>
  )
}

const Cancel = ({ of }: { readonly of: Withdrawal }) => (
  <Confirm
    isSmall
    label={Words.cancel.label}
    title={Words.cancel.title}
    act={({ api }) => api.balance.withdrawals.cancel(of.id)}
    changes={["balance"]}
    done={Words.cancel.done}
  >
    <p>{Words.cancel.effect(of.amount_usdc)}</p>
  </Confirm>
)

/** The columns of a list of withdrawals, without its first one and without actions. */
export const columns: ReadonlyArray<Column<Withdrawal>> = [
  {
    head: CommonWords.status,
    kind: "status",
    cell: (each) => <Badge status={Status.ofWithdrawal(each)} />
  },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: ({ amount_usdc }) => <Money of={amount_usdc} currency="USDC" />
  },
  {
    head: Words.to,
    cell: ({ address, tx_hash }) => (
      <div>
        <div>
          <Code text={address} label={Words.copied.address} isShort />
        </div>
        {tx_hash !== null && (
          <div>
            <Code text={tx_hash} label={Words.copied.transaction} isShort />
          </div>
        )}
      </div>
    )
  },
  { head: Words.requested, cell: ({ created_at }) => <Time at={created_at} isShort /> }
]

/** The id of a withdrawal, as its movements name it, and its reference. */
export const idColumn: Column<Withdrawal> = {
  head: CommonWords.withdrawal,
  kind: "main",
  cell: ({ id, reference }) => (
    <>
      <Code text={id} label={Words.copied.id} isShort />
      {reference !== null && <div className="faint">{reference}</div>}
    </>
  )
}

const cancellation: Column<Withdrawal> = {
  head: CommonWords.actions,
  kind: "actions",
  cell: (each) => (each.status === "requested" || each.status === "held") && <Cancel of={each} />
}

/** Withdrawals are few. The first ones suffice on a page that also has movements. */
const limits = { first: 10, all: 100 } as const

export const Withdrawals = ({ of }: Props) => {
  const { may } = useSignedIn()
  const [limit, setLimit] = useState<number>(limits.first)
  const withdrawals = useServiceQuery("balance", ["withdrawals", limit], ({ api }, options) =>
    api.balance.withdrawals.list({ limit }, options)
  )
  const shown = [idColumn, ...columns, ...(may("write") ? [cancellation] : [])]
  return (
    <Section
      title={Words.title}
      about={Words.about}
      actions={may("write") && <Request of={of} />}
      isFlush
    >
      <Answer of={withdrawals} lines={2}>
        {({ data, total }) =>
          data.length === 0 ? (
            <Empty icon={Banknote} title={Words.none} />
          ) : (
            <>
              <Table caption={Words.title} columns={shown} rows={data} idOf={({ id }) => id} />
              {total > data.length && (
                <p className="pager">
                  <span className="faint">{Words.newest(data.length)}</span>
                  {limit < limits.all && (
                    <Button isSmall onClick={() => setLimit(limits.all)}>
                      {Words.more}
                    </Button>
                  )}
                </p>
              )}
            </>
          )
        }
      </Answer>
    </Section>
  )
}
