/**
 * The keys of people: random, one or a few for each, wrapped by the master key in table
 * `person_keys`. A person is found there by a keyed hash. Without the row, everything sealed with
 * the key is unreadable, which is how personal data is erased.
 *
 * A key is made when a draft first needs one, without a query, and is stored by the statement that
 * appends the entry. A person whose key has left memory gets another one: both are erased together.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Context, Effect, Layer, Result, Schema } from "effect"
import type { SqlError } from "effect/sql/SqlError"
import * as Limits from "../../config/Limits.ts"
import * as Boxes from "./Boxes.ts"
import * as Cipher from "./Cipher.ts"
import * as MasterKeys from "./MasterKeys.ts"

/** A key of a person. */
export interface PersonKey {
  readonly id: Buffer
  readonly secret: Cipher.Secret
  /** The row of a key that may not be stored yet; `undefined` once it certainly is. */
  row: KeyRow | undefined
}

/** A key as it is stored. */
interface KeyRow {
  readonly id: Uint8Array
  /** The keyed hash of the person. */
  readonly person: Uint8Array
  readonly wrapped: Uint8Array
}

/** The database's keys do not open with `DATA_KEY`, or one was changed. */
export class KeysRefused extends Schema.TaggedError<KeysRefused>()("KeysRefused", {
  message: Schema.String
}) {}

/** A map of bounded size: the half that was not used for longest is dropped (L10). */
const boundedMap = <A>(max: number) => {
  let recent = new Map<string, A>()
  let older = new Map<string, A>()
  const set = (name: string, value: A): void => {
    if (recent.size >= max / 2) {
      older = recent
      recent = new Map()
    }
    recent.set(name, value)
  }
  return {
    get: (name: string): A | undefined => {
      const found = recent.get(name)
      if (found !== undefined) return found
      const past = older.get(name)
      if (past !== undefined) set(name, past)
      return past
    },
    set,
    delete: (name: string): void => {
      recent.delete(name)
      older.delete(name)
    },
    deleteIf: (matches: (value: A) => boolean): void => {
      for (const map of [recent, older]) {
        for (const [name, value] of map) if (matches(value)) map.delete(name)
      }
    },
    clear: (): void => {
      recent.clear()
      older.clear()
    }
  }
}

/** The name of a key in maps. */
export const nameOf = (id: Uint8Array): string => Buffer.from(id).toString("latin1")

/** Bytes of the time in an id. */
const timeBytes = 6

/** An id that begins with the time, so that rows of one time are next to each other. */
const newId = (bytes = Cipher.randomBytes(Boxes.keyIdBytes)): Buffer => {
  bytes.writeUIntBE(Date.now(), 0, timeBytes)
  return bytes
}

interface IdRow {
  readonly id: Uint8Array
}

/** Bytes of a person's keyed hash: enough that no two of a trillion people have the same. */
const personBytes = 12

const StoredKeys = Schema.Array(
  Schema.Struct({
    id: Schema.Uint8Array,
    wrapped: Schema.Uint8Array,
    is_restricted: Schema.Boolean
  })
)
const decodeKeys = Schema.decodeUnknownEffect(StoredKeys)

const idsSql = "select id from person_keys where person = $1::bytea"

const keysSql = "select id, wrapped, is_restricted from person_keys where id = any($1::bytea[])"

/** The keys of an entry, and those that this process made for the person when it read the log. */
const restrictSql = `
  update person_keys set is_restricted = true
  where id = any($1::bytea[]) or (person = $2::bytea and id >= $3::bytea)
  returning id`

const restrictedSql = "select id from person_keys where person = $1::bytea and is_restricted"

/** A key that opens personal data. */
export interface OpeningKey {
  readonly secret: Cipher.Secret
  /** True if the data reads `restricted`. */
  readonly isRestricted: boolean
}

/** Keys by `nameOf`, of those that exist. Erased ones are absent. */
export type Keys = ReadonlyMap<string, OpeningKey>

export class PersonKeys extends Context.Service<
  PersonKeys,
  {
    /** The key of a person, made if memory has none. */
    readonly of: (person: string) => PersonKey
    /** A key that is never stored: what it seals is erased from the beginning. */
    readonly unstored: () => PersonKey
    /** Ids of all keys of a person: the stored ones, and the one in memory. */
    readonly idsOf: (person: string) => Effect.Effect<ReadonlyArray<Uint8Array>, SqlError>
    /** Remembers a stored key as the person's, so that no other is made. */
    readonly remember: (person: string, id: Uint8Array) => void
    /** A keyed hash of a text, by which rows about it are found. */
    readonly hash: (text: string) => bigint
    readonly load: (ids: ReadonlyArray<Uint8Array>) => Effect.Effect<Keys, SqlError | KeysRefused>
    /** Lets nothing more be sealed with these keys. Their people get others. */
    readonly retire: (ids: ReadonlyArray<Uint8Array>) => void
    /** Lets data of these keys read `restricted`, and nothing more be sealed with them. */
    readonly restrict: (ids: ReadonlyArray<Uint8Array>) => void
    /**
     * Restricts a person's keys when the log is read again: the keys of the entry, and those with
     * which this process has sealed the tables until then.
     */
    readonly restrictAgain: (
      person: string,
      ids: ReadonlyArray<Uint8Array>
    ) => Effect.Effect<void, SqlError>
    /** Ids of a person's restricted keys. */
    readonly restrictedOf: (person: string) => Effect.Effect<ReadonlyArray<Uint8Array>, SqlError>
    /** Forgets erased keys, so that nothing more is sealed with them or opened. */
    readonly forget: (ids: ReadonlyArray<Uint8Array>) => void
    /**
     * Forgets all stored keys. Another process may have destroyed or restricted some of them while
     * this one did not read the log.
     */
    readonly forgetStored: () => void
  }
