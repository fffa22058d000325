/**
 * Claims: a name belongs to the owner that claims it first, for as long as an idempotency key is
 * kept (L8). A claim is stored, found and dropped as an intent that gets no response.
 */
import { Effect } from "effect"
import * as Entry from "../ports/Entry.ts"
import type { Log } from "../ports/Log.ts"
import type { Unavailable } from "../ports/Unavailable.ts"
import * as State from "../state/State.ts"
import * as PendingRequests from "./PendingRequests.ts"
import * as Request from "./Request.ts"
import * as Turns from "./Turns.ts"

export interface Claim {
  /** The kind of thing, within which the name is unique. */
  readonly scope: string
  readonly name: string
  readonly owner: string
}

export const make =
  (turns: Turns.Turns, log: Log["Service"]) =>
  (at: number, { name, owner, scope }: Claim): Effect.Effect<boolean, Unavailable> => {
    const key = State.replyKey(scope, name)
    const intent = Entry.replyWithout({ scope, key: name, fingerprint: owner }, "begun")
    const draft: Entry.Draft = { v: Entry.version, at, by: "engine", events: [], reply: intent }
    return Turns.locked(turns, [key], (turn) =>
      Effect.flatMap(Turns.keptReply(turns, key, at), (reply) => {
        if (reply !== undefined) return Effect.succeed(reply.fingerprint === owner)
        if (turn.isGivenUp) return PendingRequests.late
        return Turns.handOver<boolean, Unavailable>(turns, turn, (settle) =>
          log.append(draft, (durable) =>
            settle(durable ? Effect.succeed(true) : Request.notWritten)
          )
        )
      })
    )
  }
