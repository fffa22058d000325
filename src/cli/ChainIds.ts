/**
 * Which payouts and batches have money at their deposit addresses that may be moved, by the log.
 * Money that was not screened yet, or whose owner screening holds, must stay where it is: mixed
 * with other money it could not be given back or frozen by itself.
 */
import { Effect, Result } from "effect"
import * as Application from "../Application.ts"
import * as Entry from "../engine/Entry.ts"
import type * as Settings from "../Settings.ts"
import * as Remote from "./Remote.ts"

interface Standing {
  /** It has a final deposit on this chain since the day that was asked for. */
  isFunded: boolean
  /** It went on after screening, or ended. */
  isReleased: boolean
  isHeld: boolean
}

export interface Found {
  readonly ids: ReadonlyArray<string>
  /** Held or refused by screening, or not screened yet. */
  readonly leftOut: number
}

/** A fold of the log into who may be swept. */
export const make = (chainId: number, since: number) => {
  const standings = new Map<string, Standing>()
  /** The batch of each row: the money lies at the batch's address. */
  const batchOf = new Map<string, string>()

  const of = (id: string): Standing => {
    const place = batchOf.get(id) ?? id
    const known = standings.get(place)
    if (known !== undefined) return known
    const fresh = { isFunded: false, isReleased: false, isHeld: false }
    standings.set(place, fresh)
    return fresh
  }

  const apply = (event: Entry.Event): void => {
    switch (event._tag) {
      case "PayoutCreated":
        if (event.batchId !== null) batchOf.set(event.id, event.batchId)
        return
      case "DepositFinalized":
      case "BatchDepositFinalized":
        if (event.deposit.chainId === chainId && event.at >= since) of(event.id).isFunded = true
        return
      case "PayoutHeld":
        of(event.id).isHeld = true
        return
      case "TransferRequested":
      case "PayoutSettled":
        of(event.id).isHeld = false
        of(event.id).isReleased = true
        return
      case "PayoutFailed":
      case "PayoutReversed":
      case "BatchFundingExpired":
      case "BatchCancelled":
        of(event.id).isReleased = true
        return
    }
  }

  const found = (): Found => {
    const funded = [...standings].filter(([, { isFunded }]) => isFunded)
    const ids = funded.flatMap(([id, { isHeld, isReleased }]) =>
      isReleased && !isHeld ? [id] : []
    )
    return { ids, leftOut: funded.length - ids.length }
  }

  return { apply, found }
}

/** Reads the whole log, proving it on the way. */
export const read = Effect.fnUntraced(function* (
  settings: Settings.Settings,
  chainId: number,
  since: number
) {
  const standing = make(chainId, since)
  yield* Application.readLog(settings, (rows) =>
    Effect.forEach(
      rows,
      ({ body, seq }) => {
        const draft = Entry.decode(body)
        if (Result.isFailure(draft)) return Remote.failed(`Entry ${seq}: ${draft.failure}`)
        for (const event of draft.success.events) standing.apply(event)
        return Effect.void
      },
      { discard: true }
    )
  )
  return standing.found()
})
