/** Words of an action that waits for another approval. */
export const title = "Waiting for another approval"
export const action = "Action"
export const none = "none"
export const approvedBy = "Approved by"
export const stillNeeded = "Still needed"
export const since = "Since"
export const effect =
  "The action takes effect once enough people have approved it. A different action, or different values, replaces it."

export const missing = (count: number): string =>
  count === 1 ? "1 more approval" : `${count} more approvals`
