/** Words of the people of a customer's account. */
import type { ReactNode } from "react"

export const title = "People"
export const about = "People who may sign in to this account."
export const invite = "Invite to this account"
export const anyone = "Anyone with the link"
export const secondFactor = "Second factor"
export const on = "On"
export const off = "Off"
export const lastSignIn = "Last sign-in"

export const invitedBy = (who: string, until: ReactNode): ReactNode => (
  <>
    Invited by {who}, until {until}
  </>
)

export const none = {
  title: "No people yet",
  hint: "Invite an owner, who can invite the others."
} as const
