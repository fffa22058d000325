/**
 * The operators, who decide on holds, end reviews, send refunds, and report deposits that no
 * watcher follows. Before an operator fails a payout, the provider voids its reference or reports
 * that it was paid.
 */
import { Effect } from "effect"
import type * as Balance from "../../src/domain/balance/Balance.ts"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type * as Chain from "./Chain.ts"
import * as CorrectionDesk from "./CorrectionDesk.ts"
import type { Begin, Desk } from "./Desk.ts"
import { type Book, held } from "./PayoutBook.ts"
import type * as Provider from "./Provider.ts"
import type { Timeless } from "./Requests.ts"
import type * as Treasury from "./Treasury.ts"
import * as WithdrawalDesk from "./WithdrawalDesk.ts"

type Of<T extends Entry.Event["_tag"]> = Extract<Entry.Event, { _tag: T }>

type Command = Timeless<Parameters<Desk["asks"]["command"]>[2]>

const reviewers = { approves: 3, rejects: 2, never: 2 } as const

/** Draws an instruction for a transfer. */
const makeInstruction = ({ setting }: Desk) => {
  let drawn = 0
  return () => ({
    reference: `operator's reference ${++drawn}`,
    deadline: setting.machine.now() + 15 * 60_000
  })
}

/** Parts of the world that operators use in addition to the service. */
interface Outside {
  readonly chain: Chain.World
  readonly provider: Provider.World
  readonly treasury: Treasury.World
  /** True if the writer of a partition has applied its entries up to this one. */
  readonly isKnown: (partition: number, seq: number) => boolean
}

const people = ["Ada", "Ben"] as const

const openOffice = (desk: Desk, outside: Outside, begin: Begin) => {
  const { chain, isKnown, provider, treasury } = outside
  const { asks, balanceAsks, batchAsks, client, holdApprovals, setting } = desk
  const { audit, faults, spread } = setting
  const random = setting.random.stream("operators")
  const instruction = makeInstruction(desk)
  const acts = 0
  const isCareless = setting.breach === "one person releases a hold of two"
  /** The latest reference of each payout. */
  const latest = new Map<string, string>()
  return {
    acts,
    client,
    asks,
    balanceAsks,
    batchAsks,
    instruction,
    random,
    isCareless,
    holdApprovals,
    faults,
    audit,
    spread,
    chain,
    isKnown,
    provider,
    treasury,
    latest,
    begin
  }
}

type Office = ReturnType<typeof openOffice>

const order = (office: Office, id: string, command: Command) => {
  const key = `order ${++office.acts}`
  const voice = { by: "operator", accountId: "operators", key }
  return office.client.ask(office.asks.command(voice, id, command))
}

const orderBatch = (office: Office, id: string, command: Timeless<Batch.Command>) => {
  const key = `order ${++office.acts}`
  const voice = { by: "operator", accountId: "operators", key }
  return office.client.ask(office.batchAsks.command(voice, id, command))
}

const orderBalance = (office: Office, id: string, command: Timeless<Balance.Command>) => {
  const key = `order ${++office.acts}`
  const voice = { by: "operator", accountId: "operators", key }
  return office.client.ask(office.balanceAsks.command(voice, id, command))
}

const approval = (office: Office): Command => ({
  ...{ _tag: "Approve", instruction: office.instruction(), by: office.random.pick(people) },
  approvalsMin: office.isCareless ? 1 : office.holdApprovals
})

/** Decides on a hold. If two users must approve, the second decision may be by the first user. */
const decide = (office: Office, id: string): Effect.Effect<unknown> => {
  const decision = office.random.weighted(reviewers)
  if (decision === "never") return Effect.void
  const directed = office.faults.strikes("operator: says where refunds go", 0.3)
    ? { refundAddress: `0xback to ${id}` }
    : {}
  if (decision === "rejects") return order(office, id, { _tag: "Reject", ...directed })
  return Effect.gen(function* () {
    yield* order(office, id, { ...approval(office), ...directed })
    if (office.holdApprovals === 1) return
    yield* Effect.sleep(office.random.int(100, 60_000))
    yield* order(office, id, approval(office))
  })
}

