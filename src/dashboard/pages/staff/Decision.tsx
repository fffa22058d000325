/** What staff decide about a payout or a batch: each with a reason, which the audit log keeps. */
import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { AdminBatch, AdminPayout, PendingAction } from "../../../client/Generated.ts"
import type { Clients } from "../../data/Api.ts"
import { refresh } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { AccountLink } from "../../parts/Account.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Check, Field, TextArea } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { Facts } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Code, Money } from "../../parts/Value.tsx"

type Send = (
  payouts: Clients["api"]["admin"]["payouts"],
  id: string,
  values: Values,
  sending: Sending
) => Promise<unknown>

interface Props {
  readonly payout: AdminPayout
  readonly label: string
  readonly about: string
  readonly done: string
  readonly look?: "primary" | "plain" | "danger"
  readonly send: Send
  readonly children?: ReactNode
}

/** What a decision is about, which its dialog repeats. */
type About = ReadonlyArray<readonly [string, ReactNode]>

interface DecidingProps extends Omit<Props, "payout" | "send"> {
  readonly title: string
  /** The button's name for screen readers. */
  readonly name: string
  readonly facts: About
  readonly act: (
    admin: Clients["api"]["admin"],
    values: Values,
    sending: Sending
  ) => Promise<unknown>
}

const changes = ["payouts", "batches", "accounts", "health", "audit", "stats"] as const

/** A button whose action requires a reason, which the audit log keeps. */
export const Deciding = ({
  about,
  act,
  children,
  done,
  facts,
  label,
  look = "plain",
  name,
  title
}: DecidingProps) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title={title}
      button={(open) => (
        <Button look={look} onClick={open} aria-label={name}>
          {label}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={label}
          look={look === "danger" ? "danger" : "primary"}
          onCancel={close}
          onSubmit={async (values, sending) => {
            await act(api.admin, values, sending)
            refresh(client, changes)
            toast.say(done)
            close()
          }}
        >
          <Facts of={facts} />
          <p>{about}</p>
          {children}
          <TextArea
            name="reason"
            label="Reason"
            required
            maxLength={500}
            hint="Recorded in the audit log, where members of the account can read it."
          />
        </Form>
      )}
    </Opens>
  )
}

const factsOf = (payout: AdminPayout): About => [
  ["Account", <AccountLink key="account" id={payout.account_id} />],
  ["Amount", <Money key="amount" of={payout.source_amount_usdc} currency="USDC" />],
  [
    "Recipient gets",
    <Money key="gets" of={payout.target_amount_fiat} currency={payout.target_currency} />
  ],
  ["Refund", payout.refund && <Money key="refund" of={payout.refund.amount_usdc} currency="USDC" />]
]

const factsOfBatch = (batch: AdminBatch): About => [
  ["Account", <AccountLink key="account" id={batch.account_id} />],
  ["Payouts", batch.total],
  ["Total", <Money key="total" of={batch.total_amount_usdc} currency="USDC" />],
  ["Refund", batch.refund && <Money key="refund" of={batch.refund.amount_usdc} currency="USDC" />]
]

const Decision = ({ payout, send, ...props }: Props) => {
  const who = payout.recipient_name ?? payout.recipient_phone
  return (
    <Deciding
      {...props}
      title={`${props.label}: ${who}`}
      name={`${props.label} payout to ${who}`}
      facts={factsOf(payout)}
      act={(admin, values, sending) => send(admin.payouts, payout.payout_id, values, sending)}
    />
  )
}

const RefundAddress = ({
  hint,
  required
}: {
  readonly hint: string
  readonly required: boolean
}) => (
  <Field
    name="refund_address"
    label="Refund address"
    required={required}
    pattern="0x[0-9a-fA-F]{40}"
    title="0x followed by 40 hexadecimal digits"
    spellCheck={false}
    hint={hint}
  />
)

const refundAddress = <RefundAddress hint="The customer can also set it later." required={false} />

/** The address that a refund was sent to: asked for only where none is known, and then needed. */
const SentTo = ({
  of: { refund, refund_address }
}: {
  readonly of: Pick<AdminPayout | AdminBatch, "refund" | "refund_address">
}) => {
  const known = refund?.address ?? refund_address
  return known === undefined ? (
    <RefundAddress hint="The customer has not set one: enter where you sent the money." required />
  ) : (
    <p>
      The refund goes to <Code text={known} label="refund address" />
    </p>
  )
}

