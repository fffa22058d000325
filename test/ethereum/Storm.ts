/**
 * A random life of the watcher: blocks, transfers, reorganisations, nodes that lag, lie and fail,
 * crashes in the middle of a report; and the laws that hold after every look.
 */
import { Cause, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import * as Node from "../../src/ethereum/rpc/Node.ts"
import * as Watcher from "../../src/ethereum/watcher/Watcher.ts"
import * as WatcherState from "../../src/ethereum/watcher/WatcherState.ts"
import * as Random from "../simulation/Random.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as Books from "./books.ts"

const crash = "the process died"

interface Outcome {
  readonly reorgs: number
  readonly transfers: number
  readonly crashes: number
  readonly finals: number
  readonly dropped: number
  readonly questions: number
}

const addressOf = (index: number): string => `0x${index.toString(16).padStart(40, "0")}`

const owned = new Map(
  Array.from({ length: 12 }, (_, index) => [
    addressOf(0xa00 + index),
    // Three are of payouts that ended long ago.
    { id: `po_${index}`, isActive: index > 2 }
  ])
)

const addresses = [...owned.keys()]

/** Transfers that customers and strangers send, some to us. */
const makeSender = (random: Random.Random) => {
  let count = 0
  const draw = (txHash: string): FakeChain.Sent => ({
    txHash,
    from: addressOf(random.int(1, 9)),
    to: random.chance(0.6) ? random.pick(addresses) : addressOf(random.int(0xb000, 0xb0ff)),
    value: random.chance(0.05) ? 0n : BigInt(random.int(1, 1_000_000_000)),
    ...(random.chance(0.1) ? { token: addressOf(0xdead) } : {})
  })
  return (): ReadonlyArray<FakeChain.Sent> => {
    const transactions = random.chance(0.5) ? random.int(1, 3) : 0
    return Array.from({ length: transactions }).flatMap(() => {
      count += 1
      const txHash = `0x${count.toString(16).padStart(64, "0")}`
      return Array.from({ length: random.chance(0.2) ? 2 : 1 }, () => draw(txHash))
    })
  }
}

/** What replaced blocks held comes again: the same, later, in another order, or never. */
const reshuffle = (
  random: Random.Random,
  blocks: ReadonlyArray<FakeChain.Block>,
  fresh: () => ReadonlyArray<FakeChain.Sent>
): ReadonlyArray<ReadonlyArray<FakeChain.Sent>> => {
  const byTransaction = new Map<string, Array<FakeChain.Sent>>()
  for (const sent of blocks.flatMap((block) => block.sent)) {
    byTransaction.set(sent.txHash, [...(byTransaction.get(sent.txHash) ?? []), sent])
  }
  const placed = blocks.map((): Array<FakeChain.Sent> => [...fresh()])
  for (const sent of byTransaction.values()) {
    if (random.chance(0.25)) continue
    const block = random.pick(placed)
    if (random.chance(0.5)) block.unshift(...sent)
    else block.push(...sent)
  }
  return placed
}

const lies = (random: Random.Random, isAlone: boolean): ReadonlyArray<FakeChain.Lie> => {
  const nothing: FakeChain.Lie = () => []
  const cut: FakeChain.Lie = (logs) => {
    // Whole blocks are missing at the end, as where an answer is cut.
    const last = logs.at(-Math.ceil(logs.length / 2))?.blockNumber
    return logs.filter(({ blockNumber }) => Number(blockNumber) < Number(last ?? 0))
  }
  const leaveOut: FakeChain.Lie = (logs) => logs.filter(() => random.chance(0.5))
  const invent: FakeChain.Lie = (logs, shown) => {
    const block = random.pick(shown)
    const [example] = shown.flatMap((one) => one.logs)
    if (example === undefined) return logs
    const made = {
      ...{ ...example, address: FakeChain.usdc, blockHash: block.hash },
      topics: [example.topics[0] ?? "", ...[1, 2].map(() => random.pick(addresses))].map((topic) =>
        topic.length === 66 ? topic : `0x${topic.slice(2).padStart(64, "0")}`
      ),
      blockNumber: `0x${block.number.toString(16)}`,
      transactionHash: `0x${"ee".repeat(31)}${random.int(16, 255).toString(16)}`
    }
    return [...logs, made]
  }
  // Nobody contradicts the only node that leaves out one log of several.
  return isAlone ? [nothing, cut] : [nothing, cut, leaveOut, invent]
}

const faults = (random: Random.Random) => [
  () => FakeChain.status(429, { "retry-after": "3" }),
  () => FakeChain.status(503),
  () => FakeChain.status(200, {}, "<html>Welcome</html>"),
  () => FakeChain.silence,
  () => (random.chance(0.3) ? FakeChain.silence : undefined)
]

/** Gives nodes a behavior: any may be slow or fail; one may lie. */
const disturb = (random: Random.Random, chain: FakeChain.FakeChain): void => {
  chain.reform()
  if (random.chance(0.4)) return
  const behaviors = chain.behaviors
  for (const behavior of behaviors) {
    if (random.chance(0.3)) behavior.lag = random.int(1, 6)
    if (random.chance(0.15)) {
      behavior.stuckOn = { blocks: chain.blocks(), final: chain.final() }
    }
    if (random.chance(0.2)) behavior.blocksMax = random.int(1, 9)
    if (random.chance(0.15)) behavior.fault = random.pick(faults(random))
  }
  if (random.chance(0.5))
    random.pick(behaviors).lie = random.pick(lies(random, behaviors.length === 1))
  // All alike behind one balancer: nobody contradicts them either.
  if (random.chance(0.1))
    for (const behavior of behaviors) behavior.lie = random.pick(lies(random, true))
}

/** A life with so many reorganisations. Dies with what was broken. */
export const live = Effect.fnUntraced(function* (seed: number, reorgs: number) {
  const random = Random.seeded(seed)
  const chain = FakeChain.make(random.int(1, 3))
  const fresh = makeSender(random.stream("senders"))
  const books = Books.make(owned)
  const finality = random.chance(0.5) ? "finalized" : random.int(4, 12)
  const depth = finality === "finalized" ? 12 : finality
  const options = {
    chainId: FakeChain.chainId,
    usdc: FakeChain.usdc,
    finality,
    pollMs: 1_000
  } as const
  const count = { reorgs: 0, transfers: 0, crashes: 0 }
  const waits: Array<{ readonly at: number }> = []
  let firstBlock = Number.POSITIVE_INFINITY

  const broken = (law: string, detail: unknown) =>
    Effect.die(new Error(`${law} (seed ${seed}): ${JSON.stringify(detail)}`))

  /** What the chain holds for us: what must be told is after the first place. */
  const due = (to: number, after = firstBlock) =>
    chain
      .blocks()
      .slice(after + 1, to + 1)
      .flatMap(({ logs, number, sent, timestamp }) =>
        sent.flatMap((one, index) => {
          const owner = one.token === undefined ? owned.get(one.to) : undefined
          const key = `${one.txHash} ${Number(logs[index]?.logIndex)}`
          return owner === undefined || one.value === 0n
            ? []
            : [{ key, number, one, owner, timestamp }]
        })
      )

  /** As after a defect, in the same process; or as after a start. */
  const restart = Effect.fnUntraced(function* (known?: WatcherState.WatcherState) {
    const nodes =
      known?.heads.map(({ node }) => node) ?? Node.all(chain.remote, chain.urls, options)
    const state = known ?? WatcherState.make(nodes, options)
    const watcher = yield* Watcher.start(state, books.place(), books.ear())
    return { ...watcher, state }
  })

  const grow = (): void => {
    for (let blocks = random.int(0, 5); blocks > 0; blocks--) {
      const sent = fresh()
      count.transfers += sent.length
      chain.mine(sent)
    }
    const lateness = finality === "finalized" ? random.int(0, 2) : 0
    chain.finalize(chain.blocks().length - 1 - depth - lateness)
    const deepest = chain.blocks().length - 1 - chain.final()
    if (random.chance(0.3) && deepest > 0) {
      const replaced = chain.blocks().slice(-random.int(1, Math.min(deepest, depth)))
      chain.reorg(replaced.length, reshuffle(random, replaced, fresh))
      count.reorgs += 1
    }
  }

  const examine = Effect.fnUntraced(function* (state: WatcherState.WatcherState) {
    const all = due(chain.blocks().length, 0)
    const [final, place] = [chain.final(), books.place()?.blockNumber ?? 0]
    const byKey = new Map(all.map((one) => [one.key, one]))
    for (const { deposit, id, isFinal } of books.kept.values()) {
      if (!isFinal) continue
      const there = byKey.get(Books.keyOf(deposit))
      const isTrue = there?.owner.id === id && there.one.value === BigInt(deposit.amount)
      if (isTrue && there.number === deposit.blockNumber && there.number <= final) continue
      return yield* broken("A deposit is final that is not in the chain", deposit)
    }
    const past = waits.filter((wait) => WatcherState.isPast(state, wait.at)).map(({ at }) => at)
    const latestPast = Math.max(...past)
    for (const { key, number, owner, timestamp } of all) {
      const kept = books.kept.get(key)
      if (firstBlock < number && number <= place && kept?.isFinal !== true) {
        return yield* broken("The place is past a transfer that was not told", { key, place })
      }
      if (timestamp * 1000 <= latestPast && owner.isActive && kept === undefined) {
        if (number <= firstBlock) continue
        return yield* broken("A moment is past, and a transfer before it was not told", key)
      }
    }
  })

  // Two finalities deep, so that the first place is not the first block.
  for (let blocks = 0; blocks < 3 * depth; blocks++) chain.mine(fresh())
  chain.finalize(chain.blocks().length - 1 - depth)
  let watcher = yield* restart()
  firstBlock = books.place()?.blockNumber ?? 0

  const round = Effect.fnUntraced(function* () {
    const { catchUp, readHead, state } = watcher
    const concurrency = random.chance(0.5) ? "unbounded" : 1
    const steps = [catchUp, ...state.heads.map(readHead)]
    const exit = yield* Effect.exit(Effect.all(steps, { concurrency, discard: true }))
    if (Exit.isFailure(exit)) {
      if (!Cause.pretty(exit.cause).includes(crash)) return yield* Effect.failCause(exit.cause)
      count.crashes += 1
    }
    if (Exit.isFailure(exit) || random.chance(0.05)) {
      chain.meanwhile = () => {}
      watcher = yield* restart(random.chance(0.5) ? watcher.state : undefined)
    }
    yield* examine(watcher.state)
    yield* TestClock.adjust(random.int(500, 4_000))
  })

  const perhaps = () => (random.chance(0.01) ? Effect.die(new Error(crash)) : Effect.void)
  books.before = perhaps
  books.after = perhaps
  while (count.reorgs < reorgs) {
    grow()
    disturb(random, chain)
    const newest = chain.blocks().at(-1)?.timestamp ?? 0
    waits.push({ at: (newest - random.int(0, 60)) * 1000 })
    if (waits.length > 5) waits.shift()
    chain.meanwhile = random.chance(0.3) ? () => void (random.chance(0.03) && grow()) : () => {}
    for (let rounds = random.int(1, 3); rounds > 0; rounds--) yield* round()
  }
  chain.meanwhile = () => {}

  // Peace: all becomes final, and the books are the chain's.
  chain.reform()
  for (let blocks = 0; blocks < 2 * depth; blocks++) chain.mine()
  chain.finalize(chain.blocks().length - 1 - depth)
  books.before = () => Effect.void
  books.after = () => Effect.void
  yield* TestClock.adjust("10 minutes")
  for (let rounds = 0; rounds < 3; rounds++) {
    yield* round()
    yield* TestClock.adjust("10 seconds")
  }
  const end = chain.blocks().length - 1 - depth
  const place = books.place()
  if (place?.blockNumber !== end)
    return yield* broken("The place is not at the end", { place, end })
  const wanted = due(end)
    .map(({ key }) => key)
    .sort()
  const found = [...books.kept]
    .filter(([, { deposit }]) => deposit.blockNumber > firstBlock)
    .map(([key]) => key)
    .sort()
  if (JSON.stringify(wanted) !== JSON.stringify(found)) {
    const more = found.filter((key) => !wanted.includes(key)).map((key) => books.kept.get(key))
    return yield* broken("The books are not the chain's", {
      more,
      missing: wanted.filter((key) => !found.includes(key))
    })
  }
  const outcome: Outcome = {
    ...count,
    finals: found.length,
    dropped: books.told.filter(({ _tag }) => _tag === "Dropped").length,
    questions: chain.questions()
  }
  return outcome
})
