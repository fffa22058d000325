/**
 * A random life of the watcher: blocks, transfers, reorganisations, Ethereum nodes that lag, lie
 * and fail, and crashes during a report. The laws are checked after every round.
 */
import { Cause, Effect, Exit } from "effect"
import { TestClock } from "effect/testing"
import * as Node from "../../src/ethereum/rpc/Node.ts"
import * as Watcher from "../../src/ethereum/watcher/Watcher.ts"
import * as WatcherState from "../../src/ethereum/watcher/WatcherState.ts"
import * as Random from "../simulation/Random.ts"
import * as FakeChain from "../support/fakeChain.ts"
import * as DepositBooks from "./depositBooks.ts"

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
    // The first three payouts are finished.
    { id: `po_${index}`, isActive: index > 2 }
  ])
)

const addresses = [...owned.keys()]

/** Transfers of customers and strangers, some of them to deposit addresses. */
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

/** Transfers of replaced blocks return unchanged, later, in another order, or never. */
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
    // Whole blocks are missing at the end, as in a truncated response.
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
  // No other node contradicts the only one, so its lies omit whole blocks, which is detected.
  return isAlone ? [nothing, cut] : [nothing, cut, leaveOut, invent]
}

const faults = (random: Random.Random) => [
  () => FakeChain.status(429, { "retry-after": "3" }),
  () => FakeChain.status(503),
  () => FakeChain.status(200, {}, "<html>Welcome</html>"),
  () => FakeChain.silence,
  () => (random.chance(0.3) ? FakeChain.silence : undefined)
]

/** Indexes of the nodes that omitted a transfer, by its block's hash and its key. */
type Omissions = Map<string, Set<number>>

const omissionKey = (blockHash: string, key: string): string => `${blockHash} ${key}`

/**
 * Records the transfers that a node's lie omits from blocks that it shows in part. The watcher
 * refuses a response without a whole block, because the filter in the header contradicts it.
 */
const recorded =
  (omissions: Omissions, node: number, lie: FakeChain.Lie): FakeChain.Lie =>
  (logs, shown) => {
    const answer = new Set(lie(logs, shown))
    const shownBlocks = new Set([...answer].map(({ blockHash }) => blockHash))
    for (const log of logs) {
      if (answer.has(log) || !shownBlocks.has(log.blockHash)) continue
      const logIndex = Number(log.logIndex)
      const key = DepositBooks.keyOf({ txHash: log.transactionHash, logIndex })
      const omission = omissionKey(log.blockHash, key)
      omissions.set(omission, new Set(omissions.get(omission)).add(node))
    }
    return [...answer]
  }

/** Changes the nodes' behavior. Any node may be slow or fail, and one of them may lie. */
const disturb = ({ chain, omissions, random }: Life): void => {
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
  if (random.chance(0.5)) {
    const liar = random.pick(behaviors)
    const lie = random.pick(lies(random, behaviors.length === 1))
    liar.lie = recorded(omissions, behaviors.indexOf(liar), lie)
  }
  // Nodes behind one load balancer have the same fault, and do not contradict each other.
  if (random.chance(0.1))
    for (const behavior of behaviors) behavior.lie = random.pick(lies(random, true))
}

/** One random life: the chain, the deposits' books, the watcher and counts of events. */
interface Life {
  readonly seed: number
  readonly random: Random.Random
  readonly chain: FakeChain.FakeChain
  readonly books: DepositBooks.Books
  readonly fresh: () => ReadonlyArray<FakeChain.Sent>
  readonly options: Parameters<typeof WatcherState.make>[1]
  /** Blocks from the head to finality. */
  readonly depth: number
  readonly count: { reorgs: number; transfers: number; crashes: number }
  /** Times in milliseconds that the watcher will report as past. */
  readonly waits: Array<{ readonly at: number }>
  readonly omissions: Omissions
  /** The first checkpoint: transfers after it must be reported. */
  firstBlock: number
}

const broken = ({ seed }: Life, law: string, detail: unknown) =>
  Effect.die(new Error(`${law} (seed ${seed}): ${JSON.stringify(detail)}`))

/** Transfers to deposit addresses in the blocks after `after` up to `to`. */
const transfersTo = ({ chain, firstBlock }: Life, to: number, after = firstBlock) =>
  chain
    .blocks()
    .slice(after + 1, to + 1)
    .flatMap(({ hash, logs, number, sent, timestamp }) =>
      sent.flatMap((one, index) => {
        const owner = one.token === undefined ? owned.get(one.to) : undefined
        const key = `${one.txHash} ${Number(logs[index]?.logIndex)}`
        return owner === undefined || one.value === 0n
          ? []
          : [{ key, hash, number, one, owner, timestamp }]
      })
    )

