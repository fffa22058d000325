/**
 * The watcher of Ethereum: loops over blocks, whose cost grows with blocks and never with
 * addresses.
 *
 *            place                  final                     newest
 *     ─────────┼──────────────────────┼──────────────────────────┼
 *      told    │ 1. catch up:         │ 2. look: what any node   │
 *      for good│ what nodes agree on  │ shows is Seen            │
 *              │ is Finalized; what   │
 *              │ is not there: Dropped│
 *
 * - A transfer is money when its block is final, and then once: by transaction and log index.
 * - The place moves when all up to it is durably told; a restart begins there, and may repeat.
 * - The place is never left for another chain: where its block is gone, nothing moves any more.
 * - A transfer seen in a block that was replaced is dropped when finality passes it, not before;
 *   one that moved to a later block is seen there first, and keeps the moment it was first seen.
 * - What is looked past was shown by two nodes, where two are configured, and is told.
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

export interface Options {
  readonly chainId: number
  /** The token's address, in lower case. */
  readonly usdc: string
  readonly finality: Finality.Finality
  /** Pause between two looks, milliseconds. */
  readonly pollMs: number
}

/** The block to begin with, the first time ever: what came before was nobody's deposit. */
const firstPlace = Effect.fnUntraced(function* (nodes: Nodes.Nodes, options: Options) {
  const number = yield* Finality.agreed(nodes, options.finality)
  return Finality.placeOf(options.chainId, yield* Finality.block(nodes, number))
})

/** Keeps the place in the log: at once, or not more often than needed where nothing was told. */
const makeKeep = Effect.fnUntraced(function* (
  from: ChainCursor.ChainCursor,
  ear: Chain.DepositListener
) {
  let kept = from
  let keptAt = yield* Clock.currentTimeMillis
  return Effect.fnUntraced(function* (place: ChainCursor.ChainCursor, isUrgent: boolean) {
    const now = yield* Clock.currentTimeMillis
    if (place === kept || (!isUrgent && now - keptAt < Limits.chain.advanceMs)) return
    yield* ear.advance(place)
    kept = place
    keptAt = now
  })
})

/** Begins at a place: how to catch up with finality, and how to look at one node's newest blocks. */
const begin = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  options: Options,
  seen: WatcherState.WatcherState,
  from: ChainCursor.ChainCursor,
  ear: Chain.DepositListener
) {
  const { chainId, finality, usdc } = options
  const token: Finality.Token = { usdc, bits: TransferReader.filterBits(usdc) }
  const { claim, drop, hear, settle } = DepositReporter.make(chainId, nodes, ear)
  /**
   * One tells at a time, so that nothing is seen that was dropped a moment ago. All reports go to
   * one log: where one of them waits for it, the others would.
   */
  const turn = yield* Semaphore.make(1)
  const keep = yield* makeKeep(from, ear)
  let place = from
  let blocksAtOnce: number = Limits.chain.rangeBlocksMax
  for (const view of seen.views) HeadTracker.moveOn(view, from)

  const moveTo = Effect.fnUntraced(function* (
    end: Header,
    claims: ReadonlyArray<DepositReporter.DepositReport>
  ) {
    yield* settle(claims)
    const gone = yield* drop(end.number)
    place = Finality.placeOf(chainId, end)
    seen.place = place
    for (const view of seen.views) HeadTracker.moveOn(view, place)
    yield* keep(place, claims.length + gone > 0)
  })

  const advance = Effect.gen(function* () {
    const final = yield* Finality.agreed(nodes, finality)
    while (place.blockNumber < final) {
      const to = Math.min(final, place.blockNumber + blocksAtOnce)
      // Where nodes fail on the way, or contradict each other, a shorter one may still be read.
      blocksAtOnce = Math.ceil(blocksAtOnce / 2)
      const testimony = yield* Finality.finalizedRange(nodes, place, to, token)
      blocksAtOnce = Math.min(Limits.chain.rangeBlocksMax, blocksAtOnce * 4)
      const claims = yield* claim(testimony)
      yield* turn.withPermit(moveTo(testimony.end, claims))
    }
    yield* keep(place, false)
  })

  const catchUp = Effect.gen(function* () {
    const caught = yield* Effect.result(advance)
    seen.alarm.failure = Result.isFailure(caught) ? caught.failure : undefined
    for (const tell of seen.waiting) tell()
  })

  const report = Effect.fnUntraced(function* (
    view: HeadTracker.HeadTracker,
    found: HeadTracker.Look
  ) {
    const times = new Map(found.headers.map(({ at, number }) => [number, at]))
    for (const transfer of found.transfers) {
      const at = times.get(transfer.blockNumber) ?? found.tip.at
      yield* hear(transfer, at, place.blockNumber)
    }
    HeadTracker.keep(view, found, place)
  })

  const look = Effect.fnUntraced(function* (view: HeadTracker.HeadTracker) {
    const found = yield* Effect.result(HeadTracker.look(view, place, token))
    yield* say(view, Result.isFailure(found) ? found.failure : undefined)
    if (Result.isFailure(found) || found.success === undefined) return
    yield* turn.withPermit(report(view, found.success))
    for (const tell of seen.waiting) tell()
  })
  return { catchUp, look }
})

