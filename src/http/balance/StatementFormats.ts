/** The statement of a balance as JSON and as CSV. */
import type * as Balance from "../../domain/balance/Balance.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as BalanceStatement from "../../usecases/BalanceStatement.ts"
import * as CsvText from "../../usecases/CsvText.ts"
import * as Instants from "../contract/Instants.ts"
import * as ReportResponses from "../reports/ReportResponses.ts"
import * as BalanceJson from "./BalanceJson.ts"

/** A statement's text. Its totals are known before its movements are read. */
export type Format = ReportResponses.Format<Balance.Movement, null>

export const withoutTotals = { none: null, add: () => null }

const sum = ({ amount, count }: ReadModel.MovementSum) => ({
  ...{ count, amount_usdc: Money.toJson(Math.abs(amount), 6) }
})

/** The fields before the movements. */
export const head = ({
  accountId,
  from,
  generatedAt,
  isComplete,
  of,
  summary,
  to
}: BalanceStatement.Statement) => ({
  account_id: accountId,
  account_name: of,
  currency: "USDC" as const,
  ...{ from, to },
  is_complete: isComplete,
  generated_at: Instants.instant(generatedAt),
  opening_balance_usdc: Money.toJson(summary.opening, 6),
  closing_balance_usdc: Money.toJson(summary.closing, 6),
  credits: sum(summary.credits),
  debits: sum(summary.debits)
})

export const json = (statement: BalanceStatement.Statement): Format => ({
  ...withoutTotals,
  head: {},
  begin: `${JSON.stringify(head(statement)).slice(0, -1)},"movements":[`,
  between: ",",
  line: (movement) => JSON.stringify(BalanceJson.movement(movement)),
  end: () => "]}"
})

const columns = [
  ...(["at", "id", "type", "amount_usdc", "balance_after_usdc"] as const),
  ...BalanceJson.causes
] as const

type Cells = Partial<Readonly<Record<(typeof columns)[number], string>>>

const line = (cells: Cells): string => CsvText.line(columns.map((name) => cells[name] ?? null))

/** A signed amount with six decimals. */
export const usdc = (amount: Money.Micro): string =>
  `${amount < 0 ? "-" : ""}${Money.formatUsdc(Math.abs(amount))}`

/** A line with a balance at a time, without a movement. */
const balanceLine = (type: string, at: number, balance: Money.Micro): string =>
  line({ at: Instants.instant(at), type, balance_after_usdc: usdc(balance) })

const movementLine = (movement: Balance.Movement): string =>
  line({
    ...BalanceJson.movement(movement),
    amount_usdc: usdc(movement.amount),
    balance_after_usdc: usdc(movement.balanceAfter)
  })

/** The end of a statement: of its period, or the time of the request. */
const endOf = (statement: BalanceStatement.Statement): number =>
  statement.isComplete ? BalanceStatement.endOf(statement) - 1 : statement.generatedAt

const fileOf = ({ from, of, to }: BalanceStatement.Statement) => ({
  ...{ name: "balance-statement", of, days: `${from}-to-${to}` }
})

export const csv = (statement: BalanceStatement.Statement): Format => {
  const { accountId, isComplete, summary } = statement
  const opensAt = BalanceStatement.periodOf(accountId, statement).from
  const closing = isComplete ? "closing_balance" : "interim_balance"
  return {
    ...withoutTotals,
    head: ReportResponses.fileHead(fileOf(statement), ReportResponses.csvType),
    begin: CsvText.line(columns) + balanceLine("opening_balance", opensAt, summary.opening),
    between: "",
    line: movementLine,
    end: () => balanceLine(closing, endOf(statement), summary.closing)
  }
}

export const xmlHead = (statement: BalanceStatement.Statement) =>
  ReportResponses.fileHead(fileOf(statement), {
    contentType: "application/xml; charset=utf-8",
    ending: "xml"
  })
