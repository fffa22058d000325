/** Follows one payout and prints each of its transitions. */
import { Console, Effect } from "effect"
import type { Payout, PayoutClient } from "../client/main.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { follow as Words } from "./Words.ts"

const final = ["SETTLED", "FAILED", "REVERSED"]

export const isFinal = ({ status }: Payout): boolean => final.includes(status)

interface Options {
  readonly pollMs: number
  readonly isEnd: (payout: Payout) => boolean
}

const poll = Effect.fnUntraced(function* (client: PayoutClient, id: string, options: Options) {
  let printed = 0
  while (true) {
    const payout = yield* ServiceClient.call((signal) => client.payouts.get(id, { signal }))
    for (const { at, status } of payout.timeline.slice(printed)) {
      const reason = status === "FAILED" ? ` ${payout.failure_reason ?? ""}` : ""
      yield* Console.log(Output.coloured(`${at}  ${status}${reason}`.trimEnd()))
    }
    printed = payout.timeline.length
    if (options.isEnd(payout) || isFinal(payout)) return payout
    yield* Effect.sleep(options.pollMs)
  }
})

/** The payout once it is as wanted; a final one is the last there is to see. */
export const payout = (client: PayoutClient, id: string, options: Options) =>
  poll(client, id, options).pipe(
    ServiceClient.onStop(Words.continues(id)),
    Effect.withSpan("Follow.payout")
  )
