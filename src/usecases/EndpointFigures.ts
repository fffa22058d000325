/** Results of the newest deliveries of an account's endpoints. */

import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Delivery from "../domain/webhook/Delivery.ts"
import type * as Endpoint from "../domain/webhook/Endpoint.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"

export interface EndpointFigures {
  readonly endpointId: string
  /** Number of the newest deliveries that succeeded. */
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  /** Milliseconds; `null` if no attempt of these deliveries succeeded. */
  readonly lastSuccessAt: number | null
  /** Oldest first. */
  readonly attempts: ReadonlyArray<ReadModel.AttemptFigure>
  /** Milliseconds; `null` if the last attempt succeeded, or there was none. */
  readonly failingSince: number | null
}

export const figuresOf = (
  { failingSince, id: endpointId }: Pick<Endpoint.Endpoint, "id" | "failingSince">,
  recent: ReadonlyArray<ReadModel.RecentDelivery>
): EndpointFigures => {
  const count = (status: Delivery.Delivery["status"]) =>
    recent.filter((each) => each.status === status).length
  const attempts = recent.flatMap((each) => each.attempts).sort((a, b) => a.at - b.at)
  return {
    endpointId,
    delivered: count("delivered"),
    failed: count("failed"),
    pending: count("pending"),
    lastSuccessAt: attempts.findLast((each) => Delivery.isSuccess(each.statusCode))?.at ?? null,
    attempts: attempts.slice(-Limits.readModel.sparklineAttemptsMax),
    failingSince
  }
}

/** Figures of each endpoint, including endpoints without a delivery. */
export const list = (
  { directory, lists }: Pick<Engine.EngineService, "directory" | "lists">,
  accountId: string
) =>
  Effect.suspend(() => {
    const endpoints = directory.endpointsOf(accountId)
    const recentOf = lists.recentDeliveries(endpoints.map(({ id }) => id))
    return Effect.map(recentOf, (recent) => {
      const byEndpoint = Map.groupBy(recent, ({ endpointId }) => endpointId)
      return endpoints.map((each) => figuresOf(each, byEndpoint.get(each.id) ?? []))
    })
  })
