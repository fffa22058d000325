/** A user's own settings: password, second factor, and sessions. */

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
import { AddPasskey, PasskeyTable } from "./Passkeys.tsx"
import { RecoveryCodes, SecondFactorSteps } from "./SecondFactor.tsx"

const passwordField = (
  <PasswordField name="password" label="Your password" required autoComplete="current-password" />
)

const Password = () => {
  const { session } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [round, setRound] = useState(0)
  return (
    <Section title="Password" about="Changing the password ends all your other sessions.">
      <Form
        key={round}
        label="Change password"
        onSubmit={async (values) => {
          await Api.visitor.access.changePassword({
            current_password: values.text("current_password"),
            new_password: values.text("new_password")
          })
          refresh(client, ["sessions"])
          toast.say("The password is changed.")
          setRound(round + 1)
        }}
      >
        <input
          className="hidden"
          type="text"
          name="username"
          autoComplete="username"
          aria-label="E-mail address"
          tabIndex={-1}
          readOnly
          value={session.person.email}
        />
        <PasswordField
          name="current_password"
          label="Current password"
          required
          autoComplete="current-password"
        />
        <PasswordField
          name="new_password"
          label="New password"
          required
          minLength={12}
          maxLength={128}
          autoComplete="new-password"
          hint="At least 12 characters. A phrase of several words works well."
        />
      </Form>
    </Section>
  )
}

const NewCodes = () => {
  const [codes, setCodes] = useState<ReadonlyArray<string>>()
  return (
    <Opens
      title="New recovery codes"
      button={(open) => <Button onClick={open}>New recovery codes</Button>}
    >
      {(close) =>
        codes === undefined ? (
          <Form
            label="Generate new codes"
            onCancel={close}
            onSubmit={async (values) => {
              const body = { password: values.text("password") }
              setCodes((await Api.visitor.access.renewRecoveryCodes(body)).recovery_codes)
            }}
          >
            <p>The old codes stop working.</p>
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
    title="Turn off the authenticator app"
    button={(open) => <Button onClick={open}>Turn off the app</Button>}
  >
    {(close) => (
      <Form
        label="Turn off"
        look="danger"
        onCancel={close}
        onSubmit={async (values) => {
          await Api.visitor.totp.disable({ password: values.text("password") })
          close()
          onDone()
        }}
      >
        <p>
          Codes of the app no longer sign you in. Without a passkey, anyone who knows your password
          will be able to sign in.
        </p>
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
          Set up the authenticator app
        </Button>
      )}
      {isSettingUp && (
        <Dialog title="Set up your authenticator app" onClose={() => setSettingUp(false)}>
          <SecondFactorSteps onDone={changed} onCancel={() => setSettingUp(false)} />
        </Dialog>
      )}
    </>
  )
}

const about = ({ has_authenticator, passkeys }: SecondFactors): string => {
  const app = "You sign in with your password and a code from your authenticator app."
  if (passkeys.length === 0) return has_authenticator ? app : "The second factor is not set up."
  const passkey = "You sign in with a passkey, alone or after your password"
  return has_authenticator
    ? `${passkey}, or with your password and a code from your authenticator app.`
    : `${passkey}. Add a second one, or the authenticator app: its recovery codes help if you lose it.`
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
        <Section title="Second factor" about={about(found)}>
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
    head: "Browser",
    kind: "main",
    cell: (each) => (
      <span>
        <span title={each.agent ?? undefined}>{Agent.named(each.agent)}</span>{" "}
        {each.is_current && <strong>· this browser</strong>}
      </span>
    )
  },
  { head: "Address", cell: (each) => each.address && <code>{each.address}</code> },
  { head: "Signed in", cell: (each) => <Time at={each.created_at} isShort /> },
  {
    head: "Actions",
    kind: "actions",
    cell: (each) =>
      !each.is_current && (
        <Confirm
          isSmall
          label="End session"
          title="End this session?"
          act={({ own }) => own.sessions.delete(each.id)}
          changes={["sessions"]}
          done="The session has ended."
        >
          <p>The browser of this session must sign in again.</p>
        </Confirm>
      )
  }
]

export default function Profile() {
  const { session } = useSignedIn()
  const sessions = useServiceQuery("sessions", [], ({ own }, options) => own.sessions.get(options))
  return (
    <div className="page page-narrow">
      <PageHead title="Profile" />
      <Section title={session.person.name}>
        <Facts
          of={[
            ["E-mail", session.person.email],
            [
              "Roles",
              session.grants
                .map((each) => `${Format.words(each.role)} of ${each.account_name ?? "Operations"}`)
                .join("; ")
            ],
            ["Session ends", <Time key="ends" at={session.expires_at} />]
          ]}
        />
      </Section>
      <Factor />
      <Password />
      <Section title="Sessions" isFlush>
        <Answer of={sessions}>
          {({ data }) => (
            <Table caption="Sessions" columns={columns} rows={data} idOf={(each) => each.id} />
          )}
        </Answer>
      </Section>
    </div>
  )
}
