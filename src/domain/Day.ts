/** Days in UTC, since 1970-01-01. */

/** Milliseconds. */
export const dayMs = 86_400_000
