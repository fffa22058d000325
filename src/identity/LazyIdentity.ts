/**
 * People, with the library of sign-ins loaded when someone first asks: it is large, most requests
 * are keys', and a process that takes over should not wait for it.
 */
import * as PgClient from "@effect/sql-pg/PgClient"
import { Effect, Layer, Semaphore } from "effect"
import * as Port from "../engine/ports/Identity.ts"
import type * as BetterAuth from "./BetterAuth.ts"

/** All but what the request's own header tells. */
type Loaded = Omit<Port.Identity["Service"], "mayHaveSession">

/** How the library ends its session cookie's name, whatever stands before it. */
const sessionCookie = ".session_token="

const make = Effect.fnUntraced(function* (options: BetterAuth.Options) {
  const sql = yield* PgClient.PgClient
  const one = yield* Semaphore.make(1)
  let loaded: Loaded | undefined

  /** Loaded once; what failed is tried again by whoever asks next. */
  const load = Effect.gen(function* () {
    if (loaded !== undefined) return loaded
    const { make } = yield* Effect.promise(() => import("./IdentityStore.ts"))
    loaded = yield* make(sql, options)
    return loaded
  })
  const store = Effect.suspend(() =>
    loaded === undefined ? Semaphore.withPermits(one, 1)(load) : Effect.succeed(loaded)
  )

  const asked = <A, E>(ask: (store: Loaded) => Effect.Effect<A, E>) => Effect.flatMap(store, ask)

  return Port.Identity.of({
    mayHaveSession: (cookie) => cookie.includes(sessionCookie),
    session: (client) => asked(({ session }) => session(client)),
    signIn: (...given) => asked(({ signIn }) => signIn(...given)),
    enterCode: (...given) => asked(({ enterCode }) => enterCode(...given)),
    forget: (cookies) => asked(({ forget }) => forget(cookies)),
    signOut: (client) => asked(({ signOut }) => signOut(client)),
    establish: (person) => asked(({ establish }) => establish(person)),
    startTotp: (...given) => asked(({ startTotp }) => startTotp(...given)),
    confirmTotp: (...given) => asked(({ confirmTotp }) => confirmTotp(...given)),
    disableTotp: (...given) => asked(({ disableTotp }) => disableTotp(...given)),
    renewCodes: (...given) => asked(({ renewCodes }) => renewCodes(...given)),
    changePassword: (...given) => asked(({ changePassword }) => changePassword(...given)),
    sessions: (...given) => asked(({ sessions }) => sessions(...given)),
    endSession: (...given) => asked(({ endSession }) => endSession(...given))
  })
})

export const layer = (options: BetterAuth.Options) => Layer.effect(Port.Identity, make(options))
