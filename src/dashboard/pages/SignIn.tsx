/** The sign-in with e-mail address and password, and with the second factor if there is one. */
import { KeyRound } from "lucide-react"
import { type ReactNode, useState } from "react"
import { PayoutError } from "../../client/Problem.ts"
import * as Api from "../data/Api.ts"
import * as Passkeys from "../data/Passkeys.ts"
import type { SignInOutcome } from "../Generated.ts"
import { Trouble } from "../parts/Answer.tsx"
import { Alone } from "../parts/Brand.tsx"
import { Button } from "../parts/Button.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form, type Values } from "../parts/Form.tsx"
import { PageHead } from "../parts/Page.tsx"
import { common as CommonWords } from "../words/common.ts"
import { signIn as Words } from "../words/signin.ts"

interface Props {
  readonly onDone: () => void
}

/** Replaces the service's message about a wrong password, which is written for API clients. */
const plainly = (message: string) => (error: unknown) => {
  if (!Api.isProblem(error, 401, "SIGN_IN_REFUSED")) throw error
  throw new PayoutError({ code: "SIGN_IN_REFUSED", status: 401, message })
}

/** Signs in with a passkey alone, or after the password. */
const PasskeyButton = ({
  isPrimary = false,
  isSecondStep,
  onDone
}: Props & { readonly isSecondStep: boolean; readonly isPrimary?: boolean }) => {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  if (!Passkeys.areSupported()) return isPrimary ? <p>{Passkeys.notSupported}</p> : null
  const enter = async () => {
    setError(undefined)
    setBusy(true)
    try {
      const request = await Api.visitor.signIn.passkeyOptions({ is_second_step: isSecondStep })
      await Api.visitor.signIn.passkey({ credential: await Passkeys.sign(request) })
      onDone()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        look={isPrimary ? "primary" : "plain"}
        icon={KeyRound}
        isBusy={isBusy}
        onClick={enter}
      >
        {isSecondStep ? Words.passkey.use : Words.passkey.signIn}
      </Button>
      {error !== undefined && <Trouble error={error} />}
    </>
  )
}

type Factors = NonNullable<SignInOutcome["factors"]>

/** The step after the password: a passkey, a code, or a choice of both. */
const SecondStep = ({
  factors,
  ...props
}: Props & { readonly onBack: () => void; readonly factors: Factors }) => {
  if (!factors.includes("passkey")) return <CodeForm {...props} />
  const isOnly = !factors.includes("authenticator")
  const button = <PasskeyButton isSecondStep isPrimary={isOnly} onDone={props.onDone} />
  if (!isOnly) return <CodeForm {...props}>{button}</CodeForm>
  return (
    <>
      <PageHead title={Words.passkey.title} about={Words.passkey.about} />
      {button}
      <Button look="quiet" isSmall onClick={props.onBack}>
        {CommonWords.startAgain}
      </Button>
    </>
  )
}

const CodeForm = ({
  children,
  onBack,
  onDone
}: Props & { readonly onBack: () => void; readonly children?: ReactNode }) => {
  const [isRecovery, setRecovery] = useState(false)
  const send = async (values: Values) => {
    const code = values.text("code").replaceAll(/\s/g, "")
    const body = { code, is_recovery_code: isRecovery }
    await Api.visitor.signIn.code(body).catch(plainly(Words.codeRefused))
    onDone()
  }
  return (
    <>
      <PageHead
        title={isRecovery ? Words.recovery.title : Words.code.title}
        about={isRecovery ? Words.recovery.about : Words.code.about}
      />
      <Form key={String(isRecovery)} onSubmit={send} label={Words.next} isWide>
        {isRecovery ? (
          <Field name="code" label={Words.recovery.label} required autoFocus autoCapitalize="off" />
        ) : (
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
        )}
      </Form>
      {children}
      <div className="row">
        <Button look="quiet" isSmall onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? Words.code.instead : Words.recovery.instead}
        </Button>
        <Button look="quiet" isSmall onClick={onBack}>
          {CommonWords.startAgain}
        </Button>
      </div>
    </>
  )
}

/** The sign-in forms. The invitation page also shows them to users who already exist. */
export const SignInForms = ({ email, onDone }: Props & { readonly email?: string }) => {
  const [factors, setFactors] = useState<Factors>()
  if (factors !== undefined) {
    return <SecondStep factors={factors} onDone={onDone} onBack={() => setFactors(undefined)} />
  }
  const send = async (values: Values) => {
    const body = { email: values.text("email"), password: values.text("password") }
    const message = Words.refused
    const outcome = await Api.visitor.access.signIn(body).catch(plainly(message))
    if (outcome.next === "code") setFactors(outcome.factors ?? [])
    else onDone()
  }
  return (
    <>
      <PageHead title={Words.title} about={Words.about} />
      <Form onSubmit={send} label={Words.title} isWide>
        <Field
          name="email"
          label={CommonWords.email}
          type="email"
          required
          autoComplete="username"
          autoFocus={email === undefined}
          defaultValue={email}
        />
        <PasswordField
          name="password"
          label={CommonWords.password}
          required
          autoFocus={email !== undefined}
          autoComplete="current-password"
        />
      </Form>
      <PasskeyButton isSecondStep={false} onDone={onDone} />
      <details className="forgotten">
        <summary>{Words.forgotten.title}</summary>
        <p>{Words.forgotten.help}</p>
      </details>
    </>
  )
}

export const SignIn = ({ onDone }: Props) => (
  <Alone>
    <SignInForms onDone={onDone} />
  </Alone>
)
