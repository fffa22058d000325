/** The dialog that asks a signed-in user for a new proof when a request requires it. */
import { KeyRound } from "lucide-react"
import { useEffect, useState } from "react"
import * as Api from "../data/Api.ts"
import * as Passkeys from "../data/Passkeys.ts"
import { useServiceQuery } from "../data/Queries.ts"
import * as Proofs from "../data/StepUp.ts"
import type { SecondFactors } from "../Generated.ts"
import { common as CommonWords } from "../words/common.ts"
import { stepUp as Words } from "../words/signin.ts"
import { Answer, Trouble } from "./Answer.tsx"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Field, PasswordField } from "./Field.tsx"
import { Form } from "./Form.tsx"

interface Props {
  readonly onDone: () => void
  readonly onCancel: () => void
}

const WithPasskey = ({ onDone }: Pick<Props, "onDone">) => {
  const [error, setError] = useState<unknown>()
  const [isBusy, setBusy] = useState(false)
  if (!Passkeys.areSupported()) return <p>{Passkeys.notSupported}</p>
  const prove = async () => {
    setError(undefined)
    setBusy(true)
    try {
      const request = await Api.visitor.session.proofOptions()
      await Api.visitor.session.proof({ credential: await Passkeys.sign(request) })
      onDone()
    } catch (problem) {
      setError(problem)
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button look="primary" icon={KeyRound} isBusy={isBusy} onClick={prove}>
        {Words.passkey}
      </Button>
      {error !== undefined && <Trouble error={error} />}
    </>
  )
}

const WithCode = ({ onCancel, onDone }: Props) => (
  <Form
    label={Words.confirm}
    onCancel={onCancel}
    onSubmit={async (values) => {
      await Api.visitor.session.proof({ code: values.text("code").replaceAll(/\s/g, "") })
      onDone()
    }}
  >
    <Field
      name="code"
      label={CommonWords.sixDigitCode}
      hint={Words.noAuthenticator}
      required
      autoFocus
      inputMode="numeric"
      autoComplete="one-time-code"
      pattern="[0-9 ]{6,7}"
      title={CommonWords.sixDigitFormat}
    />
  </Form>
)

const WithPassword = ({ onCancel, onDone }: Props) => (
  <Form
    label={Words.confirm}
    onCancel={onCancel}
    onSubmit={async (values) => {
      await Api.visitor.session.proof({ password: values.text("password") })
      onDone()
    }}
  >
    <PasswordField
      name="password"
      label={CommonWords.ownPassword}
      required
      autoFocus
      autoComplete="current-password"
    />
  </Form>
)

/** The user's possible proofs. A password is enough only without a second factor. */
const Ways = ({ of, ...props }: Props & { readonly of: SecondFactors }) => {
  const hasPasskey = of.passkeys.length > 0
  return (
    <div className="stack">
      <p>{Words.about}</p>
      {hasPasskey && <WithPasskey onDone={props.onDone} />}
      {of.has_authenticator && <WithCode {...props} />}
      {!hasPasskey && !of.has_authenticator && <WithPassword {...props} />}
    </div>
  )
}

const Asking = (props: Props) => {
  const factors = useServiceQuery("factors", [], ({ own }, options) =>
    own.secondFactors.get(options)
  )
  return (
    <Dialog title={Words.title} onClose={props.onCancel}>
      <Answer of={factors}>{(found) => <Ways of={found} {...props} />}</Answer>
    </Dialog>
  )
}

/** Shows the dialog while a request waits for a proof. */
export const StepUp = () => {
  const [answer, setAnswer] = useState<(isProven: boolean) => void>()
  useEffect(
    () =>
      Proofs.register(
        () => new Promise<boolean>((resolve) => setAnswer(() => (is: boolean) => resolve(is)))
      ),
    []
  )
  if (answer === undefined) return null
  const end = (isProven: boolean) => {
    setAnswer(undefined)
    answer(isProven)
  }
  return <Asking onDone={() => end(true)} onCancel={() => end(false)} />
}
