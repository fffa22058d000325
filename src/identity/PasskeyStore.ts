/** The tables of passkeys, and of the challenges that were answered. */
import { Effect, Schema } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Port from "../engine/ports/Identity.ts"
import type { Unavailable } from "../engine/ports/Unavailable.ts"
import * as AuthLibrary from "./AuthLibrary.ts"

const Rows = Schema.Array(
  Schema.Struct({
    id: Schema.String,
    person_id: Schema.String,
    credential_id: Schema.String,
    public_key: Schema.String,
    counter: Schema.Finite,
    transports: Schema.Array(Schema.String),
    name: Schema.String,
    created_at: Schema.Finite,
    last_used_at: Schema.NullOr(Schema.Finite)
  })
)

export interface Stored extends Port.Passkey {
  readonly personId: string
  readonly credentialId: string
  /** COSE, base64url. */
  readonly publicKey: string
  readonly counter: number
  readonly transports: ReadonlyArray<string>
}

const decodeRows = Schema.decodeUnknownEffect(Rows)

const columns =
  "id, person_id, credential_id, public_key, counter::float8 as counter, transports, name, " +
  "created_at::float8 as created_at, last_used_at::float8 as last_used_at"

const storedOf = (row: (typeof Rows.Type)[number]): Stored => ({
  ...{ id: row.id, name: row.name, createdAt: row.created_at, lastUsedAt: row.last_used_at },
  ...{ personId: row.person_id, credentialId: row.credential_id, publicKey: row.public_key },
  ...{ counter: row.counter, transports: row.transports }
})

/** Statements bounded in time; any failure is `Unavailable`. */
const bounded = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A, Unavailable> =>
  effect.pipe(
    Effect.timeout(Limits.identity.queryMsMax),
    Effect.mapError((error) => AuthLibrary.unavailable(error))
  )

type Library = Pick<AuthLibrary.AuthLibrary, "sql">

const select = ({ sql }: Library, where: string, parameter: string) =>
  Effect.map(
    Effect.flatMap(
      sql.unsafe(`select ${columns} from people_passkeys where ${where} order by id`, [parameter]),
      decodeRows
    ),
    (rows) => rows.map(storedOf)
  )

/** All passkeys of a user, the oldest first. */
export const list = (library: Library, personId: string) =>
  bounded(select(library, "person_id = $1", personId))

export const find = (library: Library, credentialId: string) =>
  bounded(Effect.map(select(library, "credential_id = $1", credentialId), ([passkey]) => passkey))

/** Delays other changes of a user's second factors until the transaction ends. */
const lock = ({ sql }: Library, personId: string) =>
  sql.unsafe(`select 1 from people_users where "id" = $1 for update`, [personId])

const hasAppSql = `
  select 1 from people_two_factors where "userId" = $1 and "verified" is distinct from false limit 1`

const hasApp = ({ sql }: Library, personId: string) =>
  Effect.map(sql.unsafe(hasAppSql, [personId]), (rows) => rows.length > 0)

export const hasAuthenticator = (library: Library, personId: string) =>
  bounded(hasApp(library, personId))

const markSql = `
  update people_users as person set "twoFactorEnabled" = $2::boolean, "updatedAt" = now()
    from (select "id", "twoFactorEnabled" is true as was from people_users where "id" = $1) as old
   where person."id" = old."id" returning old.was`

const PreviousFactor = Schema.Array(Schema.Struct({ was: Schema.Boolean }))

/** Stores if a sign-in needs a second factor. Returns the value before. */
const mark = ({ sql }: Library, personId: string, hasSecondFactor: boolean) =>
  Effect.map(
    Effect.flatMap(
      sql.unsafe(markSql, [personId, hasSecondFactor]),
      Schema.decodeUnknownEffect(PreviousFactor)
    ),
    ([row]) => row?.was === true
  )

const insertSql = `
  insert into people_passkeys (id, person_id, credential_id, public_key, counter, transports, name,
    created_at) values ($1, $2, $3, $4, $5::bigint, $6::text[], $7, $8::bigint)
  on conflict (credential_id) do nothing returning id`

/** `isFirst` is true if the user had no second factor before. */
type AddOutcome =
  | { readonly _tag: "Added"; readonly isFirst: boolean }
  | { readonly _tag: "Refused"; readonly reason: "too_many" | "exists" | "expired" }

const sessionSql = `select 1 from people_sessions where "id" = $1 and "userId" = $2`

