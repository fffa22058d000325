/** Words of an address that leads nowhere. */

export const title = "Page not found"
export const about = "There is no page at this address"
export const openIn = (account: string): string => `Open this page in ${account}`
export const overview = "Go to the overview"
