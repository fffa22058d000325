/**
 * The port to the other nodes: a call reaches the node that owns a partition. Messages are plain
 * JSON values that sender and recipient agree on.
 */
import { Context, Effect, type Scope, Stream } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** A call to the owner of a partition. */
export interface Call {
  readonly partition: number
  readonly message: unknown
  /**
   * True if the call takes memory and one append at most: more of these may be under way at once.
   */
  readonly isShort: boolean
  /** Milliseconds that the sender waits for the response. After that the outcome is unknown. */
  readonly msMax: number
}

/** The response of a node that does not run the partition, or not yet. The call is retried. */
export const moved = "moved"

/** Responds to the calls of other nodes, for a partition that this process runs. */
export interface Receiver {
  /** A call may arrive twice, with an equal message. */
  readonly answer: (partition: number, message: unknown) => Effect.Effect<unknown>
  /** The changes of a partition, as they happen. */
  readonly changes: (partition: number) => Stream.Stream<string>
}

export interface OtherNodesService {
  /** The name that a load balancer has for this node; `undefined` if no balancer uses it. */
  readonly nodeName: string | undefined
  readonly call: (call: Call) => Effect.Effect<unknown, Unavailable>
  readonly changes: (partition: number) => Stream.Stream<string, Unavailable>
  /** Responds to calls until the scope closes. */
  readonly receive: (receiver: Receiver) => Effect.Effect<void, never, Scope.Scope>
}

export class OtherNodes extends Context.Service<OtherNodes, OtherNodesService>()(
  "payouts/engine/ports/OtherNodes"
) {}

/** The port of a process that is the only one: it runs every partition itself. */
export const none: OtherNodesService = {
  nodeName: undefined,
  call: ({ partition }) => Effect.die(new Error(`No other process has the partition ${partition}`)),
  changes: () => Stream.never,
  receive: () => Effect.void
}
