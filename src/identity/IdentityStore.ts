/**
 * The identity port over better-auth: it hashes passwords, generates and verifies one-time codes
 * and recovery codes, signs cookies and keeps sessions.
 */
import type * as PgClient from "@effect/sql-pg/PgClient"
import { Effect } from "effect"
import type * as Port from "../engine/ports/Identity.ts"
import * as AuthLibrary from "./AuthLibrary.ts"
import type * as BetterAuth from "./BetterAuth.ts"
import * as Passkeys from "./Passkeys.ts"
import * as Passwords from "./Passwords.ts"
import * as Proofs from "./Proofs.ts"
import * as SecondFactor from "./SecondFactor.ts"
import * as Sessions from "./Sessions.ts"
import * as SignIns from "./SignIns.ts"

/** The identity port, except the method that reads only the request's header. */
export type IdentityStore = Omit<Port.Identity["Service"], "mayHaveSession">

export const make = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  deployment: BetterAuth.Deployment
) {
  const library = yield* AuthLibrary.make(sql, deployment)
  const store: IdentityStore = {
    session: (client) => Sessions.find(library, client),
    signIn: (client, email, password) => SignIns.signIn(library, client, email, password),
    enterCode: (client, code, isRecoveryCode) =>
      SignIns.enterCode(library, client, code, isRecoveryCode),
    askPasskey: (client, isSecondStep) => Passkeys.ask(library, client, isSecondStep),
    enterPasskey: (client, answer) => Passkeys.enter(library, client, answer),
    proveByPassword: (client, password) => Proofs.byPassword(library, client, password),
    proveByCode: (client, code) => Proofs.byCode(library, client, code),
    askProof: (client) => Proofs.ask(library, client),
    proveByPasskey: (client, answer) => Proofs.byPasskey(library, client, answer),
    signOut: (client) => Sessions.signOut(library, client),
    dropSession: (cookies) => Sessions.dropSession(library, cookies),
    establish: (person) => Passwords.establish(library, person),
    removeUser: (personId) => Passwords.removeUser(library, personId),
    startTotp: (client, password) => SecondFactor.start(library, client, password),
    confirmTotp: (client, code) => SecondFactor.confirm(library, client, code),
    disableTotp: (client, password, mayBeLast) =>
      SecondFactor.disable(library, client, password, mayBeLast),
    secondFactors: (personId) => Passkeys.secondFactors(library, personId),
    startPasskey: (client, password) => Passkeys.start(library, client, password),
    addPasskey: (client, name, answer) => Passkeys.add(library, client, name, answer),
    removePasskey: (client, id, password, mayBeLast) =>
      Passkeys.remove(library, client, { id, password }, mayBeLast),
    renewCodes: (client, password) => SecondFactor.renewCodes(library, client, password),
    changePassword: (client, current, next) => Passwords.change(library, client, current, next),
    sessions: (personId, current) => Sessions.list(library, personId, current),
    endSession: (personId, sessionId) => Sessions.end(library, personId, sessionId)
  }
  return store
})
