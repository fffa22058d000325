/** Words of the deliveries that failed, of all accounts. */
export const title = "Failed deliveries"
export const about =
  "Events that are not attempted any more: their last attempt failed, or was not possible. Test events are left out."
export const none = "No failed deliveries"
export const noneHint = "What waits for its next attempt is not listed here."
