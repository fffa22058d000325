/**
 * The statement of a balance in ISO 20022 camt.053.001.08, for banking and accounting software.
 *
 * USDC has no ISO 4217 code, so its amounts have the code USD. The schema allows five decimals and
 * USDC has six. Each balance is cut off after the fifth, and an entry is the difference between two
 * balances. All figures therefore agree with each other, and an entry differs from its exact amount
 * by less than 0.00001. The exact amounts are quantities and texts.
 */
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as ReadModel from "../../engine/ports/ReadModel.ts"
import * as BalanceStatement from "../../usecases/BalanceStatement.ts"
import * as Instants from "../contract/Instants.ts"
import * as BalanceJson from "./BalanceJson.ts"
import * as StatementFormats from "./StatementFormats.ts"

const namespace = "urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"

const currency = "USD"

/** Characters that XML 1.0 does not allow, in any form. */
const forbidden = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" }

/** A text of a limited length, in characters. */
const textOf = (text: string, max: number): string =>
  [...text.replace(forbidden, "?")]
    .slice(0, max)
    .join("")
    .replace(/[&<>]/g, (sign) => entities[sign] ?? "")

/** An element with texts or elements, which are XML already. */
const element = (name: string, ...content: ReadonlyArray<string>): string =>
  `<${name}>${content.join("")}</${name}>`

/** Lengths of the schema's texts. */
const [refMax, nameMax, remittanceMax, infoMax] = [35, 140, 140, 500]

/** Whole tens of micro-USDC in a balance. */
const tensOf = (balance: number): number => Math.floor(balance / 10)

const tensPerUsdc = 100_000

/** An amount without its sign. */
const decimal = (tens: number): string => {
  const units = Math.abs(tens)
  const rest = String(units % tensPerUsdc).padStart(5, "0")
  return `${Math.floor(units / tensPerUsdc)}.${rest}`
}

const amount = (tens: number): string => `<Amt Ccy="${currency}">${decimal(tens)}</Amt>`

const sign = (signed: number): string => element("CdtDbtInd", signed < 0 ? "DBIT" : "CRDT")

const dateTime = (at: number): string => Instants.instant(at)

/** Characters of a time that a file or message id may have: `20260302T120000Z`. */
const compact = (time: string): string => time.replace(/[-:]|\.\d+/g, "")

const daysOf = ({ from, to }: BalanceStatement.Days): string => `${compact(from)}-${compact(to)}`

const balance = (code: string, of: number, date: string): string =>
  element(
    "Bal",
    element("Tp", element("CdOrPrtry", element("Cd", code))),
    ...[amount(tensOf(of)), sign(of), element("Dt", date)]
  )

const entrySum = (name: string, { count, tens }: ReadModel.MovementSum): string =>
  element(name, element("NbOfNtries", String(count)), element("Sum", decimal(tens)))

const summary = ({ credits, debits }: ReadModel.BalanceSummary): string => {
  const net = credits.tens + debits.tens
  return element(
    "TxsSummry",
    element(
      "TtlNtries",
      element("NbOfNtries", String(credits.count + debits.count)),
      element("Sum", decimal(credits.tens - debits.tens)),
      element("TtlNetNtry", element("Amt", decimal(net)), sign(net))
    ),
    entrySum("TtlCdtNtries", credits),
    entrySum("TtlDbtNtries", debits)
  )
}

const accountOf = ({ accountId, of }: BalanceStatement.Statement): string =>
  element(
    "Acct",
    element("Id", element("Othr", element("Id", textOf(accountId, 34)))),
    element("Tp", element("Prtry", "USDC balance")),
    element("Ccy", currency),
    element("Ownr", element("Nm", textOf(of, nameMax)))
  )

