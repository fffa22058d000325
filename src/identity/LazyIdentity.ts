/**
 * The identity port, with better-auth loaded on first use: it is large, most requests carry an API
 * key, and a process that takes over must not wait for it.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Semaphore } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import type * as BetterAuth from "./BetterAuth.ts"
import type { IdentityStore } from "./IdentityStore.ts"

/** The end of the library's session cookie's name; the prefix depends on the deployment. */
const sessionCookie = ".session_token="

const make = Effect.fnUntraced(function* (deployment: BetterAuth.Deployment) {
  const sql = yield* PgClient.PgClient
  const mutex = yield* Semaphore.make(1)
  let loaded: IdentityStore | undefined

  /** Loaded once; after a failure the next call tries again. */
  const load = Effect.gen(function* () {
    if (loaded !== undefined) return loaded
    const { make } = yield* Effect.promise(() => import("./IdentityStore.ts"))
    loaded = yield* make(sql, deployment)
    return loaded
  })
  const store = Effect.suspend(() =>
    loaded === undefined ? Semaphore.withPermits(mutex, 1)(load) : Effect.succeed(loaded)
  )

  const use = <A, E>(call: (store: IdentityStore) => Effect.Effect<A, E>) =>
    Effect.flatMap(store, call)

  return Port.Identity.of({
    mayHaveSession: (cookie) => cookie.includes(sessionCookie),
    session: (client) => use(({ session }) => session(client)),
    signIn: (...given) => use(({ signIn }) => signIn(...given)),
    enterCode: (...given) => use(({ enterCode }) => enterCode(...given)),
    askPasskey: (...given) => use(({ askPasskey }) => askPasskey(...given)),
    enterPasskey: (...given) => use(({ enterPasskey }) => enterPasskey(...given)),
    proveByPassword: (...given) => use(({ proveByPassword }) => proveByPassword(...given)),
    proveByCode: (...given) => use(({ proveByCode }) => proveByCode(...given)),
    askProof: (client) => use(({ askProof }) => askProof(client)),
    proveByPasskey: (...given) => use(({ proveByPasskey }) => proveByPasskey(...given)),
    dropSession: (cookies) => use(({ dropSession }) => dropSession(cookies)),
    signOut: (client) => use(({ signOut }) => signOut(client)),
    establish: (person) => use(({ establish }) => establish(person)),
    startTotp: (...given) => use(({ startTotp }) => startTotp(...given)),
    confirmTotp: (...given) => use(({ confirmTotp }) => confirmTotp(...given)),
    disableTotp: (...given) => use(({ disableTotp }) => disableTotp(...given)),
    secondFactors: (personId) => use(({ secondFactors }) => secondFactors(personId)),
    startPasskey: (...given) => use(({ startPasskey }) => startPasskey(...given)),
    addPasskey: (...given) => use(({ addPasskey }) => addPasskey(...given)),
    removePasskey: (...given) => use(({ removePasskey }) => removePasskey(...given)),
    renewCodes: (...given) => use(({ renewCodes }) => renewCodes(...given)),
    changePassword: (...given) => use(({ changePassword }) => changePassword(...given)),
    sessions: (...given) => use(({ sessions }) => sessions(...given)),
    endSession: (...given) => use(({ endSession }) => endSession(...given))
  })
})

export const layer = (deployment: BetterAuth.Deployment) =>
  Layer.effect(Port.Identity, make(deployment))
