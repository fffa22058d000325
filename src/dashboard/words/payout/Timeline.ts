/** Words of a payout's timeline. */

export const sincePrevious = "Time since the previous status"
export const notYet = "Not yet"
