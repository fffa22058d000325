/**
 * Addresses below `/dashboard`: the first part names the account that the page acts for, or the
 * staff. So a link, a reload and two tabs each keep their own account.
 */
import type { Grant } from "../Generated.ts"

const operations = "operations"

/** The first part of every address of a grant's pages. */
export const baseOf = ({ account_id }: Pick<Grant, "account_id">): string =>
  `/${account_id ?? operations}`

export interface Address {
  /** Whom the address names: an account's id, `null` for the staff, `undefined` for none. */
  readonly accountId: string | null | undefined
  /** The page, without the account. */
  readonly page: string
}

const pattern = /^\/(acct_[^/]*|operations)(\/.*)?$/s

/** Reads a path below `/dashboard`. Addresses from before had no account. */
export const parse = (path: string): Address => {
  const [, named, page = "/"] = pattern.exec(path) ?? []
  if (named === undefined) return { accountId: undefined, page: path === "" ? "/" : path }
  return { accountId: named === operations ? null : named, page }
}
