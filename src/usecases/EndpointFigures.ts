/** How each endpoint of an account fared with its newest deliveries. */
import { Effect } from "effect"
import * as Delivery from "../domain/webhook/Delivery.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"

/** Attempts that a sparkline has room for. */
const attemptsMax = 30

export interface EndpointFigures {
  readonly endpointId: string
  /** Of the newest deliveries. */
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  /** Milliseconds; `null`: no attempt of them succeeded. */
  readonly lastSuccessAt: number | null
  /** Oldest first. */
  readonly attempts: ReadonlyArray<ReadModel.AttemptFigure>
}

export const figuresOf = (
  endpointId: string,
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
    attempts: attempts.slice(-attemptsMax)
  }
}

/** Of each endpoint, those without a delivery too. */
export const list = (
  { directory, lists }: Pick<Engine.EngineService, "directory" | "lists">,
  accountId: string
) =>
  Effect.suspend(() => {
    const ids = directory.endpointsOf(accountId).map(({ id }) => id)
    return Effect.map(lists.recentDeliveries(ids), (recent) => {
      const byEndpoint = Map.groupBy(recent, ({ endpointId }) => endpointId)
      return ids.map((id) => figuresOf(id, byEndpoint.get(id) ?? []))
    })
  })