/** Starts a watcher. `known` is the state in the same process, after a defect. */
const start = Effect.fnUntraced(function* (
  { books, chain, options }: Life,
  known?: WatcherState.WatcherState
) {
  const nodes =
    known?.heads.map(({ node }) => node) ?? Node.makeAll(chain.client, chain.urls, options)
  const state = known ?? WatcherState.make(nodes, options)
  const watcher = yield* Watcher.start(
    state,
    yield* books.from(Watcher.first(state)),
    books.listener()
  )
  return { ...watcher, state }
})

type Running = Effect.Success<ReturnType<typeof start>>

const grow = ({ chain, count, depth, fresh, options, random }: Life): void => {
  for (let blocks = random.int(0, 5); blocks > 0; blocks--) {
    const sent = fresh()
    count.transfers += sent.length
    chain.mine(sent)
  }
  const lateness = options.finality === "finalized" ? random.int(0, 2) : 0
  chain.finalize(chain.blocks().length - 1 - depth - lateness)
  const deepest = chain.blocks().length - 1 - chain.final()
  if (random.chance(0.3) && deepest > 0) {
    const replaced = chain.blocks().slice(-random.int(1, Math.min(deepest, depth)))
    chain.reorg(replaced.length, reshuffle(random, replaced, fresh))
    count.reorgs += 1
  }
}

type Transfer = ReturnType<typeof transfersTo>[number]

/** Checks that every final deposit in the books is in the chain and final. */
const examineFinal = Effect.fnUntraced(function* (life: Life, all: ReadonlyArray<Transfer>) {
  const final = life.chain.final()
  const byKey = new Map(all.map((one) => [one.key, one]))
  for (const { deposit, id, isFinal } of life.books.kept.values()) {
    if (!isFinal) continue
    const found = byKey.get(DepositBooks.keyOf(deposit))
    const isTrue = found?.owner.id === id && found.one.value === BigInt(deposit.amount)
    if (isTrue && found.number === deposit.blockNumber && found.number <= final) continue
    return yield* broken(life, "A deposit is final that is not in the chain", deposit)
  }
})

/**
 * True if a quorum of nodes omitted a transfer, perhaps at different times. The watcher reads a
 * block at the head once from each node, and a second time only when the block is final.
 */
const isOmittedByQuorum = ({ chain, omissions }: Life, { hash, key }: Transfer): boolean =>
  (omissions.get(omissionKey(hash, key))?.size ?? 0) >= Math.min(2, chain.behaviors.length)

/**
 * Checks that every transfer before the checkpoint is final in the books. Every transfer before a
 * past time is seen, unless a quorum omitted it, since a quorum decides which times are past (W5).
 */
const examineReported = Effect.fnUntraced(function* (
  life: Life,
  all: ReadonlyArray<Transfer>,
  state: WatcherState.WatcherState
) {
  const checkpoint = life.books.cursor()?.blockNumber ?? 0
  const past = life.waits.filter((wait) => WatcherState.pastOf(state) > wait.at).map(({ at }) => at)
  const latestPast = Math.max(...past)
  for (const transfer of all) {
    const { key, number, owner, timestamp } = transfer
    if (number <= life.firstBlock) continue
    const kept = life.books.kept.get(key)
    if (number <= checkpoint && kept?.isFinal !== true) {
      return yield* broken(life, "The checkpoint is past an unreported transfer", {
        ...{ key, checkpoint }
      })
    }
    if (timestamp * 1000 > latestPast || !owner.isActive || kept !== undefined) continue
    if (!isOmittedByQuorum(life, transfer)) {
      return yield* broken(life, "A moment is past, a transfer before it is unreported", key)
    }
  }
})

/** Runs the watcher once, restarts it after a crash, and examines the books. */
const round = Effect.fnUntraced(function* (life: Life, watcher: Running) {
  const { chain, count, random } = life
  const { catchUp, readHead, state } = watcher
  const concurrency = random.chance(0.5) ? "unbounded" : 1
  const steps = [catchUp, ...state.heads.map(readHead)]
  const exit = yield* Effect.exit(Effect.all(steps, { concurrency, discard: true }))
  if (Exit.isFailure(exit)) {
    if (!Cause.pretty(exit.cause).includes(crash)) return yield* Effect.failCause(exit.cause)
    count.crashes += 1
  }
  let next = watcher
  if (Exit.isFailure(exit) || random.chance(0.05)) {
    chain.meanwhile = () => {}
    next = yield* start(life, random.chance(0.5) ? state : undefined)
  }
  const all = transfersTo(life, chain.blocks().length, 0)
  yield* examineFinal(life, all)
  yield* examineReported(life, all, next.state)
  yield* TestClock.adjust(random.int(500, 4_000))
  return next
})

