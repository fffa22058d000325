/**
 * The comparison of a run: the books of the whole log, the deposits, refunds and transfers of its
 * days, and the transfers of open breaks. A source that cannot be read is a gap, never agreement.
 */
import { Context, Effect, Metric, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as BookedFloats from "../domain/books/BookedFloats.ts"
import type * as Break from "../domain/books/Break.ts"
import * as Chart from "../domain/books/Chart.ts"
import * as DailyTotals from "../domain/books/DailyTotals.ts"
import * as DepositCheck from "../domain/books/DepositCheck.ts"
import * as FloatCheck from "../domain/books/FloatCheck.ts"
import * as Reconciliation from "../domain/books/Reconciliation.ts"
import type * as ReconciliationRun from "../domain/books/ReconciliationRun.ts"
import * as RefundCheck from "../domain/books/RefundCheck.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as Chain from "../engine/ports/Chain.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as Turns from "../telemetry/Turns.ts"
import * as Balances from "./Balances.ts"
import * as LoggedBooks from "./LoggedBooks.ts"
import * as Reconcile from "./Reconcile.ts"

/** The part of the log that a run compares. */
export interface Scope {
  /** Deposits, refunds and transfers before this time are not compared, milliseconds. */
  readonly since: number
  /** References of transfers that are compared at any time, because they have open breaks. */
  readonly references: ReadonlySet<string>
}

export interface Comparison extends Omit<ReconciliationRun.Comparison, "found"> {
  /** All differences, each once. */
  readonly differences: ReadonlyArray<Break.Difference>
  /** True if the comparison would have found the break. */
  readonly covers: Break.Findings["covers"]
}

const isKnownCurrency = (currency: string): currency is Chart.Currency =>
  Chart.currencies.some((each) => each === currency)

/** An amount as a decimal; `null` for a currency of another chain. */
export const decimalOf = (amount: bigint, currency: string): string | null =>
  isKnownCurrency(currency) ? DailyTotals.decimal(amount, Chart.decimalsOf(currency)) : null

export const differenceOf =
  (source: string) =>
  ({ detail, id, kind, reference, sides }: Reconciliation.Difference): Break.Difference => ({
    ...{ kind, source, subject: id, reference, detail },
    currency: sides?.currency ?? null,
    books: sides === undefined ? null : decimalOf(sides.books, sides.currency),
    reported: sides === undefined ? null : decimalOf(sides.reported, sides.currency)
  })

/** Makes a comparison in a separate turn of the event loop, so that requests are served between. */
const inTurn = <A>(compare: () => A): Effect.Effect<A> =>
  Effect.andThen(
    Effect.yieldNow,
    Effect.sync(() => Turns.during("books", compare))
  )

// ----------------------------------------------------------------------------- chain

/** Deposits and balances on the chain, or the reason why they cannot be read. */
const readChain = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const start = Reconciliation.startOf(books)
  const { last } = books
  if (start === undefined || last === undefined) {
    return { deposits: 0, refunds: 0, differences: [], held: {}, notCompared: [] }
  }
  const deposits = yield* Reconcile.readDepositsOnChain(books, start, last)
  const refunds = yield* Reconcile.proveRefunds(books)
  const balances = yield* Balances.compareChains(books)
  return {
    deposits: [...deposits.values()].flat().length,
    refunds: refunds.length,
    held: balances.held,
    notCompared: balances.notCompared,
    differences: [
      ...(yield* inTurn(() => DepositCheck.compareDeposits(books, deposits))),
      ...(yield* inTurn(() => DepositCheck.compareBalances(books, deposits))),
      ...refunds.flat(),
      ...balances.differences
    ]
  }
})

type OnChain = Effect.Success<ReturnType<typeof readChain>>

/** Reads with a separate reader, whose metrics must not replace those of the service's follower. */
const readWithSeparateChain = Effect.fnUntraced(function* (books: Reconciliation.Books) {
  const { chain } = yield* LoggedBooks.LoggedBooks
  const separate = Context.make(Chain.Chain, yield* chain)
  return yield* readChain(books).pipe(
    Effect.provideContext(separate),
    Effect.provideService(Metric.MetricRegistry, new Map())
  )
}, Effect.scoped)

const chainFigures = ({ held: { chain } }: OnChain): ReadonlyArray<ReconciliationRun.Figure> =>
  chain === undefined
    ? []
    : [
        {
          ...{ source: "chain", account: "deposits", currency: "USDC" },
          books: decimalOf(chain.books, "USDC"),
          reported: decimalOf(chain.inTreasury + chain.atAddresses, "USDC")
        }
      ]

// ----------------------------------------------------------------------------- providers

/** True if a run compares a transfer. Open ones are few, and may be paid at any time. */
const isCompared = (
  { at, outcome, transfer }: Reconciliation.TransferReference,
  { references, since }: Scope
): boolean => at >= since || outcome === "open" || references.has(transfer.reference)

