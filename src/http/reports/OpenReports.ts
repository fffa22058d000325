/**
 * The reports that are being written: a bound on their number, and their end. Each holds the text
 * of one page until its reader has taken it.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Route from "../middleware/Route.ts"

/** The slot of one report. */
interface ReportSlot {
  readonly accountId: string
  /** Time at which the slot was taken, by `performance.now()`. */
  readonly takenAt: number
  /** Ends the report's connection, once it is being written. */
  cut: (() => void) | undefined
}

export interface OpenReports {
  /** Takes a slot for an account, or fails if there is none left. */
  readonly take: (accountId: string) => Effect.Effect<ReportSlot, Unavailable>
  /** Frees the slot of a report that is not written. */
  readonly release: (slot: ReportSlot) => void
  /** Frees the slot once the connection is done with the report. */
  readonly onBeginOf: (slot: ReportSlot) => Route.Pages["onBegin"]
  /** Ends the reports that are not written some time after the service stops. */
  readonly end: () => void
}

const tooMany = Effect.fail(
  new Unavailable({ message: "Too many reports of this account are in progress." })
)

export const make = (): OpenReports => {
  const slots = new Set<ReportSlot>()
  const { reportBeginMsMax, reportsEndMsMax, reportsMax, reportsOfAccountMax } = Limits.http

  /** True if the request ended before its response was written. */
  const isAbandoned = ({ cut, takenAt }: ReportSlot): boolean =>
    cut === undefined && performance.now() - takenAt > reportBeginMsMax

  const isFull = (accountId: string): boolean => {
    for (const slot of slots) if (isAbandoned(slot)) slots.delete(slot)
    const ofAccount = [...slots].filter((slot) => slot.accountId === accountId).length
    return slots.size >= reportsMax || ofAccount >= reportsOfAccountMax
  }

  const release = (slot: ReportSlot): void => void slots.delete(slot)

  return {
    take: (accountId) =>
      Effect.suspend(() => {
        if (isFull(accountId)) return tooMany
        const slot: ReportSlot = { accountId, takenAt: performance.now(), cut: undefined }
        slots.add(slot)
        return Effect.succeed(slot)
      }),
    release,
    onBeginOf: (slot) => (cut) => {
      slot.cut = cut
      return () => release(slot)
    },
    end: () => {
      setTimeout(() => {
        for (const { cut } of slots) cut?.()
      }, reportsEndMsMax).unref()
    }
  }
}
