/** Queries a transfer's status at once, because the provider reports that it is decided. */
import { Effect } from "effect"
import * as Partitions from "../engine/Partitions.ts"

interface TransferReport {
  readonly payoutId: string
  readonly reference: string
}

export const now = Partitions.procedure<TransferReport, void>({
  name: "check transfer",
  run: ({ checkTransferNow }, { payoutId, reference }) =>
    Effect.sync(() => checkTransferNow(payoutId, reference))
})
