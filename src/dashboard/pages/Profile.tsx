/** A user's settings: password, second factor and sessions. */

import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import * as Agent from "../data/Agent.ts"
import * as Api from "../data/Api.ts"
import * as Format from "../data/Format.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import type { OpenSession, SecondFactors } from "../Generated.ts"
import { Answer } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { Confirm, Dialog, Opens } from "../parts/Dialog.tsx"
import { PasswordField } from "../parts/Field.tsx"
import { Form } from "../parts/Form.tsx"
import { type Column, Table } from "../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Time } from "../parts/Value.tsx"
import { profile as Words } from "../words/account.ts"
import { common as CommonWords } from "../words/common.ts"
import { AddPasskey, PasskeyTable } from "./Passkeys.tsx"
import { RecoveryCodes, SecondFactorSteps } from "./SecondFactor.tsx"
import { IncidentEmails } from "./staff/IncidentEmails.tsx"

const passwordField = (
  <PasswordField
    name="password"
    label={CommonWords.ownPassword}
    required
    autoComplete="current-password"
  />
)

const Password = () => {
  const { session } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [round, setRound] = useState(0)
  return (
    <Section title={CommonWords.password} about={Words.password.about}>
      <Form
        key={round}
        label={Words.password.confirm}
        onSubmit={async (values) => {
          await Api.visitor.access.changePassword({
            current_password: values.text("current_password"),
            new_password: values.text("new_password")
          })
          refresh(client, ["sessions"])
          toast.say(Words.password.done)
          setRound(round + 1)
        }}
      >
        <input
          className="hidden"
          type="text"
          name="username"
          autoComplete="username"
          aria-label={CommonWords.email}
          tabIndex={-1}
          readOnly
          value={session.person.email}
        />
        <PasswordField
          name="current_password"
          label={Words.password.current}
          required
          autoComplete="current-password"
        />
        <PasswordField
          name="new_password"
          label={Words.password.new}
          required
          minLength={12}
          maxLength={128}
          autoComplete="new-password"
          hint={CommonWords.passwordHint}
        />
      </Form>
    </Section>
  )
}

const NewCodes = () => {
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  return (
    <Opens
      title={Words.newCodes.title}
      button={(open) => <Button onClick={open}>{Words.newCodes.title}</Button>}
    >
      {(close) =>
        codes === undefined ? (
          <Form
            label={Words.newCodes.confirm}
            onCancel={close}
            onSubmit={async (values) => {
              const body = { password: values.text("password") }
              setCodes((await Api.visitor.access.renewRecoveryCodes(body)).recovery_codes)
            }}
          >
            <p>{Words.newCodes.effect}</p>
            {passwordField}
          </Form>
        ) : (
          <RecoveryCodes codes={codes} />
        )
      }
    </Opens>
  )
}

const Disable = ({ onDone }: { readonly onDone: () => void }) => (
  <Opens
    title={Words.turnOffApp.title}
    button={(open) => <Button onClick={open}>{Words.turnOffApp.button}</Button>}
  >
    {(close) => (
      <Form
        label={Words.turnOffApp.confirm}
        look="danger"
        onCancel={close}
        onSubmit={async (values) => {
          await Api.visitor.totp.disable({ password: values.text("password") })
          close()
          onDone()
        }}
      >
        <p>{Words.turnOffApp.effect}</p>
        {passwordField}
      </Form>
    )}
  </Opens>
)

const App = ({ isOn, mayGo }: { readonly isOn: boolean; readonly mayGo: boolean }) => {
  const client = useQueryClient()
  const [isSettingUp, setSettingUp] = useState(false)
  const changed = () => {
    setSettingUp(false)
    refresh(client, ["factors"])
    client.invalidateQueries({ queryKey: ["session"] })
  }
  return (
    <>
      {isOn ? (
        <>
          <NewCodes />
          {mayGo && <Disable onDone={changed} />}
        </>
      ) : (
        <Button look="primary" onClick={() => setSettingUp(true)}>
          {Words.setUpApp.button}
        </Button>
      )}
      {isSettingUp && (
        <Dialog title={Words.setUpApp.title} onClose={() => setSettingUp(false)}>
          <SecondFactorSteps onDone={changed} onCancel={() => setSettingUp(false)} />
        </Dialog>
      )}
    </>
  )
}

const about = ({ has_authenticator, passkeys }: SecondFactors): string => {
  const { app, both, none, passkey } = Words.secondFactor
  if (passkeys.length === 0) return has_authenticator ? app : none
  return has_authenticator ? both : passkey
}

const Factor = () => {
  const { session } = useSignedIn()
  const factors = useServiceQuery("factors", [], ({ own }, options) =>
    own.secondFactors.get(options)
  )
  const isStaff = session.grants.some((grant) => grant.account_id === null)
  return (
    <Answer of={factors}>
      {(found) => (
        <Section title={Words.secondFactor.title} about={about(found)}>
          <div className="row">
            <App isOn={found.has_authenticator} mayGo={!isStaff || found.passkeys.length > 0} />
            <AddPasskey />
          </div>
          {found.passkeys.length > 0 && <PasskeyTable of={found.passkeys} />}
        </Section>
      )}
    </Answer>
  )
}

const columns: ReadonlyArray<Column<OpenSession>> = [
  {
    head: Words.sessionColumns.browser,
    kind: "main",
    cell: (each) => (
      <span>
        <span title={each.agent ?? undefined}>{Agent.named(each.agent)}</span>{" "}
        {each.is_current && <strong>{Words.thisBrowser}</strong>}
      </span>
    )
  },
  {
    head: Words.sessionColumns.address,
    cell: (each) => each.address && <code>{each.address}</code>
  },
  { head: Words.sessionColumns.signedIn, cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: CommonWords.actions,
    kind: "actions",
    cell: (each) =>
      !each.is_current && (
        <Confirm
          isSmall
          label={Words.endSession.label}
          title={Words.endSession.title}
          act={({ own }) => own.sessions.delete(each.id)}
          changes={["sessions"]}
          done={Words.endSession.done}
        >
          <p>{Words.endSession.effect}</p>
        </Confirm>
      )
  }
]

export default function Profile() {
  const { session } = useSignedIn()
  const sessions = useServiceQuery("sessions", [], ({ own }, options) => own.sessions.get(options))
  return (
    <div className="page page-narrow">
      <PageHead title={Words.title} />
      <Section title={session.person.name}>
        <Facts
          of={[
            [Words.facts.email, session.person.email],
            [
              Words.facts.roles,
              session.grants
                .map((each) =>
                  CommonWords.roleOf(Format.words(each.role), each.account_name ?? Words.operations)
                )
                .join("; ")
            ],
            [Words.facts.sessionEnds, <Time key="ends" at={session.expires_at} />]
          ]}
        />
      </Section>
      <Factor />
      <Password />
      {session.grants.some((grant) => grant.account_id === null) && <IncidentEmails />}
      <Section title={Words.sessions} isFlush>
        <Answer of={sessions}>
          {({ data }) => (
            <Table
              caption={Words.sessions}
              columns={columns}
              rows={data}
              idOf={(each) => each.id}
            />
          )}
        </Answer>
      </Section>
    </div>
  )
}
