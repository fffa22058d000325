/** A request for a command, and its possible results. */
import { Effect } from "effect"
import type * as Entry from "../ports/Entry.ts"
import type { KeptAnswer } from "../ports/KeptAnswer.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import type * as Escrow from "./Escrow.ts"

/** The fields that identify a request, so that retries are recognised. */
export interface IdempotencyKey {
  /** Account and route, within which the key is unique. */
  readonly scope: string
  readonly key: string
  /** Hash of the parameters without the key. */
  readonly fingerprint: string
}

/** The identity of a request, and the response that is kept for its retries. */
export interface Idempotency<in A> extends IdempotencyKey {
  /** Called once, with the result, before it is durable. */
  readonly encode: (result: A) => KeptAnswer
}

/** The author of a request, its account, address, time and reason. */
export interface Origin {
  /** Milliseconds. */
  readonly at: number
  /** The id of an API key or user, or `engine`. */
  readonly by: string
  /** The account a user acts for. */
  readonly as?: string
  /** The network address the request came from. */
  readonly from?: string
  /** The author's reason, which is kept in the log. */
  readonly note?: string
}

/** A request whose result has no form yet in which it is kept for retries. */
export interface CommandContext extends Origin {
  readonly idempotency: IdempotencyKey | null
}

/** A request whose result is an `A`. Without a key it cannot be recognised, and nothing is kept. */
export interface Request<in A> extends CommandContext {
  readonly idempotency: Idempotency<A> | null
}

/** The changes and the result of a command. */
export interface Decision<A> {
  readonly events: ReadonlyArray<Entry.Event>
  readonly result: A
  /** The amount that the events take from a balance. */
  readonly reservation?: Escrow.Reservation | undefined
}

/** The decision is durable. */
export interface Done<A> {
  readonly _tag: "Done"
  readonly result: A
}

/** The kept answer to an earlier request with this key. Nothing was done now. */
export interface Replayed {
  readonly _tag: "Replayed"
  readonly kept: KeptAnswer
  /** The events of the earlier request's entry. */
  readonly events: ReadonlyArray<Entry.Event>
}

export type Executed<A> = Done<A> | Replayed

/** The key was used before with other parameters. */
interface KeyReused {
  readonly _tag: "KeyReused"
  readonly key: string
}

/** The first request with this key acted on the outside world, and its outcome was not kept. */
interface OutcomeUnknown {
  readonly _tag: "OutcomeUnknown"
  readonly key: string
}

/** The reason why a used key is refused. */
export type KeyRefused = KeyReused | OutcomeUnknown

/** The reason why a command is not executed, other than its own rejections. */
export type NotExecuted = KeyRefused | Unavailable

export const notWritten = Effect.fail(
  new Unavailable({ message: "Changes cannot be stored right now." })
)

/** The origin in the form of a log entry. */
export const originOf = ({ as, by, from, note }: Origin): Omit<Origin, "at"> => {
  const origin: { by: string; as?: string; from?: string; note?: string } = { by }
  if (as !== undefined) origin.as = as
  if (from !== undefined) origin.from = from
  if (note !== undefined) origin.note = note
  return origin
}
