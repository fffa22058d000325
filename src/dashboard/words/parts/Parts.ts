/** Words of the small parts of pages: fields, buttons, dialogs, figures. */
export const accountId = "Account id"
export const cancel = "Cancel"
export const close = "Close"
export const copied = "Copied"
export const copy = "Copy"
export const copyOf = (what: string): string => `Copy ${what}`
export const dismiss = "Dismiss"
export const empty = "Empty"
export const expired = "Expired"
export const hidePassword = "Hide the password"
export const line = (number: number, message: string): string => `Line ${number} ${message}`
export const missing = "Fill in this field."
export const copyCurl = "Copy as curl"
export const object = "Object"
export const optional = "optional"
export const request = "Request"
export const showPassword = "Show the password"
export const tooShort = (length: number): string => `Use at least ${length} characters.`
export const succeeded = (good: number, all: number): string =>
  `${good} of the last ${all} attempts succeeded`

/** Who created an object, where it was not a person. */
export const byKey = (name: string): string => `${name} (API key)`

/** In place of a form. */
export const mayNot = {
  title: "Your role does not allow this",
  help: "An owner of the account can give you another role."
} as const
