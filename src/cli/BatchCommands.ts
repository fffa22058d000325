/** `batches submit`: a CSV file, from upload to the last row. */
import * as path from "node:path"
import { parse } from "csv-parse/sync"
import { Console, Effect, FileSystem } from "effect"
import { Argument, Command } from "effect/cli"
import type { PayoutClient } from "../client/main.ts"
import * as ServiceClient from "./ServiceClient.ts"

/** The columns of the file. */
const columns = ["phone", "network", "amount_usdc", "name", "idempotency_key"]
const keyColumn = columns.indexOf("idempotency_key")

type Batch = Awaited<ReturnType<PayoutClient["batches"]["get"]>>

const isOver = ({ status }: Batch): boolean => status === "completed" || status === "cancelled"

const barChars = 30

const bar = ({ completed, failed, status, total }: Batch): string => {
  const done = completed + failed
  const full = total === 0 ? barChars : Math.floor((done / total) * barChars)
  const failures = failed === 0 ? "" : `, ${failed} failed`
  return `[${"#".repeat(full).padEnd(barChars, ".")}] ${done}/${total} ${status}${failures}`
}

/** On a terminal one line that changes, elsewhere a line for each change. */
const progress = () => {
  const isTerminal = process.stderr.isTTY === true
  let shown = ""
  return (batch: Batch) => {
    const text = bar(batch)
    if (text === shown) return Effect.void
    const before = shown
    shown = text
    if (!isTerminal) return ServiceClient.progress(text)
    const end = isOver(batch) ? "\n" : ""
    return Effect.sync(() => process.stderr.write(`\r${text.padEnd(before.length)}${end}`))
  }
}

const follow = Effect.fnUntraced(function* (client: PayoutClient, first: Batch, pollMs: number) {
  const show = progress()
  let batch = first
  yield* show(batch)
  while (!isOver(batch)) {
    yield* Effect.sleep(pollMs)
    batch = yield* ServiceClient.call((signal) => client.batches.get(first.id, { signal }))
    yield* show(batch)
  }
  return batch
})

const cell = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

const csv = (rows: ReadonlyArray<ReadonlyArray<string>>): string =>
  rows.map((row) => `${row.map(cell).join(",")}\n`).join("")

/** The rows that were not paid, as they stood in the file, and why. */
const unpaid = (client: PayoutClient, id: string, text: string) =>
  ServiceClient.call(async (signal) => {
    const rows: Array<Array<string>> = parse(text, { bom: true, skip_empty_lines: true })
    const byKey = new Map(rows.slice(1).map((row) => [row[keyColumn] ?? "", row]))
    const found: Array<ReadonlyArray<string>> = []
    for await (const each of client.batches.payouts.all(id, {}, { signal })) {
      if (each.status === "SETTLED") continue
      const row = byKey.get(each.idempotency_key ?? "") ?? columns.map(() => "")
      found.push([...row, each.payout_id, each.failure_reason ?? each.status.toLowerCase()])
    }
    return found
  })

const resultFile = (file: string): string => {
  const { dir, name } = path.parse(file)
  return path.join(dir, `${name}.failed.csv`)
}

const submit = Command.make(
  "submit",
  {
    file: Argument.File("file.csv", { mustExist: true }),
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ file, pollMs, url }) {
    const files = yield* FileSystem.FileSystem
    const client = yield* ServiceClient.account(url)
    const text = yield* files.readFileString(file)
    const first = yield* ServiceClient.call((signal) => client.batches.submitCsv(text, { signal }))
    yield* Console.log(first.id)
    yield* ServiceClient.progress(first.message)
    const batch = yield* follow(client, first, pollMs)
    const rows = yield* unpaid(client, batch.id, text)
    if (rows.length === 0) return yield* ServiceClient.progress("Every row is paid.")
    const result = resultFile(file)
    const header = [...columns, "payout_id", "failure_reason"]
    yield* files.writeFileString(result, csv([header, ...rows]))
    return yield* ServiceClient.failed(`${rows.length} rows were not paid: ${result}`)
  })
).pipe(
  Command.withDescription(
    `Submit a file (${columns.join(",")}) and follow it; failed rows go to file.failed.csv`
  )
)

export const batches = Command.make("batches").pipe(
  Command.withDescription("Batches of the account"),
  Command.withSubcommands([submit])
)
