/**
 * The watcher of Ethereum: loops over blocks, whose cost grows with blocks and never with
 * addresses.
 *
 *            cursor                  final                    newest
 *     ─────────┼──────────────────────┼──────────────────────────┼
 *      reported│ 1. catch up:         │ 2. read each node's head:│
 *      for good│ what nodes agree on  │ what any node shows is   │
 *              │ is Finalized, the    │ Seen                     │
 *              │ rest is Dropped      │
 *
 * W1  A transfer is money when its block is final, and then once: by transaction and log index.
 * W2  The cursor moves when everything up to it is durably reported; a restart begins there, and
 *     may repeat.
 * W3  The cursor never moves to another chain: if its block is gone, the cursor never moves again.
 * W4  A transfer seen in a block that was replaced is dropped when finality passes it, not before;
 *     one that moved to a later block is seen there first, and keeps the moment it was first seen.
 * W5  A moment that `onRead` reports as past was read from two nodes, if two are configured, and its
 *     transfers were reported. A transfer that both nodes left out, even at different times, is
 *     missing until its block, which is read again, is final.
 */
import { Clock, Effect, Result, Semaphore } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Chain from "../../engine/ports/Chain.ts"
import type * as Node from "../rpc/Node.ts"
import * as Nodes from "../rpc/Nodes.ts"
import type { Header } from "../rpc/RpcSchemas.ts"
import * as DepositReporter from "./DepositReporter.ts"
import * as Finality from "./Finality.ts"
import * as HeadTracker from "./HeadTracker.ts"
import * as TransferReader from "./TransferReader.ts"
import * as WatcherMetrics from "./WatcherMetrics.ts"
import * as WatcherState from "./WatcherState.ts"

const finalCursor = Effect.fnUntraced(function* ({ nodes, chain }: WatcherState.WatcherState) {
  const number = yield* Finality.finalNumber(nodes, chain.finality)
  return Finality.cursorOf(chain.chainId, yield* Finality.block(nodes, number))
})

/** The first cursor of a log, before which no address was given out. Waits for nodes. */
export const first = Effect.fnUntraced(function* (state: WatcherState.WatcherState) {
  while (true) {
    const result = yield* Effect.result(finalCursor(state))
    if (Result.isSuccess(result)) return result.success
    state.stall.failure = result.failure
    yield* Effect.logWarning("Reading the first final block failed", result.failure.message)
    yield* Effect.sleep(state.chain.pollMs)
  }
})

/** Stores the cursor in the log: at once, or at most every `advanceMs` if nothing was reported. */
const makeStore = Effect.fnUntraced(function* (
  from: ChainCursor.ChainCursor,
  listener: Chain.DepositListener
) {
  let stored = from
  let storedAt = yield* Clock.currentTimeMillis
  return Effect.fnUntraced(function* (cursor: ChainCursor.ChainCursor, isUrgent: boolean) {
    const now = yield* Clock.currentTimeMillis
    if (cursor === stored || (!isUrgent && now - storedAt < Limits.chain.advanceMs)) return
    yield* listener.advance(cursor)
    stored = cursor
    storedAt = now
  })
})

