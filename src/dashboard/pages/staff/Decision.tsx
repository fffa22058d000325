/** Decisions of staff about a payout or a batch. Each has a reason, which the audit log stores. */
import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type {
  AdminBatch,
  AdminPayout,
  ForeignRefund,
  PendingAction,
  RecallOutcome
} from "../../../client/Generated.ts"
import type { Clients } from "../../data/Api.ts"
import { refresh } from "../../data/Queries.ts"
import { type SignedIn, useSignedIn } from "../../data/SignedIn.tsx"
import { AccountLink } from "../../parts/Account.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Check, Field } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { Facts } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { Code, Money } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { decision as Words } from "../../words/staffReview.tsx"
import * as Reason from "./Reason.tsx"
import { useIsChainSimulated } from "./Setup.ts"

type Send = (
  payouts: Clients["api"]["admin"]["payouts"],
  id: string,
  values: Values,
  sending: Sending
) => Promise<AdminPayout>

/** The number of approvals so far, and the number that are needed. */
type Approvals = readonly [given: number, needed: number]

/** The approvals of a result that needs more of them, or `undefined` if it took effect. */
type WaitingOf<A> = (answer: A) => Approvals | undefined

export const waitingAction: WaitingOf<Pick<AdminPayout, "pending_action" | "approvals_needed">> = ({
  approvals_needed: needed,
  pending_action: pending
}) => (pending === null ? undefined : [pending.approvals.length, needed])

const waitingHold: WaitingOf<AdminPayout> = (answer) =>
  answer.status === "COMPLIANCE_HOLD" && answer.frozen === undefined
    ? [answer.approvals.length, answer.approvals_needed]
    : undefined

interface Props {
  readonly payout: AdminPayout
  readonly label: string
  readonly about: string
  readonly done: string
  readonly look?: "primary" | "plain" | "danger"
  readonly send: Send
  /** The keyboard shortcut in a queue. */
  readonly keyOf?: string
  /** Common reasons, each with a button that fills it in. */
  readonly reasons?: ReadonlyArray<string>
  /** The approvals of a decision that needs several people. */
  readonly waiting?: WaitingOf<AdminPayout>
  readonly children?: ReactNode
}

/** Facts about the subject, which the dialog repeats. */
type About = ReadonlyArray<readonly [string, ReactNode]>

interface DecidingProps<A> extends Omit<Props, "done" | "payout" | "send" | "waiting"> {
  /** The result, which may depend on the response. */
  readonly done: string | ((answer: A) => string)
  readonly waiting?: WaitingOf<A> | undefined
  readonly title: string
  /** The button's name for screen readers. */
  readonly name: string
  readonly facts: About
  readonly act: (admin: Clients["api"]["admin"], values: Values, sending: Sending) => Promise<A>
}

const changes = [
  ...(["payouts", "batches", "balance", "accounts", "recipients"] as const),
  ...(["health", "audit", "stats", "books"] as const)
]

/** A button whose action requires a reason. */
export const Deciding = <A,>({
  about,
  act,
  children,
  done,
  facts,
  keyOf,
  label,
  look = "plain",
  name,
  reasons,
  title,
  waiting
}: DecidingProps<A>) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens
      title={title}
      button={(open) => (
        <Button look={look} onClick={open} aria-label={name} aria-keyshortcuts={keyOf}>
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
            const answer = await act(api.admin, values, sending)
            Reason.remember(label, values.text("reason"))
            refresh(client, changes)
            const result = typeof done === "string" ? done : done(answer)
            toast.say(Words.approvalOutcome(result, waiting?.(answer)))
            close()
          }}
        >
          <Facts of={facts} />
          <p>{about}</p>
          {children}
          <Reason.Reason of={label} often={reasons} />
        </Form>
      )}
    </Opens>
  )
}

/** The received amount, shown in a review because it may be less than the full amount. */
const arrivedOf = ({ amount_received_usdc, status }: AdminPayout) =>
  status === "MANUAL_REVIEW" && <Money key="arrived" of={amount_received_usdc} currency="USDC" />

