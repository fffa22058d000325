/** The signed-in user and the account that the user acts for, for every page below the sign-in. */
import { createContext, useContext } from "react"
import * as Role from "../../domain/account/Role.ts"
import type { Grant, Session } from "../Generated.ts"
import { shell as Words } from "../words/shell.ts"
import type { Clients } from "./Api.ts"

export interface SignedIn extends Clients {
  readonly session: Session
  readonly grant: Grant
  readonly isStaff: boolean
  /** A part of query keys, so that responses of two accounts never mix. */
  readonly scope: string
  readonly may: (permission: Role.Permission) => boolean
  readonly switchTo: (grant: Grant) => void
  readonly signOut: () => void
}

export const SignedInContext = createContext<SignedIn | undefined>(undefined)

export const useSignedIn = (): SignedIn => {
  const who = useContext(SignedInContext)
  if (who === undefined) throw new Error("no user is signed in")
  return who
}

export const scopeOf = (grant: Grant): string => grant.account_id ?? "staff"

export const nameOf = (grant: Grant): string =>
  grant.account_id === null ? Words.operations : (grant.account_name ?? grant.account_id)

export const mayOf = (grant: Grant) => (permission: Role.Permission) =>
  Role.may(grant.role, permission)

const key = "acting-for"

/** The grant that this browser used last, for addresses that name no account. */
export const remembered = (session: Session): Grant | undefined => {
  const kept = localStorage.getItem(key)
  return session.grants.find((grant) => scopeOf(grant) === kept) ?? session.grants[0]
}

export const remember = (grant: Grant): void => localStorage.setItem(key, scopeOf(grant))
