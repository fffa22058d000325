/**
 * Infrastructure failure (503): the log cannot be written, a queue is full, a source is silent.
 * Nothing was done, or a retry with the same idempotency key shows whether it was. Not a rejection
 * (business) and not a defect (a bug).
 */
import { Schema } from "effect"

export class Unavailable extends Schema.TaggedError<Unavailable>()("Unavailable", {
  /** The text for the caller. */
  message: Schema.String,
  /** The text for the log alone. */
  detail: Schema.optionalKey(Schema.String)
}) {}
