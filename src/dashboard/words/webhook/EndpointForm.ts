/** Words of the fields of a webhook endpoint. */

export const url = "URL"
export const urlHint = "An HTTPS address with a valid certificate."
export const otherNames = "Alternative names for the same events"
export const otherNamesLabel = "Sandbox and overview names"
