/** Words of the list of webhook endpoints that fail. */
export const title = "Endpoints that fail"
export const about =
  "Every attempt has failed for more than ten minutes. The service disables an endpoint after five days."
export const volume = "Volume, 30 days"
export const endpoint = "Endpoint"
export const cause = "Last error"
export const since = "Failing since"