>()("payouts/postgres/sealing/PersonKeys") {}

/** Reads keys by id, and learns whose they are. */
export type Loader = Pick<PersonKeys["Service"], "load" | "remember" | "restrictAgain" | "forget">

/** Opens nothing: personal data reads `erased`. For tools that prove the log without a key. */
export const closed: Loader = {
  load: () => Effect.succeed(new Map()),
  remember: () => {},
  restrictAgain: () => Effect.void,
  forget: () => {}
}

/**
 * Reads data as it was before a restriction that the log has later. The tables that are made from
 * it are restricted when the log's reader comes to the entry.
 */
export const asWritten = ({ load, ...people }: Loader): Loader => ({
  ...people,
  load: (ids) =>
    Effect.map(
      load(ids),
      (keys) =>
        new Map(Array.from(keys, ([name, { secret }]) => [name, { secret, isRestricted: false }]))
    )
})

/** The function of the keyed hashes. */
export type KeyedHash = ReturnType<typeof Cipher.keyedHash>

/** The keyed hash under which the rows of a person are found. */
const hashOf = (index: KeyedHash, person: string): Buffer => index(person).subarray(0, personBytes)

/** The reason why a key does not open. */
export const refusal = (why: "unknown" | "changed") =>
  new KeysRefused({
    message:
      why === "unknown"
        ? "DATA_KEY is not the key of this database. Set it to the key of the " +
          "first start, or of the last rotation."
        : "A key in the database was changed outside the service."
  })

/** The keys of one process. */
interface Ring {
  readonly sql: PgClient
  readonly masters: MasterKeys.MasterKeys
  readonly index: KeyedHash
  readonly byPerson: ReturnType<typeof boundedMap<PersonKey>>
  readonly byId: ReturnType<typeof boundedMap<OpeningKey>>
  /** Keys with this id or a later one were made by this process, or after its start. */
  readonly firstId: Uint8Array
  /** Counts the times that keys were erased or restricted, which an older query does not show. */
  changes: number
}

const makeKey = ({ byId, byPerson, index, masters }: Ring, person: string): PersonKey => {
  const id = newId()
  const bytes = Cipher.randomBytes(Cipher.keyBytes)
  const wrapped = MasterKeys.wrap(masters, id, bytes)
  const secret = Cipher.secretOf(bytes)
  const key = { id, secret, row: { id, person: hashOf(index, person), wrapped } }
  byPerson.set(person, key)
  byId.set(nameOf(id), { secret, isRestricted: false })
  return key
}

/** Adds the stored keys with these ids to memory and to `keys`. */
const fetch = Effect.fnUntraced(function* (
  ring: Ring,
  ids: ReadonlyArray<Uint8Array>,
  keys: Map<string, OpeningKey>
) {
  const { byId, changes, masters, sql } = ring
  const rows = yield* sql.unsafe(keysSql, [ids]).pipe(
    Effect.flatMap(decodeKeys),
    Effect.catchTag("SchemaError", () => Effect.fail(refusal("changed")))
  )
  for (const { id, is_restricted: isRestricted, wrapped } of rows) {
    const unwrapped = MasterKeys.unwrap(masters, id, wrapped)
    if (Result.isFailure(unwrapped)) return yield* refusal(unwrapped.failure)
    const key = { secret: Cipher.secretOf(unwrapped.success), isRestricted }
    keys.set(nameOf(id), key)
    if (ring.changes === changes) byId.set(nameOf(id), key)
  }
})

const retire = ({ byPerson }: Ring, ids: ReadonlyArray<Uint8Array>): void => {
  const names = new Set(ids.map(nameOf))
  byPerson.deleteIf(({ id }) => names.has(nameOf(id)))
}

const load = Effect.fnUntraced(function* (ring: Ring, ids: ReadonlyArray<Uint8Array>) {
  const keys = new Map<string, OpeningKey>()
  const missing = new Map<string, Uint8Array>()
  for (const id of ids) {
    const key = ring.byId.get(nameOf(id))
    if (key === undefined) missing.set(nameOf(id), id)
    else keys.set(nameOf(id), key)
  }
  const wanted = [...missing.values()]
  const { keysPerQuery } = Limits.sealing
  for (let start = 0; start < wanted.length; start += keysPerQuery) {
    yield* fetch(ring, wanted.slice(start, start + keysPerQuery), keys)
  }
  return keys satisfies Keys
})

