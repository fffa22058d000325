/** Resends a webhook delivery, or sends a pending one now. */
import { Effect, Result } from "effect"
import * as Delivery from "../../domain/webhook/Delivery.ts"
import type * as State from "../state/State.ts"
import type { CommandExecutor } from "./CommandExecutor.ts"
import type * as DeliveryReports from "./DeliveryReports.ts"
import type * as Request from "./Request.ts"

export interface DeliveryNotFound {
  readonly _tag: "DeliveryNotFound"
  readonly id: string
}

/** The endpoint is disabled or deleted, so nothing is sent to it. */
export interface EndpointNotActive {
  readonly _tag: "EndpointNotActive"
  readonly id: string
  readonly isDeleted: boolean
}

type Rejection = Delivery.Rejection | DeliveryNotFound | EndpointNotActive

export type Resend = (
  request: Request.Request<Delivery.Delivery>,
  deliveryId: string,
  /** The statuses in which a delivery is resent; all if absent. */
  statuses?: ReadonlyArray<Delivery.Delivery["status"]>
) => Effect.Effect<Request.Executed<Delivery.Delivery>, Rejection | Request.NotExecuted>

const decide = (
  { deliveries, endpoints }: State.State,
  id: string,
  command: Extract<Delivery.Command, { readonly _tag: "Resend" }>
): Result.Result<Request.Decision<Delivery.Delivery>, Rejection> => {
  const delivery = deliveries.get(id)
  if (delivery === undefined) return Result.fail({ _tag: "DeliveryNotFound", id })
  const { endpointId } = delivery
  const endpoint = endpoints.get(endpointId)
  if (endpoint?.isActive !== true) {
    return Result.fail({
      _tag: "EndpointNotActive",
      id: endpointId,
      isDeleted: endpoint === undefined
    })
  }
  return Result.map(Delivery.decide(delivery, command), (events) => ({
    events,
    result: events.reduce(Delivery.evolve, delivery)
  }))
}

export const make =
  (
    state: State.State,
    requests: Pick<CommandExecutor, "execute">,
    { deliveries, reload }: ReturnType<typeof DeliveryReports.make>
  ): Resend =>
  (request, id, statuses) => {
    const command = { _tag: "Resend", at: request.at, statuses } as const
    return deliveries.during(
      id,
      requests.execute(request, {
        locks: [`delivery ${id}`],
        read: () => reload(id) ?? Effect.void,
        decide: () => decide(state, id, command)
      })
    )
  }
