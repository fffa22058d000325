/**
 * The chain: what customers send to deposit addresses, what a reorganisation takes away again, and
 * what becomes final. The watcher tells what stands now whenever it begins anew, and may repeat
 * itself. What arrives while nobody watches is brought by the chain desk as a command, until it is
 * taken: money that is there belongs into the books.
 */
import { Effect, FiberMap } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import { quietChain } from "../support/quiet.ts"
import type { Host } from "./Host.ts"
import type { Setting } from "./Setting.ts"

type Observation = Chain.Observation

/** A transfer as it stands. */
interface Transfer {
  readonly deposit: Funding.Deposit
  state: "mined" | "dropped" | "final"
  /** The watcher's report of its final state is durable. */
  isTaken: boolean
}

interface Address {
  readonly transfers: Array<Transfer>
  /** Called at each change while someone watches. */
  readonly watchers: Set<(transfer: Transfer) => void>
}

type Birth = PayoutEvent.Created | Batch.Created

/** Someone may look whether the engine takes note of a final deposit. */
export type OnFinal = (payoutId: string, deposit: Funding.Deposit, isTaken: () => boolean) => void

export interface World {
  readonly port: (host: Host) => Chain.Chain["Service"]
  /** A payout or a batch exists: its customer sends what they send. */
  readonly expect: (birth: Birth) => void
  /** Money sent by someone who makes up for what is missing. */
  readonly topUp: (payoutId: string, amount: number) => void
  /** Whether something was sent that is neither final nor gone. */
  readonly isExpecting: () => boolean
  /** A final deposit is in the engine's books. */
  readonly take: (payoutId: string, deposit: Funding.Deposit) => void
}

const tags = { mined: "Seen", dropped: "Dropped", final: "Finalized" } as const

const observe = ({ deposit, state }: Transfer): Observation => ({ _tag: tags[state], deposit })

/** A transaction: when, in milliseconds from now, and the amounts of its transfers. */
type Payment = readonly [afterMs: number, ...amounts: ReadonlyArray<number>]

/** The names of a transfer, compared by this world itself. */
const isSame = (left: Funding.Deposit, right: Funding.Deposit): boolean =>
  left.txHash === right.txHash && left.logIndex === right.logIndex

/** What a customer sends. */
type Customer = (amount: number, windowMs: number) => ReadonlyArray<Payment>

const makeCustomer = ({ faults, random: source }: Setting, stream: string): Customer => {
  const random = source.stream(stream)
  return (amount, windowMs) => {
    const soon = () => random.int(100, Math.floor(windowMs / 2))
    if (faults.strikes("chain: nothing arrives", 0.08)) return []
    if (faults.strikes("chain: nothing-transfer", 0.03))
      return [
        [soon(), 0],
        [soon(), amount]
      ]
    if (faults.strikes("chain: underpaid", 0.08)) return [[soon(), random.int(1, amount - 1)]]
    if (faults.strikes("chain: overpaid", 0.08)) return [[soon(), amount + random.int(1, amount)]]
    if (faults.strikes("chain: one micro short", 0.06)) return [[soon(), amount - 1]]
    if (faults.strikes("chain: one transaction, two transfers", 0.06)) {
      const part = random.int(1, amount - 1)
      return [[soon(), part, amount - part]]
    }
    if (faults.strikes("chain: split", 0.1)) {
      const part = random.int(1, amount - 1)
      return [
        [soon(), part],
        [soon(), amount - part]
      ]
    }
    if (faults.strikes("chain: second deposit", 0.06)) {
      return [
        [soon(), amount],
        [random.int(100, 3 * windowMs), random.int(1, amount)]
      ]
    }
    if (faults.strikes("chain: late", 0.08)) {
      return [[windowMs + random.int(-50, random.pick([100, 600_000])), amount]]
    }
    return [[soon(), amount]]
  }
}