const factsOf = (payout: AdminPayout): About => [
  [CommonWords.account, <AccountLink key="account" id={payout.account_id} />],
  [CommonWords.amount, <Money key="amount" of={payout.source_amount_usdc} currency="USDC" />],
  [Words.arrived, arrivedOf(payout)],
  // A failed or reversed payout brings the recipient nothing.
  [
    CommonWords.recipientGets,
    payout.status !== "FAILED" && payout.status !== "REVERSED" && (
      <Money key="gets" of={payout.target_amount_fiat} currency={payout.target_currency} />
    )
  ],
  [
    Words.refund,
    payout.refund && <Money key="refund" of={payout.refund.amount_usdc} currency="USDC" />
  ]
]

const factsOfBatch = (batch: AdminBatch): About => [
  [CommonWords.account, <AccountLink key="account" id={batch.account_id} />],
  [CommonWords.payouts, batch.total],
  [CommonWords.total, <Money key="total" of={batch.total_amount_usdc} currency="USDC" />],
  [
    Words.refund,
    batch.refund && <Money key="refund" of={batch.refund.amount_usdc} currency="USDC" />
  ]
]

export const Decision = ({ payout, send, ...props }: Props) => {
  const who = payout.recipient_name ?? payout.recipient_phone
  return (
    <Deciding
      {...props}
      title={Words.titleOf(props.label, who)}
      name={Words.payoutTo(props.label, who)}
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
    label={CommonWords.refundAddress}
    required={required}
    pattern="0x[0-9a-fA-F]{40}"
    title={CommonWords.addressFormat}
    spellCheck={false}
    hint={hint}
  />
)

const refundAddress = <RefundAddress hint={Words.refundAddress.later} required={false} />

/** The amount and the address of the refund if the payout ends unpaid. */
const GoesBack = ({ payout }: { readonly payout: AdminPayout }) => {
  const { amount_received_usdc, refund_address, source_amount_usdc } = payout
  const amount = <Money of={Math.min(amount_received_usdc, source_amount_usdc)} currency="USDC" />
  const address =
    refund_address === undefined ? (
      Words.noAddress
    ) : (
      <Code text={refund_address} label={Words.refundAddress.copied} />
    )
  return <Facts of={[[Words.goesBack, Words.goesBackTo(amount, address)]]} />
}

/** The refund's address, or the payout's if the refund has none. */
const addressOf = ({
  refund,
  refund_address
}: Pick<AdminPayout | AdminBatch, "refund" | "refund_address">): string | undefined =>
  refund?.address ?? refund_address

/**
 * The address of a sent refund. The form asks for it only if none is known, and then requires it.
 */
const SentTo = ({ of }: { readonly of: Parameters<typeof addressOf>[0] }) => {
  const known = addressOf(of)
  return known === undefined ? (
    <RefundAddress hint={Words.refundAddress.needed} required />
  ) : (
    <p>{Words.refundGoesTo(<Code text={known} label={Words.refundAddress.copied} />)}</p>
  )
}

const refundOf = (values: Values) => ({
  reason: values.text("reason"),
  refund_address: values.maybe("refund_address")
})

/** True if the signed-in user is among those who approved. */
export const useIsOwn = (approvals: ReadonlyArray<string>): boolean =>
  approvals.includes(useSignedIn().session.person.email)

const Approve = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.approve(payout.approvals_needed)}
    waiting={waitingHold}
    send={(payouts, id, values, sending) =>
      payouts.approve(id, { reason: values.text("reason") }, sending)
    }
  />
)

const Reject = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.reject}
    look="danger"
    send={(payouts, id, values, sending) => payouts.reject(id, refundOf(values), sending)}
  >
    {refundAddress}
  </Decision>
)

const Freeze = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.freeze}
    send={(payouts, id, values, sending) =>
      payouts.freeze(id, { reason: values.text("reason") }, sending)
    }
  />
)

const Unfreeze = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.unfreeze(payout.approvals_needed)}
    waiting={waitingAction}
    send={(payouts, id, values, sending) =>
      payouts.unfreeze(id, { reason: values.text("reason") }, sending)
    }
  />
)

/** Actions on a hold. A frozen hold can only be unfrozen. */
export const Ways = ({ payout }: { readonly payout: AdminPayout }) => {
  const isOwn = useIsOwn(payout.approvals)
  return payout.frozen === undefined ? (
    <>
      <Freeze payout={payout} />
      <Reject payout={payout} />
      {isOwn ? <p className="faint">{Words.ownApproval}</p> : <Approve payout={payout} />}
    </>
  ) : (
    <Unfreeze payout={payout} />
  )
}

const override = <Check name="override" {...Words.override} />

