/** Words of incidents that have ended. */
export const title = "Past incidents"
export const about = (since: string, daysMax: number, countMax: number): string =>
  `Incidents that ended in the last ${daysMax} days, at most ${countMax}. Earlier ones are not known: the process that watches for incidents has run since ${since}.`
export const unwatched = "No process watches for incidents right now."
export const none = "No incident has ended"
export const incident = "Incident"
export const from = "From"
export const to = "To"
export const lasted = "Duration"
export const waited = "Waited at most"
export const nothing = "Nothing"
