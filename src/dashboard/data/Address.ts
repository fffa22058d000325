/**
 * Addresses below `/dashboard`: the first part names the account that the page acts for, or the
 * staff. So a link, a reload and two tabs each keep their own account.
 */
import type { Grant } from "../Generated.ts"

const operations = "operations"

/** The first path segment of all pages of a grant. */
export const baseOf = ({ account_id }: Pick<Grant, "account_id">): string =>
  `/${account_id ?? operations}`

export interface Address {
  /** The account's id, `null` for the staff, or `undefined` if the address names neither. */
  readonly accountId: string | null | undefined
  /** The path without the segment of the account or the staff. */
  readonly page: string
}

const pattern = /^\/(acct_[^/]*|operations)(\/.*)?$/s

/** Reads a path below `/dashboard`. A path that names neither an account nor the staff is valid. */
export const parse = (path: string): Address => {
  const [, named, page = "/"] = pattern.exec(path) ?? []
  if (named === undefined) return { accountId: undefined, page: path === "" ? "/" : path }
  return { accountId: named === operations ? null : named, page }
}
