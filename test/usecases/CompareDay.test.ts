/** Ten planted differences between the books, the chain and the providers: each is named. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as BookedFloats from "../../src/domain/books/BookedFloats.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import type * as Chain from "../../src/engine/ports/Chain.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as CompareDay from "../../src/usecases/CompareDay.ts"
import * as LoggedBooks from "../../src/usecases/LoggedBooks.ts"
import { at, deposit, event, exact, historyTo, usdc } from "../support/fixtures.ts"
import { quietChain, quietProvider } from "../support/quiet.ts"

const cursor = (blockNumber: number) => ({
  ...{ chainId: 1, blockNumber, blockHash: `0x${blockNumber}`, blockAt: blockNumber * 12_000 }
})

/** A history under another id. Its transfer and its transactions are others, too. */
const named = (id: string, history: ReadonlyArray<Payout.Event>): ReadonlyArray<Payout.Event> =>
  history.map((one) => {
    const renamed = JSON.parse(JSON.stringify(one).replaceAll("tr_1", `tr_${id}`))
    return { ...renamed, id, ...(one._tag === "PayoutCreated" ? addressOf(id) : {}) }
  })

const addressOf = (id: string) => ({ depositAddress: `0x${id}` })

/** A payout of which a confirmed refund has this transaction. */
const refunded = (txHash: string): ReadonlyArray<Payout.Event> => [
  ...historyTo.PAYOUT_CONFIRMED,
  event("TransferRefused", at(5), { reference: "tr_1", reason: "unspecified" }),
  event("PayoutFailed", at(5), { reason: "unspecified" }),
  event("RefundOpened", at(5), { amount: usdc(25) }),
  event("RefundSent", at(6), { amount: usdc(25), address: "0xaa", txHash }),
  event("RefundConfirmed", at(7), { txHash })
]

type Histories = Readonly<Record<string, ReadonlyArray<Payout.Event>>>

/** Books of histories, each of the payout with its name, on a chain that was followed. */
const booksOf = (histories: Histories, since: number): Reconciliation.Books => {
  const books = Reconciliation.open(since)
  for (const [id, history] of Object.entries(histories)) {
    for (const one of named(id, history)) Reconciliation.record(books, "payout", one)
  }
  for (const number of [0, 200]) {
    const reached = { _tag: "ChainReached", id: "chain_1", at: 0, cursor: cursor(number) } as const
    Reconciliation.record(books, "cursor", reached)
  }
  return books
}

const chainOf = (
  depositsOf: Readonly<Record<string, ReadonlyArray<typeof exact>>>,
  more: Partial<Chain.Chain["Service"]> = {}
): Chain.Chain["Service"] => ({
  ...quietChain,
  chainId: 1,
  deposits: {
    ...{ _tag: "Blocks", first: Effect.never },
    follow: (_, listener) =>
      Effect.gen(function* () {
        for (const [id, deposits] of Object.entries(depositsOf)) {
          const owners = yield* listener.owners([`0x${id.toLowerCase()}`])
          for (const owner of owners.values()) {
            for (const one of deposits) {
              yield* listener.report(owner, { _tag: "Finalized", deposit: one })
            }
          }
        }
        yield* listener.advance(cursor(200))
        return yield* Effect.never
      })
  },
  ...more
})

const delivered: Provider.Outcome = { _tag: "Delivered", providerReference: "paid" }
const refused: Provider.Outcome = { _tag: "Refused", reason: "unspecified", retryable: false }
const lost: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: true }
const silent: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }

/** The outcome of each payout's transfer at the provider; delivered by default. */
type Outcomes = Readonly<Record<string, Provider.Outcome>>

const checked: Array<string> = []

const providerOf = (outcomes: Outcomes, wallets: ReadonlyArray<Provider.Wallets> = []) =>
  Layer.succeed(Provider.Provider, {
    ...quietProvider,
    precheck: () => Effect.succeed(undefined),
    submit: () => Effect.die(new Error("A comparison makes no payment")),
    check: ({ id }) => {
      checked.push(id)
      return Effect.succeed(outcomes[id] ?? delivered)
    },
    wallets: Effect.succeed(wallets)
  })

const scope: CompareDay.Scope = { since: 0, references: new Set() }

const compare = (
  books: (since: number) => Reconciliation.Books,
  chain: Chain.Chain["Service"],
  provider: Layer.Layer<Provider.Provider>,
  of = scope
) =>
  CompareDay.compare(of).pipe(
    Effect.provide(provider),
    Effect.provideService(LoggedBooks.LoggedBooks, {
      read: ({ since }) => Effect.sync(() => books(since)),
      chain: Effect.succeed(chain)
    })
  )

