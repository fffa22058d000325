/**
 * The chain: customers' transfers to deposit addresses, reorganisations and finality. A starting
 * watcher reports every current transfer, and may repeat reports. The chain desk reports transfers
 * that arrive without a watcher until they are booked. With several partitions, a watcher follows
 * blocks instead (Blocks.ts).
 */
import { Effect, FiberMap } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import { quietArrivals, quietChain } from "../support/quiet.ts"
import * as Blocks from "./Blocks.ts"
import type { Host } from "./Host.ts"
import type * as Random from "./Random.ts"
import type { Setting } from "./Setting.ts"

type Observation = Chain.Observation

/** The current state of a transfer. */
interface Transfer {
  readonly deposit: Funding.Deposit
  state: "mined" | "dropped" | "final"
  /** True if the watcher's report of the final state is durable. */
  isTaken: boolean
}

interface Address {
  readonly transfers: Array<Transfer>
  /** Called at each change while a watcher follows. */
  readonly watchers: Set<(transfer: Transfer) => void>
}

type Birth = PayoutEvent.Created | Batch.Created

/** Called for each final deposit; `isTaken` says whether the engine has booked it. */
export type OnFinal = (payoutId: string, deposit: Funding.Deposit, isTaken: () => boolean) => void

export interface World {
  readonly port: (host: Host) => Chain.Chain["Service"]
  /** Lets the customer of a new payout or batch send transfers. */
  readonly expect: (birth: Birth) => void
  /** Lets the customer of a new balance send transfers now and then. */
  readonly fund: (balanceId: string) => void
  /** Sends a missing amount. */
  readonly topUp: (payoutId: string, amount: number) => void
  /** The last final block with a transfer, in runs that follow blocks. */
  readonly height: () => number
  /** True if a transfer is neither final nor dropped. */
  readonly isExpecting: () => boolean
  /** Notes that a final deposit is in the engine's books. */
  readonly take: (payoutId: string, deposit: Funding.Deposit) => void
}

const tags = { mined: "Seen", dropped: "Dropped", final: "Finalized" } as const

const observe = ({ deposit, state }: Transfer): Observation => ({ _tag: tags[state], deposit })

/** A transaction: milliseconds until it is sent, and the amounts of its transfers. */
type Payment = readonly [afterMs: number, ...amounts: ReadonlyArray<number>]

/** Compares transfers independently of the code under test. */
const isSame = (left: Funding.Deposit, right: Funding.Deposit): boolean =>
  left.txHash === right.txHash && left.logIndex === right.logIndex

/** The transactions that a customer sends. */
type Customer = (amount: number, windowMs: number) => ReadonlyArray<Payment>

/** Parameters of a customer's payment. */
interface Wallet {
  readonly random: Random.Random
  readonly amount: number
  readonly windowMs: number
  readonly soon: () => number
}

interface Habit {
  readonly fault: Parameters<Setting["faults"]["strikes"]>[0]
  readonly chance: number
  readonly pay: (wallet: Wallet) => ReadonlyArray<Payment>
}

/** Habits in order of priority. A customer without any of them pays the amount once, in time. */
const habits: ReadonlyArray<Habit> = [
  { fault: "chain: nothing arrives", chance: 0.08, pay: () => [] },
  {
    fault: "chain: nothing-transfer",
    chance: 0.03,
    pay: ({ amount, soon }) => [
      [soon(), 0],
      [soon(), amount]
    ]
  },
  {
    fault: "chain: underpaid",
    chance: 0.08,
    pay: ({ amount, random, soon }) => [[soon(), random.int(1, amount - 1)]]
  },
  {
    fault: "chain: overpaid",
    chance: 0.08,
    pay: ({ amount, random, soon }) => [[soon(), amount + random.int(1, amount)]]
  },
  {
    fault: "chain: one micro short",
    chance: 0.06,
    pay: ({ amount, soon }) => [[soon(), amount - 1]]
  },
  {
    fault: "chain: one transaction, two transfers",
    chance: 0.06,
    pay: ({ amount, random, soon }) => {
      const part = random.int(1, amount - 1)
      return [[soon(), part, amount - part]]
    }
  },
  {
    fault: "chain: split",
    chance: 0.1,
    pay: ({ amount, random, soon }) => {
      const part = random.int(1, amount - 1)
      return [
        [soon(), part],
        [soon(), amount - part]
      ]
    }
  },
  {
    fault: "chain: second deposit",
    chance: 0.06,
    pay: ({ amount, random, soon, windowMs }) => [
      [soon(), amount],
      [random.int(100, 3 * windowMs), random.int(1, amount)]
    ]
  },
  {
    fault: "chain: late",
    chance: 0.08,
    pay: ({ amount, random, windowMs }) => [
      [windowMs + random.int(-50, random.pick([100, 600_000])), amount]
    ]
  }
]

