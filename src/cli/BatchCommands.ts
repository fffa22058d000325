/** `batches submit`: a CSV file, from upload to the last row. */
import * as path from "node:path"
import { Console, Effect, FileSystem, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import * as FailedRows from "../client/FailedRows.ts"
import type { BatchPayout, PayoutClient } from "../client/main.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { batches as Words } from "./Words.ts"

type Batch = Awaited<ReturnType<PayoutClient["batches"]["get"]>>

/** Every row is final: paid, failed or reversed. */
const isOver = ({ pending }: Batch): boolean => pending === 0

const barChars = 30

const bar = ({ completed, failed, status, total }: Batch): string => {
  const done = completed + failed
  const full = total === 0 ? barChars : Math.floor((done / total) * barChars)
  const state = Words.state({ done, failed, status, total })
  return `[${"#".repeat(full).padEnd(barChars, ".")}] ${state}`
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
    const line = Output.coloured(text.padEnd(before.length), process.stderr)
    return Effect.sync(() => process.stderr.write(`\r${line}${end}`))
  }
}

interface Options {
  readonly pollMs: number
  readonly show: (batch: Batch) => Effect.Effect<unknown>
}

const read = (client: PayoutClient, id: string) =>
  ServiceClient.call((signal) => client.batches.get(id, { signal }))

const poll = Effect.fnUntraced(function* (client: PayoutClient, first: Batch, options: Options) {
  const { pollMs, show } = options
  let batch = first
  yield* show(batch)
  while (!isOver(batch)) {
    yield* Effect.sleep(pollMs)
    batch = yield* read(client, first.id)
    yield* show(batch)
  }
  return batch
})

const follow = (client: PayoutClient, first: Batch, options: Options) =>
  poll(client, first, options).pipe(ServiceClient.onStop(Words.continues(first.id)))

/** The rows that ended unpaid, in the order of the file. */
const unpaidOf = (client: PayoutClient, id: string) =>
  ServiceClient.call(async (signal) => {
    const found: Array<BatchPayout> = []
    const all = client.batches.payouts.all(id, { order: "file" }, { signal })
    for await (const each of all) if (FailedRows.isUnpaid(each)) found.push(each)
    return found
  })

const whyUnpaid = ({ amount_usdc, failure_reason, recipient_phone, status }: BatchPayout): string =>
  Words.unpaidRow(recipient_phone, amount_usdc, failure_reason ?? status.toLowerCase())

const resultFile = (file: string): string => {
  const { dir, name } = path.parse(file)
  return path.join(dir, `${name}.failed.csv`)
}

/** A batch is called after its file: a name has at most 80 characters. */
const nameOf = (file: string): string => path.parse(file).name.slice(0, 80)

const submit = Command.make(
  "submit",
  {
    file: Argument.File("file.csv", { mustExist: true }),
    name: Flag.String("name").pipe(Flag.withDescription(Words.nameOfBatch), Flag.optional),
    funding: ServiceClient.funding,
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ file, funding, name, pollMs, url }) {
    const files = yield* FileSystem.FileSystem
    const client = yield* ServiceClient.account(url)
    const text = yield* files.readFileString(file)
    const options = {
      name: Option.getOrElse(name, () => nameOf(file)),
      ...Option.match(funding, { onNone: () => ({}), onSome: (funding) => ({ funding }) })
    }
    const { data: submitted, isReplayed } = yield* ServiceClient.call((signal) =>
      client.batches.submitCsv(text, { ...options, signal }).withResponse()
    ).pipe(ServiceClient.onStop(Words.stoppedInUpload))
    const first = isReplayed ? yield* read(client, submitted.id) : submitted
    yield* Console.log(first.id)
    if (isReplayed) yield* ServiceClient.progress(Words.submittedBefore(first.name))
    yield* ServiceClient.progress(first.message)
    const batch = yield* follow(client, first, { pollMs, show: progress() })
    const rows = yield* unpaidOf(client, batch.id)
    if (rows.length === 0) return yield* ServiceClient.progress(Words.everyRowIsPaid)
    yield* Effect.forEach(rows, (row) => ServiceClient.progress(whyUnpaid(row)))
    const result = resultFile(file)
    yield* files.writeFileString(result, FailedRows.csv(rows))
    return yield* ServiceClient.failed(Words.unpaidIn(rows.length, result))
  })
).pipe(Command.withDescription(Words.commands.submit(FailedRows.columns)))

/** A line of JSON for each change. */
const jsonLines = () => {
  let shown = ""
  return (batch: Batch) => {
    const text = JSON.stringify(batch)
    if (text === shown) return Effect.void
    shown = text
    return Console.log(text)
  }
}

const watch = Command.make(
  "watch",
  {
    id: Argument.String("batch-id"),
    json: Output.json,
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ id, json, pollMs, url }) {
    const client = yield* ServiceClient.account(url)
    const first = yield* read(client, id)
    const show = json ? jsonLines() : progress()
    const { failed, status } = yield* follow(client, first, { pollMs, show })
    if (status !== "completed") return yield* ServiceClient.failed(Words.endedAs(status))
    if (failed > 0) return yield* ServiceClient.failed(Words.unpaid(failed))
  })
).pipe(Command.withDescription(Words.commands.watch))

export const batches = Command.make("batches").pipe(
  Command.withDescription(Words.commands.batches),
  Command.withSubcommands([submit, watch])
)
