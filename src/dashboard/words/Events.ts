/** Words of the list of events. */

export const about = "Events about payouts, batches, quotes and refunds."
export const type = "Type"
export const search = "Id of an event, payout, batch or quote"
export const eventId = "event id"
export const noneMatch = "No events match"
export const noneYet = "No events yet"
export const noneYetHint = "Events appear here when payouts change."
