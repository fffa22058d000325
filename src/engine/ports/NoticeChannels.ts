/** The port to the channels on which people receive notices of incidents. */
import { Context, type Effect, Schema } from "effect"

/** A message did not arrive, or may not have. `message` is free of secrets. */
export class NoticeFailed extends Schema.TaggedError<NoticeFailed>()("NoticeFailed", {
  message: Schema.String
}) {}

export interface Message {
  /** Equal in every attempt. */
  readonly id: string
  /** One line. */
  readonly subject: string
  /** For people. */
  readonly text: string
  /** For programs: JSON. */
  readonly body: string
  /** E-mail addresses of users who chose to get notices. */
  readonly chosenBy: ReadonlyArray<string>
}

/** The name of the channel that sends e-mails. */
export const mail = "email"

export interface Channel {
  readonly name: string
  /** True if a message has a recipient on this channel. */
  readonly hasReceiver: (message: Message) => boolean
  /** Makes one attempt, within the channel's own timeout. */
  readonly send: (message: Message) => Effect.Effect<void, NoticeFailed>
}

/** By default there is none. */
export class NoticeChannels extends Context.Reference<ReadonlyArray<Channel>>(
  "payouts/engine/ports/NoticeChannels",
  { defaultValue: () => [] }
) {}
