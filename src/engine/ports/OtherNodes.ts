/**
 * The port to the other processes of a service: calls reach the owner of a partition, whichever
 * process that is. Messages are plain JSON values that sender and receiver agree on.
 */
import { Context, Effect, type Scope, Stream } from "effect"
import type { Unavailable } from "./Unavailable.ts"

/** A call to the owner of a partition. */
export interface Call {
  readonly partition: number
  readonly message: unknown
  /** Whether it takes memory and one append at most: more of these may be under way at once. */
  readonly isShort: boolean
  /** How long the sender waits for the answer, milliseconds. What happened then is not known. */
  readonly msMax: number
}

/** The answer of a process that does not run the partition, or not yet: the call is made again. */
export const moved = "moved"

/** Answers the calls of others, for a partition that this process runs. */
export interface Receiver {
  /** It may get one call twice: its message is the same then. */
  readonly answer: (partition: number, message: unknown) => Effect.Effect<unknown>
  /** What changes in a partition, as it happens. */
  readonly changes: (partition: number) => Stream.Stream<string>
}

export interface OtherNodesService {
  /** What a balancer calls this process; `undefined`: none asks. */
  readonly nodeName: string | undefined
  readonly call: (call: Call) => Effect.Effect<unknown, Unavailable>
  readonly changes: (partition: number) => Stream.Stream<string, Unavailable>
  /** Answers calls until the scope closes. */
  readonly receive: (receiver: Receiver) => Effect.Effect<void, never, Scope.Scope>
}

export class OtherNodes extends Context.Service<OtherNodes, OtherNodesService>()(
  "payouts/engine/ports/OtherNodes"
) {}

/** The peers of a process that is the only one: it runs every partition itself. */
export const none: OtherNodesService = {
  nodeName: undefined,
  call: ({ partition }) => Effect.die(new Error(`No other process has the partition ${partition}`)),
  changes: () => Stream.never,
  receive: () => Effect.void
}