/**
 * Of batches some pay at the last moment: seen in time, and final when the window is over. Some
 * send more when the batch is over, for long at times: nobody remembers it by then.
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

export const make = (setting: Setting, onFinal: OnFinal): World => {
  const { audit, breach, faults, machine } = setting
  const { world } = machine
  const random = setting.random.stream("chain")
  const places = setting.random.stream("places in blocks")
  const addresses = new Map<string, Address>()
  const customer = makeCustomer(setting, "customers")
  const batchCustomer = makeBatchCustomer(setting)
  let sent = 0
  /** Transactions that are neither final nor gone. */
  let underWay = 0

  const addressOf = (payoutId: string): Address => {
    const known = addresses.get(payoutId)
    if (known !== undefined) return known
    const made = { transfers: [], watchers: new Set<(transfer: Transfer) => void>() }
    addresses.set(payoutId, made)
    return made
  }

  const change = (payoutId: string, transfer: Transfer, state: Transfer["state"]): void => {
    transfer.state = state
    if (state === "final") {
      audit.final(payoutId, transfer.deposit)
      onFinal(payoutId, transfer.deposit, () => transfer.isTaken)
    }
    if (state === "dropped") audit.dropped(payoutId, transfer.deposit)
    for (const tell of addressOf(payoutId).watchers) tell({ ...transfer })
  }

  /** One transfer of a transaction, in the block that is mined now. */
  const transferOf = (payoutId: string, amount: number, txHash: string, logIndex: number) => {
    const deposit: Funding.Deposit = {
      ...{ chainId: 1, txHash, logIndex, amount },
      blockNumber: Math.floor(machine.now() / 12_000),
      seenAt: machine.now(),
      from: `sender to ${payoutId}`
    }
    const transfer: Transfer = { deposit, state: "mined", isTaken: false }
    const { transfers } = addressOf(payoutId)
    // Mined again at the same place of another block, it is the same transfer.
    const others = transfers.filter((one) => !isSame(one.deposit, deposit))
    transfers.splice(0, transfers.length, ...others, transfer)
    return transfer
  }

  /**
   * Mined, then final; a reorganisation may come between and put it into another block, where its
   * logs have other places.
   */
  const mine = (
    payoutId: string,
    amounts: ReadonlyArray<number>,
    txHash: string,
    isLast: boolean
  ): void => {
    const first = places.int(0, 3)
    const transfers = amounts.map((amount, index) =>
      transferOf(payoutId, amount, txHash, first + index)
    )
    const turn = (state: Transfer["state"]): void => {
      for (const transfer of transfers) change(payoutId, transfer, state)
    }
    for (const { deposit } of transfers) audit.mined(payoutId, deposit)
    turn("mined")
    const isSlow = faults.strikes("chain: slow finality", 0.05)
    const finalIn = isSlow ? random.int(600_000, 4_000_000) : random.int(1_000, 30_000)
    if (!isLast && faults.strikes("chain: reorganised", 0.1)) {
      world.after(random.int(100, finalIn), () => {
        turn("dropped")
        const again = random.chance(0.6)
        if (!again) underWay -= 1
        if (again) world.after(random.int(100, 60_000), () => mine(payoutId, amounts, txHash, true))
      })
    } else {
      world.after(finalIn, () => {
        underWay -= 1
        turn("final")
      })
    }
  }

  const send = (payoutId: string, [afterMs, ...amounts]: Payment): void => {
    const txHash = `0x${String(++sent).padStart(64, "0")}`
    underWay += 1
    world.after(Math.max(0, afterMs), () => mine(payoutId, amounts, txHash, false))
  }

  /**
   * Reports one address's transfers, those that stand and each change, until nothing is awaited.
   */
  const reportAll = Effect.fnUntraced(function* (
    { realm }: Host,
    { id }: Chain.Funded,
    listener: Chain.DepositListener
  ) {
    const { transfers, watchers } = addressOf(id)
    const waiting: Array<Transfer> = transfers.map((one) => ({ ...one }))
    let wake = (): void => {}
    const tell = (transfer: Transfer): void => {
      waiting.push(transfer)
      if (faults.strikes("chain: repeated observation", 0.1)) waiting.push(transfer)
      wake()
    }
    const next = realm.wait<void>((resume) => {
      wake = () => resume(Effect.void)
      if (waiting.length > 0) wake()
    })
    watchers.add(tell)
    yield* Effect.addFinalizer(() => Effect.sync(() => watchers.delete(tell)))
    const funded = listener.awaiting(id)
    if (funded !== undefined && breach === "chain finalizes what never arrived") {
      const made = { chainId: 1, txHash: `made up for ${id}`, logIndex: 9, blockNumber: 1 }
      const deposit = { ...made, amount: funded.sourceAmount, seenAt: funded.createdAt }
      yield* listener.report(id, { _tag: "Finalized", deposit })
    }
    while (listener.awaiting(id) !== undefined) {
      const transfer = waiting.shift()
      if (transfer === undefined) {
        yield* next
        continue
      }
      yield* Effect.sleep(random.int(0, 50))
      yield* listener.report(id, observe(transfer))
      if (transfer.state === "final") take(id, transfer.deposit)
    }
  }, Effect.scoped)

  const portOf = (host: Host): Chain.Chain["Service"] => {
    const early: Array<Chain.Funded> = []
    let announce = (funded: Chain.Funded): void => void early.push(funded)
    return {
      ...quietChain,
      announce: (funded) => announce(funded),
      follow: Effect.fnUntraced(function* (_, listener) {
        const run = yield* FiberMap.makeRuntime<never, string, never, void>()
        announce = (funded) => void run(funded.id, reportAll(host, funded, listener))
        for (const funded of early.splice(0)) announce(funded)
        yield* listener.ready
        return yield* Effect.never
      }, Effect.scoped)
    }
  }

  const take: World["take"] = (payoutId, deposit) => {
    for (const one of addressOf(payoutId).transfers) {
      if (isSame(one.deposit, deposit) && one.state === "final") one.isTaken = true
    }
  }

  return {
    port: portOf,
    expect: ({ _tag, fundingDeadline, id, sourceAmount }) => {
      const pays = _tag === "BatchCreated" ? batchCustomer : customer
      const payments = pays(sourceAmount, fundingDeadline - machine.now())
      for (const payment of payments) send(id, payment)
    },
    isExpecting: () => underWay > 0,
    topUp: (payoutId, amount) => send(payoutId, [1_000, amount]),
    take
  }
}
