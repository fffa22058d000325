/**
 * The people: who decides holds, ends reviews, sends refunds, and brings in what the chain shows
 * while nobody watches. They are careful: who gives up on a payout first rings the provider and
 * has the reference voided, or learns that it was paid.
 */
import { Effect } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type { Payout } from "../../src/domain/payout/Payout.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type * as Chain from "./Chain.ts"
import type { Begin, Desk } from "./Desk.ts"
import { type Book, held } from "./PayoutBook.ts"
import type * as Provider from "./Provider.ts"
import type { Timeless } from "./Requests.ts"
import type * as Treasury from "./Treasury.ts"

type Of<T extends Entry.Event["_tag"]> = Extract<Entry.Event, { _tag: T }>

type Command = Timeless<Parameters<Desk["asks"]["command"]>[2]>

const reviewers = { approves: 4, rejects: 3, never: 1 } as const

/** Draws what an operator may need: the desk's instruction for a transfer. */
const makeInstruction = ({ setting }: Desk) => {
  let drawn = 0
  return () => ({
    reference: `operator's reference ${++drawn}`,
    deadline: setting.machine.now() + 15 * 60_000
  })
}

/** What operators have to do with, beside the service. */
interface Outside {
  readonly chain: Chain.World
  readonly provider: Provider.World
  readonly treasury: Treasury.World
}

const people = ["Ada", "Ben"] as const

