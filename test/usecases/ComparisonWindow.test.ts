/**
 * Comparisons of the logs of simulated services, with planted differences, at several times. What
 * ended before the window leaves the books, and every result is that of books that keep everything.
 */

import * as crypto from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import * as BookedFloats from "../../src/domain/books/BookedFloats.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import * as Statement from "../../src/domain/books/Statement.ts"
import type * as Funding from "../../src/domain/money/Funding.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as CompareDay from "../../src/usecases/CompareDay.ts"
import * as LoggedBooks from "../../src/usecases/LoggedBooks.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import * as Simulation from "../simulation/Simulation.ts"
import { quietChain, quietProvider } from "../support/quiet.ts"

type Log = ReadonlyArray<Entry.Entry>
type Logs = ReadonlyArray<Log>
type Read = (logs: Logs, window: Reconciliation.Window) => Reconciliation.Books

/** A share of a text, from 0 to 1, which chooses what is planted. */
const shareOf = (text: string): number =>
  crypto.createHash("sha256").update(text).digest().readUInt32BE() / 2 ** 32

// ----------------------------------------------------------------------------- logs

const rewritten = (log: Log, change: (text: string) => string): Log =>
  log.map((entry): Entry.Entry => JSON.parse(change(JSON.stringify(entry))))

/** A log whose deposit addresses have the form of the chain's. */
const withAddresses = (log: Log): Log =>
  rewritten(log, (text) =>
    text.replaceAll(/"0x((?:po|bt|bk|bal)_\w+)"/g, (_, id: string) => {
      const digits = crypto.createHash("sha256").update(id).digest("hex").slice(0, 40)
      return `"0x${digits}"`
    })
  )

/** Logs of one, two and three partitions. A log of one partition follows no blocks. */
const worlds: ReadonlyArray<Logs> = [1, 2, 4, 5, 8].map((seed) =>
  Simulation.run({ seed, partitions: 1 + (seed % 3) }).logs.map(withAddresses)
)

const eventsOf = (logs: Logs): ReadonlyArray<Entry.Event> =>
  logs.flat().flatMap(({ events }) => events)

/** Times in a log: near its beginning, between its parts, and after its end. */
const timesOf = (logs: Logs): ReadonlyArray<number> => {
  const times = logs
    .flat()
    .map(({ at }) => at)
    .toSorted((one, other) => one - other)
  return [0.01, 0.3, 0.6, 0.8, 1].map(
    (part) => (times[Math.ceil(part * times.length) - 1] ?? 0) + 1
  )
}

/** The payouts of all transfers, by reference. */
const transfersOf = (logs: Logs): ReadonlyMap<string, string> =>
  new Map(
    eventsOf(logs).flatMap((event) =>
      event._tag === "TransferRequested" ? [[event.reference, event.id] as const] : []
    )
  )

// ----------------------------------------------------------------------------- books

/** The partitions in the order in which a run reads them: the directory is last. */
const inOrder = (logs: Logs): ReadonlyArray<readonly [number, Log]> => {
  const [first, ...others] = logs.entries()
  return first === undefined ? [] : [...others, first]
}

const leaving: Read = (logs, { named, since }) => {
  const books = Reconciliation.open(since, named)
  for (const [partition, log] of inOrder(logs)) {
    for (const entry of log) Reconcile.record(books, entry, partition)
  }
  return books
}

const record = (books: Reconciliation.Books, event: Entry.Event, partition: number): void => {
  if (Entry.isPayoutEvent(event)) Reconciliation.record(books, "payout", event)
  else if (Entry.isBatchEvent(event)) Reconciliation.record(books, "batch", event)
  else if (Entry.isBalanceEvent(event)) Reconciliation.record(books, "balance", event)
  else if (Entry.isWithdrawalEvent(event)) Reconciliation.record(books, "withdrawal", event)
  else if (Entry.isBookingEvent(event)) BookedFloats.record(books, event)
  else if (event._tag === "ChainReached") Reconciliation.record(books, "cursor", event, partition)
}

