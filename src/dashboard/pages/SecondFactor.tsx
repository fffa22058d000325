/** Sets up the authenticator app or a passkey. Staff must have one, and every user may. */
import { Download } from "lucide-react"
import { useState } from "react"
import * as Api from "../data/Api.ts"
import type { StartTotpResult } from "../Generated.ts"
import { Alone } from "../parts/Brand.tsx"
import { Button } from "../parts/Button.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form } from "../parts/Form.tsx"
import { Qr } from "../parts/LazyQr.tsx"
import { PageHead } from "../parts/Page.tsx"
import { CopyButton, Secret } from "../parts/Value.tsx"
import { secondFactor as Words } from "../words/account.ts"
import { common as CommonWords } from "../words/common.ts"
import { PasskeySteps } from "./Passkeys.tsx"

export const RecoveryCodes = ({ codes }: { readonly codes: ReadonlyArray<string> }) => {
  const text = codes.join("\n")
  const download = () => Api.save(new Blob([`${text}\n`]), "payouts-recovery-codes.txt")
  return (
    <div className="stack">
      <p>{Words.recovery.about}</p>
      <ul className="codes" aria-label={Words.recovery.label}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="row">
        <Button icon={Download} isSmall onClick={download}>
          {Words.recovery.download}
        </Button>
        <CopyButton text={text} label={Words.recovery.copy} isWide />
      </div>
    </div>
  )
}

interface StepsProps {
  /** The setup that the service already began, if the user has just typed the password. */
  readonly begun?: StartTotpResult | undefined
  /** Called when the app is set up and its recovery codes appear. */
  readonly onConfirmed?: () => void
  readonly onDone: () => void
  readonly onCancel?: () => void
}

/** Asks for the password, then for a code of the app, and shows the recovery codes at the end. */
export const SecondFactorSteps = ({ begun, onCancel, onConfirmed, onDone }: StepsProps) => {
  const [started, setStarted] = useState(begun)
  const [isConfirmed, setConfirmed] = useState(false)
  if (started === undefined) {
    return (
      <Form
        label={Words.next}
        {...(onCancel === undefined ? {} : { onCancel })}
        onSubmit={async (values) =>
          setStarted(await Api.visitor.access.startTotp({ password: values.text("password") }))
        }
      >
        <PasswordField
          name="password"
          label={CommonWords.ownPassword}
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
            {Words.recovery.saved}
          </Button>
        </div>
      </div>
    )
  }
  return (
    <div className="stack">
      <p>{Words.app.about}</p>
      <Qr text={started.uri} label={Words.app.qrCode} />
      <Secret text={started.secret} label={Words.app.secret} isGrouped />
      <Form
        label={Words.app.confirm}
        onSubmit={async (values) => {
          await Api.visitor.totp.confirm({ code: values.text("code").replaceAll(/\s/g, "") })
          setConfirmed(true)
          onConfirmed?.()
        }}
      >
        <Field
          name="code"
          label={CommonWords.sixDigitCode}
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          pattern="[0-9 ]{6,7}"
          title={CommonWords.sixDigitFormat}
        />
      </Form>
    </div>
  )
}

interface Props extends StepsProps {
  readonly isForced?: boolean
  /** The password, if the user has just typed it. */
  readonly password?: string | undefined
}

export default function SecondFactor({ begun, isForced = false, onDone, password }: Props) {
  const [step, setStep] = useState<"app" | "passkey" | "codes">("app")
  const isPasskey = step === "passkey"
  return (
    <Alone isWide>
      {step === "codes" ? (
        <PageHead title={Words.recovery.title} />
      ) : (
        <PageHead
          title={isPasskey ? Words.passkey.title : Words.app.title}
          about={isForced ? Words.forced : Words.optional}
        />
      )}
      {isPasskey ? (
        <PasskeySteps password={password} onDone={onDone} />
      ) : (
        <SecondFactorSteps begun={begun} onConfirmed={() => setStep("codes")} onDone={onDone} />
      )}
      {step !== "codes" && (
        <Button look="quiet" onClick={() => setStep(isPasskey ? "app" : "passkey")}>
          {isPasskey ? Words.app.instead : Words.passkey.instead}
        </Button>
      )}
      {step !== "codes" && !isForced && (
        <Button look="quiet" onClick={onDone}>
          {Words.later}
        </Button>
      )}
    </Alone>
  )
}
