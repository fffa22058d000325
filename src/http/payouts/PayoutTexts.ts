/**
 * JSON texts of payouts. Customers read a payout again and again, alone and in lists, so its text
 * is kept until the payout changes. A state is immutable, so a changed payout is another object.
 */
import * as Limits from "../../config/Limits.ts"
import type * as CustomerWait from "../../domain/incident/CustomerWait.ts"
import type * as Payout from "../../domain/payout/Payout.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import * as JsonText from "../contract/JsonText.ts"
import * as PayoutJson from "./PayoutJson.ts"

type Text = JsonText.JsonText<ReturnType<typeof PayoutJson.payout>>

/** A text with everything that it depends on. */
interface Kept {
  readonly payout: Payout.Payout
  /** The last block, which only the confirmations of deposits depend on. */
  readonly block: number | undefined
  readonly text: Text
}

export interface PayoutTexts {
  readonly of: (
    payout: Payout.Payout,
    head: Chain.Head | undefined,
    wait: CustomerWait.Wait | undefined
  ) => Text
}

/**
 * Keeps texts of up to `charsMax` characters. They are in two halves. When the recent half is full,
 * the texts that nobody read since the last time leave memory.
 */
export const make = (
  token: Chain.Token,
  charsMax: number = Limits.http.payoutTextCharsMax
): PayoutTexts => {
  let recent = new Map<string, Kept>()
  let older = new Map<string, Kept>()
  let recentChars = 0

  const keep = (kept: Kept): void => {
    const { length } = kept.text
    if (length > charsMax / 2) return
    if (recentChars + length > charsMax / 2) {
      older = recent
      recent = new Map()
      recentChars = 0
    }
    recentChars += length - (recent.get(kept.payout.id)?.text.length ?? 0)
    recent.set(kept.payout.id, kept)
  }

  const find = (payout: Payout.Payout, block: number | undefined): Text | undefined => {
    const { id } = payout
    const kept = recent.get(id) ?? older.get(id)
    if (kept?.payout !== payout || kept.block !== block) return undefined
    if (!recent.has(id)) keep(kept)
    return kept.text
  }

  return {
    of: (payout, head, wait) => {
      // The words of a wait contain its time, and few payouts wait.
      if (wait !== undefined) return JsonText.of(PayoutJson.payout(payout, token, head, wait))
      const block = payout.deposits.length === 0 ? undefined : head?.latest
      const found = find(payout, block)
      if (found !== undefined) return found
      const text = JsonText.of(PayoutJson.payout(payout, token, head))
      keep({ payout, block, text })
      return text
    }
  }
}
