/** Words of the reset of a person's access. */
import type { ReactNode } from "react"

interface Person {
  readonly name: string
  readonly email: string
}

export const reset = "Reset access"
export const resetOf = (name: string): string => `Reset access of ${name}`
export const title = (name: string): string => `Reset access of ${name}?`
export const create = "Create reset link"
export const reason = "Reason"

export const effect = ({ email, name }: Person): ReactNode => (
  <>
    <strong>{name}</strong> ({email}) sets a new password and second factor with the link; the old
    ones and all passkeys are removed. Confirm first that the request comes from this person.
  </>
)

export const link = { title: "Reset link", label: "reset link" } as const
export const sendIt = ({ email, name }: Person): string =>
  `Send it to ${name} (${email}). It works once.`