const begin = (statement: BalanceStatement.Statement): string => {
  const { accountId, from, generatedAt, isComplete, summary: sums, to } = statement
  const messageId = `${daysOf(statement)}-${compact(dateTime(generatedAt))}`
  const period = BalanceStatement.periodOf(accountId, statement)
  const createdAt = element("CreDtTm", dateTime(generatedAt))
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<Document xmlns="${namespace}"><BkToCstmrStmt>`,
    element("GrpHdr", element("MsgId", messageId), createdAt),
    "<Stmt>",
    // Two statements of a period that has not ended differ, and so do their ids.
    element("Id", isComplete ? daysOf(statement) : messageId),
    createdAt,
    element(
      "FrToDt",
      element("FrDtTm", dateTime(period.from)),
      element("ToDtTm", dateTime(period.before - 1))
    ),
    accountOf(statement),
    balance("OPBD", sums.opening, element("Dt", from)),
    isComplete
      ? balance("CLBD", sums.closing, element("Dt", to))
      : balance("ITBD", sums.closing, element("DtTm", dateTime(generatedAt))),
    summary(sums)
  ].join("\n")
}

const end = ({ isComplete, summary: { closing, opening } }: BalanceStatement.Statement): string => {
  const { usdc } = StatementFormats
  const info =
    "Amounts are USDC. It has no ISO 4217 code, so they have the code USD. They are cut off after " +
    "five decimals. " +
    `Exact opening balance: ${usdc(opening)} USDC. Exact ${isComplete ? "closing" : "interim"} ` +
    `balance: ${usdc(closing)} USDC.${isComplete ? "" : " The period has not ended."}`
  return `\n${element("AddtlStmtInf", textOf(info, infoMax))}\n</Stmt></BkToCstmrStmt></Document>\n`
}

/** References of a movement: short ones as references, and others as remittance information. */
const causesOf = (movement: Balance.Movement) => {
  const causes = Object.entries(BalanceJson.causeOf(movement))
  const isShort = ([, value]: readonly [string, string]): boolean => value.length <= refMax
  return {
    references: causes.filter(isShort),
    remittance: causes.filter((cause) => !isShort(cause))
  }
}

const details = (movement: Balance.Movement, tens: number): string => {
  const { references, remittance } = causesOf(movement)
  const unstructured = remittance.map(([name, value]) =>
    element("Ustrd", textOf(`${name} ${value}`, remittanceMax))
  )
  return element(
    "TxDtls",
    element(
      "Refs",
      element("AcctSvcrRef", movement.id),
      ...references.map(([name, value]) =>
        element("Prtry", element("Tp", name), element("Ref", textOf(value, refMax)))
      )
    ),
    ...[amount(tens), sign(movement.amount)],
    ...(unstructured.length === 0 ? [] : [element("RmtInf", ...unstructured)]),
    element(
      "RltdQties",
      element(
        "Prtry",
        element("Tp", "USDC"),
        element("Qty", StatementFormats.usdc(Math.abs(movement.amount)))
      )
    )
  )
}

const entry = (movement: Balance.Movement): string => {
  const { amount: exact, at, balanceAfter, id, type } = movement
  const tens = tensOf(balanceAfter) - tensOf(balanceAfter - exact)
  const time = element("DtTm", dateTime(at))
  return element(
    "Ntry",
    element("NtryRef", id),
    ...[amount(tens), sign(exact)],
    element("Sts", element("Cd", "BOOK")),
    element("BookgDt", time),
    element("ValDt", time),
    element("AcctSvcrRef", id),
    element("BkTxCd", element("Prtry", element("Cd", type))),
    element("NtryDtls", details(movement, tens)),
    element(
      "AddtlNtryInf",
      `Exact amount: ${StatementFormats.usdc(exact)} USDC. ` +
        `Balance after: ${StatementFormats.usdc(balanceAfter)} USDC.`
    )
  )
}

export const format = (statement: BalanceStatement.Statement): StatementFormats.Format => ({
  ...StatementFormats.withoutTotals,
  head: StatementFormats.xmlHead(statement),
  begin: begin(statement),
  between: "",
  line: (movement) => `\n${entry(movement)}`,
  end: () => end(statement)
})
