/**
 * Logs that someone changed who may write to the database, and who computed the hash chain anew.
 * The chain alone finds nothing, and the sealed parts of the entries do.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type * as Entry from "../../../src/engine/ports/Entry.ts"
import * as Append from "../../../src/postgres/log/Append.ts"
import * as Replay from "../../../src/postgres/log/Replay.ts"
import * as Boxes from "../../../src/postgres/sealing/Boxes.ts"
import * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedEntry from "../../../src/postgres/sealing/SealedEntry.ts"
import * as Tables from "../../fixtures/tables.ts"
import { silent } from "../../http/suite.ts"
import * as Postgres from "../../support/postgres.ts"
import * as Samples from "./samples.ts"

const partition = 0

const { amina, brian } = Samples

/** The drafts of the log, in its order. */
const drafts = [
  Samples.draft("po_first", [amina]),
  Samples.answered("po_answered", [brian]),
  Samples.answered("po_joint", [amina, brian]),
  Samples.draft("po_pair", [amina, brian]),
  Samples.draft("po_last", [amina])
]

/** The places of the drafts in `drafts`. */
const [first, answered, joint, pair, last] = [0, 1, 2, 3, 4]

/** A log whose entries are sealed, as they are stored. */
class Sealed extends Context.Service<Sealed, ReadonlyArray<SealedEntry.SealedDraft>>()(
  "test/postgres/sealing/Sealed"
) {}

const sealed = Layer.effect(
  Sealed,
  Effect.gen(function* () {
    yield* Tables.prepare
    const keys = yield* PersonKeys.PersonKeys
    return drafts.map((draft) => SealedEntry.seal(keys, Samples.people, partition, draft))
  })
).pipe(Layer.provideMerge(Postgres.layer), Layer.provide(silent))

type Stored = SealedEntry.SealedDraft

/** Replaces the log, with a hash chain that fits. */
const write = Effect.fnUntraced(function* (entries: ReadonlyArray<Stored>, at = partition) {
  const sql = yield* PgClient
  yield* sql`truncate log`
  const batch = Append.batch(at, { ...Replay.start, epoch: 1 }, entries)
  assert.strictEqual(yield* Append.attempt(sql, batch), "durable")
})

/** The drafts of the log, or the reason why it is refused. */
const replay = Effect.fnUntraced(function* (at = partition) {
  const found: Array<Entry.Draft> = []
  const [sql, people] = [yield* PgClient, yield* PersonKeys.PersonKeys]
  const refused = yield* Replay.run({ sql, people }, at, Replay.start, (entries) =>
    Effect.sync(() => void found.push(...entries.map(({ epoch, seq, ...draft }) => draft)))
  ).pipe(Effect.match({ onFailure: ({ message }) => message, onSuccess: () => undefined }))
  return refused ?? found
})

const at = (entries: ReadonlyArray<Stored>, index: number): Stored =>
  entries[index] ?? assert.fail(`no entry at ${index}`)

const bytesOf = (entries: ReadonlyArray<Stored>, index: number): Buffer =>
  Buffer.from(at(entries, index).sealed ?? assert.fail(`${index} has no sealed part`))

const boxesOf = (entries: ReadonlyArray<Stored>, index: number): ReadonlyArray<Boxes.Box> => {
  const boxes = Boxes.read(bytesOf(entries, index))
  return boxes._tag === "Success" ? boxes.success : assert.fail(boxes.failure)
}

/** Changes an entry, and returns all. */
const changed = (
  entries: ReadonlyArray<Stored>,
  index: number,
  change: (entry: Stored) => Partial<Stored>
): ReadonlyArray<Stored> =>
  entries.map((entry, place) => (place === index ? { ...entry, ...change(entry) } : entry))

const withSealed = (index: number, make: (entries: ReadonlyArray<Stored>) => Uint8Array | null) =>
  ({
    index,
    change: (entries: ReadonlyArray<Stored>) =>
      changed(entries, index, () => ({ sealed: make(entries) }))
  }) as const

const withBody = (index: number, from: string, to: string) =>
  ({
    index,
    change: (entries: ReadonlyArray<Stored>) =>
      changed(entries, index, ({ body }) => {
        assert.include(body, from)
        return { body: body.replace(from, to) }
      })
  }) as const

const flipped = (bytes: Buffer, place: number): Buffer => {
  const copy = Buffer.from(bytes)
  copy.writeUInt8(copy.readUInt8(place) ^ 1, place)
  return copy
}

interface Change {
  /** The place in `drafts` of the first entry that must be refused. */
  readonly index: number
  readonly change: (entries: ReadonlyArray<Stored>) => ReadonlyArray<Stored>
}

const head = Boxes.keyIdBytes + 4

/** Boxes in the form of the log. */
const written = (boxes: ReadonlyArray<Boxes.Box>): Buffer =>
  Buffer.concat(
    boxes.flatMap(({ keyId, sealed }) => {
      const length = Buffer.alloc(4)
      length.writeUInt32BE(sealed.length)
      return [keyId, length, sealed]
    })
  )

