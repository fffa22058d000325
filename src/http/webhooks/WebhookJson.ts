/** The JSON of a webhook endpoint. */
import type * as Endpoints from "../../domain/webhook/Endpoint.ts"
import * as Instants from "../contract/Instants.ts"

export const endpoint = (endpoint: Endpoints.Endpoint) => ({
  id: endpoint.id,
  url: endpoint.url,
  events: endpoint.events,
  description: endpoint.description,
  is_active: endpoint.isActive,
  ...(endpoint.disabledReason === null ? {} : { disabled_reason: endpoint.disabledReason }),
  created_at: Instants.instant(endpoint.createdAt)
})

export const endpointWithSecret = (shown: Endpoints.Endpoint) => ({
  ...endpoint(shown),
  secret: shown.secret
})
