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

  /** Loaded once; after a failure the next call loads again. */
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
    signIn: (...parameters) => use(({ signIn }) => signIn(...parameters)),
    enterCode: (...parameters) => use(({ enterCode }) => enterCode(...parameters)),
    askPasskey: (...parameters) => use(({ askPasskey }) => askPasskey(...parameters)),
    enterPasskey: (...parameters) => use(({ enterPasskey }) => enterPasskey(...parameters)),
    proveByPassword: (...parameters) =>
      use(({ proveByPassword }) => proveByPassword(...parameters)),
    proveByCode: (...parameters) => use(({ proveByCode }) => proveByCode(...parameters)),
    askProof: (client) => use(({ askProof }) => askProof(client)),
    proveByPasskey: (...parameters) => use(({ proveByPasskey }) => proveByPasskey(...parameters)),
    dropSession: (cookies) => use(({ dropSession }) => dropSession(cookies)),
    signOut: (client) => use(({ signOut }) => signOut(client)),
    establish: (person) => use(({ establish }) => establish(person)),
    removeUser: (personId) => use(({ removeUser }) => removeUser(personId)),
    startTotp: (...parameters) => use(({ startTotp }) => startTotp(...parameters)),
    confirmTotp: (...parameters) => use(({ confirmTotp }) => confirmTotp(...parameters)),
    disableTotp: (...parameters) => use(({ disableTotp }) => disableTotp(...parameters)),
    secondFactors: (personId) => use(({ secondFactors }) => secondFactors(personId)),
    startPasskey: (...parameters) => use(({ startPasskey }) => startPasskey(...parameters)),
    addPasskey: (...parameters) => use(({ addPasskey }) => addPasskey(...parameters)),
    removePasskey: (...parameters) => use(({ removePasskey }) => removePasskey(...parameters)),
    renewCodes: (...parameters) => use(({ renewCodes }) => renewCodes(...parameters)),
    changePassword: (...parameters) => use(({ changePassword }) => changePassword(...parameters)),
    sessions: (...parameters) => use(({ sessions }) => sessions(...parameters)),
    endSession: (...parameters) => use(({ endSession }) => endSession(...parameters))
  })
})

export const layer = (deployment: BetterAuth.Deployment) =>
  Layer.effect(Port.Identity, make(deployment))
