/** A provider reports that a transfer is decided: its status is queried now. */
import { Effect } from "effect"
import * as Partitions from "../engine/Partitions.ts"

interface Reported {
  readonly payoutId: string
  readonly reference: string
}

export const now = Partitions.procedure<Reported, void>({
  name: "check transfer",
  run: ({ checkTransferNow }, { payoutId, reference }) =>
    Effect.sync(() => checkTransferNow(payoutId, reference))
})
