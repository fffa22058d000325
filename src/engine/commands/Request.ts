/** A request for a command, and how it may end. */
import { Effect } from "effect"
import type * as Entry from "../ports/Entry.ts"
import type { KeptAnswer } from "../ports/KeptAnswer.ts"
import { Unavailable } from "../ports/Unavailable.ts"

/** What makes two requests the same request. */
export interface IdempotencyKey {
  /** Account and route, within which the key is unique. */
  readonly scope: string
  readonly key: string
  /** Hash of the parameters without the key. */
  readonly fingerprint: string
}

/** How retries of a request are recognised, and what is kept for them. */
export interface Idempotency<in A> extends IdempotencyKey {
  /** Called once, with the result, before it is durable. */
  readonly encode: (result: A) => KeptAnswer
}

/** Who sent a request, from where, when, and why. */
export interface Origin {
  /** Milliseconds. */
  readonly at: number
  /** An API key's or a person's id, or `engine`. */
  readonly by: string
  /** The account a person acts for. */
  readonly as?: string
  /** The network address it came from. */
  readonly from?: string
  /** The reason that its sender gives: it is kept in the log. */
  readonly note?: string
}

/** A request whose result has no form yet in which it is kept for retries. */
export interface CommandContext extends Origin {
  readonly idempotency: IdempotencyKey | null
}

/** A request whose result is an `A`. Without a key it is not known again, and nothing is kept. */
export interface Request<in A> extends CommandContext {
  readonly idempotency: Idempotency<A> | null
}

/** What a command changes, and its result. */
export interface Decision<A> {
  readonly events: ReadonlyArray<Entry.Event>
  readonly result: A
}

/** What was decided is durable. */
export interface Done<A> {
  readonly _tag: "Done"
  readonly result: A
  /** What retries get; `null`: the request has no key. */
  readonly kept: KeptAnswer | null
}

/** An earlier request with the same key was answered so; nothing was done now. */
export interface Replayed {
  readonly _tag: "Replayed"
  readonly kept: KeptAnswer
}

export type Executed<A> = Done<A> | Replayed

/** The same key came with other parameters. */
interface KeyReused {
  readonly _tag: "KeyReused"
  readonly key: string
}

/** The first request with this key acted on the outside world, and its outcome was not kept. */
interface OutcomeUnknown {
  readonly _tag: "OutcomeUnknown"
  readonly key: string
}

/** Why a key that was used before is refused. */
export type KeyRefused = KeyReused | OutcomeUnknown

/** Why a command is not executed, besides its own rejections. */
export type NotExecuted = KeyRefused | Unavailable

export const notWritten = Effect.fail(
  new Unavailable({ message: "Nothing can be written right now." })
)

/** The origin as an entry keeps it. */
export const originOf = ({ as, by, from, note }: Origin): Omit<Origin, "at"> => {
  const origin: { by: string; as?: string; from?: string; note?: string } = { by }
  if (as !== undefined) origin.as = as
  if (from !== undefined) origin.from = from
  if (note !== undefined) origin.note = note
  return origin
}
