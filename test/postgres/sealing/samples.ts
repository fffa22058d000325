/** Drafts with personal data, and the people whom it is about. */

import * as DataSubjects from "../../../src/engine/ports/DataSubjects.ts"
import * as Entry from "../../../src/engine/ports/Entry.ts"

export const account = "acct_01M82P9XSW5PT3AYZ7SJPT3A5P"

export const amina = { phone: "+256770000001", name: "Amina Nakato" }
export const brian = { phone: "+256770000002", name: "Brian Okello" }

const created = (
  id: string,
  { name, phone }: typeof amina,
  accountId: string
): Extract<Entry.Event, { readonly _tag: "PayoutCreated" }> => ({
  ...{ _tag: "PayoutCreated", id, accountId, quoteId: `qt_${id}`, batchId: null, at: 1 },
  ...{ status: "AWAITING_FUNDS", currency: "UGX", network: "MTN_UG", phone, name },
  ...{ sourceAmount: 25_000_000, targetAmount: 91_575, rate: 3_663_000_000, spread: 0 },
  ...{ depositAddress: `0x${"ab".repeat(20)}`, fundingDeadline: 2, beneficiaryId: null },
  ...{ idempotencyKey: id, reference: null, metadata: { invoice: `invoice of ${name}` } }
})

/** A draft that creates a payout to each of these recipients. */
export const draft = (
  id: string,
  recipients: ReadonlyArray<typeof amina>,
  accountId = account
): Entry.Draft => ({
  ...{ v: Entry.version, at: 1, by: "key_ONE" },
  events: recipients.map((recipient, index) => created(`${id}_${index}`, recipient, accountId)),
  reply: null
})

/** A draft with a response that repeats the personal data. */
export const answered = (
  id: string,
  recipients: ReadonlyArray<typeof amina>,
  accountId = account
): Entry.Draft => ({
  ...draft(id, recipients, accountId),
  reply: {
    ...{
      scope: `${accountId} POST /v1/payouts`,
      key: id,
      fingerprint: "f".repeat(43),
      status: 201
    },
    body: JSON.stringify(recipients)
  }
})

export const people: DataSubjects.DataSubjects = {
  ...DataSubjects.none,
  ofEvent: (_, event) =>
    "phone" in event
      ? DataSubjects.recipient(event.accountId, event.phone)
      : DataSubjects.none.ofEvent(_, event)
}
