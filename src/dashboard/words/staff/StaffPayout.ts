/** Words of a payout, as staff see it. */
export const to = (who: string): string => `To ${who}`
