/** Create reports over the whole log. They never write to it. */
import { Console, Effect } from "effect"
import { Command, Flag } from "effect/cli"
import * as LogReconciliation from "../app/LogReconciliation.ts"
import * as OperatorTools from "../app/OperatorTools.ts"
import type { Settings } from "../config/Settings.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as ForeignDeposit from "../domain/money/ForeignDeposit.ts"
import * as Network from "../domain/Network.ts"
import * as BookLogCommands from "./BookLogCommands.ts"
import * as ChainFlags from "./ChainFlags.ts"
import { reports as Words } from "./OperatorWords.ts"
import * as ProfitCommand from "./ProfitCommand.ts"
import * as ServiceClient from "./ServiceClient.ts"
import * as ServiceDatabase from "./ServiceDatabase.ts"
import { common as CommonWords } from "./Words.ts"

type Report = Effect.Success<ReturnType<typeof LogReconciliation.reconcile>>

const usdcDecimals = 6

const accountWidthMin = 24

/** Decimals of the currency that ends an account's name, such as `spread_income USDC`. */
const decimalsOf = (account: string): number => {
  const currency = Network.currencies.find((each) => account.endsWith(` ${each}`))
  return currency === undefined ? usdcDecimals : Network.decimals(currency)
}

/** An account with its chain, and its decimals. */
const accountOf = (key: string, assets: Report["assets"]): readonly [string, number] => {
  const [account = "", currency = ""] = key.split(" ")
  const asset = [...assets].find(([id]) => id === currency)?.[1]
  return asset === undefined
    ? [key, decimalsOf(key)]
    : [`${account} ${ForeignDeposit.nameOf(asset)}`, asset.decimals]
}

const balanceLines = ({ assets, balances }: Report): ReadonlyArray<string> => {
  const lines = [...balances]
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, amount]) => {
      const [account, decimals] = accountOf(key, assets)
      return [account, Words.decimal(amount, decimals)] as const
    })
  const width = Math.max(accountWidthMin, ...lines.map(([account]) => account.length))
  return lines.map(([account, shown]) => `  ${account.padEnd(width)} ${shown.padStart(24)}`)
}

type ForeignBalance = NonNullable<Report["held"]["foreign"]>[number]

const foreignLine = (balance: ForeignBalance): string =>
  `  ${Words.onOtherChain(ForeignDeposit.nameOf(balance), balance, balance.decimals)}`

/** Balances on the chains and at providers. The books have no sales, fees, top-ups or other money. */
const heldLines = ({ held: { chain, foreign = [], wallets } }: Report): ReadonlyArray<string> => [
  ...(chain === undefined ? [] : [`  ${Words.onChain(chain)}`]),
  ...foreign.map(foreignLine),
  ...wallets.map((wallet) => `  ${Words.atProvider(wallet, decimalsOf(` ${wallet.currency}`))}`)
]

const show = (report: Report): string =>
  [
    Words.counts(report),
    Words.balances,
    ...balanceLines(report),
    ...(heldLines(report).length === 0 ? [] : [Words.held, ...heldLines(report)]),
    ...(report.notCompared.length === 0
      ? []
      : [Words.notCompared(report.notCompared.map(({ chain }) => chain))]),
    report.differences.length === 0
      ? Words.noDifferences
      : Words.differencesFollow(report.differences.length),
    ...report.differences.map(
      ({ detail, id, kind }) => `  ${[kind, id, detail].filter((part) => part !== "").join(" ")}`
    )
  ].join("\n")

const asJson = (report: Report): string =>
  JSON.stringify(
    {
      ...report,
      balances: Object.fromEntries(report.balances),
      assets: Object.fromEntries(report.assets)
    },
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value)
  )

/** The settings with the nodes that the flags name, each chain once. */
const withNodes = Effect.fnUntraced(function* (settings: Settings, given: ReadonlyArray<string>) {
  if (given.length === 0) return settings
  const nodes = new Map<number, ReadonlyArray<string>>()
  for (const text of given) {
    const urls = ChainFlags.urlsOf(text)
    const chainId = yield* OperatorTools.chainIdOf(urls)
    if (chainId === settings.adapters.chain?.chainId) {
      return yield* ServiceClient.failed(Words.ownChain(KnownChain.nameOf(chainId)))
    }
    nodes.set(chainId, [...(nodes.get(chainId) ?? []), ...urls])
  }
  const extended = LogReconciliation.withNodes(settings, nodes)
  return extended ?? (yield* ServiceClient.failed(Words.simulated))
})

const reconcile = Command.make(
  "reconcile",
  {
    chainRpc: Flag.String("chain-rpc").pipe(
      Flag.withDescription(Words.flags.chainRpc),
      Flag.atLeast(0)
    ),
    json: Flag.Boolean("json").pipe(
      Flag.withDescription(CommonWords.flags.jsonLine),
      Flag.withDefault(false)
    )
  },
  Effect.fn(function* ({ chainRpc, json }) {
    const settings = yield* withNodes(yield* ServiceDatabase.existing(), chainRpc)
    const report = yield* LogReconciliation.reconcile(settings)
    yield* Console.log(json ? asJson(report) : show(report))
    if (report.differences.length > 0) {
      return yield* ServiceClient.failed(Words.differences(report.differences.length))
    }
  })
).pipe(Command.withDescription(Words.commands.reconcile))

export const report = Command.make("report").pipe(
  Command.withDescription(Words.commands.report),
  Command.withSubcommands([
    reconcile,
    BookLogCommands.books,
    BookLogCommands.postings,
    ProfitCommand.profit
  ])
)
