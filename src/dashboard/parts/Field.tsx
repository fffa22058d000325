/** The fields of a form, each with its label, hint and error. */
import { CircleAlert, Eye, EyeOff } from "lucide-react"
import { type ComponentProps, type ReactNode, useId, useState } from "react"
import { common as CommonWords, parts as Words } from "../words/common.ts"
import { IconButton } from "./Button.tsx"
import { useField } from "./Form.tsx"

interface Common {
  readonly name: string
  readonly label: string
  readonly hint?: ReactNode
}

const Frame = ({
  children,
  error,
  hint,
  id,
  isOptional,
  label
}: {
  readonly id: string
  readonly label: string
  readonly hint: ReactNode
  readonly error: string | undefined
  readonly isOptional: boolean
  readonly children: ReactNode
}) => (
  <div className="field">
    <label htmlFor={id}>
      {label}
      {isOptional && <span className="optional"> {Words.optional}</span>}
    </label>
    {children}
    {hint !== undefined && (
      <p id={`${id}-hint`} className="hint">
        {hint}
      </p>
    )}
    {error !== undefined && (
      <p id={`${id}-error`} className="field-error">
        <CircleAlert aria-hidden />
        {error}
      </p>
    )}
  </div>
)

export const Field = ({
  hint,
  label,
  name,
  ...input
}: Common & Omit<ComponentProps<"input">, "name">) => {
  const { aria, error, id } = useField(name, hint, label)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={input.required !== true}>
      <input autoComplete="off" {...input} {...aria} id={id} name={name} className="input" />
    </Frame>
  )
}

/** A password field, with a button that shows the password. */
export const PasswordField = ({
  hint,
  label,
  name,
  ...input
}: Common & Omit<ComponentProps<"input">, "name" | "type">) => {
  const { aria, error, id } = useField(name, hint, label)
  const [isShown, setShown] = useState(false)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={input.required !== true}>
      <div className="password">
        <input
          {...input}
          {...aria}
          id={id}
          name={name}
          type={isShown ? "text" : "password"}
          spellCheck={false}
          autoCapitalize="off"
          className="input"
        />
        <IconButton
          icon={isShown ? EyeOff : Eye}
          label={isShown ? Words.hidePassword : Words.showPassword}
          onClick={() => setShown(!isShown)}
        />
      </div>
    </Frame>
  )
}

export const TextArea = ({
  hint,
  label,
  name,
  ...input
}: Common & Omit<ComponentProps<"textarea">, "name">) => {
  const { aria, error, id } = useField(name, hint, label)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={input.required !== true}>
      <textarea rows={3} {...input} {...aria} id={id} name={name} className="input" />
    </Frame>
  )
}

export const Select = ({
  children,
  hint,
  label,
  name,
  ...input
}: Common & Omit<ComponentProps<"select">, "name">) => {
  const { aria, error, id } = useField(name, hint, label)
  return (
    <Frame id={id} label={label} hint={hint} error={error} isOptional={false}>
      <select {...input} {...aria} id={id} name={name} className="input">
        {children}
      </select>
    </Frame>
  )
}

/** Hours that a secret or key works next to its successor. */
export const OverlapSelect = (of: { readonly label: string; readonly hint: string }) => (
  <Select {...of} name="overlap_hours" defaultValue="24">
    {CommonWords.overlaps.map(([hours, label]) => (
      <option key={hours} value={hours}>
        {label}
      </option>
    ))}
  </Select>
)

export const Check = ({
  hint,
  label,
  name,
  ...input
}: Common & Omit<ComponentProps<"input">, "name" | "type">) => {
  const { aria, error, id } = useField(name, hint, label)
  return (
    <div className="check">
      <input type="checkbox" {...input} {...aria} id={id} name={name} />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className="hint">
            {hint}
          </p>
        )}
        {error !== undefined && (
          <p id={`${id}-error`} className="field-error">
            {error}
          </p>
        )}
      </div>
    </div>
  )
}

interface Option {
  readonly value: string
  readonly label: string
  readonly hint: ReactNode
  readonly isDisabled?: boolean
}

/** The choice of a form that shows other fields for some options. */
interface Chosen {
  readonly value: string
  readonly onChoose: (value: string) => void
}

const Radio = ({
  chosen,
  isFirst,
  name,
  of
}: {
  readonly name: string
  readonly of: Option
  readonly isFirst: boolean
  readonly chosen: Chosen | undefined
}) => {
  const id = useId()
  const state =
    chosen === undefined
      ? { defaultChecked: isFirst }
      : { checked: chosen.value === of.value, onChange: () => chosen.onChoose(of.value) }
  return (
    <div className="check">
      <input
        type="radio"
        id={id}
        name={name}
        value={of.value}
        disabled={of.isDisabled}
        aria-describedby={`${id}-hint`}
        {...state}
      />
      <div>
        <label htmlFor={id}>{of.label}</label>
        <p id={`${id}-hint`} className="hint">
          {of.hint}
        </p>
      </div>
    </div>
  )
}

/** A choice of one option, each with a sentence. The first option is the default. */
export const Radios = ({
  chosen,
  label,
  name,
  options
}: {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<Option>
  readonly chosen?: Chosen
}) => {
  const { aria, error, id } = useField(name, undefined, label)
  return (
    <fieldset className="checks" aria-describedby={aria["aria-describedby"]}>
      <legend>{label}</legend>
      {options.map((option, index) => (
        <Radio key={option.value} name={name} of={option} isFirst={index === 0} chosen={chosen} />
      ))}
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** A choice of any number of options. */
export const Checks = ({
  chosen,
  hint,
  label,
  name,
  names = {},
  options
}: {
  readonly name: string
  readonly label: string
  readonly options: ReadonlyArray<string>
  /** Labels of options that are not shown as they are. */
  readonly names?: Readonly<Record<string, string>>
  readonly chosen: ReadonlyArray<string>
  readonly hint?: string
}) => {
  const { aria, error, id } = useField(name, hint, label)
  return (
    <fieldset className="checks" aria-describedby={aria["aria-describedby"]}>
      <legend>{label}</legend>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="hint">
          {hint}
        </p>
      )}
      <div className="checks-grid">
        {options.map((option) => (
          <label key={option}>
            <input
              type="checkbox"
              name={name}
              value={option}
              defaultChecked={chosen.includes(option)}
            />
            {names[option] ?? <code>{option}</code>}
          </label>
        ))}
      </div>
      {error !== undefined && (
        <p id={`${id}-error`} className="field-error">
          <CircleAlert aria-hidden />
          {error}
        </p>
      )}
    </fieldset>
  )
}