const refundOf = (values: Values) => ({
  reason: values.text("reason"),
  refund_address: values.maybe("refund_address")
})

const Approve = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Approve"
    look="primary"
    about="The payout continues. If two people must approve, it continues after the second approval."
    done="Your approval is recorded."
    send={(payouts, id, values, sending) =>
      payouts.approve(id, { reason: values.text("reason") }, sending)
    }
  />
)

const Reject = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Reject"
    look="danger"
    about="The payout is reversed and a refund opened. This cannot be undone."
    done="The payout is rejected."
    send={(payouts, id, values, sending) => payouts.reject(id, refundOf(values), sending)}
  >
    {refundAddress}
  </Decision>
)

const Freeze = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Freeze"
    about="Its money does not move until it is unfrozen: it is neither paid out nor refunded."
    done="The payout is frozen."
    send={(payouts, id, values, sending) =>
      payouts.freeze(id, { reason: values.text("reason") }, sending)
    }
  />
)

const Unfreeze = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Unfreeze"
    about="The payout returns to the holds. If two people must approve, it returns after the second approval."
    done="Your approval is recorded."
    send={(payouts, id, values, sending) =>
      payouts.unfreeze(id, { reason: values.text("reason") }, sending)
    }
  />
)

/** What may be done with a hold: one that is frozen can only be unfrozen. */
export const Ways = ({ payout }: { readonly payout: AdminPayout }) =>
  payout.frozen === undefined ? (
    <>
      <Freeze payout={payout} />
      <Reject payout={payout} />
      <Approve payout={payout} />
    </>
  ) : (
    <Unfreeze payout={payout} />
  )

const override = (
  <Check
    name="override"
    label="Proceed without a final answer from the provider"
    hint="The provider may still pay the recipient. The money would then be paid twice."
  />
)

/** Retry and settle need the full amount: what was underpaid can only end. */
export const Moves = ({ payout }: { readonly payout: AdminPayout }) => {
  const isFunded = payout.funding_status === "funded"
  const isUnknown = payout.review_reason === "provider_unknown"
  return (
    <div className="actions">
      {isFunded && (
        <>
          <Decision
            payout={payout}
            label="Retry"
            about="The transfer is retried. Its status at the provider is checked first."
            done="The transfer is retried."
            send={(payouts, id, values, sending) =>
              payouts.retry(id, { reason: values.text("reason") }, sending)
            }
          />
          <Decision
            payout={payout}
            label="Settle"
            about="The provider paid the recipient. The payout is marked as settled."
            done="The payout is settled."
            send={(payouts, id, values, sending) => {
              const provider_reference = values.maybe("provider_reference")
              return payouts.settle(
                id,
                { reason: values.text("reason"), provider_reference },
                sending
              )
            }}
          >
            <Field name="provider_reference" label="Provider reference" maxLength={128} />
          </Decision>
        </>
      )}
      <Decision
        payout={payout}
        label="Fail"
        look="danger"
        about="The provider did not pay the recipient. The payout fails and a refund is opened."
        done="The payout is marked as failed, and a refund is opened."
        send={(payouts, id, values, sending) =>
          payouts.fail(id, { ...refundOf(values), override: values.has("override") }, sending)
        }
      >
        {refundAddress}
        {isUnknown && override}
      </Decision>
      <Decision
        payout={payout}
        label="Reverse"
        look="danger"
        about="The payout is reversed and a refund opened."
        done="The payout is reversed, and a refund is opened."
        send={(payouts, id, values, sending) =>
          payouts.reverse(id, { ...refundOf(values), override: values.has("override") }, sending)
        }
      >
        {refundAddress}
        {isUnknown && override}
      </Decision>
    </div>
  )
}

const aboutRefund =
  "Enter the transaction that sent the refund. The transaction is verified on the chain."

const transaction = (
  <Field
    name="tx_hash"
    label="Transaction hash"
    required
    pattern="0x[0-9a-fA-F]{64}"
    title="0x followed by 64 hexadecimal digits"
    spellCheck={false}
  />
)

export const SendRefund = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Record refund"
    look="primary"
    about={aboutRefund}
    done="The refund is recorded as sent."
    send={(payouts, id, values, sending) =>
      payouts.refund(id, { ...refundOf(values), tx_hash: values.text("tx_hash") }, sending)
    }
  >
    {transaction}
    <SentTo of={payout} />
  </Decision>
)