const changes: Readonly<Record<string, Change>> = {
  "a sealed part of another entry about the same person": withSealed(first, (entries) =>
    bytesOf(entries, last)
  ),
  "an earlier sealed part of the same person": withSealed(last, (entries) =>
    bytesOf(entries, first)
  ),
  "a sealed part of another person": withSealed(first, (entries) => bytesOf(entries, answered)),
  "exchanged sealed parts": {
    index: first,
    change: (entries) =>
      changed(
        changed(entries, first, () => ({ sealed: bytesOf(entries, last) })),
        last,
        () => ({ sealed: bytesOf(entries, first) })
      )
  },
  "a box from another entry about the same people": withSealed(pair, (entries) =>
    written([...boxesOf(entries, joint).slice(0, 1), ...boxesOf(entries, pair).slice(1)])
  ),
  "boxes of a joint response in another order": withSealed(joint, (entries) => {
    const [one, other, ...rest] = boxesOf(entries, joint)
    return one && other ? written([other, one, ...rest]) : assert.fail("too few boxes")
  }),
  "no sealed part": withSealed(first, () => null),
  "an empty sealed part": withSealed(first, () => Buffer.alloc(0)),
  "a sealed part without its last byte": withSealed(first, (entries) =>
    bytesOf(entries, first).subarray(0, -1)
  ),
  "a sealed part without its last box": withSealed(pair, (entries) =>
    written(boxesOf(entries, pair).slice(0, -1))
  ),
  "a sealed part with another byte": withSealed(first, (entries) =>
    Buffer.concat([bytesOf(entries, first), Buffer.of(0)])
  ),
  "a sealed part with its box twice": withSealed(first, (entries) =>
    Buffer.concat([bytesOf(entries, first), bytesOf(entries, first)])
  ),
  "a changed byte of a ciphertext": withSealed(first, (entries) =>
    flipped(bytesOf(entries, first), head + 20)
  ),
  "a changed byte of a tag": withSealed(first, (entries) => {
    const bytes = bytesOf(entries, first)
    return flipped(bytes, bytes.length - 1)
  }),
  "the id of another person's key": withSealed(first, (entries) =>
    Buffer.concat([
      bytesOf(entries, answered).subarray(0, Boxes.keyIdBytes),
      bytesOf(entries, first).subarray(Boxes.keyIdBytes)
    ])
  ),
  "a changed amount": withBody(first, '"sourceAmount":25000000', '"sourceAmount":25000001'),
  "a changed author": withBody(answered, '"by":"key_ONE"', '"by":"key_TWO"'),
  "a name in place of an erased one": withBody(first, '"name":"erased"', '"name":"Eve"'),
  "a higher number of boxes": withBody(first, '"boxes":1', '"boxes":2'),
  "a lower number of boxes": withBody(pair, '"boxes":2', '"boxes":1'),
  "no number of boxes": withBody(first, ',"boxes":1', "")
}

layer(sealed, { excludeTestServices: true })("A log with a fitting hash chain", (it) => {
  it.effect("is read if nothing else was changed", () =>
    Effect.gen(function* () {
      yield* write(yield* Sealed)
      assert.deepStrictEqual(yield* replay(), drafts)
    })
  )

  for (const [what, { change, index }] of Object.entries(changes)) {
    it.effect(`is refused with the position of an entry that has ${what}`, () =>
      Effect.gen(function* () {
        const entries = yield* Sealed
        yield* write(change(entries))
        const refused = yield* replay()
        assert.isString(refused)
        assert.match(String(refused), new RegExp(`at seq ${index + 1}: `))
      })
    )
  }

  it.effect("is refused with the position of its first entry in another partition", () =>
    Effect.gen(function* () {
      yield* write(yield* Sealed, 1)
      assert.match(String(yield* replay(1)), /at seq 1: /)
    })
  )

  it.effect("is read with erased data of a person whose key was deleted", () =>
    Effect.gen(function* () {
      const entries = yield* Sealed
      yield* write(entries)
      const sql = yield* PgClient
      const id = entries[answered]?.keys[0]?.id ?? assert.fail("the entry has no key")
      yield* Effect.gen(function* () {
        yield* sql`delete from person_keys where id = ${id}`
        const names = (yield* found).flatMap(({ events }) =>
          events.map((event) => ("name" in event ? event.name : ""))
        )
        const gone = "erased"
        assert.deepStrictEqual(names, [
          amina.name,
          gone,
          amina.name,
          gone,
          amina.name,
          gone,
          amina.name
        ])
        const bodies = (yield* found).map(({ reply }) => reply?.body)
        assert.deepStrictEqual(bodies, [undefined, gone, gone, undefined, undefined])
        return yield* Effect.fail("rolled back")
      }).pipe(sql.withTransaction, Effect.flip)
    }).pipe(Effect.provide(Layer.fresh(Postgres.people)))
  )
})

/** The drafts of a log that must be read. */
const found = Effect.map(replay(), (result) =>
  typeof result === "string" ? assert.fail(result) : result
)