/** Restricts keys in memory. New data of their people gets other keys. */
const restrict = (ring: Ring, ids: ReadonlyArray<Uint8Array>): void => {
  ring.changes += 1
  for (const name of ids.map(nameOf)) {
    const key = ring.byId.get(name)
    if (key !== undefined) ring.byId.set(name, { ...key, isRestricted: true })
  }
  retire(ring, ids)
}

/** The name of the key of the keyed hashes. */
export const indexName = Buffer.from("person index", "latin1")

const StoredIndex = Schema.Array(Schema.Struct({ person_index: Schema.Uint8Array }))

/** The wrapped key of the keyed hashes; `undefined` before the first start. */
export const storedIndex = Effect.fnUntraced(function* (sql: PgClient) {
  const rows = yield* sql`select person_index from installation where person_index is not null`
  const [row] = yield* Schema.decodeUnknownEffect(StoredIndex)(rows)
  return row?.person_index
})

/** Stores a new key of the keyed hashes, unless another process was faster. */
const drawIndex = Effect.fnUntraced(function* (sql: PgClient, masters: MasterKeys.MasterKeys) {
  const drawn = MasterKeys.wrapNamed(masters, indexName, Cipher.randomBytes(Cipher.keyBytes))
  const rows = yield* sql`update installation
    set person_index = coalesce(person_index, ${drawn}) returning person_index`
  const [row] = yield* Schema.decodeUnknownEffect(StoredIndex)(rows)
  return row?.person_index ?? drawn
})

/**
 * The key of the keyed hashes. The first start makes it, and each later start proves by it that
 * `DATA_KEY` is the key of this database.
 */
const openIndex = Effect.fnUntraced(function* (sql: PgClient, masters: MasterKeys.MasterKeys) {
  const wrapped = (yield* storedIndex(sql)) ?? (yield* drawIndex(sql, masters))
  const index = MasterKeys.unwrapNamed(masters, indexName, wrapped)
  return Result.isSuccess(index) ? Cipher.keyedHash(index.success) : yield* refusal(index.failure)
})

/** Marks keys as certainly stored. */
export const stored = (keys: Iterable<PersonKey>): void => {
  for (const key of keys) key.row = undefined
}

/** The keys of a database. */
export const make = (
  sql: PgClient,
  masters: MasterKeys.MasterKeys,
  index: KeyedHash
): PersonKeys["Service"] => {
  const { keysMax } = Limits.sealing
  const ring: Ring = {
    ...{ sql, masters, index },
    byPerson: boundedMap(keysMax),
    byId: boundedMap(keysMax),
    firstId: newId(Buffer.alloc(Boxes.keyIdBytes)),
    changes: 0
  }
  return PersonKeys.of({
    of: (person) => ring.byPerson.get(person) ?? makeKey(ring, person),
    idsOf: (person) =>
      Effect.map(sql.unsafe<IdRow>(idsSql, [hashOf(index, person)]), (rows) => {
        // Read after the query: a key that was made in the meantime is in memory.
        const current = ring.byPerson.get(person)
        const ids = new Map(rows.map(({ id }) => [nameOf(id), id]))
        if (current !== undefined) ids.set(nameOf(current.id), current.id)
        return [...ids.values()]
      }),
    unstored: () => ({
      ...{ id: Boxes.thrownAwayId, secret: Cipher.secretOf(Cipher.randomBytes(Cipher.keyBytes)) },
      row: undefined
    }),
    remember: (person, id) => {
      const key = ring.byId.get(nameOf(id))
      if (key === undefined || key.isRestricted) return
      if (ring.byPerson.get(person) !== undefined) return
      ring.byPerson.set(person, { id: Buffer.from(id), secret: key.secret, row: undefined })
    },
    hash: (text) => index(`text ${text}`).readBigInt64BE(),
    load: (ids) => load(ring, ids),
    retire: (ids) => retire(ring, ids),
    restrict: (ids) => restrict(ring, ids),
    restrictAgain: (person, ids) =>
      Effect.map(
        sql.unsafe<IdRow>(restrictSql, [ids, hashOf(index, person), ring.firstId]),
        (rows) => restrict(ring, [...ids, ...rows.map(({ id }) => id)])
      ),
    restrictedOf: (person) =>
      Effect.map(sql.unsafe<IdRow>(restrictedSql, [hashOf(index, person)]), (rows) =>
        rows.map(({ id }) => id)
      ),
    forget: (ids) => {
      ring.changes += 1
      for (const id of ids) ring.byId.delete(nameOf(id))
      retire(ring, ids)
    },
    forgetStored: () => {
      ring.changes += 1
      ring.byId.clear()
      // A key that is not stored yet is in drafts of this process, and no other process knows it.
      ring.byPerson.deleteIf(({ row }) => row === undefined)
    }
  })
}

/** The keys of a database, opened with the keys of `DATA_KEY`. */
export const layer = (dataKeys: Parameters<typeof MasterKeys.make>[0]) =>
  Layer.effect(
    PersonKeys,
    Effect.gen(function* () {
      const sql = yield* PgClient
      const masters = MasterKeys.make(dataKeys)
      return make(sql, masters, yield* openIndex(sql, masters))
    })
  )