/** The two reads from a cursor on: `catchUp` with finality, and `readHead` of one node. */
const begin = Effect.fnUntraced(function* (
  state: WatcherState.WatcherState,
  from: ChainCursor.ChainCursor,
  listener: Chain.DepositListener
) {
  const { nodes, chain } = state
  const { chainId, finality, usdc } = chain
  const token: Finality.Token = { usdc, bits: TransferReader.filterBits(usdc) }
  const reporter = DepositReporter.make(chainId, nodes, listener)
  // One reader reports at a time, so that a deposit that was just dropped is not seen again. All
  // reports go to one log: if one waits for it, the others would too.
  const turn = yield* Semaphore.make(1)
  const store = yield* makeStore(from, listener)
  let cursor = from
  let blocksAtOnce: number = Limits.chain.rangeBlocksMax
  for (const head of state.heads) HeadTracker.restart(head)

  const reportReach = () => {
    const reach = WatcherState.reachOf(state)
    if (reach !== undefined) listener.onRead?.(reach)
  }

  const moveTo = Effect.fnUntraced(function* (
    end: Header,
    deposits: ReadonlyArray<DepositReporter.FinalDeposit>
  ) {
    yield* reporter.reportFinal(deposits)
    const passed = yield* reporter.drop(end.number)
    cursor = Finality.cursorOf(chainId, end)
    state.cursor = cursor
    for (const head of state.heads) HeadTracker.moveOn(head, cursor)
    yield* store(cursor, deposits.length + passed > 0)
  })

  const advance = Effect.gen(function* () {
    const final = yield* Finality.finalNumber(nodes, finality)
    while (cursor.blockNumber < final) {
      const to = Math.min(final, cursor.blockNumber + blocksAtOnce)
      // If nodes fail on the way, or contradict each other, a shorter range may still be read.
      blocksAtOnce = Math.ceil(blocksAtOnce / 2)
      const range = yield* Finality.finalizedRange(nodes, cursor, to, token)
      blocksAtOnce = Math.min(Limits.chain.rangeBlocksMax, blocksAtOnce * 4)
      const deposits = yield* reporter.depositsIn(range)
      yield* turn.withPermit(moveTo(range.end, deposits))
    }
    yield* store(cursor, false)
  })

  const catchUp = Effect.gen(function* () {
    const result = yield* Effect.result(advance)
    state.stall.failure = Result.isFailure(result) ? result.failure : undefined
    state.readAt = yield* Clock.currentTimeMillis
    reportReach()
  })

  const reportSeen = Effect.fnUntraced(function* (
    head: HeadTracker.HeadTracker,
    blocks: HeadTracker.NewBlocks
  ) {
    const times = new Map(blocks.headers.map(({ at, number }) => [number, at]))
    const timeOf = (block: number) => times.get(block) ?? blocks.tip.at
    yield* reporter.reportSeen(
      blocks.transfers,
      ({ blockNumber }) => timeOf(blockNumber),
      cursor.blockNumber
    )
    HeadTracker.keep(head, blocks, cursor)
  })

  const readHead = Effect.fnUntraced(function* (head: HeadTracker.HeadTracker) {
    const result = yield* Effect.result(HeadTracker.read(head, cursor, token))
    yield* logTrouble(head, Result.isFailure(result) ? result.failure : undefined)
    if (Result.isFailure(result) || result.success === undefined) return
    yield* turn.withPermit(reportSeen(head, result.success))
    reportReach()
  })
  return { catchUp, readHead }
})

/** Logs a node's failure once, and its recovery once. */
const logTrouble = Effect.fnUntraced(function* (
  head: HeadTracker.HeadTracker,
  failure: Node.NodeFailed | undefined
) {
  head.failingSince =
    failure === undefined ? undefined : (head.failingSince ?? (yield* Clock.currentTimeMillis))
  // The reason of the pause was logged before.
  if (failure?.reason === "resting" || failure?.message === head.trouble) return
  head.trouble = failure?.message
  const name = head.node.name
  if (failure === undefined) yield* Effect.logInfo(`The Ethereum node ${name} responded again`)
  else yield* Effect.logWarning(`The Ethereum node ${name} failed`, failure.message)
})

/** Starts from a cursor. A cursor of another chain never moves. */
export const start = Effect.fnUntraced(function* (
  state: WatcherState.WatcherState,
  cursor: ChainCursor.ChainCursor,
  listener: Chain.DepositListener
) {
  const { chain, stall } = state
  if (cursor.chainId !== chain.chainId) {
    const message = `the log follows chain ${cursor.chainId}, not ${chain.chainId}`
    stall.failure = new Nodes.Undecided({ message, isAlarming: true })
    return yield* Effect.never
  }
  state.cursor = cursor
  return yield* begin(state, cursor, listener)
})

export const follow = Effect.fnUntraced(function* (
  state: WatcherState.WatcherState,
  from: ChainCursor.ChainCursor,
  listener: Chain.DepositListener
) {
  const repeat = (effect: Effect.Effect<void>) =>
    effect.pipe(Effect.andThen(Effect.sleep(state.chain.pollMs)), Effect.forever)
  const watch = Effect.gen(function* () {
    const { catchUp, readHead } = yield* start(state, from, listener)
    // After a stop of hours, final deposits are reported first.
    yield* catchUp
    // Each node is read separately, so one that hangs delays no other.
    const heads = state.heads.map((head) => repeat(readHead(head)))
    return yield* Effect.raceAllFirst([repeat(catchUp), ...heads])
  })
  yield* WatcherMetrics.announce
  state.isReading = true
  state.readAt = yield* Clock.currentTimeMillis
  // Measured apart from the reading, so that a node or log that hangs shows in the metrics.
  const measured = Effect.raceFirst(watch, repeat(WatcherState.measure(state)))
  return yield* Effect.onInterrupt(measured, () =>
    Effect.andThen(
      Effect.sync(() => {
        state.isReading = false
      }),
      WatcherMetrics.leave
    )
  )
})