/** Adds a passkey in a session, which a reset may have ended since. */
export const add = (
  library: Library,
  passkey: Stored,
  sessionId: string
): Effect.Effect<AddOutcome, Unavailable> => {
  const { sql } = library
  const { personId } = passkey
  const added = Effect.gen(function* () {
    yield* lock(library, personId)
    if ((yield* sql.unsafe(sessionSql, [sessionId, personId])).length === 0) {
      return { _tag: "Refused", reason: "expired" } as const
    }
    const passkeys = yield* select(library, "person_id = $1", personId)
    if (passkeys.length >= Limits.identity.passkeysMax) {
      return { _tag: "Refused", reason: "too_many" } as const
    }
    const { credentialId, name, publicKey, transports } = passkey
    const rows = yield* sql.unsafe(insertSql, [
      ...[passkey.id, personId, credentialId, publicKey, BigInt(passkey.counter)],
      ...[transports, name, BigInt(passkey.createdAt)]
    ])
    if (rows.length === 0) return { _tag: "Refused", reason: "exists" } as const
    return { _tag: "Added", isFirst: !(yield* mark(library, personId, true)) } as const
  })
  return bounded(sql.withTransaction(added))
}

/**
 * Decides again if a sign-in needs a second factor, by the factors that the user has now. Returns
 * true if the app is one of them.
 */
export const settle = (library: Library, personId: string) => {
  const { sql } = library
  const settled = Effect.gen(function* () {
    yield* lock(library, personId)
    const passkeys = yield* select(library, "person_id = $1", personId)
    const hasAuthenticatorApp = yield* hasApp(library, personId)
    yield* mark(library, personId, passkeys.length > 0 || hasAuthenticatorApp)
    return hasAuthenticatorApp
  })
  return bounded(sql.withTransaction(settled))
}

/** The outcome of a removal; `missing` and `last` change nothing. */
type Outcome<A> = Port.Removal<A> | "missing" | "last"

/** Removes a passkey, unless it is the last second factor of someone who must keep one. */
export const remove = (
  library: Library,
  { id, personId }: { readonly id: string; readonly personId: string },
  mayBeLast: boolean
): Effect.Effect<Outcome<Port.Passkey>, Unavailable> => {
  const { sql } = library
  const removed = Effect.gen(function* () {
    yield* lock(library, personId)
    const passkeys = yield* select(library, "person_id = $1", personId)
    const passkey = passkeys.find((each) => each.id === id)
    if (passkey === undefined) return "missing" as const
    const hasSecondFactor = passkeys.length > 1 || (yield* hasApp(library, personId))
    if (!hasSecondFactor && !mayBeLast) return "last" as const
    yield* sql.unsafe("delete from people_passkeys where id = $1", [id])
    yield* mark(library, personId, hasSecondFactor)
    return { removed: passkey, hasSecondFactor }
  })
  return bounded(sql.withTransaction(removed))
}

/** Removes the authenticator app, with its recovery codes. The rules are those of `remove`. */
export const removeAuthenticator = (
  library: Library,
  personId: string,
  mayBeLast: boolean
): Effect.Effect<Outcome<"authenticator">, Unavailable> => {
  const { sql } = library
  const removed = Effect.gen(function* () {
    yield* lock(library, personId)
    if (!(yield* hasApp(library, personId))) return "missing" as const
    const hasSecondFactor = (yield* select(library, "person_id = $1", personId)).length > 0
    if (!hasSecondFactor && !mayBeLast) return "last" as const
    yield* sql.unsafe(`delete from people_two_factors where "userId" = $1`, [personId])
    yield* mark(library, personId, hasSecondFactor)
    return { removed: "authenticator" as const, hasSecondFactor }
  })
  return bounded(sql.withTransaction(removed))
}

/** Removes all passkeys of a user, for a reset. */
export const removeAll = (library: Library, personId: string) => {
  const { sql } = library
  const removed = sql.unsafe("delete from people_passkeys where person_id = $1", [personId])
  return bounded(sql.withTransaction(Effect.andThen(lock(library, personId), removed)))
}

const useSql = `
  update people_passkeys set counter = $2::bigint, last_used_at = $3::bigint
   where id = $1 and (counter < $2::bigint or (counter = 0 and $2::bigint = 0)) returning id`

/** Records a use; `false` if the count of signatures did not rise. */
export const use = ({ sql }: Library, id: string, counter: number, at: number) =>
  bounded(
    Effect.map(sql.unsafe(useSql, [id, BigInt(counter), BigInt(at)]), (rows) => rows.length > 0)
  )

/** Makes a challenge unusable; `false` if it was unusable already. */
export const spend = Effect.fnUntraced(function* (
  { sql }: Library,
  challenge: string,
  expiresAt: number,
  at: number
) {
  yield* sql.unsafe("delete from people_passkey_challenges where expires_at < $1::bigint", [
    BigInt(at)
  ])
  const rows = yield* sql.unsafe(
    `insert into people_passkey_challenges values ($1, $2::bigint)
     on conflict do nothing returning challenge`,
    [challenge, BigInt(expiresAt)]
  )
  return rows.length > 0
}, bounded)