/**
 * Actions in a manual review. Retry and settle need the full amount, so an underpaid payout can
 * only end.
 */
export const Moves = ({ payout }: { readonly payout: AdminPayout }) => {
  const isFunded = payout.funding_status === "funded"
  const isUnknown = payout.review_reason === "provider_unknown"
  return (
    <div className="actions">
      {isFunded && (
        <>
          <Decision
            payout={payout}
            {...Words.retry}
            send={(payouts, id, values, sending) =>
              payouts.retry(id, { reason: values.text("reason") }, sending)
            }
          />
          <Decision
            payout={payout}
            {...Words.settle}
            waiting={waitingAction}
            send={(payouts, id, values, sending) => {
              const provider_reference = values.maybe("provider_reference")
              return payouts.settle(
                id,
                { reason: values.text("reason"), provider_reference },
                sending
              )
            }}
          >
            <Field name="provider_reference" label={Words.providerReference} maxLength={128} />
          </Decision>
        </>
      )}
      <Decision
        payout={payout}
        {...Words.fail(payout.transfer !== null)}
        waiting={waitingAction}
        look="danger"
        send={(payouts, id, values, sending) =>
          payouts.fail(id, { ...refundOf(values), override: values.has("override") }, sending)
        }
      >
        <GoesBack payout={payout} />
        {refundAddress}
        {isUnknown && override}
      </Decision>
      <Decision
        payout={payout}
        {...Words.reverse(payout.transfer !== null)}
        waiting={waitingAction}
        look="danger"
        send={(payouts, id, values, sending) =>
          payouts.reverse(id, { ...refundOf(values), override: values.has("override") }, sending)
        }
      >
        <GoesBack payout={payout} />
        {refundAddress}
        {isUnknown && override}
      </Decision>
    </div>
  )
}

/** The field of the transaction that sent money. */
export const transaction = (
  <Field
    name="tx_hash"
    label={Words.transactionHash}
    required
    pattern="0x[0-9a-fA-F]{64}"
    title={Words.hashFormat}
    spellCheck={false}
  />
)

/** The button is the main one, unless the refund has no address yet. */
const lookOf = (of: Parameters<typeof addressOf>[0]) =>
  addressOf(of) === undefined ? "plain" : "primary"

export const SendRefund = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.recordRefund(useIsChainSimulated())}
    waiting={waitingAction}
    look={lookOf(payout)}
    send={(payouts, id, values, sending) =>
      payouts.refund(id, { ...refundOf(values), tx_hash: values.text("tx_hash") }, sending)
    }
  >
    {transaction}
    <SentTo of={payout} />
  </Decision>
)

const isRecordable = (refund: ForeignRefund, { may }: SignedIn): boolean =>
  refund.status === "due" && may("refunds")

const assetOf = ({ chain_id, token_address }: ForeignRefund) => ({ chain_id, token_address })

/** Records a refund on another chain or in another token, once it is due. */
export const SendForeignRefund = ({
  payout,
  refund
}: {
  readonly payout: AdminPayout
  readonly refund: ForeignRefund
}) =>
  isRecordable(refund, useSignedIn()) && (
    <Decision
      payout={payout}
      {...Words.recordForeignRefund(refund.chain)}
      waiting={waitingAction}
      look={lookOf(payout)}
      send={(payouts, id, values, sending) => {
        const sent = { ...assetOf(refund), tx_hash: values.text("tx_hash") }
        return payouts.refund(id, { ...refundOf(values), ...sent }, sending)
      }}
    >
      {transaction}
      <SentTo of={payout} />
    </Decision>
  )

export const SendBatchForeignRefund = ({
  batch,
  refund
}: {
  readonly batch: AdminBatch
  readonly refund: ForeignRefund
}) => {
  const words = Words.recordForeignRefund(refund.chain)
  return (
    isRecordable(refund, useSignedIn()) && (
      <Deciding
        {...words}
        title={Words.titleOf(words.label, batch.name ?? batch.id)}
        name={Words.recordRefundOf(batch.id)}
        facts={factsOfBatch(batch)}
        look={lookOf(batch)}
        act={({ batches }, values, sending) => {
          const sent = { ...assetOf(refund), tx_hash: values.text("tx_hash") }
          return batches.refund(batch.id, { ...refundOf(values), ...sent }, sending)
        }}
      >
        {transaction}
        <SentTo of={batch} />
      </Deciding>
    )
  )
}