/** Says once what is wrong with a node, and once that it is over. */
const say = Effect.fnUntraced(function* (
  view: HeadTracker.HeadTracker,
  failure: Node.NodeFailed | undefined
) {
  // That it rests is no news.
  if (failure?.reason === "resting" || failure?.message === view.trouble) return
  view.trouble = failure?.message
  const name = view.node.name
  if (failure === undefined) yield* Effect.logInfo(`The Ethereum node ${name} answers again`)
  else yield* Effect.logWarning(`The Ethereum node ${name} is of no use now`, failure.message)
})

/** Starts from a place, or from what is final now; waits for nodes that are away. */
export const start = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  options: Options,
  seen: WatcherState.WatcherState,
  from: ChainCursor.ChainCursor | undefined,
  ear: Chain.DepositListener
) {
  let place = from
  while (place === undefined) {
    const first = yield* Effect.result(firstPlace(nodes, options))
    if (Result.isFailure(first)) {
      seen.alarm.failure = first.failure
      yield* Effect.logWarning("The chain cannot be followed yet", first.failure.message)
      yield* Effect.sleep(options.pollMs)
      continue
    }
    place = first.success
    yield* ear.advance(place)
  }
  if (place.chainId !== options.chainId) {
    const message = `the log follows chain ${place.chainId}, not ${options.chainId}`
    seen.alarm.failure = new Nodes.Undecided({ message, isAlarming: true })
    return yield* Effect.never
  }
  seen.place = place
  yield* ear.ready
  return yield* begin(nodes, options, seen, place, ear)
})

export const follow = Effect.fnUntraced(function* (
  nodes: Nodes.Nodes,
  options: Options,
  seen: WatcherState.WatcherState,
  from: ChainCursor.ChainCursor | undefined,
  ear: Chain.DepositListener
) {
  const again = (effect: Effect.Effect<void>) =>
    effect.pipe(Effect.andThen(Effect.sleep(options.pollMs)), Effect.forever)
  const watch = Effect.gen(function* () {
    const { catchUp, look } = yield* start(nodes, options, seen, from, ear)
    // After a stop of hours what is final is told first.
    yield* catchUp
    // Each node at its own pace: one that hangs holds up nobody.
    const looks = seen.views.map((view) => again(look(view)))
    return yield* Effect.raceAllFirst([again(catchUp), ...looks])
  })
  yield* WatcherMetrics.announce
  // Whatever hangs, node or log, is seen from outside.
  return yield* Effect.raceFirst(watch, again(WatcherState.measure(seen)))
})
