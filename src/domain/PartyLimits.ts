/**
 * The limits of facts about a party: numbers of characters, and dates of birth. The dashboard uses
 * this module too, so it has no schemas.
 */
import * as Day from "./Day.ts"

/** The largest numbers of characters. They are those of IVMS 101, in which providers exchange. */
export const charsMax = {
  name: 100,
  addressLine: 70,
  city: 35,
  postalCode: 16,
  registrationNumber: 35
} as const

export const birthDateMin = "1900-01-01"

const dateForm = /^\d{4}-\d{2}-\d{2}$/

/** True for a day of the calendar in the form YYYY-MM-DD. */
const isDay = (text: string): boolean => {
  if (!dateForm.test(text)) return false
  const midnight = Date.parse(`${text}T00:00:00Z`)
  // Date.parse takes 30 February for 2 March.
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(text)
}

/** True for a day on which a living person can have been born, if it is not in the future. */
export const isBirthDate = (text: string): boolean => isDay(text) && text >= birthDateMin

/** True for a day after today everywhere. It is already tomorrow up to 14 hours east of UTC. */
export const isFuture = (day: string, at: number): boolean =>
  Date.parse(`${day}T00:00:00Z`) - (14 * Day.dayMs) / 24 > at
