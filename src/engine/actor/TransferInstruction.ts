/** Instructions of transfers. Only this module makes a new provider reference (L6). */
import * as Limits from "../../config/Limits.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import * as IdGenerator from "../ports/IdGenerator.ts"
import type * as Provider from "../ports/Provider.ts"

export interface Chooser {
  readonly ids: IdGenerator.Source
  readonly provider: Pick<Provider.Provider["Service"], "choose">
}

/** An instruction to whichever provider the adapter chooses. */
export const unrouted = (ids: IdGenerator.Source, at: number): Payout.Instruction => ({
  reference: IdGenerator.reference(ids),
  deadline: at + Limits.engine.transferUnknownMsMax
})

/** An instruction to a provider other than the one that refused, if there is another. */
export const make = (
  { ids, provider }: Chooser,
  { network }: Pick<Payout.Payout, "network">,
  at: number,
  refusedBy?: string
): Payout.Instruction => ({
  ...unrouted(ids, at),
  provider: provider.choose(network, refusedBy)
})
