/** Words of lists of webhook deliveries. */

export const none = "No deliveries"
export const noAttempt = "No attempt yet"
export const attempt = (number: number): string => `Attempt ${number}`
export const responseStatus = (code: number): string => `Status ${code}`
export const nextAttempt = "Next attempt"
export const test = "Test"