const makeCustomer = ({ faults, random: source }: Setting, stream: string): Customer => {
  const random = source.stream(stream)
  return (amount, windowMs) => {
    const soon = () => random.int(100, Math.floor(windowMs / 2))
    const habit = habits.find(({ chance, fault }) => faults.strikes(fault, chance))
    return habit?.pay({ random, amount, windowMs, soon }) ?? [[soon(), amount]]
  }
}

/**
 * Some customers pay a batch at the last moment, seen in time but final after the window. Some send
 * more after the end of the batch, sometimes so late that it has left memory.
 */
const makeBatchCustomer = ({ faults, random: source, ...rest }: Setting): Customer => {
  const random = source.stream("customers at the last moment")
  const late = source.stream("customers after the end")
  const usual = makeCustomer({ faults, random: source, ...rest }, "customers of batches")
  return (amount, windowMs) => {
    const payments = faults.strikes("chain: final after the window", 0.3)
      ? [[windowMs - random.int(1, 3_000), amount] as const]
      : usual(amount, windowMs)
    if (!faults.strikes("chain: after a batch's end", 0.5)) return payments
    const afterMs = late.int(1, late.pick([600_000, 36_000_000]))
    return [...payments, [windowMs + afterMs, late.pick([amount, late.int(1, amount)])]]
  }
}

/** Transfers to a balance: the first one soon, others later, some of them dust. */
const makeSaver = ({ faults, random: source }: Setting): (() => ReadonlyArray<Payment>) => {
  const random = source.stream("customers with a balance")
  return () => {
    const spanMs = random.pick([60_000, 600_000, 3_600_000])
    return Array.from({ length: random.int(1, 6) }, (_, index) => {
      const afterMs = index === 0 ? random.int(100, 5_000) : random.int(100, spanMs)
      const isDust = faults.strikes("chain: dust for a balance", 0.2)
      return [afterMs, isDust ? random.int(1, 9_999) : random.int(10_000, 80_000_000)]
    })
  }
}

interface State {
  readonly setting: Setting
  readonly onFinal: OnFinal
  readonly random: Random.Random
  readonly places: Random.Random
  readonly addresses: Map<string, Address>
  readonly blocks: Blocks.Blocks
  sent: number
  /** Number of transactions that are neither final nor dropped. */
  underWay: number
}

const addressOf = ({ addresses }: State, payoutId: string): Address => {
  const known = addresses.get(payoutId)
  if (known !== undefined) return known
  const made = { transfers: [], watchers: new Set<(transfer: Transfer) => void>() }
  addresses.set(payoutId, made)
  return made
}

const change = (
  chain: State,
  payoutId: string,
  transfer: Transfer,
  state: Transfer["state"]
): void => {
  const { audit } = chain.setting
  transfer.state = state
  if (state === "final") {
    audit.final(payoutId, transfer.deposit)
    // With several partitions, the watcher reads a late transfer after its cursor.
    if (chain.setting.spread.count === 1) {
      chain.onFinal(payoutId, transfer.deposit, () => transfer.isTaken)
    }
  }
  if (state === "dropped") audit.dropped(payoutId, transfer.deposit)
  Blocks.show(chain.blocks, { ownerId: payoutId, deposit: transfer.deposit, state })
  for (const tell of addressOf(chain, payoutId).watchers) tell({ ...transfer })
}

/** A transaction to one address. */
interface Transaction {
  readonly payoutId: string
  readonly txHash: string
  /** Amount of each transfer. */
  readonly amounts: ReadonlyArray<number>
}

/** The transfers of a transaction in the current block, from a log index. */
const transfersOf = (
  chain: State,
  { amounts, payoutId, txHash }: Transaction,
  first: number
): ReadonlyArray<Transfer> => {
  const { machine } = chain.setting
  return amounts.map((amount, index) => {
    const deposit: Funding.Deposit = {
      ...{ chainId: 1, txHash, logIndex: first + index, amount },
      blockNumber: Math.floor(machine.now() / 12_000),
      seenAt: machine.now(),
      from: `sender to ${payoutId}`
    }
    const transfer: Transfer = { deposit, state: "mined", isTaken: false }
    const { transfers } = addressOf(chain, payoutId)
    // In another block with the same log index, it is the same transfer.
    const others = transfers.filter((one) => !isSame(one.deposit, deposit))
    transfers.splice(0, transfers.length, ...others, transfer)
    return transfer
  })
}

/**
 * Mines a transaction, and makes it final. A reorganisation in between may move it to another block
 * with other log indexes.
 */
