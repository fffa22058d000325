/** Words of beneficiaries. */

export const beneficiaries = {
  title: "Beneficiaries",
  searchLabel: "Search beneficiaries",
  nickname: "Nickname",
  fullName: "Full name",

  alreadySaved: (name: string): string => `${name} is already saved with this phone and network.`,

  to: (name: string): string => `to ${name}`,
  payoutsTo: (name: string): string => `Payouts to ${name}`,
  pay: "Pay",

  add: {
    button: "New beneficiary",
    confirm: "Add beneficiary",
    done: "The beneficiary is added."
  },

  edit: {
    title: "Edit beneficiary",
    label: (name: string): string => `Edit ${name}`,
    done: "The changes are saved."
  },

  remove: {
    label: "Delete",
    title: "Delete this beneficiary?",
    effect: (name: string): string =>
      `${name} can no longer be chosen for new payouts. If the recipient was never paid, all their data is ` +
      "erased and cannot be restored. Otherwise existing payouts do not change.",
    done: "The beneficiary is deleted."
  },

  noneMatch: "No beneficiaries match",
  noneYet: "No beneficiaries yet",
  noneHint: "Save recipients to choose them when you create a payout.",
  addFirst: "Add the first beneficiary"
} as const
