/**
 * Which payouts and batches have money at their deposit addresses that may be moved, by the log.
 * Money that was not screened, or whose owner screening holds or refused, must stay where it is:
 * mixed with other money it could not be refunded or frozen separately. In doubt it stays.
 */
import { Effect, Result } from "effect"
import * as LogTools from "../app/LogTools.ts"
import type * as Settings from "../config/Settings.ts"
import * as Entry from "../engine/ports/Entry.ts"
import { chain as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"

/** The state of a deposit address. */
interface AddressState {
  /** A deposit became final since the given day. */
  isFunded: boolean
  /** A deposit became final after the last screening began, which may not have seen its sender. */
  isUnscreened: boolean
}

export interface Sweepable {
  readonly ids: ReadonlyArray<string>
  /** Held or refused by screening, or not screened. */
  readonly leftOut: number
}

/** A fold of the log into who may be swept. */
export const make = (chainId: number, since: number) => {
  const addresses = new Map<string, AddressState>()
  /** The batch of each row: the money is at the batch's address. */
  const batchOf = new Map<string, string>()
  /**
   * Payouts that block a sweep of their address. A row is `unfunded` until it has its share of the
   * batch's deposit.
   */
  const keepers = new Map<string, "unfunded" | "funded">()

  const placeOf = (id: string): string => batchOf.get(id) ?? id

  const deposit = (id: string, at: number): void => {
    const isFunded = at >= since || addresses.get(placeOf(id))?.isFunded === true
    addresses.set(placeOf(id), { isFunded, isUnscreened: true })
  }

  const fund = (id: string): void => {
    keepers.set(id, "funded")
    // The screening that follows checks the sender of every deposit so far, also of the batch.
    const address = addresses.get(placeOf(id))
    if (address !== undefined) address.isUnscreened = false
  }

  const apply = (event: Entry.Event): void => {
    switch (event._tag) {
      case "PayoutCreated":
        if (event.batchId === null) return
        batchOf.set(event.id, event.batchId)
        keepers.set(event.id, "unfunded")
        return
      case "DepositFinalized":
      case "BatchDepositFinalized":
        if (event.deposit.chainId === chainId) deposit(event.id, event.at)
        return
      case "FundsReceived":
        fund(event.id)
        return
      // Screening or people cleared it, because nothing else causes a transfer.
      case "TransferRequested":
        keepers.delete(event.id)
        return
      case "PayoutFailed":
        if (keepers.get(event.id) === "unfunded") keepers.delete(event.id)
        return
      case "PayoutReversed":
      case "PayoutFrozen":
        keepers.set(event.id, "funded")
        return
    }
  }

  const found = (): Sweepable => {
    const kept = new Set([...keepers.keys()].map(placeOf))
    const funded = [...addresses].filter(([, { isFunded }]) => isFunded)
    const ids = funded.flatMap(([id, { isUnscreened }]) =>
      isUnscreened || kept.has(id) ? [] : [id]
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
  const sweepable = make(chainId, since)
  yield* LogTools.read(settings, (rows) =>
    Effect.forEach(
      rows,
      ({ body, seq }) => {
        const draft = Entry.decode(body)
        if (Result.isFailure(draft)) {
          return ServiceClient.failed(Words.unreadableEntry(seq, draft.failure))
        }
        for (const event of draft.success.events) sweepable.apply(event)
        return Effect.void
      },
      { discard: true }
    )
  )
  return sweepable.found()
})