/** Freezes a hold, and unfreezes it later, so that it needs a decision again. */
const freeze = (office: Office, id: string): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    yield* order(office, id, {
      _tag: "Freeze",
      by: office.random.pick(people),
      reason: "a true match"
    })
    yield* Effect.sleep(office.random.int(100, 900_000))
    for (const by of office.holdApprovals === 1 ? people.slice(0, 1) : [...people, people[1]]) {
      const vote = { by, peopleMin: office.holdApprovals }
      yield* order(office, id, {
        _tag: "Unfreeze",
        by,
        ...(office.holdApprovals === 1 ? {} : { vote })
      })
    }
  })

/** Releases the held deposits of a sender, with as many people as a hold needs. */
const releaseSender = (office: Office, id: string, sender: string): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const isOfTwo = office.holdApprovals > 1
    for (const by of isOfTwo ? [...people, people[0]] : people.slice(0, 1)) {
      const amount = office.audit.balances.held(id, sender)
      if (amount === 0) return
      const vote = { by, peopleMin: office.holdApprovals }
      const given = { _tag: "ReleaseHold", sender, amount, by } as const
      yield* orderBalance(office, id, isOfTwo ? { ...given, vote } : given)
      yield* Effect.sleep(office.random.int(100, 60_000))
    }
  })

/** Rows share their batch's address. With one partition, the chain accepts a row's id instead. */
const hasAddress = ({ spread }: Office, { birth }: Book): boolean =>
  birth.funding !== "balance" && (spread.count === 1 || birth.batchId === null)

/** Ends or continues a payout, and never ends one whose transfer may still be paid. */
const review = (office: Office, id: string): Effect.Effect<unknown> =>
  Effect.suspend(() => {
    const book = office.audit.books.get(id)
    if (book?.status !== "MANUAL_REVIEW") return Effect.void
    const choice = office.random.weighted({ retry: 4, end: 4, topUp: 2, never: 1 })
    const isFunded = held(book) >= book.birth.sourceAmount
    if (choice === "never") return Effect.void
    if (choice === "retry" && isFunded) {
      return order(office, id, { _tag: "Retry", instruction: office.instruction() })
    }
    if (choice === "topUp" && !isFunded && hasAddress(office, book)) {
      office.chain.topUp(id, book.birth.sourceAmount - held(book))
      return Effect.andThen(Effect.sleep(300_000), review(office, id))
    }
    if (book.live !== null && office.provider.voidReference(payoutOf(book), book.live) === "paid") {
      return order(office, id, { _tag: "Settle", providerReference: book.live })
    }
    return order(
      office,
      id,
      office.random.chance(0.5) ? { _tag: "Fail", reason: "unspecified" } : { _tag: "Reverse" }
    )
  })

const payoutOf = ({ birth }: Book): Payout => birth as unknown as Payout

/** Sends the due amount. If it has grown in between, the refusal causes another attempt. */
const refund = (office: Office, id: string): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const amount = office.audit.refunds.due(id)
    if (amount === 0) return
    const address = `0xback to ${id}`
    const txHash = office.faults.strikes("operator: wrong transaction", 0.3)
      ? mistaken(office, address, amount)
      : office.treasury.send(address, amount)
    const sending = { _tag: "SendRefund", amount, address, txHash } as const
    yield* isBatch(office, id) ? orderBatch(office, id, sending) : order(office, id, sending)
  })

/**
 * Sends another amount, or to another address. The API refuses an unknown transaction. One that
 * disappears later is a fault of the treasury, and rare because it is awaited for a day.
 */
const mistaken = (office: Office, address: string, amount: number): string => {
  return office.random.chance(0.5)
    ? office.treasury.send(address, amount + 1)
    : office.treasury.send("0xelsewhere", amount)
}

const isBatch = (office: Office, id: string): boolean => office.audit.batches.books.has(id)

