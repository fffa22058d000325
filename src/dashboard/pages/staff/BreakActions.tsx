/** Actions on a break: ownership, comments, and its closing by several people. */
import { useQueryClient } from "@tanstack/react-query"
import type { ReactNode } from "react"
import type { Break } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { refresh, useAction } from "../../data/Queries.ts"
import { type SignedIn, useSignedIn } from "../../data/SignedIn.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field, TextArea } from "../../parts/Field.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { reconciliation as AllWords, oneBreak as Words } from "../../words/reconciliation.ts"
import { Side, Subject } from "./BreakParts.tsx"
import { Deciding } from "./Decision.tsx"

interface Of {
  readonly of: Break
}

const changes = ["books", "audit"] as const

const Take = ({ of: { id } }: Of) => {
  const { isRunning, run } = useAction(
    ({ api, session }) => api.admin.breaks.assign(id, { owner: session.person.email }),
    { changes, done: Words.take.done }
  )
  return (
    <Button isBusy={isRunning} onClick={() => run()}>
      {Words.take.label}
    </Button>
  )
}

interface AskingProps {
  readonly label: string
  readonly about: string
  readonly done: string
  readonly act: (who: SignedIn, values: Values, sending: Sending) => Promise<Break>
  readonly children: ReactNode
}

/** A button with a form that needs no reason. */
const Asking = ({ about, act, children, done, label }: AskingProps) => {
  const who = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  return (
    <Opens title={label} button={(open) => <Button onClick={open}>{label}</Button>}>
      {(close) => (
        <Form
          label={label}
          onCancel={close}
          onSubmit={async (values, sending) => {
            await act(who, values, sending)
            refresh(client, changes)
            toast.say(done)
            close()
          }}
        >
          <p>{about}</p>
          {children}
        </Form>
      )}
    </Opens>
  )
}

const Assign = ({ of: { id, owner } }: Of) => (
  <Asking
    label={Words.assign.label}
    about={Words.assign.about}
    done={Words.assign.done}
    act={({ api }, values, sending) =>
      api.admin.breaks.assign(id, { owner: values.maybe("owner") ?? null }, sending)
    }
  >
    <Field
      name="owner"
      label={Words.assign.email}
      type="email"
      defaultValue={owner ?? ""}
      hint={Words.assign.hint}
    />
  </Asking>
)

export const AddComment = ({ of: { id } }: Of) => (
  <Asking
    label={Words.comment.label}
    about={Words.comment.about}
    done={Words.comment.done}
    act={({ api }, values, sending) =>
      api.admin.breaks.comments(id, { text: values.text("text") }, sending)
    }
  >
    <TextArea name="text" label={Words.comment.field} required maxLength={500} />
  </Asking>
)

interface ClosingProps extends Of {
  readonly label: string
  readonly about: string
  readonly look?: "primary" | "plain"
  /** The evidence of a proposal that the user approves. The form asks for it if it is absent. */
  readonly proposed?: string
}

const Closing = ({ of, proposed, ...props }: ClosingProps) => (
  <Deciding
    {...props}
    name={Words.of(props.label, Format.middle(of.id))}
    title={props.label}
    facts={[
      [AllWords.kind, AllWords.kinds[of.kind]],
      [AllWords.subject, <Subject key="subject" id={of.subject_id} />],
      [AllWords.books, <Side key="books" of={of.books_amount} currency={of.currency} />],
      [AllWords.reported, <Side key="reported" of={of.reported_amount} currency={of.currency} />]
    ]}
    act={({ breaks }, values, sending) => {
      const evidence = proposed ?? values.text("evidence")
      return breaks.close(of.id, { reason: values.text("reason"), evidence }, sending)
    }}
    done={Words.closed}
    waiting={({ approvals, approvals_needed, status }) =>
      status === "open" ? [approvals.length, approvals_needed] : undefined
    }
  >
    {proposed === undefined && (
      <Field
        name="evidence"
        label={Words.evidence}
        required
        maxLength={500}
        defaultValue={of.evidence ?? ""}
        hint={Words.evidenceHint}
      />
    )}
  </Deciding>
)

/** The actions on an open break without a proposal to close it. */
export const BreakActions = ({ of }: Of) => {
  const { session } = useSignedIn()
  if (of.status !== "open") return null
  return (
    <>
      {of.owner !== session.person.email && <Take of={of} />}
      <Assign of={of} />
      {of.approvals.length === 0 && (
        <Closing of={of} look="primary" {...Words.close(of.approvals_needed)} />
      )}
    </>
  )
}

/** The actions on a proposal. Only its author changes it, and only another person approves it. */
export const ProposalActions = ({ of }: Of) => {
  const { email } = useSignedIn().session.person
  if (!of.approvals.includes(email)) {
    return <Closing of={of} look="primary" proposed={of.evidence ?? ""} {...Words.approve} />
  }
  return of.approvals.length === 1 && <Closing of={of} {...Words.change} />
}
