/** Words of a payout's events and their deliveries. */

export const noEvents = "No events yet."
export const deliveries = "Webhook deliveries"
export const noDeliveries = "No webhook endpoint is subscribed to this payout's events."
export const openEvent = "Open the event"
