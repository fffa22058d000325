/** The JSON of an event and of its deliveries. */
import type * as Deliveries from "../../domain/webhook/Delivery.ts"
import type * as Notices from "../../domain/webhook/WebhookEvent.ts"
import * as Instants from "../contract/Instants.ts"

export interface Envelope {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: Readonly<Record<string, unknown>>
}

/** The envelope as it was sent, or would have been. */
export const event = ({ body }: Notices.WebhookEvent): Envelope => JSON.parse(body)

/** Request headers of an attempt. Some follow from the event, the others were stored. */
const requestHeaders = (eventId: string, { at, sent }: Deliveries.Attempt) =>
  sent === undefined
    ? null
    : {
        "content-type": "application/json",
        "X-Service-Event-Id": eventId,
        "webhook-id": eventId,
        "webhook-timestamp": String(Math.floor(at / 1000)),
        ...sent
      }

export const delivery = ({ webhookEvent, ...delivery }: Deliveries.Delivery) => ({
  id: delivery.id,
  endpoint_id: delivery.endpointId,
  event_id: webhookEvent.id,
  event_type: webhookEvent.type,
  payout_id: webhookEvent.subjectId.startsWith("po_") ? webhookEvent.subjectId : null,
  test: delivery.isTest === true,
  status: delivery.status,
  attempts: delivery.attempts.map((attempt) => ({
    at: Instants.instant(attempt.at),
    status_code: attempt.statusCode,
    latency_ms: attempt.latencyMs,
    error: attempt.error,
    request_headers: requestHeaders(webhookEvent.id, attempt),
    response_headers: attempt.answer?.headers ?? null,
    response_body: attempt.answer?.body ?? null
  })),
  next_attempt_at: Instants.instantOrNull(delivery.nextAttemptAt),
  created_at: Instants.instant(webhookEvent.at),
  payload: event(webhookEvent)
})