const paid = [exact]

describe("A comparison", () => {
  it.effect("names each of ten planted differences, with both amounts", () =>
    Effect.gen(function* () {
      const histories: Histories = {
        agreed: historyTo.SETTLED,
        refusedThere: historyTo.SETTLED,
        lostThere: historyTo.SETTLED,
        paidThere: refunded("0xone"),
        missingOnChain: historyTo.SETTLED,
        moreOnChain: historyTo.SETTLED,
        differing: historyTo.SETTLED,
        unproven: refunded("0xabsent"),
        sharing: refunded("0xone")
      }
      const make = (since: number) => {
        const books = booksOf(histories, since)
        books.balances.set("provider_float KES", -7n)
        books.balances.set("customers USDC", -1n)
        return books
      }
      const everyone = Object.fromEntries(Object.keys(histories).map((id) => [id, paid]))
      const chain = chainOf(
        {
          ...everyone,
          ...{ missingOnChain: [], moreOnChain: [exact, deposit(9, 3, 9)] },
          differing: [{ ...exact, amount: usdc(24) }]
        },
        {
          prove: (txHash) =>
            Effect.succeed(
              txHash === "0xabsent"
                ? { _tag: "Absent" }
                : { _tag: "Final", transfers: 1, isThirdParty: false }
            )
        }
      )
      const outcomes = {
        refusedThere: refused,
        lostThere: lost,
        unproven: refused,
        sharing: refused
      }
      const { differences, gaps } = yield* compare(make, chain, providerOf(outcomes))
      assert.deepStrictEqual(gaps, [])
      assert.deepStrictEqual(
        differences
          .filter(({ reference }) => reference !== "USDC")
          .map((one) => [one.kind, one.source, one.subject, one.books, one.reported].join(" "))
          .sort(),
        [
          // The currency as a whole does not balance either.
          "books_do_not_balance books   ",
          "books_do_not_balance books  -0.000001 0.000000",
          "books_do_not_balance books  -7 0",
          "deposit_differs chain differing 25.000000 24.000000",
          "deposit_not_in_log chain moreOnChain 0.000000 3.000000",
          "deposit_not_on_chain chain missingOnChain 25.000000 0.000000",
          "refund_not_on_chain chain unproven  ",
          "refund_transaction_shared books sharing  ",
          "settled_not_delivered sandbox refusedThere 91575 0",
          "unknown_at_provider sandbox lostThere  ",
          "delivered_not_settled sandbox paidThere 0 91575"
        ].sort()
      )
    })
  )
})

describe("A process that compares a day", () => {
  it.effect("serves requests between the checks of two transfers", () =>
    Effect.gen(function* () {
      const count = 40 * Limits.reconcile.queriesAtOnce
      const ids = Array.from({ length: count }, (_, index) => `po${index}`)
      const histories = Object.fromEntries(ids.map((id) => [id, historyTo.SETTLED]))
      const onChain = chainOf(Object.fromEntries(ids.map((id) => [id, paid])))
      let turns = 0
      const turn = (): void => {
        turns += 1
        next = setImmediate(turn)
      }
      let next = setImmediate(turn)
      yield* Effect.addFinalizer(() => Effect.sync(() => clearImmediate(next)))
      const { counts } = yield* compare(
        (since) => booksOf(histories, since),
        onChain,
        providerOf({})
      )
      assert.strictEqual(counts.transfers, count)
      assert.isAtLeast(turns, count / Limits.reconcile.queriesAtOnce)
    })
  )
})

describe("The reader of the chain", () => {
  it.effect("leaves the metrics of the service's follower alone", () =>
    Effect.gen(function* () {
      const lag = Metric.gauge("test_chain_lag")
      yield* Metric.update(lag, 3)
      const chain = chainOf(
        {},
        {
          holdings: () => Effect.as(Metric.update(lag, 99), undefined)
        }
      )
      yield* compare((since) => booksOf({}, since), chain, providerOf({}))
      assert.deepStrictEqual(yield* Metric.value(lag), { value: 3 })
    })
  )
})

