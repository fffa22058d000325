/** Words of the requests about the personal data of an account's recipients, which staff handle. */
import type { ReactNode } from "react"

/** Words of the page of a customer's recipients with requests about their data. */
export const recipientData = {
  title: "Recipients' data",
  about:
    "Recipients whose erasure waits for more people, whose data is restricted, or whose data has " +
    "a legal hold.",
  back: "Account",
  caption: "Recipients with requests about their data",
  none: {
    title: "No requests about data",
    hint: "Recipients appear here until their data is erased or their legal hold ends."
  },

  phoneHint: "With the country code, such as +256770000001.",
  erasure: "Erasure",
  erasedOn: (date: ReactNode): ReactNode => <>On {date}</>,
  legalHold: "Legal hold",
  setBy: (by: string, since: ReactNode): ReactNode => (
    <>
      {by}, {since}
    </>
  ),
  approvals: "Requested by",
  approvedOf: (given: number, needed: number): string =>
    `${given} of ${needed} ${needed === 1 ? "person" : "people"}`,

  /** The name of a button in a row, for screen readers. */
  ofPhone: (label: string, phone: string): string => `${label} of ${phone}`,

  erase: {
    label: "Erase data",
    about:
      "The service destroys the recipient's name, number and all other personal data, and deletes " +
      "beneficiaries with the number. Data of their former numbers is erased too, unless another " +
      "beneficiary has the number now. This cannot be undone. Data that a law demands is restricted " +
      "until its date. If several people must agree, the last of their requests takes effect.",
    erased: "The data is erased.",
    restricted: (date: string): string => `The data is restricted, and erased on ${date}.`,
    kept: (numbers: number): string =>
      numbers === 1
        ? "The data of 1 former number stays, because another beneficiary has the number."
        : `The data of ${numbers} former numbers stays, because other beneficiaries have the numbers.`
  },

  hold: {
    label: "Set legal hold",
    about: "The recipient's data is not erased until the legal hold ends, even after its date.",
    done: "The legal hold is set."
  },

  release: {
    label: "End legal hold",
    about:
      "The recipient's data can be erased again. Restricted data whose date has come is erased.",
    done: "The legal hold is ended."
  },

  export: {
    label: "Export data",
    about:
      "A JSON file contains all data about the recipient in this account, restricted data included. " +
      "The audit log shows the export.",
    file: "recipient-data.json",
    done: (payouts: number): string =>
      payouts === 1
        ? "The data of 1 payout is exported."
        : `The data of ${payouts} payouts is exported.`
  }
} as const
