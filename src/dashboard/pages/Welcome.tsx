/** The page of an invitation link, where the user sets name and password. */

import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useState } from "react"
import { useLocation } from "wouter"
import * as Address from "../data/Address.ts"
import * as Api from "../data/Api.ts"
import * as Format from "../data/Format.ts"
import type { OpenInvitation, SignInOutcome, StartTotpResult } from "../Generated.ts"
import { Answer } from "../parts/Answer.tsx"
import { Alone } from "../parts/Brand.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form, type Values } from "../parts/Form.tsx"
import { PageHead } from "../parts/Page.tsx"
import { common as CommonWords } from "../words/common.ts"
import { welcome as Words } from "../words/signin.ts"
import SecondFactor from "./SecondFactor.tsx"
import { SignInForms } from "./SignIn.tsx"

/** The secret part of the link. It follows the #, so it never reaches a server or its logs. */
const tokenOf = (hash: string): string => new URLSearchParams(hash.slice(1)).get("token") ?? ""

interface Props {
  readonly invitation: OpenInvitation
  readonly token: string
}

interface NewcomerProps extends Props {
  readonly onDone: (outcome: SignInOutcome, password: string) => Promise<void>
}

const rolesOf = ({ grants }: OpenInvitation): string =>
  grants
    .map(({ account_id, account_name, role }) =>
      account_id === null
        ? Words.roleInStaff(Format.words(role))
        : CommonWords.roleOf(Format.words(role), account_name ?? account_id)
    )
    .join(Words.and)

/** The e-mail address, which password managers need. A user without one types it. */
const EmailField = ({ email }: { readonly email: string | null }) =>
  email === null ? (
    <Field
      name="email"
      label={CommonWords.email}
      type="email"
      required
      autoFocus
      autoComplete="username"
    />
  ) : (
    <Field
      name="username"
      label={CommonWords.email}
      type="email"
      required
      readOnly
      autoComplete="username"
      defaultValue={email}
    />
  )

/** The form for a new user. An invitation without grants resets the access of a locked-out user. */
const Newcomer = ({ invitation, onDone, token }: NewcomerProps) => {
  const isReset = invitation.grants.length === 0
  const accept = async (values: Values) => {
    const email = invitation.email === null ? { email: values.text("email") } : {}
    const name = isReset ? {} : { name: values.text("name") }
    const password = values.text("password")
    const outcome = await Api.visitor.invitation.accept({ token, password, ...email, ...name })
    await onDone(outcome, password)
  }
  return (
    <>
      <PageHead
        title={isReset ? Words.reset.title : Words.title}
        about={isReset ? Words.reset.about : Words.invitedAs(rolesOf(invitation))}
      />
      <Form onSubmit={accept} label={isReset ? Words.reset.confirm : Words.accept} isWide>
        <EmailField email={invitation.email} />
        {!isReset && (
          <Field
            name="name"
            label={Words.yourName}
            required
            autoFocus={invitation.email !== null}
            autoComplete="name"
            maxLength={100}
          />
        )}
        <PasswordField
          name="password"
          label={CommonWords.password}
          required
          autoFocus={isReset && invitation.email !== null}
          minLength={12}
          maxLength={128}
          autoComplete="new-password"
          hint={CommonWords.passwordHint}
        />
      </Form>
    </>
  )
}

const Known = ({ invitation, onDone, token }: Props & { readonly onDone: () => void }) => {
  const client = useQueryClient()
  const session = useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => Api.visitor.session.get({ signal })
  })
  const isIn = session.data?.person.email.toLowerCase() === invitation.email?.toLowerCase()
  if (!isIn) {
    return (
      <SignInForms
        {...(invitation.email === null ? {} : { email: invitation.email })}
        onDone={() => client.resetQueries({ queryKey: ["session"] })}
      />
    )
  }
  return (
    <>
      <PageHead title={Words.known.title} about={Words.invitedAs(rolesOf(invitation))} />
      <Form
        label={Words.accept}
        isWide
        onSubmit={async () => {
          await Api.visitor.invitation.accept({ token })
          onDone()
        }}
      >
        <p>{session.data && Words.known.signedInAs(session.data.person.email)}</p>
      </Form>
    </>
  )
}

export default function Welcome() {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [token] = useState(() => tokenOf(location.hash))
  const [begun, setBegun] = useState<StartTotpResult | "not-yet">()
  const [password, setPassword] = useState<string>()
  // The token leaves the address bar and the history. It works only once, but no one needs to see
  // it.
  useEffect(() => history.replaceState(null, "", location.pathname), [])
  const invitation = useQuery({
    queryKey: ["invitation", token],
    queryFn: () => Api.visitor.access.openInvitation({ token }),
    staleTime: Number.POSITIVE_INFINITY
  })
  const enter = () => {
    client.resetQueries({ queryKey: ["session"] })
    const [granted] = invitation.data?.grants ?? []
    navigate(granted === undefined ? "/" : Address.baseOf(granted))
  }
  const arrive = async ({ next }: SignInOutcome, given: string) => {
    // The sign-in page asks for the code of a user who needs one.
    if (next === "code") return enter()
    // The password is known, so the page asks for it again only if this request fails.
    setPassword(given)
    const started = Api.visitor.access.startTotp({ password: given })
    setBegun(await started.catch(() => "not-yet" as const))
  }
  // Other errors do not make the invitation invalid.
  const isVoid = [400, 409].some((status) => Api.isProblem(invitation.error, status))
  if (begun !== undefined) {
    const isForced = invitation.data?.grants.some((grant) => grant.account_id === null) ?? false
    return (
      <SecondFactor
        begun={begun === "not-yet" ? undefined : begun}
        password={password}
        onDone={enter}
        isForced={isForced}
      />
    )
  }
  return (
    <Alone>
      {isVoid ? (
        <>
          <PageHead title={Words.invalid.title} about={Words.invalid.about} />
          <LinkButton href="/">{Words.invalid.signIn}</LinkButton>
        </>
      ) : (
        <Answer of={invitation}>
          {(data) =>
            data.is_known ? (
              <Known invitation={data} token={token} onDone={enter} />
            ) : (
              <Newcomer invitation={data} token={token} onDone={arrive} />
            )
          }
        </Answer>
      )}
    </Alone>
  )
}
