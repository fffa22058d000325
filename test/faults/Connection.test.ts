import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type * as Postgres from "../support/postgres.ts"
import type * as Proxy from "../support/proxy.ts"
import * as Logs from "./logs.ts"
import * as Scenario from "./scenario.ts"
import * as Seed from "./seed.ts"

/**
 * The number of concurrent writers, each in a separate partition, because most of a fault is
 * waiting.
 */
const writers = 8
/** The steps in bytes between two cuts, in statements and in responses. */
const strides = { CutRequest: Scenario.isComplete ? 1 : 3, CutAnswer: 1 }

/** Four drafts, of which three share a statement, because the first one may be written alone. */
const four = (name: string) => ["0", "a", "b", "c"].map((each) => `${name}-${each}`)

/** The number of appends of one writer in the storm. */
const stormRounds = Scenario.isComplete ? 400 : 12

const names = (count: number, prefix: string): ReadonlyArray<string> =>
  Array.from({ length: count }, (_, index) => `${prefix}-${index}`)

/** Appends a statement of three drafts under a fault. All three must be written once. */
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

/** The lengths of a warm statement and its response, which are equal for names of equal length. */
const measure = Effect.fnUntraced(function* (writer: Logs.Writer) {
  yield* under(writer, "wrm-00000", { _tag: "Watch" })
  return yield* under(writer, "wrm-00001", { _tag: "Watch" })
})

const place = (bytes: number) => String(bytes).padStart(5, "0")

/** Cuts at every position from 0 to `last` that is this writer's share. */
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

/** A random fault for the next request: a statement, a lookup or a greeting. */
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
    // Another caller appends during the fault. That append is accepted or refused, and never lost.
    // Every third fault is followed by another, at the greeting or at the lookup.
    const hurt = (): void =>
      void writer.proxy.arm(anyFault(draw)).then(() => {
        if (isOver) return
        late.push(Effect.runPromise(writer.append([`${name}-late${late.length}`])))
        if (draw(3) === 0) hurt()
      })
    hurt()
    refused += falses(yield* writer.append(four(name)))
    // Sometimes the writer continues while the previous outcome is unknown. Such an append is
    // refused.
    if (draw(3) > 0) yield* writer.log.awaitWritable
  }
  // A fault that waits for more bytes ends with its connection, because no other append comes.
  isOver = true
  writer.proxy.arm({ _tag: "Watch" })
  writer.proxy.cut()
  refused += falses((yield* Effect.promise(() => Promise.all(late))).flat())
  yield* writer.log.awaitWritable
  assert.deepStrictEqual(yield* writer.append([`last-${share}`]), [true])
  const drafts = yield* writer.audit
  return { faults: late.length, drafts, refused }
})

describe("The log behind a failing connection", () => {
  it.live(
    "L4 writes each draft once, wherever the request is cut",
    () => everywhere("CutRequest"),
    {
      timeout: Scenario.msMax
    }
  )

  it.live(
    "L4 writes each draft once, wherever the response is cut",
    () => everywhere("CutAnswer"),
    {
      timeout: Scenario.msMax
    }
  )

  it.live("L4 writes each draft once when a request or a response is swallowed", () =>
    Effect.gen(function* () {
      const writer = yield* Logs.writer(yield* Logs.database, 0)
      for (const tag of ["SwallowRequest", "SwallowAnswer"] as const) {
        for (const name of names(5, tag)) yield* under(writer, name, { _tag: tag })
      }
      assert.strictEqual(yield* writer.audit, 40)
    }).pipe(Effect.provide(Logs.silent))
  )

  // The program waits 10 s and the driver 5 s, which is too long for every test run.
  it.live.runIf(Scenario.isComplete)(
    "L4 writes each draft once when the database stops responding",
    () =>
      Effect.gen(function* () {
        const writer = yield* Logs.writer(yield* Logs.database, 0)
        for (const name of names(2, "hang")) yield* under(writer, name, { _tag: "Hang" })
        assert.strictEqual(yield* writer.audit, 8)
      }).pipe(Effect.provide(Logs.silent)),
    { timeout: Scenario.msMax }
  )

  it.live(
    "L4 reports every append truthfully while any request, even a lookup, may fail",
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
