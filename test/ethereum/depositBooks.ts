/**
 * The listener of the watcher in tests. It keeps reports as the log would, for any number of
 * watchers, and may fail during a report, before or after it is durable.
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../src/domain/ChainCursor.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"

export const keyOf = ({ logIndex, txHash }: Pick<Funding.Deposit, "logIndex" | "txHash">) =>
  `${txHash} ${logIndex}`

interface Kept {
  readonly id: string
  readonly deposit: Funding.Deposit
  readonly isFinal: boolean
}

export interface Books {
  /** The current deposits by key. */
  readonly kept: Map<string, Kept>
  /** All observations in order, with repeated ones. */
  readonly observations: Array<Chain.Observation & { readonly id: string }>
  readonly listener: () => Chain.DepositListener
  readonly cursor: () => ChainCursor.ChainCursor | undefined
  /** Returns the cursor. Books without a cursor first store `first`. */
  readonly from: <E>(
    first: Effect.Effect<ChainCursor.ChainCursor, E>
  ) => Effect.Effect<ChainCursor.ChainCursor, E>
  /** Called before each write. An effect that dies simulates a crash. */
  before: () => Effect.Effect<void>
  /** Called after each write, before the watcher gets the result. */
  after: () => Effect.Effect<void>
}

export interface Owned {
  readonly id: string
  readonly isActive: boolean
}

/** `owned` has ids by address in lower case. */
export const make = (owned: ReadonlyMap<string, Owned>): Books => {
  const kept: Books["kept"] = new Map()
  const told: Books["observations"] = []
  let place: ChainCursor.ChainCursor | undefined

  const write = (id: string, { _tag, deposit }: Chain.Observation): void => {
    const key = keyOf(deposit)
    const known = kept.get(key)
    if (known?.isFinal === true) return
    if (_tag === "Dropped") return void kept.delete(key)
    if (_tag === "Seen" && known !== undefined) return
    const seenAt = known?.deposit.seenAt ?? deposit.seenAt
    kept.set(key, { id, deposit: { ...deposit, seenAt }, isFinal: _tag === "Finalized" })
  }

  const ownersOf = (addresses: ReadonlyArray<string>, isMeant: (one: Owned) => boolean) =>
    new Map(
      addresses.flatMap((address): ReadonlyArray<[string, string]> => {
        const found = owned.get(address)
        return found !== undefined && isMeant(found) ? [[address, found.id]] : []
      })
    )

  const books: Books = {
    ...{ kept, observations: told },
    cursor: () => place,
    from: (first) =>
      Effect.suspend(() =>
        place === undefined ? Effect.tap(first, books.listener().advance) : Effect.succeed(place)
      ),
    before: () => Effect.void,
    after: () => Effect.void,
    listener: () => ({
      pending: [...kept.values()].filter(({ isFinal }) => !isFinal),
      active: (addresses) => Effect.sync(() => ownersOf(addresses, ({ isActive }) => isActive)),
      owners: (addresses) => Effect.sync(() => ownersOf(addresses, () => true)),
      report: (id, observation) =>
        Effect.suspend(() => books.before()).pipe(
          Effect.andThen(
            Effect.sync(() => {
              told.push({ ...observation, id })
              write(id, observation)
            })
          ),
          Effect.andThen(Effect.suspend(() => books.after()))
        ),
      advance: (reached) =>
        Effect.suspend(() => books.before()).pipe(
          Effect.andThen(
            Effect.sync(() => {
              place = reached
            })
          ),
          Effect.andThen(Effect.suspend(() => books.after()))
        )
    })
  }
  return books
}
