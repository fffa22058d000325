/**
 * A bounded mailbox with a single consumer. Every actor that is awake has one; an empty one has no
 * array.
 */
import { Effect } from "effect"

export interface Mailbox<M> {
  /** Returns `false` if the mailbox is full and the message was not added. */
  readonly offer: (message: M) => boolean
  /** Waits for the next message. Only one caller may wait at a time. */
  readonly take: Effect.Effect<M>
  readonly isEmpty: () => boolean
  /** Takes all messages, to refuse them. */
  readonly drain: () => ReadonlyArray<M>
}

class Box<M> implements Mailbox<M> {
  private readonly max: number
  private messages: Array<M> | undefined
  private taker: ((message: Effect.Effect<M>) => void) | undefined

  constructor(max: number) {
    this.max = max
    this.messages = undefined
    this.taker = undefined
  }

  offer(message: M): boolean {
    const { taker } = this
    if (taker !== undefined) {
      this.taker = undefined
      taker(Effect.succeed(message))
      return true
    }
    if (this.messages === undefined) this.messages = [message]
    else if (this.messages.length < this.max) this.messages.push(message)
    else return false
    return true
  }

  get take(): Effect.Effect<M> {
    return Effect.callback((resume) => {
      const [first] = this.messages?.splice(0, 1) ?? []
      if (first !== undefined) return resume(Effect.succeed(first))
      this.messages = undefined
      this.taker = resume
      return Effect.sync(() => {
        if (this.taker === resume) this.taker = undefined
      })
    })
  }

  isEmpty(): boolean {
    return this.messages === undefined || this.messages.length === 0
  }

  drain(): ReadonlyArray<M> {
    const { messages } = this
    this.messages = undefined
    return messages ?? []
  }
}

export const make = <M extends object>(max: number): Mailbox<M> => new Box<M>(max)
