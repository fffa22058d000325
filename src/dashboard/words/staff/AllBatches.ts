/** Words of the batches of all accounts. */
export const about = "All accounts."
export const caption = "Batches of all accounts"
export const which = "Which batches"
export const all = "All"
export const parked = "Parked"
export const none = "No batches yet"
export const noneParked = "No batch is parked"
