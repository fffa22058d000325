/**
 * Requests without a response, which may still arrive: a proxy can hold one back and pass it on
 * after a later one was refused. Until that is impossible, a refusal proves nothing about the
 * reference (L6). They are kept in memory. Requests of an earlier process count as in flight,
 * because the times in the log are of another machine's clock.
 */
import * as Limits from "../config/Limits.ts"

const { lateSendMsMax, inFlightSendsMax } = Limits.providers

export const make = () => {
  /**
   * The time when the last request without a response was sent, by reference. The oldest comes
   * first.
   */
  const sent = new Map<string, number>()
  /**
   * The time up to which any reference may have been sent unseen: our first request, or a full map.
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

  /** The time of an earlier request that may still arrive; `undefined` if there is none. */
  const earlier = (reference: string, now: number): number | undefined => {
    unseenUntil ??= now
    const before = sent.get(reference) ?? unseenUntil
    return now - before >= lateSendMsMax ? undefined : before
  }

  /** Records that a request is sent. */
  const begin = (reference: string, now: number): void => {
    dropExpired(now)
    sent.delete(reference)
    sent.set(reference, now)
  }

  /**
   * Records that the request got a response, or was not sent; `before` restores the value of
   * `earlier`.
   */
  const end = (reference: string, before: number | undefined): void => {
    sent.delete(reference)
    if (before !== undefined && before !== unseenUntil) sent.set(reference, before)
  }

  return { earlier, begin, end, size: () => sent.size }
}
