/** Words of the page of one event. */

export const content = "Content"
export const eventId = "event id"
