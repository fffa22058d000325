/**
 * Requests that got no answer and may still arrive: a gateway can hold one back and pass it on
 * after a later one was refused. Until that is out of the question, a refusal says nothing of the
 * reference (L6). It lives in memory; what an earlier process sent counts as unanswered. Which
 * references those are is never concluded from times: another machine's clock wrote them.
 */
import * as Limits from "../config/Limits.ts"

const { lateSendMsMax, inFlightSendsMax: unansweredMax } = Limits.providers

export const make = () => {
  /** By reference: when the last request without answer went out. The oldest comes first. */
  const sent = new Map<string, number>()
  /** Up to this moment, that of our first request, any reference may have been sent unseen. */
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

  /** When an earlier request may have gone out that may still arrive; `undefined`: none. */
  const earlier = (reference: string, now: number): number | undefined => {
    since ??= now
    const before = sent.get(reference) ?? since
    return now - before >= lateSendMsMax ? undefined : before
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
    if (before !== undefined && before !== since) sent.set(reference, before)
  }

  return { earlier, sends, answered, size: () => sent.size }
}