/** Gives a command that the state does not allow, which must be refused. */
const outOfTurn = (office: Office, id: string): Effect.Effect<unknown> =>
  order(
    office,
    id,
    office.random.pick<Command>([{ _tag: "Cancel" }, approval(office), { _tag: "Reject" }])
  )

/** Sets a refund address, sometimes long after the end. */
const direct = (office: Office, id: string): Effect.Effect<unknown> => {
  const said = { _tag: "SetRefundAddress", address: `0xsaid for ${id}` } as const
  return isBatch(office, id) ? orderBatch(office, id, said) : order(office, id, said)
}

/** Reports about an abandoned transfer, which must have no effect. */
const stale = (office: Office, id: string, reference: string): Effect.Effect<unknown> =>
  order(
    office,
    id,
    office.random.pick<Command>([
      { _tag: "DeliverTransfer", reference, providerReference: `stale ${reference}` },
      { _tag: "AcceptTransfer", reference },
      { _tag: "ExpireTransfer", reference },
      {
        ...{ _tag: "RefuseTransfer", reference, reason: "provider_rejected" },
        ...{ next: office.instruction(), attemptsMax: 3 }
      }
    ])
  )

const requested = (office: Office, { id, reference }: Of<"TransferRequested">): void => {
  const before = office.latest.get(id)
  office.latest.set(id, reference)
  if (before === undefined || before === reference) return
  if (office.faults.strikes("provider: stale news", 0.5)) {
    office.begin(office.random.int(0, 20_000), stale(office, id, before))
  }
}

/** Opens a recall of a settled payout, and follows it to its end, sometimes with mistakes. */
const recall = (office: Office, id: string): Effect.Effect<unknown> =>
  Effect.gen(function* () {
    const { random } = office
    const book = office.audit.books.get(id)
    if (book === undefined) return
    const recallId = `rcl ${id} ${random.int(0, 1_000_000)}`
    const kind = random.pick(["returned", "recalled", "disputed"] as const)
    yield* order(office, id, { _tag: "OpenRecall", recallId, kind, reason: "it was claimed" })
    if (random.chance(0.1)) return
    yield* Effect.sleep(soon(office))
    const { targetAmount } = book.birth
    const hasMoney = random.chance(0.6)
    if (hasMoney) {
      const returned = random.pick([targetAmount, random.int(1, targetAmount), targetAmount + 1])
      const providerReference = `return of ${id}`
      const given = { _tag: "ReturnRecall", recallId, returned, providerReference } as const
      yield* order(office, id, given)
      yield* Effect.sleep(soon(office))
    }
    const outcomes = random.chance(0.8) === hasMoney ? ["returned"] : ["kept", "written_off"]
    const outcome = random.pick(outcomes) as "returned" | "kept" | "written_off"
    yield* order(office, id, { _tag: "CloseRecall", recallId, outcome })
  })

/** Sometimes a settled payout is recalled, and sometimes twice at once. */
const settled = (office: Office, id: string): void => {
  for (let count = 0; count < 2; count++) {
    if (office.faults.strikes("operator: recalls", 0.15)) {
      office.begin(soon(office), recall(office, id))
    }
  }
}

/** True if a payout or batch still watches for its deposits. */
const isWatched = (office: Office, id: string): boolean => {
  const batch = office.audit.batches.books.get(id)
  if (batch === undefined) return office.audit.books.get(id)?.status === "AWAITING_FUNDS"
  return batch.funding === "open" && batch.rows.some((row) => isUnfunded(office, row.id))
}

const isUnfunded = (office: Office, id: string): boolean => {
  const status = office.audit.books.get(id)?.status
  return status === "CREATED" || status === "AWAITING_FUNDS"
}

const giverOf = (office: Office, id: string) => {
  if (office.audit.balances.has(id)) return orderBalance
  return isBatch(office, id) ? orderBatch : order
}

