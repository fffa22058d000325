/** The port to the ways by which people are told of incidents. */
import { Context, type Effect, Schema } from "effect"

/** A message did not arrive, or may not have. `message` is free of secrets. */
export class NoticeFailed extends Schema.TaggedError<NoticeFailed>()("NoticeFailed", {
  message: Schema.String
}) {}

export interface Message {
  /** The same in every attempt. */
  readonly id: string
  /** One line. */
  readonly subject: string
  /** For people. */
  readonly text: string
  /** For programs: JSON. */
  readonly body: string
}

export interface Channel {
  readonly name: string
  /** Makes one attempt, within a time of its own. */
  readonly send: (message: Message) => Effect.Effect<void, NoticeFailed>
}

/** By default nobody is told. */
export class NoticeChannels extends Context.Reference<ReadonlyArray<Channel>>(
  "payouts/engine/NoticeChannels",
  { defaultValue: () => [] }
) {}
