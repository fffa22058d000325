/**
 * Requests that got no answer and may still arrive: a gateway can hold one back and pass it on
 * after a later one was refused. Until that is out of the question, a refusal says nothing of the
 * reference (L6). It lives in memory; what an earlier process sent counts as unanswered.
 */
import * as Config from "../Config.ts"
import type { Payout } from "../domain/Payout.ts"

const { lateSendMsMax, unansweredMax } = Config.providers

/** Whether this process alone drew all references of a payout, after `since` (milliseconds). */
const isOurs = ({ timeline }: Payout, since: number): boolean =>
  timeline.every(({ at, status }) =>
    status === "PAYOUT_INITIATED" ? at >= since : status !== "MANUAL_REVIEW"
  )

export const make = () => {
  /** By reference: when the last request without answer went out. The oldest comes first. */
  const sent = new Map<string, number>()
  /** References drawn before this moment may have been sent by someone else, up to this moment. */
  let since: number | undefined

  const forget = (now: number): void => {
    for (const [reference, at] of sent) {
      if (now - at < lateSendMsMax) break
      sent.delete(reference)
    }
    if (sent.size < unansweredMax) return
    sent.clear()
    since = now
  }

  /** From now on this process draws references. */
  const begin = (now: number): void => {
    since ??= now
  }

  /** When an earlier request may have gone out that may still arrive; `undefined`: none. */
  const earlier = (payout: Payout, reference: string, now: number): number | undefined => {
    begin(now)
    const before = sent.get(reference) ?? (isOurs(payout, since ?? now) ? undefined : since)
    return before === undefined || now - before >= lateSendMsMax ? undefined : before
  }

  /** A request goes out. */
  const sends = (reference: string, now: number): void => {
    forget(now)
    sent.delete(reference)
    sent.set(reference, now)
  }

  /** It was answered, or did not go out; what went out earlier is as it was. */
  const answered = (reference: string, before: number | undefined): void => {
    sent.delete(reference)
    if (before !== undefined) sent.set(reference, before)
  }

  return { begin, earlier, sends, answered, size: () => sent.size }
}
