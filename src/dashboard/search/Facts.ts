/** Describes a payout or batch in a search result, found by words or by its id. */
import type { Batch, Payout } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import * as Status from "../data/Status.ts"
import { search as Words } from "../words/shell.ts"
import * as Results from "./Results.ts"

type Facts = Pick<Results.Result, "title" | "about" | "accountId">

const ofAccount = ({ account_id: accountId }: Owned) =>
  accountId === undefined ? {} : { accountId }

/** An object of an account. Staff see the account. */
interface Owned {
  readonly account_id?: string
}

type PayoutFact =
  | ("recipient_name" | "recipient_phone" | "status" | "funding_status" | "created_at")
  | ("target_amount_fiat" | "target_currency")

export const ofPayout = (payout: Pick<Payout, PayoutFact> & Owned): Facts => ({
  title: payout.recipient_name ?? payout.recipient_phone,
  about: Results.joined(
    Format.money(payout.target_amount_fiat, payout.target_currency),
    Status.meaning(Status.ofPayout(payout)).label,
    Format.timeShort(payout.created_at)
  ),
  ...ofAccount(payout)
})

interface BatchFacts
  extends Pick<Batch, "name" | "total" | "failed" | "pending" | "created_at">,
    Owned {
  readonly status: string
  readonly funding_status?: string
}

export const ofBatch = (batch: BatchFacts): Facts => ({
  title: batch.name ?? Words.unnamedBatch,
  about: Results.joined(
    Words.payoutsOf(batch.total),
    batch.failed === 0 ? undefined : Words.failed(batch.failed),
    Status.meaning(Status.ofBatch(batch)).label,
    Format.timeShort(batch.created_at)
  ),
  ...ofAccount(batch)
})
