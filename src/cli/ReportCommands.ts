/** Create reports over the whole log. They never write to it. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as LogReconciliation from "../app/LogReconciliation.ts"
import * as Ledger from "../domain/books/Ledger.ts"
import * as Network from "../domain/Network.ts"
import { reports as Words } from "./OperatorWords.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"
import { common as CommonWords } from "./Words.ts"

type Report = Effect.Success<ReturnType<typeof LogReconciliation.reconcile>>

const usdcDecimals = 6

/**
 * Decimals of the currency that ends an account's name, such as `spread_income USDC`. Foreign assets
 * are shown in their smallest units.
 */
const decimalsOf = (account: string): number => {
  if (Ledger.isForeign(account.slice(account.indexOf(" ") + 1))) return 0
  const currency = Network.currencies.find((each) => account.endsWith(` ${each}`))
  return currency === undefined ? usdcDecimals : Network.decimals(currency)
}

const balanceLines = ({ balances }: Report): ReadonlyArray<string> =>
  [...balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([account, amount]) => {
      const shown = Words.decimal(amount, decimalsOf(account))
      return `  ${account.padEnd(24)} ${shown.padStart(24)}`
    })

/** Balances on the chain and at providers. The books have no sales, fees, top-ups or other money. */
const heldLines = ({ held: { chain, wallets } }: Report): ReadonlyArray<string> => [
  ...(chain === undefined ? [] : [`  ${Words.onChain(chain)}`]),
  ...wallets.map((wallet) => `  ${Words.atProvider(wallet, decimalsOf(` ${wallet.currency}`))}`)
]

const show = (report: Report): string =>
  [
    Words.counts(report),
    Words.balances,
    ...balanceLines(report),
    ...(heldLines(report).length === 0 ? [] : [Words.held, ...heldLines(report)]),
    report.differences.length === 0
      ? Words.noDifferences
      : Words.differencesFollow(report.differences.length),
    ...report.differences.map(({ detail, id, kind }) => `  ${kind} ${id} ${detail}`.trimEnd())
  ].join("\n")

const asJson = (report: Report): string =>
  JSON.stringify(
    { ...report, balances: Object.fromEntries(report.balances) },
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)
  )

const reconcile = Command.make(
  "reconcile",
  {
    json: Flag.Boolean("json").pipe(
      Flag.withDescription(CommonWords.flags.jsonLine),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ json }) {
    const settings = yield* ServiceDatabase.existing()
    const report = yield* LogReconciliation.reconcile(settings)
    yield* Console.log(json ? asJson(report) : show(report))
    if (report.differences.length > 0) {
      return yield* ServiceClient.failed(Words.differences(report.differences.length))
    }
  })
).pipe(Command.withDescription(Words.commands.reconcile))

export const report = Command.make("report").pipe(
  Command.withDescription(Words.commands.report),
  Command.withSubcommands([reconcile])
)
