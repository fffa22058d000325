/**
 * The chain as blocks, for processes with several partitions. As with Ethereum, one watcher reads
 * it for all partitions, from a cursor in their logs. No operator reports missed deposits, so a
 * cursor that passes a deposit loses it.
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../src/domain/ChainCursor.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import type { Host } from "./Host.ts"
import type { Random } from "./Random.ts"
import { crash, type Setting } from "./Setting.ts"

/** The state of a transfer. */
export interface News {
  /** The payout or batch of the address. */
  readonly ownerId: string
  readonly deposit: Funding.Deposit
  readonly state: "mined" | "dropped" | "final"
}

interface Shown extends News {
  /** The final block of the transfer. */
  readonly block: number | undefined
}

type Watch = (shown: Shown) => void

/** The chain for followers of its blocks. */
export interface Blocks {
  readonly setting: Setting
  readonly random: Random
  /** The latest state of each transfer. */
  readonly latest: Map<string, Shown>
  readonly watches: Set<Watch>
  /** The last final block. `filled` is the last one with a transfer to a deposit address. */
  height: number
  filled: number
}

/** Chain id of all simulated deposits. */
const chainId = 1

const tags = { mined: "Seen", dropped: "Dropped", final: "Finalized" } as const

const keyOf = ({ logIndex, txHash }: Funding.Deposit): string => `${txHash} ${logIndex}`

export const make = (setting: Setting): Blocks => ({
  ...{ setting, random: setting.random.stream("blocks"), latest: new Map(), watches: new Set() },
  ...{ height: 0, filled: 0 }
})

/** Makes a final block, with one transaction. */
export const close = (blocks: Blocks): void => {
  blocks.height += 1
  blocks.filled = blocks.height
}

export const show = (blocks: Blocks, news: News): void => {
  const block = news.state === "final" ? blocks.height : undefined
  const shown = { ...news, block }
  blocks.latest.set(keyOf(news.deposit), shown)
  if (block !== undefined) blocks.setting.audit.settles(news.deposit, block)
  for (const watch of blocks.watches) watch(shown)
}

const placeOf = ({ setting }: Blocks, blockNumber: number): ChainCursor.ChainCursor => ({
  ...{ chainId, blockNumber, blockHash: `block ${blockNumber}`, blockAt: setting.machine.now() }
})

/** Transfers that a starting watcher reads: final ones after its cursor, and pending ones. */
const standing = (
  { latest }: Blocks,
  from: number,
  pending: Chain.DepositListener["pending"]
): Array<Shown> => {
  const all = [...latest.values()]
  const final = all.filter(({ block }) => block !== undefined && block > from)
  const mined = all.filter(({ state }) => state === "mined")
  const gone = pending.flatMap(({ deposit, id }) => {
    const state = latest.get(keyOf(deposit))?.state ?? "dropped"
    return state === "dropped" ? [{ ownerId: id, deposit, state, block: undefined }] : []
  })
  return [
    ...final.toSorted((left, right) => (left.block ?? 0) - (right.block ?? 0)),
    ...gone,
    ...mined
  ]
}

/** The chain watcher of one process. */
interface Watcher {
  readonly blocks: Blocks
  readonly host: Host
  readonly listener: Chain.DepositListener
}

const report = Effect.fnUntraced(function* (
  { blocks, listener }: Watcher,
  { deposit, ownerId, state }: Shown
) {
  if (deposit.amount === 0) return
  const address = `0x${ownerId}`.toLowerCase()
  const isFinal = state === "final"
  const look = isFinal ? listener.owners : listener.active
  const id = (yield* look([address])).get(address)
  if (id === undefined) return
  yield* listener.report(id, { _tag: tags[state], deposit })
  if (isFinal || blocks.setting.breach !== "chain finalizes what never arrived") return
  const made = { ...deposit, txHash: `made up for ${id}`, logIndex: 9 }
  yield* listener.report(id, { _tag: "Finalized", deposit: made })
})

/** The next few transfers. A block is read as a whole. */
const take = (waiting: Array<Shown>, some: number): ReadonlyArray<Shown> => {
  let count = Math.min(some, waiting.length)
  const block = waiting[count - 1]?.block
  while (block !== undefined && waiting[count]?.block === block) count += 1
  return waiting.splice(0, count)
}

/** Reports some transfers, then moves the cursors to their last final block (W2). */
const work = Effect.fnUntraced(function* (watcher: Watcher, some: ReadonlyArray<Shown>) {
  const { blocks, host, listener } = watcher
  const last = some.findLast(({ block }) => block !== undefined)?.block
  const isHasty = blocks.setting.breach === "chain moves on before it reports"
  if (last !== undefined && isHasty) yield* listener.advance(placeOf(blocks, last))
  for (const one of some) {
    yield* Effect.sleep(blocks.random.int(0, 50))
    yield* report(watcher, one)
  }
  if (last === undefined || isHasty) return
  if (crash(blocks.setting, host, "crash: reported, cursor not moved", 0.06)) {
    return yield* Effect.never
  }
  yield* listener.advance(placeOf(blocks, last))
})

/** Follows the chain for all partitions of a process. */
const follow = Effect.fnUntraced(function* (
  blocks: Blocks,
  host: Host,
  from: ChainCursor.ChainCursor,
  listener: Chain.DepositListener
) {
  const { random, setting, watches } = blocks
  const watcher: Watcher = { blocks, host, listener }
  const waiting = standing(blocks, from.blockNumber, listener.pending)
  let wake = (): void => {}
  const watch: Watch = (shown) => {
    waiting.push(shown)
    if (setting.faults.strikes("chain: repeated observation", 0.1)) waiting.push(shown)
    wake()
  }
  watches.add(watch)
  yield* Effect.addFinalizer(() => Effect.sync(() => watches.delete(watch)))
  host.realm.onEnd(() => watches.delete(watch))
  const pauseMs = random.pick([60_000, 600_000])
  const next = host.realm.wait<void>((resume) => {
    wake = () => resume(Effect.void)
    host.realm.after(pauseMs, wake)
    if (waiting.length > 0) wake()
  })
  while (true) {
    if (waiting.length > 0) {
      yield* work(watcher, take(waiting, random.int(1, 4)))
      continue
    }
    const head = { latest: blocks.height, finalized: blocks.height }
    listener.onRead?.({ completeBefore: setting.machine.now(), head })
    yield* next
    if (waiting.length > 0) continue
    // Blocks without deposits also move the cursors. Only this write ends a replaced process whose
    // log gets no other entries.
    blocks.height += 1
    yield* listener.advance(placeOf(blocks, blocks.height))
  }
}, Effect.scoped)

/** The parts of the port that follow blocks. */
export const portOf = (blocks: Blocks, host: Host) => {
  const deposits: Chain.Blocks = {
    _tag: "Blocks",
    first: Effect.sync(() => placeOf(blocks, blocks.height)),
    follow: (from, listener) => follow(blocks, host, from, listener)
  }
  return { chainId, deposits }
}
