/**
 * The data subjects of the log: the people whose data is in it. Each has a key, under which the log
 * seals their data. A name here is only for finding the key; the log stores none.
 */
import type { Draft, Event } from "./Entry.ts"

/** The recipients of one account are not the people of another, even with the same number. */
export const recipient = (accountId: string, phone: string): string => `${accountId} ${phone}`

/**
 * The record of requests for a recipient's data. It stays readable while the data is
 * restricted, and ends with the data.
 */
export const recipientRecord = (accountId: string, phone: string): string =>
  `${recipient(accountId, phone)} record`

/** A customer's account, or the service itself (`null`). */
export const account = (accountId: string | null): string => accountId ?? "service"

/** A user has one key in all accounts. */
export const user = (email: string): string => `user ${email.trim().toLowerCase()}`

/** Finds the people of a draft in the state to which the draft applies. */
export interface DataSubjects {
  /** The person that an event's personal data is about. */
  readonly ofEvent: (draft: Draft, event: Event) => string
  /** The person whose address the draft has; `undefined` for an API key, which is no person. */
  readonly ofAuthor: (draft: Draft) => string | undefined
  /** The owner of a response that is about no person of the events. */
  readonly ofReply: (draft: Draft) => string
}

/** For a log whose entries contain no personal data. */
export const none: DataSubjects = {
  ofEvent: () => account(null),
  ofAuthor: () => undefined,
  ofReply: () => account(null)
}
