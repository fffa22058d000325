/**
 * The reports that are written at the moment: how many there may be, and what ends them. Each
 * holds the text of one page until its reader has taken it.
 */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import type * as Route from "../middleware/Route.ts"

/** The place of one report. */
interface Place {
  readonly accountId: string
  /** When it was taken, by `performance.now()`. */
  readonly takenAt: number
  /** Ends its connection, once it is written. */
  cut: (() => void) | undefined
}

export interface OpenReports {
  /** Takes a place for an account, or fails where there are too many. */
  readonly take: (accountId: string) => Effect.Effect<Place, Unavailable>
  /** Gives the place of a report back that is not written. */
  readonly release: (place: Place) => void
  /** What a report is written with: its place is free once the connection is done with it. */
  readonly written: (place: Place) => Route.Pages["begun"]
  /** The service stops: what is not written after a pause is cut off. */
  readonly end: () => void
}

const tooMany = Effect.fail(
  new Unavailable({ message: "Too many reports of this account are in progress." })
)

export const make = (): OpenReports => {
  const places = new Set<Place>()
  const { reportBeginMsMax, reportsEndMsMax, reportsMax, reportsOfAccountMax } = Limits.http

  /** A request that ended before its answer was written has left its place behind. */
  const isLeft = ({ cut, takenAt }: Place): boolean =>
    cut === undefined && performance.now() - takenAt > reportBeginMsMax

  const isFull = (accountId: string): boolean => {
    for (const place of places) if (isLeft(place)) places.delete(place)
    const own = [...places].filter((place) => place.accountId === accountId).length
    return places.size >= reportsMax || own >= reportsOfAccountMax
  }

  const release = (place: Place): void => void places.delete(place)

  return {
    take: (accountId) =>
      Effect.suspend(() => {
        if (isFull(accountId)) return tooMany
        const place: Place = { accountId, takenAt: performance.now(), cut: undefined }
        places.add(place)
        return Effect.succeed(place)
      }),
    release,
    written: (place) => (cut) => {
      place.cut = cut
      return () => release(place)
    },
    end: () => {
      setTimeout(() => {
        for (const { cut } of places) cut?.()
      }, reportsEndMsMax).unref()
    }
  }
}
