/** Limits of the request log: requests between two writes, and sizes of bodies. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as RequestStore from "../../src/engine/ports/RequestStore.ts"
import * as RequestLog from "../../src/usecases/RequestLog.ts"

const { flushMs, maskedAtOnce, maskedCharsMax, notedMax, notedPerAccountMax, pruneMs } =
  Limits.requests

/** A request log, with its writes and the accounts of each deletion. */
const begin = Effect.gen(function* () {
  const written: Array<RequestStore.Entry> = []
  const pruned: Array<ReadonlyArray<string>> = []
  const store: RequestStore.Store = {
    write: (entries) => Effect.sync(() => void written.push(...entries)),
    list: () => Effect.succeed({ items: [], total: 0 }),
    get: () => Effect.undefined,
    about: () => Effect.succeed([]),
    deleteOf: () => Effect.void,
    prune: (accounts) => Effect.sync(() => void pruned.push(accounts))
  }
  const log = yield* RequestLog.make.pipe(Effect.provideService(RequestStore.RequestStore, store))
  const note = (accountId: string, received?: string) => {
    if (!log.hasRoom(accountId)) return false
    log.note({
      ...{ id: "req_1", accountId, at: 0, callerId: "key_1", ipAddress: "127.0.0.1" },
      ...{ method: "POST", status: 201, latencyMs: 1, isReplay: false, url: "/v1/quotes" },
      ...{ headerKey: undefined, received, sent: undefined, subjectId: undefined }
    })
    return true
  }
  const noteMany = (accountId: string, count: number) =>
    Array.from({ length: count }, () => note(accountId)).filter(Boolean).length
  return { log, note, noteMany, pruned, written }
})

describe("The request log", () => {
  it.effect("collects up to notedPerAccountMax requests of one account between writes", () =>
    Effect.gen(function* () {
      const { noteMany, written } = yield* begin
      assert.strictEqual(noteMany("a", notedPerAccountMax + 1), notedPerAccountMax)
      assert.strictEqual(noteMany("b", 1), 1, "another account has room")
      yield* TestClock.adjust(flushMs - 1)
      assert.strictEqual(noteMany("a", 1), 0)
      yield* TestClock.adjust(1)
      assert.lengthOf(written, notedPerAccountMax + 1)
      assert.strictEqual(noteMany("a", 1), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("collects up to notedMax requests of all accounts between writes", () =>
    Effect.gen(function* () {
      const { noteMany, written } = yield* begin
      let noted = 0
      for (let account = 0; noted < notedMax; account++) {
        noted += noteMany(`${account}`, Math.min(notedPerAccountMax, notedMax - noted))
      }
      assert.strictEqual(noted, notedMax)
      assert.strictEqual(noteMany("another", 1), 0)
      assert.isAbove(notedMax, maskedAtOnce, "It masks them in several turns.")
      yield* TestClock.adjust(flushMs)
      assert.lengthOf(written, notedMax)
      assert.strictEqual(noteMany("another", 1), 1)
    }).pipe(Effect.scoped)
  )

  it.effect("keeps a body of maskedCharsMax characters, and only the length of a longer one", () =>
    Effect.gen(function* () {
      const { note, written } = yield* begin
      const around = JSON.stringify({ text: "" }).length
      const body = (chars: number) => JSON.stringify({ text: "x".repeat(chars - around) })
      note("a", body(maskedCharsMax))
      note("a", body(maskedCharsMax + 1))
      yield* TestClock.adjust(flushMs)
      const [longest, longer] = written.map(({ requestBody }) => requestBody)
      assert.match(longest ?? "", /^\{"text":"x+…$/)
      assert.strictEqual(longer, `(${maskedCharsMax + 1} characters)`)
    }).pipe(Effect.scoped)
  )

  it.effect("deletes old requests of the accounts that it wrote every pruneMs", () =>
    Effect.gen(function* () {
      const { noteMany, pruned } = yield* begin
      noteMany("a", 1)
      yield* TestClock.adjust(pruneMs - 1)
      assert.deepStrictEqual(pruned, [])
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(pruned, [["a"]])
      yield* TestClock.adjust(pruneMs)
      assert.deepStrictEqual(pruned, [["a"], []])
    }).pipe(Effect.scoped)
  )
})
