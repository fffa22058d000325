/** Words of the page of an account's API keys. */

export const title = "API keys"
export const about = "Use one key per server, so that each can be revoked on its own."
