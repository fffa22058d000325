/**
 * Responses about submitted rows. They must name a batch of exactly these rows, or true problems of
 * the rows.
 */
import type { RowProblem } from "../../src/domain/batch/NewBatch.ts"
import type { BatchBooks } from "./BatchBooks.ts"
import { must } from "./Claim.ts"
import type { Host } from "./Host.ts"
import type { LogBooks } from "./LogBooks.ts"
import type { Answered, Request, Row, Submitted } from "./Requests.ts"

type Refusal = { readonly _tag: string } & Partial<{ readonly problems: ReadonlyArray<RowProblem> }>

const quoteTags: Readonly<Record<string, string>> = {
  not_found: "QuoteNotFound",
  expired: "QuoteExpired",
  already_used: "QuoteAlreadyUsed"
}

export const make = (batches: BatchBooks, log: LogBooks) => {
  const isTwice = (rows: ReadonlyArray<Row>, field: "key" | "quoteId", row: Row): boolean =>
    rows.filter((one) => one[field] === row[field]).length > 1

  const justified = (
    host: Host,
    request: Request,
    { accountId, asked, kind }: Submitted,
    { code, field, message, row: place }: RowProblem
  ): void => {
    const row = asked[place - 1]
    if (row === undefined) return must(false, `Row ${place} is wrong, and nobody sent it`)
    if (code === "duplicate") {
      const isSame = isTwice(asked, field === "quote_id" ? "quoteId" : "key", row)
      return must(isSame, "A row is refused as another one's double, and there is none")
    }
    if (field === "idempotency_key" && code === "already_used") {
      const isUsed = batches.isUsed(accountId, kind, row.key, request.at)
      return must(isUsed, "A row's key is refused that was not used within a day")
    }
    const tag = field === "quote_id" ? quoteTags[code] : undefined
    if (tag === undefined) return must(false, `A good row is refused: ${field} ${message}`)
    log.rejected(host, request, tag, row.quoteId ?? "")
  }

  return {
    answered: ({ asked }: Submitted, { body }: Answered): void =>
      batches.answered(JSON.parse(body).id, asked),
    refused: (host: Host, request: Request, rows: Submitted, { _tag, problems }: Refusal): void => {
      if (_tag !== "InvalidRows") return
      must(problems !== undefined && problems.length > 0, "Rows are refused, and nothing is wrong")
      for (const problem of problems ?? []) justified(host, request, rows, problem)
    }
  }
}
