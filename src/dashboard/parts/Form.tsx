/**
 * Forms that use the browser's own validation. Fields have the API's names, so that each message of
 * the service is shown at its field. A form without a response is sent again with the same
 * idempotency key.
 */
import { CircleAlert } from "lucide-react"
import {
  createContext,
  type FormEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useRef,
  useState
} from "react"
import { PayoutError } from "../../client/Problem.ts"
import { parts as Words } from "../words/common.ts"
import { messageOf, Remedy, requestIdOf } from "./Answer.tsx"
import { Button } from "./Button.tsx"
import * as FieldProblems from "./FieldProblems.ts"
import { RequestId } from "./RequestId.tsx"

/** Form values by field name. */
export interface Values {
  readonly text: (name: string) => string
  /** `undefined` if the field is empty. */
  readonly maybe: (name: string) => string | undefined
  readonly all: (name: string) => ReadonlyArray<string>
  readonly has: (name: string) => boolean
}

export interface Sending {
  readonly idempotencyKey: string
}

type Errors = Readonly<Record<string, string>>

const ErrorsContext = createContext<Errors>({})

const valuesOf = (data: FormData): Values => {
  const text = (name: string) => String(data.get(name) ?? "").trim()
  return {
    text,
    maybe: (name) => text(name) || undefined,
    all: (name) => data.getAll(name).map(String),
    has: (name) => data.has(name)
  }
}

const isField = (element: Element): element is HTMLInputElement =>
  "validationMessage" in element && "name" in element && element.name !== ""

/** Browsers report only a mismatch. The title of the field describes its pattern. */
const reasonOf = ({ minLength, title, validationMessage, validity }: HTMLInputElement): string => {
  if (validity.valueMissing) return Words.missing
  if (validity.tooShort) return Words.tooShort(minLength)
  return validity.patternMismatch && title !== "" ? title : validationMessage
}

const invalidOf = (form: HTMLFormElement): Errors =>
  Object.fromEntries(
    [...form.elements]
      .filter(isField)
      .filter((field) => !field.validity.valid)
      .map((field) => [field.name, reasonOf(field)])
  )

/** Sorts the service's errors to their fields. The others are shown above the buttons. */
const sorted = (form: HTMLFormElement, error: unknown) => {
  const problems = error instanceof PayoutError ? error.errors : []
  const names = new Set([...form.elements].filter(isField).map((field) => field.name))
  return FieldProblems.sorted(problems, names)
}

interface Failure {
  readonly error: unknown
  readonly rest: ReadonlyArray<string>
  readonly isAllBeside: boolean
}

const useSubmit = (onSubmit: Props["onSubmit"]) => {
  const [errors, setErrors] = useState<Errors>({})
  const [failure, setFailure] = useState<Failure>()
  const [isBusy, setBusy] = useState(false)
  const last = useRef({ print: "", key: "" })
  const form = useRef<HTMLFormElement>(null)
  // Counts the attempts. Only an attempt moves the focus to an error, and a later correction does
  // not.
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
  }, [tries])
  const refuse = (next: Errors) => {
    setErrors(next)
    setTries((count) => count + 1)
  }
  /** Removes the error of a field as soon as its value is valid. */
  const correct = ({ target }: FormEvent<HTMLFormElement>) => {
    if (!(target instanceof Element && isField(target)) || errors[target.name] === undefined) return
    const { [target.name]: _, ...others } = errors
    if (target.validity.valid) setErrors(others)
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const element = event.currentTarget
    const invalid = invalidOf(element)
    refuse(invalid)
    setFailure(undefined)
    if (Object.keys(invalid).length > 0) return
    const data = new FormData(element)
    const print = JSON.stringify([...data].map(([name, value]) => [name, String(value)]))
    if (last.current.print !== print) last.current = { print, key: crypto.randomUUID() }
    setBusy(true)
    try {
      const outcome = await onSubmit(valuesOf(data), { idempotencyKey: last.current.key })
      if (outcome !== false) last.current = { print: "", key: "" }
    } catch (error) {
      // The service refused the request and did nothing, so the key is not needed again.
      if (error instanceof PayoutError && error.status !== undefined && error.status < 500) {
        last.current = { print: "", key: "" }
      }
      const { fields, rest } = sorted(element, error)
      refuse(fields)
      setFailure({ error, rest, isAllBeside: Object.keys(fields).length > 0 && rest.length === 0 })
    } finally {
      setBusy(false)
    }
  }
  return { correct, errors, failure, form, isBusy, submit }
}

interface Props {
  /** Returns `false` if nothing was sent, because an earlier attempt may still have succeeded. */
  readonly onSubmit: (values: Values, sending: Sending) => Promise<unknown>
  readonly label: string
  readonly children: ReactNode
  readonly look?: "primary" | "plain" | "danger"
  readonly onCancel?: () => void
  readonly isWide?: boolean
  /** True if there is nothing to send. */
  readonly isDisabled?: boolean
}

export const Form = (props: Props) => {
  const { children, isDisabled = false, isWide = false, label, look = "primary", onCancel } = props
  const { correct, errors, failure, form, isBusy, submit } = useSubmit(props.onSubmit)
  const requestId = requestIdOf(failure?.error)
  return (
    <form ref={form} noValidate onChange={correct} onSubmit={submit} className="form">
      <ErrorsContext value={errors}>{children}</ErrorsContext>
      <div role="alert">
        {failure !== undefined && !failure.isAllBeside && (
          <div className="trouble">
            <CircleAlert aria-hidden />
            <div>
              <p>{messageOf(failure.error)}</p>
              <Remedy error={failure.error} />
              {failure.rest.map((text) => (
                <p key={text}>{text}</p>
              ))}
              {requestId !== undefined && (
                <p className="faint">
                  {Words.request} <RequestId of={requestId} isBeside />
                </p>
              )}
            </div>
          </div>
        )}
      </div>
      <div className={isWide ? "form-foot form-foot-wide" : "form-foot"}>
        {onCancel !== undefined && <Button onClick={onCancel}>{Words.cancel}</Button>}
        <Button type="submit" look={look} isBusy={isBusy} disabled={isDisabled}>
          {label}
        </Button>
      </div>
    </form>
  )
}

/** The attributes that connect a field with its label, hint and error. */
export const useField = (name: string, hint: ReactNode, label: string) => {
  const id = useId()
  const problem = use(ErrorsContext)[name]
  const error = problem === undefined ? undefined : FieldProblems.sentence(label, problem)
  const described = [error && `${id}-error`, hint && `${id}-hint`].filter(Boolean).join(" ")
  return {
    id,
    error,
    aria: {
      "aria-invalid": error === undefined ? undefined : true,
      "aria-describedby": described === "" ? undefined : described
    }
  } as const
}
