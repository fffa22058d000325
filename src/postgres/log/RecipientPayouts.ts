/**
 * The archived payouts of a recipient. They are found by the keyed hash of the phone number,
 * without a read of the account's other payouts.
 */
import { dayMs } from "../../domain/Day.ts"

/** Days of a period in the index of paid recipients, `payouts_paid_to`. */
const periodDays = 14

/** Milliseconds. */
export const periodMs = periodDays * dayMs

/**
 * Ids of payouts by SQL terms of the account, the recipient's hash and the partition. The index of
 * paid recipients is read for each period, and few payouts end unsettled.
 */
export const idsSql = (account: string, recipient: string, partition: string) => `
  select id from payouts
  where status = 'SETTLED' and account_id = ${account} and recipient = ${recipient}
    and created_at / ${periodMs} = any(array(
      select generate_series(min(day) / ${periodDays}, max(day) / ${periodDays})::bigint
      from payout_totals where account_id = '' and partition = ${partition}))
  union all
  select id from payouts
  where status <> 'SETTLED' and account_id = ${account} and recipient = ${recipient}`
