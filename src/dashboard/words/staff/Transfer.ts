/** Words of a payout's instruction to its provider. */
export const title = "Provider"
export const none = "No provider was instructed."
export const provider = "Provider"
export const simulated = "Simulated"
export const unnamed = "Not recorded"
export const instruction = "Instruction"
export const providerReference = "Provider reference"
export const attempt = "Instructions so far"
export const answer = "Last answer"
export const awaited = "Answer awaited until"

/** A repeated instruction follows a refusal at once: the time is that of the first. */
export const sent = (attempt: number): string => (attempt > 1 ? "First sent" : "Sent")

export const answers = {
  requested: "No definite answer",
  accepted: "Accepted",
  refused: "Refused"
} as const

/** What a button copies. */
export const copied = {
  instruction: "instruction",
  providerReference: "provider reference"
} as const