const compareTransfers = Effect.fnUntraced(function* (books: Reconciliation.Books, scope: Scope) {
  const inScope = [...books.references.values()].filter((one) => isCompared(one, scope))
  const compared = yield* Effect.forEach(
    inScope,
    (reference) =>
      Effect.map(
        Effect.andThen(Effect.yieldNow, Reconcile.compareTransfer(books, reference)),
        (result) => ({
          ...result,
          reference: reference.transfer.reference,
          provider: Reconciliation.providerOf(reference.transfer)
        })
      ),
    { concurrency: Limits.reconcile.queriesAtOnce }
  )
  const unknown = compared.filter(({ isKnown }) => !isKnown)
  const gaps = [...Map.groupBy(unknown, ({ provider }) => provider)].map(
    ([source, { length }]) => ({
      source,
      reason: `The provider did not report ${length} of the transfers.`
    })
  )
  const known = compared.filter(({ isKnown }) => isKnown)
  return {
    gaps,
    count: compared.length,
    references: new Set(known.map(({ reference }) => reference)),
    differences: known.flatMap(({ differences, provider }) =>
      differences.map(differenceOf(provider))
    )
  }
})

type Wallets = Effect.Success<ReturnType<typeof Balances.compareProviders>>["wallets"]

const walletFigures = (wallets: Wallets): ReadonlyArray<ReconciliationRun.Figure> =>
  wallets.map(({ books, currency, provider, wallet }) => ({
    ...{ source: provider, account: "provider_float", currency },
    books: decimalOf(books, currency),
    reported: wallet === undefined ? null : decimalOf(wallet, currency)
  }))

const walletDifferences = (
  compared: ReadonlyMap<string, Reconciliation.Difference | undefined>
): ReadonlyArray<Break.Difference> =>
  [...compared].flatMap(([key, found]) => {
    const [provider = ""] = key.split(" ")
    return found === undefined ? [] : [differenceOf(provider)(found)]
  })

const walletGaps = (silent: ReadonlyArray<string>): ReadonlyArray<ReconciliationRun.Gap> =>
  silent.map((source) => ({ source, reason: "The provider did not report its balances." }))

// ----------------------------------------------------------------------------- books

const bookFigures = ({ balances }: Reconciliation.Books): ReadonlyArray<ReconciliationRun.Figure> =>
  [...balances]
    .filter(([, amount]) => amount !== 0n)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([key, amount]) => {
      const [account = "", currency = ""] = key.split(" ")
      const books = decimalOf(amount, currency)
      return books === null ? [] : [{ source: "books", account, currency, books, reported: null }]
    })

const asGap = <A, R>(source: string, read: Effect.Effect<A, Unavailable, R>) =>
  Effect.map(Effect.result(read), (result) =>
    Result.isSuccess(result)
      ? { read: result.success, gaps: [] }
      : { read: undefined, gaps: [{ source, reason: result.failure.message }] }
  )

const noChain = { deposits: 0, refunds: 0, differences: [], notCompared: [] }

/** Compares everything in the scope. Fails only if the log cannot be read. */
export const compare = Effect.fnUntraced(function* (scope: Scope) {
  const { read } = yield* LoggedBooks.LoggedBooks
  const { balances: before } = yield* Balances.readReported
  const books = yield* read({ since: scope.since, named: scope.references })
  const chain = yield* asGap("chain", readWithSeparateChain(books))
  const transfers = yield* compareTransfers(books, scope)
  const providers = yield* Balances.compareProviders(books, before)
  const onChain = chain.read ?? noChain
  const inBooks = [
    ...(yield* inTurn(() => Reconciliation.auditBooks(books))),
    ...(yield* inTurn(() => RefundCheck.sharedRefunds(books))),
    ...providers.differences
  ]
  const comparison: Comparison = {
    counts: {
      ...books.counts,
      deposits: onChain.deposits,
      refunds: onChain.refunds,
      transfers: transfers.count
    },
    figures: [
      ...(chain.read === undefined ? [] : chainFigures(chain.read)),
      ...walletFigures(providers.wallets),
      ...bookFigures(books)
    ],
    gaps: [...chain.gaps, ...transfers.gaps, ...walletGaps(providers.silent)],
    chainsWithoutNodes: onChain.notCompared.map(KnownChain.nameOf),
    differences: [
      ...inBooks.map(differenceOf("books")),
      ...onChain.differences.map(differenceOf("chain")),
      ...walletDifferences(providers.compared),
      ...transfers.differences
    ],
    covers: ({ kind, reference, since, source }) => {
      if (kind === "float_differs") {
        return providers.compared.has(BookedFloats.keyOf(source, FloatCheck.currencyOf(reference)))
      }
      if (Reconciliation.isOfStatement(kind)) return false
      if (source === "books") return true
      if (source === "chain") return chain.read !== undefined && scope.since <= since
      return transfers.references.has(reference)
    }
  }
  return comparison
})
