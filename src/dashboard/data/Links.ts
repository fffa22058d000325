/** Finds an object's kind and page from its id. */
import { kinds } from "../words/common.ts"

const customerPlaces: Readonly<Record<string, (id: string) => string>> = {
  po: (id) => `/payouts/${id}`,
  bt: (id) => `/batches/${id}`,
  bk: (id) => `/bulk/${id}`,
  bal: () => "/balance",
  wdr: () => "/balance",
  adr: () => "/balance",
  qt: (id) => `/quotes/${id}`,
  ben: () => "/beneficiaries",
  we: (id) => `/webhooks/${id}`,
  evt: (id) => `/events/${id}`,
  dlv: (id) => `/deliveries/${id}`,
  req: (id) => `/requests/${id}`,
  key: () => "/api-keys",
  usr: () => "/team",
  inv: () => "/team"
}

const staffPlaces: Readonly<Record<string, (id: string) => string>> = {
  po: (id) => `/payouts/${id}`,
  bt: (id) => `/batches/${id}`,
  bk: (id) => `/batches/${id}`,
  wdr: () => "/withdrawals",
  dlv: (id) => `/deliveries/${id}`,
  rec: (id) => `/reconciliation/runs/${id}`,
  brk: (id) => `/reconciliation/breaks/${id}`,
  acct: (id) => `/accounts/${id}`
}

const prefixOf = (id: string): string => id.slice(0, Math.max(0, id.indexOf("_")))

/** The kind of the object, or `undefined` if the prefix is unknown. */
export const kindOf = (id: string): string | undefined => kinds[prefixOf(id)]

/** The page of the object, else a list that contains it, or `undefined` if no page shows it. */
export const placeOf = (id: string, isStaff: boolean): string | undefined =>
  (isStaff ? staffPlaces : customerPlaces)[prefixOf(id)]?.(id)

/** Ids of events and deliveries are longer, because they contain other ids. */
const wholeId = /^[a-z]{2,4}_[0-9A-HJKMNP-TV-Z]{26,45}$/

export const isId = (text: string): boolean => wholeId.test(text) && kindOf(text) !== undefined