export const SendBatchRefund = ({ batch }: { readonly batch: AdminBatch }) => (
  <Deciding
    title={`Record refund: ${batch.id}`}
    name={`Record refund of ${batch.id}`}
    facts={factsOfBatch(batch)}
    label="Record refund"
    look="primary"
    about={aboutRefund}
    done="The refund is recorded as sent."
    act={({ batches }, values, sending) =>
      batches.refund(batch.id, { ...refundOf(values), tx_hash: values.text("tx_hash") }, sending)
    }
  >
    {transaction}
    <SentTo of={batch} />
  </Deciding>
)

const aboutRelease =
  "Screening flagged the sender or the receiver of this money. Releasing the refund lets it be sent."

export const ReleaseRefund = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    label="Release refund"
    look="primary"
    about={aboutRelease}
    done="Your approval is recorded."
    send={(payouts, id, values, sending) =>
      payouts.releaseRefund(id, { reason: values.text("reason") }, sending)
    }
  />
)

export const ReleaseBatchRefund = ({ batch }: { readonly batch: AdminBatch }) => (
  <Deciding
    title={`Release refund: ${batch.id}`}
    name={`Release refund of ${batch.id}`}
    facts={factsOfBatch(batch)}
    label="Release refund"
    look="primary"
    about={aboutRelease}
    done="Your approval is recorded."
    act={({ batches }, values, sending) =>
      batches.releaseRefund(batch.id, { reason: values.text("reason") }, sending)
    }
  />
)

export const ResumeBatch = ({ batch }: { readonly batch: AdminBatch }) => (
  <Deciding
    title={`Resume: ${batch.id}`}
    name={`Resume ${batch.id}`}
    facts={factsOfBatch(batch)}
    label="Resume"
    look="primary"
    about="The batch continues where it stopped. Fix the cause first."
    done="The batch is resumed."
    act={({ batches }, values, sending) =>
      batches.resume(batch.id, { reason: values.text("reason") }, sending)
    }
  />
)

const aboutRepeat = "You approve this action with exactly these values."

const term = ({ terms }: PendingAction, name: string): string | undefined => {
  const value = terms[name]
  return typeof value === "string" ? value : undefined
}

/**
 * Sends an approval with the values of the pending one: only then does it count. An action that is
 * not known here (`undefined`) is never taken for another one.
 */
const repeated = (pending: PendingAction): Send | undefined => {
  switch (pending.action) {
    case "settle":
      return (payouts, id, values, sending) => {
        const provider_reference = term(pending, "provider_reference")
        return payouts.settle(id, { reason: values.text("reason"), provider_reference }, sending)
      }
    case "send_refund":
      return (payouts, id, values, sending) =>
        payouts.refund(id, { reason: values.text("reason"), ...transactionOf(pending) }, sending)
    case "release_refunds":
      return (payouts, id, values, sending) =>
        payouts.releaseRefund(id, { reason: values.text("reason") }, sending)
    case "unfreeze":
      return (payouts, id, values, sending) =>
        payouts.unfreeze(id, { reason: values.text("reason") }, sending)
    case "fail":
    case "reverse": {
      const { action } = pending
      const refund_address = term(pending, "refund_address")
      return (payouts, id, values, sending) => {
        const body = { reason: values.text("reason"), refund_address, override: true }
        return payouts[action](id, body, sending)
      }
    }
    default:
      return undefined
  }
}

const transactionOf = (pending: PendingAction) => ({
  tx_hash: term(pending, "tx_hash") ?? "",
  refund_address: term(pending, "address")
})

export const Repeat = ({
  payout,
  pending
}: {
  readonly payout: AdminPayout
  readonly pending: PendingAction
}) => {
  const send = repeated(pending)
  return (
    send && (
      <Decision
        payout={payout}
        label="Approve action"
        look="primary"
        about={aboutRepeat}
        done="Your approval is recorded."
        send={send}
      />
    )
  )
}

export const RepeatForBatch = ({
  batch,
  pending
}: {
  readonly batch: AdminBatch
  readonly pending: PendingAction
}) => (
  <Deciding
    title={`Approve action: ${batch.id}`}
    name={`Approve action for ${batch.id}`}
    facts={factsOfBatch(batch)}
    label="Approve action"
    look="primary"
    about={aboutRepeat}
    done="Your approval is recorded."
    act={({ batches }, values, sending) => {
      const reason = values.text("reason")
      return pending.action === "send_refund"
        ? batches.refund(batch.id, { reason, ...transactionOf(pending) }, sending)
        : batches.releaseRefund(batch.id, { reason }, sending)
    }}
  />
)
