/**
 * `reconcile`, `statement` and `breaks`: kept comparisons of the log, with sources and with
 * statement files, and the differences that they found.
 */
import * as path from "node:path"
import { Console, Effect, FileSystem, Option, Result, Schema } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { PayoutClient } from "../client/main.ts"
import { reconcile as Words } from "./OperatorWords.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

type Admin = PayoutClient["admin"]
type Reconciliation = Awaited<ReturnType<Admin["reconciliations"]["get"]>>
type Break = Awaited<ReturnType<Admin["breaks"]["get"]>>

const day = Argument.String("day")

const breakId = Argument.String("break-id")

const text = (name: keyof typeof Words.flags) =>
  Flag.String(name).pipe(Flag.withDescription(Words.flags[name]))

const none = "–"

/** The day of a run, or the file and its period. */
const nameOf = ({ day, statement }: Reconciliation): string =>
  statement === null
    ? day
    : Words.statement(statement.name, statement.lines, statement.from, statement.to)

const show = (run: Reconciliation): string =>
  [
    Words.outcome(nameOf(run), run.outcome ?? run.status, run.differences_total),
    ...run.gaps.map(({ reason, source }) => Words.gap(source, reason)),
    ...run.figures.map(({ account, books_amount, currency, reported_amount, source }) =>
      Words.figure(`${source} ${account} ${currency}`, books_amount ?? none, reported_amount)
    ),
    ...run.differences.map(({ detail, kind, subject_id }) =>
      ["  ", kind, subject_id ?? none, detail].join(" ")
    )
  ].join("\n")

/** Prints a run, and fails unless it is clean. */
const print = Effect.fnUntraced(function* (run: Reconciliation, json: boolean) {
  yield* json ? Output.printJson(run) : Console.log(show(run))
  if (run.outcome !== "clean") return yield* ServiceClient.failed(Words.notClean)
})

/** Waits until a run has finished. */
const follow = Effect.fnUntraced(function* (admin: Admin, started: Reconciliation, pollMs: number) {
  let current = started
  while (current.status === "running") {
    yield* Effect.sleep(pollMs)
    const { id } = current
    current = yield* ServiceClient.call((signal) => admin.reconciliations.get(id, { signal }))
  }
  return current
})

const run = Command.make(
  "run",
  { day, json: Output.json, pollMs: ServiceClient.pollMs, url: ServiceClient.url },
  Effect.fn(function* ({ day, json, pollMs, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const started = yield* ServiceClient.call((signal) =>
      admin.reconciliations.create({ day }, { signal })
    )
    const current = yield* follow(admin, started, pollMs)
    yield* print(current, json)
  })
).pipe(Command.withDescription(Words.commands.run))

const showDay = Command.make(
  "show",
  { day, json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ day, json, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const page = yield* ServiceClient.call((signal) =>
      admin.reconciliations.list({ day, limit: 1 }, { signal })
    )
    const [newest] = page.data
    if (newest === undefined) return yield* ServiceClient.failed(Words.noRun(day))
    const kept = yield* ServiceClient.call((signal) =>
      admin.reconciliations.get(newest.id, { signal })
    )
    yield* print(kept, json)
  })
).pipe(Command.withDescription(Words.commands.show))

export const reconcile = Command.make("reconcile").pipe(
  Command.withDescription(Words.commands.reconcile),
  Command.withSubcommands([run, showDay])
)

/** The text of a file, with every byte that its hash is about. */
const readText = Effect.fnUntraced(function* (file: string) {
  const files = yield* FileSystem.FileSystem
  const bytes = yield* files.readFile(file)
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true })
  const text = Result.try(() => utf8.decode(bytes))
  return Result.isSuccess(text)
    ? text.success
    : yield* ServiceClient.failed(Words.notUtf8(path.basename(file)))
})

type Columns = NonNullable<Parameters<Admin["reconciliations"]["statements"]>[0]["columns"]>

/** The description of columns in a file. The service checks its fields. */
const readColumns = Effect.fnUntraced(function* (file: Option.Option<string>) {
  if (Option.isNone(file)) return {}
  const read = Schema.decodeUnknownResult(Schema.fromJsonString(Schema.Unknown))
  const columns = read(yield* readText(file.value))
  return Result.isSuccess(columns)
    ? { columns: columns.success as Columns }
    : yield* ServiceClient.failed(Words.notJson(path.basename(file.value)))
})

const importFile = Command.make(
  "import",
  {
    file: Argument.File("file.csv", { mustExist: true }),
    provider: Flag.Literals("provider", ["pawapay", "mtn", "sandbox"]).pipe(
      Flag.withDescription(Words.flags.provider)
    ),
    columns: Flag.File("columns", { mustExist: true }).pipe(
      Flag.withDescription(Words.flags.columns),
      Flag.optional
    ),
    json: Output.json,
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ columns, file, json, pollMs, provider, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const described = yield* readColumns(columns)
    const content = yield* readText(file)
    const body = { provider, name: path.basename(file), content, ...described }
    const started = yield* ServiceClient.call((signal) =>
      admin.reconciliations.statements(body, { signal })
    )
    yield* print(yield* follow(admin, started, pollMs), json)
  })
).pipe(Command.withDescription(Words.commands.import))

export const statement = Command.make("statement").pipe(
  Command.withDescription(Words.commands.statement),
  Command.withSubcommands([importFile])
)

const cells = (one: Break): ReadonlyArray<string> => [
  one.id,
  one.status,
  one.kind,
  one.subject_id ?? none,
  one.books_amount ?? none,
  one.reported_amount ?? none,
  one.currency ?? none,
  String(one.age_days),
  one.owner ?? none
]

const list = Command.make(
  "list",
  {
    status: Flag.Literals("status", ["open", "closed", "resolved"]).pipe(
      Flag.withDescription(Words.flags.status),
      Flag.withDefault("open" as const)
    ),
    owner: Flag.optional(text("owner")),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ json, owner, status, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const query = {
      ...{ status, limit: 100 },
      ...(Option.isSome(owner) ? { owner: owner.value } : {})
    }
    const page = yield* ServiceClient.call((signal) => admin.breaks.list(query, { signal }))
    if (json) return yield* Output.printJson(page)
    yield* Console.log(Output.table([Words.columns, ...page.data.map(cells)]).join("\n"))
    yield* ServiceClient.progress(Words.shown(page.data.length, page.total))
  })
).pipe(Command.withDescription(Words.commands.list))

const assign = Command.make(
  "assign",
  { id: breakId, owner: text("owner"), json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ id, json, owner, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const body = { owner: owner === "none" ? null : owner }
    const one = yield* ServiceClient.call((signal) => admin.breaks.assign(id, body, { signal }))
    yield* json ? Output.printJson(one) : Console.log(Words.owned(id, one.owner ?? none))
  })
).pipe(Command.withDescription(Words.commands.assign))

const close = Command.make(
  "close",
  {
    id: breakId,
    reason: text("reason"),
    evidence: text("evidence"),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ evidence, id, json, reason, url }) {
    const { admin } = yield* ServiceClient.operator(url)
    const body = { reason, evidence }
    const one = yield* ServiceClient.call((signal) => admin.breaks.close(id, body, { signal }))
    if (json) return yield* Output.printJson(one)
    const { approvals, approvals_needed, status } = one
    yield* Console.log(Words.closed(id, status, approvals.length, approvals_needed))
  })
).pipe(Command.withDescription(Words.commands.close))

export const breaks = Command.make("breaks").pipe(
  Command.withDescription(Words.commands.breaks),
  Command.withSubcommands([list, assign, close])
)
