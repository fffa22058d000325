/** Customers' accounts, which operators open, change and approve. */
import { Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Account from "../domain/account/Account.ts"
import * as User from "../domain/account/User.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partition from "../engine/Partition.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { PartitionContext } from "./PartitionContext.ts"

export interface AccountNotFound {
  readonly _tag: "AccountNotFound"
  readonly id: string
}

export interface Create extends Pick<Account.Account, "name" | "email"> {
  /** Default: pending. */
  readonly kycStatus: Account.KycStatus | undefined
}

export const create = (
  { engine, source }: PartitionContext,
  request: Request.Request<Account.Account>,
  { email, kycStatus = "PENDING", name }: Create
) => {
  const { at } = request
  return engine.execute(request, {
    locks: [],
    decide: () => {
      const id = IdGenerator.id(source, "acct", at)
      const event = {
        ...({ _tag: "AccountCreated", id, name, email, kycStatus } as const),
        ...Partition.ofNewAccount(engine.partition, id),
        at
      }
      return Result.succeed({ events: [event], result: Account.created(event) })
    }
  })
}

export const find = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  id: string
): Result.Result<Account.Account, AccountNotFound> => {
  const account = registry.accounts.get(id)
  return account === undefined
    ? Result.fail({ _tag: "AccountNotFound", id })
    : Result.succeed(account)
}

/**
 * True if a caller may read the originator of its account: a key with full scope, or an owner. The
 * data identifies a person, and other members and keys do not need it.
 */
export const maySeeOriginator = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  accountId: string,
  by: string
): boolean => {
  const user = registry.people.get(by)
  const isOwner = user !== undefined && User.roleIn(user, accountId) === "owner"
  return isOwner || registry.keys.get(by)?.scope === "full"
}

/** True if each word is part of the account's id, name or address. */
const isFound = ({ email, id, name }: Account.Account, words: ReadonlyArray<string>): boolean => {
  if (words.length === 0) return true
  const text = `${id}\n${name}\n${email}`.toLowerCase()
  return words.every((word) => text.includes(word))
}

const wordsOf = (search: string): ReadonlyArray<string> =>
  search
    .toLowerCase()
    .split(/\s+/, Limits.http.searchWordsMax)
    .filter((word) => word !== "")

export interface Filter {
  readonly search?: string | undefined
  readonly kycStatus?: Account.KycStatus | undefined
  readonly status?: Account.Status | undefined
}

/** Accounts in these states that match the search, newest first. */
export const list = (
  { registry }: Pick<Engine.Engine["Service"], "registry">,
  { kycStatus, search = "", status }: Filter
): ReadonlyArray<Account.Account> => {
  const words = wordsOf(search)
  const fits = (each: Account.Account) =>
    (kycStatus === undefined || each.kycStatus === kycStatus) &&
    (status === undefined || each.status === status) &&
    isFound(each, words)
  return [...registry.accounts.values()].filter(fits).reverse()
}

export interface Update {
  readonly id: string
  readonly changes: Account.Changes
}

/** Changes an account's name, email, status or KYC status. */
export const update = (
  engine: Engine.Engine["Service"],
  request: Request.Request<Account.Account>,
  { changes, id }: Update
) =>
  engine.execute(request, {
    locks: [`account ${id}`],
    decide: () =>
      Result.map(find(engine, id), (account) => {
        const event = Account.update(account, changes, request.at)
        return { events: [event], result: Account.updated(account, event) }
      })
  })
