/**
 * A response that is kept for retries of the same request. It is opaque to the engine, the log and
 * the use cases: only HTTP reads one, and only Entry.ts has its form in the log.
 */

declare const brand: unique symbol

export interface KeptAnswer {
  readonly [brand]: "KeptAnswer"
}

/** The content of a response, for HTTP and the log. */
export interface Fields {
  readonly status: number
  /** Absent in a reply of the log that follows from the events of its entry. */
  readonly body?: string
  /** True if the log need not keep the body, because it follows from the events of its entry. */
  readonly isOfEvents?: boolean
}

// The brand exists for the compiler alone: at run time a kept answer is its fields.
export const make = (fields: Fields): KeptAnswer => fields as unknown as KeptAnswer

// Returns the fields of a kept answer.
export const read = (answer: KeptAnswer): Fields => answer as unknown as Fields
