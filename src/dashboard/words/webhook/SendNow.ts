/** Words of the button that sends a delivery again. */

export const again = "Send again"
export const now = "Send now"
export const done = "The event is being sent."
