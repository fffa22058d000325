/** Names of what lists show by id. */

/** A key, apart from others of its name. */
export const key = (name: string, last4: string): string => `${name} (…${last4})`
