/** Words of the page of one event. */

export const content = "Content"
export const deliveries = "Deliveries"
export const noDeliveries = "No webhook endpoint was subscribed to this event."
