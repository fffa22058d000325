/**
 * Which payouts, batches and balances have money at their deposit addresses that may be moved, by
 * the log. Money that was not screened, or whose owner screening holds or refused, must stay where
 * it is: mixed with other money it could not be refunded or frozen separately. In doubt it stays.
 */
import { Effect, Result } from "effect"
import * as LogTools from "../app/LogTools.ts"
import type * as Settings from "../config/Settings.ts"
import type * as BalanceEvent from "../domain/balance/BalanceEvent.ts"
import type * as Funding from "../domain/money/Funding.ts"
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

/** The state of the deposit address of a balance. */
interface BalanceState {
  isFunded: boolean
  /** Names of final deposits that are not credited, each with its sender. */
  readonly uncredited: Map<string, string | undefined>
  /** Senders whose deposits screening holds. */
  readonly held: Set<string>
}

/** A fold of the events of balances into who may be swept. */
const makeBalances = (chainId: number, since: number) => {
  const balances = new Map<string, BalanceState>()
  const nameOf = ({ logIndex, txHash }: Funding.Deposit): string => `${txHash}/${logIndex}`

  const deposit = (id: string, at: number, deposit: Funding.Deposit): void => {
    const balance = balances.get(id) ?? { isFunded: false, uncredited: new Map(), held: new Set() }
    balance.isFunded ||= at >= since
    balance.uncredited.set(nameOf(deposit), deposit.from)
    balances.set(id, balance)
  }

  const hold = ({ held, uncredited }: BalanceState, sender: string): void => {
    held.add(sender)
    for (const [name, from] of uncredited) if (from === sender) uncredited.delete(name)
  }

  return {
    apply: (event: BalanceEvent.Event): void => {
      const balance = balances.get(event.id)
      switch (event._tag) {
        case "BalanceDepositFinalized":
          if (event.deposit.chainId === chainId) deposit(event.id, event.at, event.deposit)
          return
        case "BalanceSenderScreened":
          if (event.hold !== null && balance !== undefined) hold(balance, event.sender)
          return
        case "BalanceHoldReleased":
          balance?.held.delete(event.sender)
          return
        case "BalanceCredited":
          balance?.uncredited.delete(nameOf(event.deposit))
          return
      }
    },
    found: () =>
      [...balances].flatMap(([id, { held, isFunded, uncredited }]) =>
        isFunded ? [{ id, isKept: held.size > 0 || uncredited.size > 0 }] : []
      )
  }
}

export interface Sweepable {
  readonly ids: ReadonlyArray<string>
  /** Held or refused by screening, or not screened. */
  readonly leftOut: number
}

/** A fold of the log into who may be swept. */
export const make = (chainId: number, since: number) => {
  const balances = makeBalances(chainId, since)
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
    if (Entry.isBalanceEvent(event)) return balances.apply(event)
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
    const all = [
      ...funded.map(([id, { isUnscreened }]) => ({ id, isKept: isUnscreened || kept.has(id) })),
      ...balances.found()
    ]
    const ids = all.flatMap(({ id, isKept }) => (isKept ? [] : [id]))
    return { ids, leftOut: all.length - ids.length }
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