describe("A balance at a provider", () => {
  const topUp = {
    ...({ _tag: "BookingProposed", id: "bkg_1", at: 1, by: "usr_1", kind: "top_up" } as const),
    ...({ provider: "mtn", currency: "UGX", moved: 500, payoutId: null } as const),
    ...({ debit: "provider_float", credit: "treasury_fiat", sold: null, result: null } as const),
    ...{ valueDate: "2026-01-05", reference: "wire 1", reason: "top-up" }
  }
  const booked = { _tag: "BookingBooked", id: "bkg_1", at: 2, by: "usr_1" } as const

  const make = (since: number): Reconciliation.Books => {
    const books = booksOf({}, since)
    for (const one of [topUp, booked]) BookedFloats.record(books, one)
    return books
  }
  const reporting = (balance: bigint | undefined) =>
    providerOf({}, [
      {
        provider: "mtn",
        balances: balance === undefined ? undefined : new Map([["UGX", balance] as const])
      }
    ])

  it.effect("that bookings and payouts do not explain is a break of its provider", () =>
    Effect.gen(function* () {
      const { covers, differences, figures } = yield* compare(make, chainOf({}), reporting(499n))
      const sides = { currency: "UGX", books: "500", reported: "499" }
      assert.lengthOf(differences, 1)
      assert.deepInclude(differences[0], {
        ...{ kind: "float_differs", source: "mtn", reference: "provider_float UGX", ...sides }
      })
      const figure = { source: "mtn", account: "provider_float", ...sides }
      assert.deepInclude(figures, figure)
      const known = { ...differences[0], since: 0 } as Parameters<typeof covers>[0]
      assert.isTrue(covers(known))
      assert.isFalse(covers({ ...known, source: "pawapay" }))
    })
  )

  it.effect("resolves its break if it agrees again, and not while the provider is silent", () =>
    Effect.gen(function* () {
      const known = { kind: "float_differs", source: "mtn", since: 0 } as const
      const one = { ...known, reference: "provider_float UGX" }
      const agreed = yield* compare(make, chainOf({}), reporting(500n))
      assert.deepStrictEqual(agreed.differences, [])
      assert.isTrue(agreed.covers(one as Parameters<typeof agreed.covers>[0]))
      const away = yield* compare(make, chainOf({}), reporting(undefined))
      assert.deepStrictEqual(away.differences, [])
      assert.isFalse(away.covers(one as Parameters<typeof away.covers>[0]))
    })
  )
})

describe("A source that is not compared", () => {
  it.effect(
    "is a gap if the chain or a provider cannot be read, and its breaks are not covered",
    () =>
      Effect.gen(function* () {
        const away = Effect.fail(new Unavailable({ message: "The chain cannot be asked." }))
        const chain = chainOf({ one: paid, other: paid }, { holdings: () => away })
        const provider = providerOf({ one: silent }, [{ provider: "mtn", balances: undefined }])
        const histories = { one: historyTo.SETTLED, other: historyTo.SETTLED }
        const { covers, differences, gaps } = yield* compare(
          (since) => booksOf(histories, since),
          ...([chain, provider] as const)
        )
        assert.deepStrictEqual(differences, [])
        assert.deepStrictEqual(gaps, [
          { source: "chain", reason: "The chain cannot be asked." },
          { source: "sandbox", reason: "The provider did not report 1 of the transfers." },
          { source: "mtn", reason: "The provider did not report its balances." }
        ])
        const known = { status: "open", since: 0, kind: "usdc_short" } as Parameters<
          typeof covers
        >[0]
        assert.isFalse(covers({ ...known, source: "chain", reference: "x" }))
        assert.isFalse(covers({ ...known, source: "sandbox", reference: "tr_one" }))
        assert.isTrue(covers({ ...known, source: "sandbox", reference: "tr_other" }))
        assert.isTrue(covers({ ...known, source: "books", reference: "USDC" }))
        const ofFile = { ...known, kind: "statement_paid_twice" } as const
        assert.isFalse(covers({ ...ofFile, source: "sandbox", reference: "tr_other" }))
      })
  )

  it.effect("is a transfer of an earlier day, unless it is open or has an open break", () =>
    Effect.gen(function* () {
      const histories = {
        ...{ old: historyTo.SETTLED, broken: historyTo.SETTLED },
        open: historyTo.MANUAL_REVIEW
      }
      const everyone = chainOf({ old: paid, broken: paid, open: paid })
      checked.length = 0
      const outcomes = { open: refused }
      const later = { since: at(60 * 24), references: new Set(["tr_broken"]) }
      const { counts, covers } = yield* compare(
        (since) => booksOf(histories, since),
        ...([everyone, providerOf(outcomes), later] as const)
      )
      assert.deepStrictEqual(checked.toSorted(), ["broken", "open"])
      assert.strictEqual(counts.transfers, 2)
      const earlier = { ...{ source: "chain", reference: "x", since: at(1) }, kind: "usdc_short" }
      assert.isFalse(covers(earlier as Parameters<typeof covers>[0]), "its blocks were not read")
    })
  )
})