const keeping: Read = (logs, { named, since }) => {
  const books = Reconciliation.open(since, named)
  for (const [partition, log] of inOrder(logs)) {
    for (const event of log.flatMap(({ events }) => events)) record(books, event, partition)
  }
  return books
}

// ----------------------------------------------------------------------------- outside

/** The log's final transfers by owner. Some are absent on the chain, and some differ. */
const loggedOnChain = (logs: Logs): ReadonlyMap<string, ReadonlyArray<Funding.Deposit>> => {
  const planted = eventsOf(logs).flatMap((event) => {
    if (!/Finalized$|DustReceived$/.test(event._tag) || !("deposit" in event)) return []
    const { deposit, id } = event
    const share = shareOf(deposit.txHash)
    if (share < 0.2) return []
    const amount = deposit.amount + (share < 0.4 ? 1_000_000 : 0)
    return [{ id, deposit: { ...deposit, amount } }]
  })
  const byId = Map.groupBy(planted, ({ id }) => id)
  return new Map([...byId].map(([id, all]) => [id, all.map(({ deposit }) => deposit)]))
}

/** Transfers that only the chain has, at some addresses and in some block. */
const onlyOnChain = (address: string, blocks: ReadonlyArray<number>): Array<Funding.Deposit> => {
  const share = shareOf(address)
  if (share > 0.5) return []
  const blockNumber = blocks[Math.floor(share * 2 * blocks.length)] ?? 0
  const amount = share < 0.1 ? 5_000 : 5_000_000
  return [{ chainId: 1, txHash: `only ${address}`, logIndex: 0, blockNumber, amount, seenAt: 0 }]
}

const chainOf = (logs: Logs, asked: Array<string>): Chain.Chain["Service"] => {
  const cursors = eventsOf(logs).flatMap((event) =>
    event._tag === "ChainReached" ? [event.cursor] : []
  )
  const blocks = cursors.map(({ blockNumber }) => blockNumber)
  const logged = loggedOnChain(logs)
  const owned = eventsOf(logs).flatMap((event) => {
    if (!("depositAddress" in event)) return []
    const address = event.depositAddress.toLowerCase()
    const deposits = [...(logged.get(event.id) ?? []), ...onlyOnChain(address, blocks)]
    return deposits.map((deposit) => ({ address, deposit }))
  })
  const follow: Chain.Blocks["follow"] = (_, listener) =>
    Effect.gen(function* () {
      const owners = yield* listener.owners(owned.map(({ address }) => address))
      for (const { address, deposit } of owned) {
        const owner = owners.get(address)
        if (owner !== undefined) yield* listener.report(owner, { _tag: "Finalized", deposit })
      }
      for (const cursor of cursors) yield* listener.advance(cursor)
      return yield* Effect.never
    })
  return {
    ...quietChain,
    chainId: cursors[0]?.chainId ?? 1,
    deposits: { _tag: "Blocks", first: Effect.never, follow },
    prove: (txHash, _, __, since) =>
      Effect.succeed(
        shareOf(`${txHash} ${since}`) < 0.5
          ? { _tag: "Absent" }
          : { _tag: "Final", transfers: 1, isThirdParty: false }
      ),
    holdings: (addresses) => {
      asked.push(...addresses.map((one) => one.toLowerCase()))
      const atAddresses = BigInt(addresses.length)
      return Effect.succeed({ blockNumber: 1, treasury: "0x", inTreasury: 0n, atAddresses })
    }
  }
}

const outcomes: ReadonlyArray<Provider.Outcome> = [
  { _tag: "Refused", reason: "unspecified", retryable: false },
  { _tag: "Unknown", checkAgainAt: null, isPermanent: true },
  { _tag: "Unknown", checkAgainAt: null, isPermanent: false },
  { _tag: "Delivered", providerReference: "paid" },
  { _tag: "Delivered", providerReference: "paid" }
]

