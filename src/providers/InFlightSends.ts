/**
 * Requests without a response, which may still arrive: a proxy can hold one back and pass it on
 * after a later one was refused. Until that is impossible, a refusal proves nothing about the
 * reference (L6). Kept in memory: what an earlier process may have sent counts as in flight,
 * because the times in the log are of another machine's clock.
 */
import * as Limits from "../config/Limits.ts"

const { lateSendMsMax, inFlightSendsMax } = Limits.providers

export const make = () => {
  /** By reference: when the last request without a response was sent. The oldest comes first. */
  const sent = new Map<string, number>()
  /**
   * Up to this moment any reference may have been sent unseen: our first request, or a full map.
   */
  let unseenUntil: number | undefined

  const dropExpired = (now: number): void => {
    for (const [reference, at] of sent) {
      if (now - at < lateSendMsMax) break
      sent.delete(reference)
    }
    if (sent.size < inFlightSendsMax) return
    sent.clear()
    unseenUntil = now
  }

  /** When an earlier request may have been sent that may still arrive; `undefined`: none. */
  const earlier = (reference: string, now: number): number | undefined => {
    unseenUntil ??= now
    const before = sent.get(reference) ?? unseenUntil
    return now - before >= lateSendMsMax ? undefined : before
  }

  /** A request is sent. */
  const sends = (reference: string, now: number): void => {
    dropExpired(now)
    sent.delete(reference)
    sent.set(reference, now)
  }

  /** It was answered, or not sent; `before` restores the value of `earlier`. */
  const answered = (reference: string, before: number | undefined): void => {
    sent.delete(reference)
    if (before !== undefined && before !== unseenUntil) sent.set(reference, before)
  }

  return { earlier, sends, answered, size: () => sent.size }
}