/** Reports a final deposit to a payout, batch or balance without a watcher. */
const bring =
  (office: Office): Chain.OnFinal =>
  (id, deposit, isTaken) =>
    office.begin(
      60_000,
      Effect.gen(function* () {
        const give = giverOf(office, id)
        while (!isTaken()) {
          if (!isWatched(office, id)) {
            const done = yield* give(office, id, { _tag: "FinalizeDeposit", deposit })
            if (done._tag === "Answered") return office.chain.take(id, deposit)
          }
          yield* Effect.sleep(60_000)
        }
      })
    )

const soon = (office: Office) =>
  office.random.int(100, office.random.chance(0.2) ? 3_600_000 : 120_000)

/** The place of an event in the logs. */
interface Place {
  readonly partition: number
  readonly seq: number
}

/**
 * Lets customers pay. With several partitions, nobody knows an address before the writer has
 * applied its entry, and the watcher would miss a deposit to it.
 */
const payable = (office: Office, { partition, seq }: Place, pay: () => void): void => {
  if (office.spread.count === 1) return pay()
  office.begin(
    0,
    Effect.gen(function* () {
      while (!office.isKnown(partition, seq)) yield* Effect.sleep(100)
      pay()
    })
  )
}

/** Lets the customer of a new payout, batch or balance pay, unless the balance does. */
const awaitPayment = (
  office: Office,
  event: Of<"BatchCreated" | "PayoutCreated" | "BalanceOpened">,
  place: Place
): void => {
  if (event._tag === "BalanceOpened") {
    return payable(office, place, () => office.chain.fund(event.id))
  }
  // Customers pay a whole batch instead of its rows.
  const isRow = event._tag === "PayoutCreated" && event.batchId !== null
  const payer = event._tag === "BatchCreated" ? event.fundedBy : event.funding
  if (!isRow && payer === undefined) payable(office, place, () => office.chain.expect(event))
}

const heldBack = (office: Office, id: string): void => {
  const { begin, faults } = office
  begin(soon(office), decide(office, id))
  if (faults.strikes("operator: repeats", 0.2)) begin(soon(office), decide(office, id))
  if (faults.strikes("operator: freezes a hold", 0.3)) begin(soon(office), freeze(office, id))
}

const heard = (office: Office, event: Entry.Event, place: Place): void => {
  switch (event._tag) {
    case "BatchCreated":
    case "BalanceOpened":
      return awaitPayment(office, event, place)
    case "PayoutCreated":
      awaitPayment(office, event, place)
      if (office.faults.strikes("operator: out of turn", 0.05))
        office.begin(soon(office), outOfTurn(office, event.id))
      return
    case "BalanceSenderScreened":
      if (event.hold === null || office.random.chance(0.3)) return
      return office.begin(soon(office), releaseSender(office, event.id, event.sender))
    case "PayoutHeld":
      return heldBack(office, event.id)
    case "PayoutUnfrozen":
      office.begin(soon(office), decide(office, event.id))
      return office.begin(soon(office), refund(office, event.id))
    case "PayoutSettled":
      return settled(office, event.id)
    case "ReviewOpened":
      return office.begin(soon(office), review(office, event.id))
    case "TransferRequested":
      return requested(office, event)
    // A disproved refund is resent.
    case "RefundOpened":
    case "RefundDisproved":
    case "BatchRefundOpened":
    case "BatchRefundDisproved":
      if (office.faults.strikes("client: says where a refund goes", 0.2)) {
        office.begin(office.random.int(100, 7_200_000), direct(office, event.id))
      }
      return office.begin(soon(office), refund(office, event.id))
  }
}

export const make = (desk: Desk, outside: Outside, begin: Begin) => {
  const office = openOffice(desk, outside, begin)
  const corrections = CorrectionDesk.make(desk, begin)
  const withdrawals = WithdrawalDesk.make(desk, outside.treasury, begin)
  return {
    bring: bring(office),
    heard: ({ events, seq }: Entry.Entry, partition: number): void => {
      for (const event of events) {
        heard(office, event, { partition, seq })
        corrections.heard(event)
        withdrawals.heard(event)
      }
    }
  }
}
