/** Words of lists of webhook deliveries. */

export const none = "No deliveries"
export const noAttempt = "No attempt yet"
export const attempt = (number: number): string => `Attempt ${number}`
export const nextAttempt = "Next attempt"