const provider = Layer.succeed(Provider.Provider, {
  ...quietProvider,
  precheck: () => Effect.succeed(undefined),
  submit: () => Effect.die(new Error("A comparison makes no payment")),
  check: ({ phone }, { reference }) => {
    assert.notStrictEqual(phone, "", "A payout that has left is compared")
    const outcome = outcomes[Math.floor(shareOf(reference) * outcomes.length)]
    return Effect.succeed(outcome as Provider.Outcome)
  },
  wallets: Effect.succeed([{ provider: "one", balances: new Map([["UGX", 5n]] as const) }])
})

// ----------------------------------------------------------------------------- results

const sorted = (all: ReadonlyArray<unknown>): ReadonlyArray<string> =>
  all
    .map((one) =>
      JSON.stringify(one, (_, value) => (typeof value === "bigint" ? `${value}` : value))
    )
    .toSorted()

/** Everything that a comparison finds, in an order that does not depend on the books. */
const results = Effect.fnUntraced(function* (read: Read, logs: Logs, scope: CompareDay.Scope) {
  const asked: Array<string> = []
  const comparison = yield* CompareDay.compare(scope).pipe(
    Effect.provide(provider),
    Effect.provideService(LoggedBooks.LoggedBooks, {
      read: (window) => Effect.sync(() => read(logs, window)),
      chain: Effect.succeed(chainOf(logs, asked))
    })
  )
  const { chainsWithoutNodes, counts, differences, figures, gaps } = comparison
  return {
    ...{ chainsWithoutNodes, counts, gaps: sorted(gaps), figures: sorted(figures) },
    ...{ differences: sorted(differences), asked: asked.toSorted() }
  }
})

const statementOf = (logs: Logs, identifies: Statement.Identified): Statement.Statement => {
  const from = timesOf(logs)[3] ?? 0
  const lines = [...transfersOf(logs)].flatMap(([transfer, payout], index) => {
    const share = shareOf(`line ${transfer}`)
    if (share < 0.3) return []
    const outcome = (["paid", "failed", "returned"] as const)[Math.floor(share * 30) % 3] ?? "paid"
    const reference = identifies === "payout" ? payout : transfer
    const line = { line: index, reference, providerReference: null, outcome }
    return [{ ...line, amount: "1000", currency: "UGX", at: from }]
  })
  const file = { provider: "one", name: "a.csv", sha256: "00", identifies, lines, fees: [] }
  const days = { firstDay: "2026-01-01", lastDay: "2026-01-01" }
  return { ...file, ...days, from, to: from + 1e9, total: lines.length }
}

describe("A comparison of a part of the log", { timeout: 300_000 }, () => {
  it.effect("finds, sums and counts the same whether or not ended payouts leave the books", () =>
    Effect.gen(function* () {
      const found = new Set<string>()
      let [left, returned] = [0, 0]
      const compareAt = Effect.fnUntraced(function* (logs: Logs, since: number) {
        const open = [...transfersOf(logs).keys()].filter((one) => shareOf(`open ${one}`) < 0.2)
        const scope = { since, references: new Set(open) }
        const whole = yield* results(keeping, logs, scope)
        assert.deepStrictEqual(yield* results(leaving, logs, scope), whole)
        for (const one of whole.differences) found.add(JSON.parse(one).kind)
        const { ended, payouts } = leaving(logs, { since, named: scope.references })
        left += ended.subjects.size()
        returned += [...payouts.keys()].filter((id) => ended.subjects.find(id)).length
      })
      for (const logs of worlds) {
        for (const since of timesOf(logs)) yield* compareAt(logs, since)
      }
      assert.isAtLeast(found.size, 6)
      assert.isAbove(left, 100)
      assert.isAbove(returned, 0)
    })
  )

  it("finds the same in a statement about payouts that have left", () => {
    let found = 0
    for (const logs of worlds) {
      for (const identifies of Statement.identified) {
        const statement = statementOf(logs, identifies)
        const { from: since, lines } = statement
        const named = new Set(lines.map(({ reference }) => reference))
        const of = (read: Read) =>
          sorted(Statement.compare(read(logs, { since, named }), statement, since))
        assert.deepStrictEqual(of(leaving), of(keeping))
        found += of(keeping).length
      }
    }
    assert.isAbove(found, 20)
  })
})