/** Runs rounds with disturbances until the number of reorganisations is reached. */
const disturbed = Effect.fnUntraced(function* (life: Life, first: Running, reorgs: number) {
  const { books, chain, count, random, waits } = life
  let watcher = first
  const perhaps = () => (random.chance(0.01) ? Effect.die(new Error(crash)) : Effect.void)
  books.before = perhaps
  books.after = perhaps
  while (count.reorgs < reorgs) {
    grow(life)
    disturb(life)
    const newest = chain.blocks().at(-1)?.timestamp ?? 0
    waits.push({ at: (newest - random.int(0, 60)) * 1000 })
    if (waits.length > 5) waits.shift()
    chain.meanwhile = random.chance(0.3) ? () => void (random.chance(0.03) && grow(life)) : () => {}
    for (let rounds = random.int(1, 3); rounds > 0; rounds--) watcher = yield* round(life, watcher)
  }
  chain.meanwhile = () => {}
  return watcher
})

/** Ends disturbances, until all is final and the books equal the chain. Returns the deposits. */
const settled = Effect.fnUntraced(function* (life: Life, last: Running) {
  const { books, chain, depth } = life
  let watcher = last
  chain.reform()
  for (let blocks = 0; blocks < 2 * depth; blocks++) chain.mine()
  chain.finalize(chain.blocks().length - 1 - depth)
  books.before = () => Effect.void
  books.after = () => Effect.void
  yield* TestClock.adjust("10 minutes")
  for (let rounds = 0; rounds < 3; rounds++) {
    watcher = yield* round(life, watcher)
    yield* TestClock.adjust("10 seconds")
  }
  const end = chain.blocks().length - 1 - depth
  const checkpoint = books.cursor()
  if (checkpoint?.blockNumber !== end) {
    return yield* broken(life, "The checkpoint is not at the end", { checkpoint, end })
  }
  const wanted = transfersTo(life, end)
    .map(({ key }) => key)
    .sort()
  const found = [...books.kept]
    .filter(([, { deposit }]) => deposit.blockNumber > life.firstBlock)
    .map(([key]) => key)
    .sort()
  if (JSON.stringify(wanted) !== JSON.stringify(found)) {
    const more = found.filter((key) => !wanted.includes(key)).map((key) => books.kept.get(key))
    const missing = wanted.filter((key) => !found.includes(key))
    return yield* broken(life, "The books are not the chain's", { more, missing })
  }
  return found.length
})

const begin = (seed: number): Life => {
  const random = Random.seeded(seed)
  const chain = FakeChain.make(random.int(1, 3))
  const fresh = makeSender(random.stream("senders"))
  const finality = random.chance(0.5) ? "finalized" : random.int(4, 12)
  return {
    ...{ seed, random, chain, fresh, books: DepositBooks.make(owned) },
    depth: finality === "finalized" ? 12 : finality,
    options: { chainId: FakeChain.chainId, usdc: FakeChain.usdc, finality, pollMs: 1_000 },
    count: { reorgs: 0, transfers: 0, crashes: 0 },
    waits: [],
    omissions: new Map(),
    firstBlock: Number.POSITIVE_INFINITY
  }
}

/** Plays a life with a number of reorganisations. Dies with the broken law. */
export const live = Effect.fnUntraced(function* (seed: number, reorgs: number) {
  const life = begin(seed)
  const { books, chain, depth } = life
  // The chain is deeper than finality, so that the first checkpoint is not the first block.
  for (let blocks = 0; blocks < 3 * depth; blocks++) chain.mine(life.fresh())
  chain.finalize(chain.blocks().length - 1 - depth)
  const first = yield* start(life)
  life.firstBlock = books.cursor()?.blockNumber ?? 0
  const last = yield* disturbed(life, first, reorgs)
  const finals = yield* settled(life, last)
  const outcome: Outcome = {
    ...{ ...life.count, finals, questions: chain.requests() },
    dropped: books.observations.filter(({ _tag }) => _tag === "Dropped").length
  }
  return outcome
})
