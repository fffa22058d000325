/** Signing in: e-mail and password, then the second factor where there is one. */
import { KeyRound } from "lucide-react"
import { type ReactNode, useState } from "react"
import { PayoutError } from "../../client/Problem.ts"
import * as Api from "../data/Api.ts"
import * as Passkeys from "../data/Passkeys.ts"
import type { SignInOutcome } from "../Generated.ts"
import { Trouble } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { Field, PasswordField } from "../parts/Field.tsx"
import { Form, type Values } from "../parts/Form.tsx"
import { PageHead } from "../parts/Page.tsx"

interface Props {
  readonly onDone: () => void
}

/** The service's words for a wrong password are for machines. */
const plainly = (message: string) => (error: unknown) => {
  if (!Api.isProblem(error, 401, "SIGN_IN_REFUSED")) throw error
  throw new PayoutError({ code: "SIGN_IN_REFUSED", status: 401, message })
}

/** Signs in with a passkey: after the password, or alone. */
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
        {isSecondStep ? "Use a passkey" : "Sign in with a passkey"}
      </Button>
      {error !== undefined && <Trouble error={error} />}
    </>
  )
}

type Factors = NonNullable<SignInOutcome["factors"]>

/** What follows the password: a passkey, a code, or either. */
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
      <PageHead title="Use your passkey" about="Confirm with your device or security key." />
      {button}
      <Button look="quiet" isSmall onClick={props.onBack}>
        Start again
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
    await Api.visitor.signIn
      .code(body)
      .catch(plainly("This code is incorrect or was already used."))
    onDone()
  }
  return (
    <>
      <PageHead
        title={isRecovery ? "Enter a recovery code" : "Enter the code"}
        about={
          isRecovery
            ? "Each recovery code works once."
            : "Use the code from your authenticator app."
        }
      />
      <Form key={String(isRecovery)} onSubmit={send} label="Continue" isWide>
        {isRecovery ? (
          <Field name="code" label="Recovery code" required autoFocus autoCapitalize="off" />
        ) : (
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
        )}
      </Form>
      {children}
      <div className="row">
        <Button look="quiet" isSmall onClick={() => setRecovery(!isRecovery)}>
          {isRecovery ? "Use the authenticator app instead" : "Use a recovery code"}
        </Button>
        <Button look="quiet" isSmall onClick={onBack}>
          Start again
        </Button>
      </div>
    </>
  )
}

/** Also used where an invitation requires an existing user to sign in first. */
export const SignInForms = ({ email, onDone }: Props & { readonly email?: string }) => {
  const [factors, setFactors] = useState<Factors>()
  if (factors !== undefined) {
    return <SecondStep factors={factors} onDone={onDone} onBack={() => setFactors(undefined)} />
  }
  const send = async (values: Values) => {
    const body = { email: values.text("email"), password: values.text("password") }
    const message = "The e-mail address or the password is incorrect."
    const outcome = await Api.visitor.access.signIn(body).catch(plainly(message))
    if (outcome.next === "code") setFactors(outcome.factors ?? [])
    else onDone()
  }
  return (
    <>
      <PageHead title="Sign in" about="Send and track payouts." />
      <Form onSubmit={send} label="Sign in" isWide>
        <Field
          name="email"
          label="E-mail address"
          type="email"
          required
          autoComplete="username"
          autoFocus={email === undefined}
          defaultValue={email}
        />
        <PasswordField
          name="password"
          label="Password"
          required
          autoFocus={email !== undefined}
          autoComplete="current-password"
        />
      </Form>
      <PasskeyButton isSecondStep={false} onDone={onDone} />
      <details className="forgotten">
        <summary>Forgot your password?</summary>
        <p>
          Ask support to reset your access, or ask an owner of your account to do so for you. You
          receive a link to set a new password and second factor. This service does not send e-mail.
        </p>
      </details>
    </>
  )
}

export const SignIn = ({ onDone }: Props) => (
  <main className="alone">
    <div className="card">
      <SignInForms onDone={onDone} />
    </div>
  </main>
)
