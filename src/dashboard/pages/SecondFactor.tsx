/** Setting up the authenticator app or a passkey: staff must, everybody may. */
import { Download } from "lucide-react"
import { useState } from "react"
import * as Api from "../data/Api.ts"
import type { StartTotpResult } from "../Generated.ts"
import { Button } from "../parts/Button.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form } from "../parts/Form.tsx"
import { Qr } from "../parts/LazyQr.tsx"
import { PageHead } from "../parts/Page.tsx"
import { CopyButton, Secret } from "../parts/Value.tsx"
import { PasskeySteps } from "./Passkeys.tsx"

export const RecoveryCodes = ({ codes }: { readonly codes: ReadonlyArray<string> }) => {
  const text = codes.join("\n")
  const download = () => Api.save(new Blob([`${text}\n`]), "payouts-recovery-codes.txt")
  return (
    <div className="stack">
      <p>
        Keep these recovery codes somewhere safe. Each lets you in once without your authenticator
        app.
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button icon={Download} isSmall onClick={download}>
          Download
        </Button>
        <CopyButton text={text} label="Copy recovery codes" isWide />
      </div>
    </div>
  )
}

interface StepsProps {
  /** What the service answered already to a password that was just given. */
  readonly begun?: StartTotpResult | undefined
  readonly onDone: () => void
  readonly onCancel?: () => void
}

/** Password, then the app and a code of it, then the recovery codes. */
export const SecondFactorSteps = ({ begun, onCancel, onDone }: StepsProps) => {
  const [started, setStarted] = useState(begun)
  const [isConfirmed, setConfirmed] = useState(false)
  if (started === undefined) {
    return (
      <Form
        label="Continue"
        {...(onCancel === undefined ? {} : { onCancel })}
        onSubmit={async (values) =>
          setStarted(await Api.visitor.access.startTotp({ password: values.text("password") }))
        }
      >
        <PasswordField
          name="password"
          label="Your password"
          required
          autoComplete="current-password"
        />
      </Form>
    )
  }
  if (isConfirmed) {
    return (
      <div className="stack">
        <RecoveryCodes codes={started.recovery_codes} />
        <div className="form-foot">
          <Button look="primary" onClick={onDone}>
            I have saved the codes
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      <p>Scan this with an authenticator app, or enter the secret in the app.</p>
      <Qr text={started.uri} label="QR code for the authenticator app" />
      <Secret text={started.secret} label="authenticator secret" isGrouped />
      <Form
        label="Confirm"
        onSubmit={async (values) => {
          await Api.visitor.totp.confirm({ code: values.text("code").replaceAll(/\s/g, "") })
          setConfirmed(true)
        }}
      >
        <Field
          name="code"
          label="Six-digit code"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title="Enter six digits"
        />
      </Form>
    </div>
  )
}

export default function SecondFactor({
  begun,
  isForced = false,
  onDone
}: StepsProps & { readonly isForced?: boolean }) {
  const [isPasskey, setPasskey] = useState(false)
  return (
    <main className="alone alone-wide">
      <div className="card">
        <PageHead
          title={isPasskey ? "Add a passkey" : "Set up your authenticator app"}
          about={
            isForced
              ? "Your role requires a second factor: a code from an authenticator app, or a passkey."
              : "A second factor protects your account even if someone learns your password."
          }
        />
        {isPasskey ? (
          <PasskeySteps onDone={onDone} />
        ) : (
          <SecondFactorSteps begun={begun} onDone={onDone} />
        )}
        <Button look="quiet" onClick={() => setPasskey(!isPasskey)}>
          {isPasskey ? "Use an authenticator app instead" : "Use a passkey instead"}
        </Button>
        {!isForced && (
          <Button look="quiet" onClick={onDone}>
            Later
          </Button>
        )}
      </div>
    </main>
  )
}