export const SendBatchRefund = ({ batch }: { readonly batch: AdminBatch }) => {
  const words = Words.recordRefund(useIsChainSimulated())
  return (
    <Deciding
      {...words}
      title={Words.titleOf(words.label, batch.name ?? batch.id)}
      name={Words.recordRefundOf(batch.id)}
      facts={factsOfBatch(batch)}
      look={lookOf(batch)}
      act={({ batches }, values, sending) =>
        batches.refund(batch.id, { ...refundOf(values), tx_hash: values.text("tx_hash") }, sending)
      }
    >
      {transaction}
      <SentTo of={batch} />
    </Deciding>
  )
}

export const ReleaseRefund = ({ payout }: { readonly payout: AdminPayout }) => (
  <Decision
    payout={payout}
    {...Words.releaseRefund}
    look="primary"
    waiting={waitingAction}
    send={(payouts, id, values, sending) =>
      payouts.releaseRefund(id, { reason: values.text("reason") }, sending)
    }
  />
)

export const ReleaseBatchRefund = ({ batch }: { readonly batch: AdminBatch }) => (
  <Deciding
    {...Words.releaseRefund}
    title={Words.titleOf(Words.releaseRefund.label, batch.id)}
    name={Words.releaseRefundOf(batch.id)}
    facts={factsOfBatch(batch)}
    look="primary"
    waiting={waitingAction}
    act={({ batches }, values, sending) =>
      batches.releaseRefund(batch.id, { reason: values.text("reason") }, sending)
    }
  />
)

export const ResumeBatch = ({ batch }: { readonly batch: AdminBatch }) => (
  <Deciding
    {...Words.resume}
    title={Words.titleOf(Words.resume.label, batch.id)}
    name={Words.resumeBatch(batch.id)}
    facts={factsOfBatch(batch)}
    look="primary"
    act={({ batches }, values, sending) =>
      batches.resume(batch.id, { reason: values.text("reason") }, sending)
    }
  />
)

const term = ({ terms }: PendingAction, name: string): string | undefined => {
  const value = terms[name]
  return typeof value === "string" ? value : undefined
}

/**
 * Sends an approval with the values of the pending action, because other values would replace it.
 * `undefined` for an action that this page does not have, so that it never sends another one.
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
    case "return_recall":
      return ({ recalls }, id, values, sending) => {
        const body = { reason: values.text("reason"), ...returnOf(pending) }
        return recalls.return(id, term(pending, "recall_id") ?? "", body, sending)
      }
    case "close_recall":
      return ({ recalls }, id, values, sending) => {
        const outcome = term(pending, "outcome") as RecallOutcome
        const body = { reason: values.text("reason"), outcome }
        return recalls.close(id, term(pending, "recall_id") ?? "", body, sending)
      }
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

const returnOf = (pending: PendingAction) => ({
  amount: Number(pending.terms.amount),
  provider_reference: term(pending, "provider_reference") ?? ""
})

const transactionOf = (pending: PendingAction) => {
  const chain_id = pending.terms.chain_id
  return {
    tx_hash: term(pending, "tx_hash") ?? "",
    refund_address: term(pending, "address"),
    ...(typeof chain_id === "number"
      ? { chain_id, token_address: term(pending, "token_address") }
      : {})
  }
}

export const Repeat = ({
  payout,
  pending
}: {
  readonly payout: AdminPayout
  readonly pending: PendingAction
}) => {
  const send = repeated(pending)
  const isOwn = useIsOwn(pending.approvals)
  if (isOwn) return <p className="faint">{Words.ownApproval}</p>
  return (
    send && (
      <Decision
        payout={payout}
        {...Words.approveAction}
        look="primary"
        waiting={waitingAction}
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
}) => {
  const isOwn = useIsOwn(pending.approvals)
  if (isOwn) return <p className="faint">{Words.ownApproval}</p>
  return (
    <Deciding
      {...Words.approveAction}
      title={Words.titleOf(Words.approveAction.label, batch.id)}
      name={Words.approveActionFor(batch.id)}
      facts={factsOfBatch(batch)}
      look="primary"
      waiting={waitingAction}
      act={({ batches }, values, sending) => {
        const reason = values.text("reason")
        return pending.action === "send_refund"
          ? batches.refund(batch.id, { reason, ...transactionOf(pending) }, sending)
          : batches.releaseRefund(batch.id, { reason }, sending)
      }}
    />
  )
}