export const make = (desk: Desk, { chain, provider, treasury }: Outside, begin: Begin) => {
  const { asks, batchAsks, client, holdApprovals, setting } = desk
  const { audit, faults } = setting
  const random = setting.random.stream("operators")
  const instruction = makeInstruction(desk)
  let acts = 0

  const order = (id: string, command: Command) => {
    const key = `order ${++acts}`
    const voice = { by: "operator", accountId: "operators", key }
    return client.ask(asks.command(voice, id, command))
  }

  const orderBatch = (id: string, command: Timeless<Batch.Command>) => {
    const key = `order ${++acts}`
    const voice = { by: "operator", accountId: "operators", key }
    return client.ask(batchAsks.command(voice, id, command))
  }

  const isCareless = setting.breach === "one person releases a hold of two"

  const approval = (): Command => ({
    ...{ _tag: "Approve", instruction: instruction(), by: random.pick(people) },
    approvalsMin: isCareless ? 1 : holdApprovals
  })

  /** Where two must approve, a second comes later: at times it is the first again. */
  const decide = (id: string): Effect.Effect<unknown> => {
    const decision = random.weighted(reviewers)
    if (decision === "never") return Effect.void
    const directed = faults.strikes("operator: says where refunds go", 0.3)
      ? { refundAddress: `0xback to ${id}` }
      : {}
    if (decision === "rejects") return order(id, { _tag: "Reject", ...directed })
    return Effect.gen(function* () {
      yield* order(id, { ...approval(), ...directed })
      if (holdApprovals === 1) return
      yield* Effect.sleep(random.int(100, 60_000))
      yield* order(id, approval())
    })
  }

  /** Freezes a hold, and later makes it one again: then it is decided on once more. */
  const freeze = (id: string): Effect.Effect<unknown> =>
    Effect.gen(function* () {
      yield* order(id, { _tag: "Freeze", by: random.pick(people), reason: "a true match" })
      yield* Effect.sleep(random.int(100, 900_000))
      for (const by of holdApprovals === 1 ? people.slice(0, 1) : [...people, people[1]]) {
        const word = { by, names: [], peopleMin: holdApprovals }
        yield* order(id, { _tag: "Unfreeze", by, ...(holdApprovals === 1 ? {} : { word }) })
      }
    })

  /** Gives up or goes on; never gives up on a transfer that may still be paid. */
  const review = (id: string): Effect.Effect<unknown> =>
    Effect.suspend(() => {
      const book = audit.books.get(id)
      if (book?.status !== "MANUAL_REVIEW") return Effect.void
      const choice = random.weighted({ retry: 4, end: 4, topUp: 2, never: 1 })
      const isFunded = held(book) >= book.birth.sourceAmount
      if (choice === "never") return Effect.void
      if (choice === "retry" && isFunded) {
        return order(id, { _tag: "Retry", instruction: instruction() })
      }
      if (choice === "topUp" && !isFunded) {
        chain.topUp(id, book.birth.sourceAmount - held(book))
        return Effect.andThen(Effect.sleep(300_000), review(id))
      }
      if (book.live !== null && provider.voidReference(payoutOf(book), book.live) === "paid") {
        return order(id, { _tag: "Settle", providerReference: book.live })
      }
      return order(
        id,
        random.chance(0.5) ? { _tag: "Fail", reason: "unspecified" } : { _tag: "Reverse" }
      )
    })

  const payoutOf = ({ birth }: Book): Payout => birth as unknown as Payout

  /** Sends what is due, which may have grown meanwhile: then it is looked at again. */
  const refund = (id: string): Effect.Effect<unknown> =>
    Effect.gen(function* () {
      const amount = audit.refunds.due(id)
      if (amount === 0) return
      const address = `0xback to ${id}`
      const txHash = faults.strikes("operator: wrong transaction", 0.3)
        ? mistaken(address, amount)
        : treasury.send(address, amount)
      const sending = { _tag: "SendRefund", amount, address, txHash } as const
      yield* isBatch(id) ? orderBatch(id, sending) : order(id, sending)
    })

  /**
   * A transaction of another amount, or to someone else. Of none at all the API knows before; what
   * disappears later, the treasury's chain shows (TreasuryAddress.ts): it is waited for a day, so rarely.
   */
  const mistaken = (address: string, amount: number): string => {
    return random.chance(0.5)
      ? treasury.send(address, amount + 1)
      : treasury.send("0xelsewhere", amount)
  }

  const isBatch = (id: string): boolean => audit.batches.books.has(id)

  /** Who orders what the state does not allow must be refused. */
  const outOfTurn = (id: string): Effect.Effect<unknown> =>
    order(id, random.pick<Command>([{ _tag: "Cancel" }, approval(), { _tag: "Reject" }]))

  /** Says where money goes that is due back, at times when all else is over long ago. */
  const direct = (id: string): Effect.Effect<unknown> => {
    const said = { _tag: "SetRefundAddress", address: `0xsaid for ${id}` } as const
    return isBatch(id) ? orderBatch(id, said) : order(id, said)
  }

  /** The latest reference of each payout. */
  const latest = new Map<string, string>()

  /** News of a transfer that was given up: whatever they say, nothing comes of them. */
  const stale = (id: string, reference: string): Effect.Effect<unknown> =>
    order(
      id,
      random.pick<Command>([
        { _tag: "DeliverTransfer", reference, providerReference: `stale ${reference}` },
        { _tag: "AcceptTransfer", reference },
        { _tag: "ExpireTransfer", reference },
        {
          ...{ _tag: "RefuseTransfer", reference, reason: "provider_rejected" },
          ...{ next: instruction(), attemptsMax: 3 }
        }
      ])
    )

  const requested = ({ id, reference }: Of<"TransferRequested">): void => {
    const before = latest.get(id)
    latest.set(id, reference)
    if (before === undefined || before === reference) return
    if (faults.strikes("provider: stale news", 0.5)) {
      begin(random.int(0, 20_000), stale(id, before))
    }
  }

  /** Whether a payout or batch still watches for its deposits by itself. */
  const isWatched = (id: string): boolean => {
    const batch = audit.batches.books.get(id)
    if (batch === undefined) return audit.books.get(id)?.status === "AWAITING_FUNDS"
    return batch.funding === "open" && batch.rows.some((row) => isUnfunded(row.id))
  }

  const isUnfunded = (id: string): boolean => {
    const status = audit.books.get(id)?.status
    return status === "CREATED" || status === "AWAITING_FUNDS"
  }

  /** Brings a final deposit to whoever does not watch for it any more. */
  const bring: Chain.OnFinal = (id, deposit, isTaken) =>
    begin(
      60_000,
      Effect.gen(function* () {
        const give = isBatch(id) ? orderBatch : order
        while (!isTaken()) {
          if (!isWatched(id)) {
            const done = yield* give(id, { _tag: "FinalizeDeposit", deposit })
            if (done._tag === "Answered") return chain.take(id, deposit)
          }
          yield* Effect.sleep(60_000)
        }
      })
    )

  const soon = () => random.int(100, random.chance(0.2) ? 3_600_000 : 120_000)

  const heard = (event: Entry.Event): void => {
    switch (event._tag) {
      case "BatchCreated":
        return chain.expect(event)
      case "PayoutCreated":
        // For rows the whole batch is paid.
        if (event.batchId === null) chain.expect(event)
        if (faults.strikes("operator: out of turn", 0.05)) begin(soon(), outOfTurn(event.id))
        return
      case "PayoutHeld":
        begin(soon(), decide(event.id))
        if (faults.strikes("operator: repeats", 0.2)) begin(soon(), decide(event.id))
        if (faults.strikes("operator: freezes a hold", 0.3)) begin(soon(), freeze(event.id))
        return
      case "PayoutUnfrozen":
        begin(soon(), decide(event.id))
        return begin(soon(), refund(event.id))
      case "ReviewOpened":
        return begin(soon(), review(event.id))
      case "TransferRequested":
        return requested(event)
      // What was not sent after all is sent again.
      case "RefundOpened":
      case "RefundDisproved":
      case "BatchRefundOpened":
      case "BatchRefundDisproved":
        if (faults.strikes("client: says where a refund goes", 0.2)) {
          begin(random.int(100, 7_200_000), direct(event.id))
        }
        return begin(soon(), refund(event.id))
    }
  }

  return { bring, heard: (entry: Entry.Entry) => entry.events.forEach(heard) }
}
