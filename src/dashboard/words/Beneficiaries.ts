/** Words of the list of beneficiaries. */

export const title = "Beneficiaries"
export const searchLabel = "Search beneficiaries"
export const nickname = "Nickname"
export const fullName = "Full name"

export const alreadySaved = (name: string): string =>
  `${name} is already saved with this phone and network.`

export const to = (name: string): string => `to ${name}`
export const payoutsTo = (name: string): string => `Payouts to ${name}`
export const pay = "Pay"

export const add = {
  button: "New beneficiary",
  confirm: "Add beneficiary",
  done: "The beneficiary is added."
} as const

export const edit = {
  title: "Edit beneficiary",
  label: (name: string): string => `Edit ${name}`,
  done: "The changes are saved."
} as const

export const remove = {
  label: "Delete",
  title: "Delete this beneficiary?",
  effect: (name: string): string =>
    `${name} can no longer be chosen for new payouts. Existing payouts do not change.`,
  done: "The beneficiary is deleted."
} as const

export const noneMatch = "No beneficiaries match"
export const noneYet = "No beneficiaries yet"
export const noneHint = "Save recipients to choose them when you create a payout."
export const addFirst = "Add the first beneficiary"
