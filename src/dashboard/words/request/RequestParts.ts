/** Words that the list of requests and the page of one share. */

export const clientLeft = "The client left before the answer"
export const replayed = "Replayed"
export const sameKey = "(same idempotency key)"
export const replayedHint = "The answer that its idempotency key had got before."