const mine = (chain: State, transaction: Transaction, isLast: boolean): void => {
  const { places, random, setting } = chain
  const { audit, faults, machine } = setting
  const { world } = machine
  const { payoutId } = transaction
  const transfers = transfersOf(chain, transaction, places.int(0, 3))
  const turn = (state: Transfer["state"]): void => {
    for (const transfer of transfers) change(chain, payoutId, transfer, state)
  }
  for (const { deposit } of transfers) audit.mined(payoutId, deposit)
  turn("mined")
  const isSlow = faults.strikes("chain: slow finality", 0.05)
  const finalIn = isSlow ? random.int(600_000, 4_000_000) : random.int(1_000, 30_000)
  if (!isLast && faults.strikes("chain: reorganised", 0.1)) {
    world.after(random.int(100, finalIn), () => {
      turn("dropped")
      const again = random.chance(0.6)
      if (!again) chain.underWay -= 1
      if (again) world.after(random.int(100, 60_000), () => mine(chain, transaction, true))
    })
  } else {
    world.after(finalIn, () => {
      chain.underWay -= 1
      Blocks.close(chain.blocks)
      turn("final")
    })
  }
}

const send = (chain: State, payoutId: string, [afterMs, ...amounts]: Payment): void => {
  chain.sent += 1
  const txHash = `0x${String(chain.sent).padStart(64, "0")}`
  chain.underWay += 1
  chain.setting.machine.world.after(Math.max(0, afterMs), () =>
    mine(chain, { payoutId, txHash, amounts }, false)
  )
}

const take = (chain: State, payoutId: string, deposit: Funding.Deposit): void => {
  for (const one of addressOf(chain, payoutId).transfers) {
    if (isSame(one.deposit, deposit) && one.state === "final") one.isTaken = true
  }
}

/**
 * Reports the current transfers of an address and each change, until none is awaited.
 */
const reportAll = Effect.fnUntraced(function* (
  chain: State,
  { realm }: Host,
  { id }: Chain.Funded,
  listener: Chain.ArrivalListener
) {
  const { random, setting } = chain
  const { transfers, watchers } = addressOf(chain, id)
  const waiting: Array<Transfer> = transfers.map((one) => ({ ...one }))
  let wake = (): void => {}
  const tell = (transfer: Transfer): void => {
    waiting.push(transfer)
    if (setting.faults.strikes("chain: repeated observation", 0.1)) waiting.push(transfer)
    wake()
  }
  const next = realm.wait<void>((resume) => {
    wake = () => resume(Effect.void)
    if (waiting.length > 0) wake()
  })
  watchers.add(tell)
  yield* Effect.addFinalizer(() => Effect.sync(() => watchers.delete(tell)))
  const funded = yield* listener.awaiting(id)
  if (funded !== undefined && setting.breach === "chain finalizes what never arrived") {
    const made = { chainId: 1, txHash: `made up for ${id}`, logIndex: 9, blockNumber: 1 }
    const deposit = { ...made, amount: funded.sourceAmount, seenAt: funded.createdAt }
    yield* listener.report(id, { _tag: "Finalized", deposit })
  }
  while ((yield* listener.awaiting(id)) !== undefined) {
    const transfer = waiting.shift()
    if (transfer === undefined) {
      yield* next
      continue
    }
    yield* Effect.sleep(random.int(0, 50))
    yield* listener.report(id, observe(transfer))
    if (transfer.state === "final") take(chain, id, transfer.deposit)
  }
}, Effect.scoped)

const portOf = (chain: State, host: Host): Chain.Chain["Service"] => {
  if (chain.setting.spread.count > 1) {
    return { ...quietChain, ...Blocks.portOf(chain.blocks, host) }
  }
  const early: Array<Chain.Funded> = []
  let announce = (funded: Chain.Funded): void => void early.push(funded)
  const deposits: Chain.Simulation = {
    ...{ _tag: "Simulation", ...quietArrivals },
    announce: (funded) => announce(funded),
    follow: Effect.fnUntraced(function* (listener) {
      const run = yield* FiberMap.makeRuntime<never, string, never, void>()
      announce = (funded) => void run(funded.id, reportAll(chain, host, funded, listener))
      for (const funded of early.splice(0)) announce(funded)
      return yield* Effect.never
    }, Effect.scoped)
  }
  return { ...quietChain, deposits }
}

export const make = (setting: Setting, onFinal: OnFinal): World => {
  const { machine, random } = setting
  const chain: State = {
    ...{ setting, onFinal },
    random: random.stream("chain"),
    places: random.stream("places in blocks"),
    ...{ addresses: new Map(), blocks: Blocks.make(setting) },
    ...{ sent: 0, underWay: 0 }
  }
  const customer = makeCustomer(setting, "customers")
  const batchCustomer = makeBatchCustomer(setting)
  const saver = makeSaver(setting)
  return {
    port: (host) => portOf(chain, host),
    expect: ({ _tag, fundingDeadline, id, sourceAmount }) => {
      const pays = _tag === "BatchCreated" ? batchCustomer : customer
      const payments = pays(sourceAmount, fundingDeadline - machine.now())
      for (const payment of payments) send(chain, id, payment)
    },
    fund: (balanceId) => {
      for (const payment of saver()) send(chain, balanceId, payment)
    },
    height: () => chain.blocks.filled,
    isExpecting: () => chain.underWay > 0,
    topUp: (payoutId, amount) => send(chain, payoutId, [1_000, amount]),
    take: (payoutId, deposit) => take(chain, payoutId, deposit)
  }
}
