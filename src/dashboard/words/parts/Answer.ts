/** Words in place of an answer. */
export const pageFailed = "Something went wrong on this page."
export const unreachable = "The service cannot be reached."
export const timedOut = "The service did not answer in time."
export const request = "Request"
export const tryAgain = "Try again"
export const loading = "Loading"
export const slow = "This takes longer than usual. The page shows the answer when it comes."
export const offline = "You are offline. This loads by itself when the network is back."
