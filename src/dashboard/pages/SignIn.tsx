/** Signing in: e-mail and password, then the second factor where there is one. */
import { useState } from "react"
import { PayoutError } from "../../client/Problem.ts"
import * as Api from "../data/Api.ts"
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

const CodeForm = ({ onBack, onDone }: Props & { readonly onBack: () => void }) => {
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
  const [isCodeNext, setCodeNext] = useState(false)
  if (isCodeNext) return <CodeForm onDone={onDone} onBack={() => setCodeNext(false)} />
  const send = async (values: Values) => {
    const body = { email: values.text("email"), password: values.text("password") }
    const message = "The e-mail address or the password is incorrect."
    const outcome = await Api.visitor.access.signIn(body).catch(plainly(message))
    if (outcome.next === "code") setCodeNext(true)
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
      <details className="forgotten">
        <summary>Forgot your password?</summary>
        <p>
          Ask support to reset your access, or ask an owner of your account to do so for you. You
          receive a link to set a new password and authenticator app. This service does not send
          e-mail.
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
