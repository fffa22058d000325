import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type * as Postgres from "../support/postgres.ts"
import type * as Proxy from "../support/proxy.ts"
import * as Logs from "./logs.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

/** Writers side by side, each in its own partition: most of a fault is waiting. */
const writers = 8
/** Every byte of an answer, and of a statement, or each third. */
const strides = { CutRequest: Scenario.isComplete ? 1 : 3, CutAnswer: 1 }

/** Drafts for one statement; a first that found the writer waiting may have gone alone. */
const four = (name: string) => ["0", "a", "b", "c"].map((each) => `${name}-${each}`)

/** Appends of one writer in the storm. */
const stormRounds = Scenario.isComplete ? 400 : 12

const names = (count: number, prefix: string): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

/** Appends a statement of three drafts under a fault; all of it must be written, and once. */
const under = Effect.fnUntraced(function* (
  { append, proxy }: Logs.Writer,
  name: string,
  fault: Proxy.Fault
) {
  const done = proxy.arm(fault, `${name}-a`)
  const told = yield* append(four(name))
  const seen = yield* Effect.promise(() => done)
  assert.deepStrictEqual(told, [true, true, true, true], name)
  return seen
})

/** The lengths of a warm statement and its answer: the same for names of the same length. */
const measure = Effect.fnUntraced(function* (writer: Logs.Writer) {
  yield* under(writer, "wrm-00000", { _tag: "Watch" })
  return yield* under(writer, "wrm-00001", { _tag: "Watch" })
})

const place = (bytes: number) => String(bytes).padStart(5, "0")

/** Cuts at every place from 0 to `last` that is this writer's share. */
const cutAll = (
  writer: Logs.Writer,
  share: number,
  tag: "CutRequest" | "CutAnswer",
  last: number
) =>
  Effect.gen(function* () {
    const stride = strides[tag]
    let cases = 0
    for (let bytes = share * stride; bytes <= last; bytes += writers * stride) {
      yield* under(writer, `${tag.slice(3, 6)}-${place(bytes)}`, { _tag: tag, bytes })
      cases += 1
    }
    return cases
  })

const everywhere = (tag: "CutRequest" | "CutAnswer") =>
  Effect.gen(function* () {
    const connection = yield* Logs.database
    const cases = yield* Effect.forEach(
      Array.from({ length: writers }, (_, share) => share),
      (share) =>
        Effect.gen(function* () {
          const writer = yield* Logs.writer(connection, share)
          const seen = yield* measure(writer)
          const last = tag === "CutRequest" ? seen.request : seen.answer
          assert.isAbove(last, 20)
          const cases = yield* cutAll(writer, share, tag, last)
          yield* writer.audit
          return cases
        }),
      { concurrency: "unbounded" }
    )
    const sum = cases.reduce((one, other) => one + other, 0)
    console.log(`${tag}: ${sum} cuts, ${3 * sum} drafts: each written once`)
  }).pipe(Effect.scoped, Effect.provide(Logs.silent))

interface Told {
  readonly faults: number
  readonly drafts: number
  readonly refused: number
}

/** A fault drawn at random, for whatever is sent next: statement, look-up or greeting. */
const anyFault = (draw: (bound: number) => number): Proxy.Fault => {
  switch (draw(4)) {
    case 0:
      return { _tag: "CutRequest", bytes: draw(700) }
    case 1:
      return { _tag: "CutAnswer", bytes: draw(400) }
    case 2:
      return { _tag: "SwallowRequest" }
    default:
      return { _tag: "SwallowAnswer" }
  }
}

const falses = (told: ReadonlyArray<boolean>): number => told.filter((durable) => !durable).length

/** Rounds of appends under faults that no round waits for. */
const storm = Effect.fnUntraced(function* (connection: Postgres.Connection, share: number) {
  const writer = yield* Logs.writer(connection, share)
  const draw = Seed.make(Seed.seed + share)
  const late: Array<Promise<ReadonlyArray<boolean>>> = []
  let refused = 0
  let isOver = false
  for (const name of names(stormRounds, `storm-${share}`)) {
    // In the very moment of the fault somebody else appends: taken or refused, never lost. Every
    // third fault is followed by one more: at the greeting, or at the look-up.
    const hurt = (): void =>
      void writer.proxy.arm(anyFault(draw)).then(() => {
        if (isOver) return
        late.push(Effect.runPromise(writer.append([`${name}-late${late.length}`])))
        if (draw(3) === 0) hurt()
      })
    hurt()
    refused += falses(yield* writer.append(four(name)))
    // Sometimes on while the outcome before is still unknown: such an append is refused.
    if (draw(3) > 0) yield* writer.log.awaitWritable
  }
  // A fault that waits on a connection for more bytes ends with it: no other append comes.
  isOver = true
  writer.proxy.arm({ _tag: "Watch" })
  writer.proxy.cut()
  refused += falses((yield* Effect.promise(() => Promise.all(late))).flat())
  yield* writer.log.awaitWritable
  assert.deepStrictEqual(yield* writer.append([`last-${share}`]), [true])
  const drafts = yield* writer.audit
  return { faults: late.length, drafts, refused }
})

describe("the log behind a connection that fails", () => {
  it.live(
    "L4 writes each draft once, wherever the request is cut",
    () => everywhere("CutRequest"),
    {
      timeout: Scenario.msMax
    }
  )

  it.live("L4 writes each draft once, wherever the answer is cut", () => everywhere("CutAnswer"), {
    timeout: Scenario.msMax
  })

  it.live("L4 writes each draft once when a request or an answer is swallowed", () =>
    Effect.gen(function* () {
      const writer = yield* Logs.writer(yield* Logs.database, 0)
      for (const tag of ["SwallowRequest", "SwallowAnswer"] as const) {
        for (const name of names(5, tag)) yield* under(writer, name, { _tag: tag })
      }
      assert.strictEqual(yield* writer.audit, 40)
    }).pipe(Effect.provide(Logs.silent))
  )

  // The program's own patience is 10 s and the driver's 5 s: too long for every run of the tests.
  it.live.runIf(Scenario.isComplete)(
    "L4 writes each draft once when the database stops answering",
    () =>
      Effect.gen(function* () {
        const writer = yield* Logs.writer(yield* Logs.database, 0)
        for (const name of names(2, "hang")) yield* under(writer, name, { _tag: "Hang" })
        assert.strictEqual(yield* writer.audit, 8)
      }).pipe(Effect.provide(Logs.silent)),
    { timeout: Scenario.msMax }
  )

  it.live(
    "L4 reports every append truthfully while any request, even a look-up, may fail",
    () =>
      Effect.gen(function* () {
        const connection = yield* Logs.database
        const told = yield* Effect.forEach(
          Array.from({ length: writers }, (_, share) => share),
          (share) => storm(connection, share),
          { concurrency: "unbounded" }
        )
        const sum = (which: (each: Told) => number) =>
          told.reduce((total, each) => total + which(each), 0)
        console.log(
          `storm, seed ${Seed.seed}: ${sum(({ faults }) => faults)} faults, ` +
            `${sum(({ drafts }) => drafts)} drafts, ${sum(({ refused }) => refused)} refused: ` +
            "no verdict was wrong"
        )
      }).pipe(Effect.scoped, Effect.provide(Logs.silent)),
    { timeout: Scenario.msMax }
  )
})
