/** Asks the service for what a search box's text names: by words, or by an id. */
import type { Batch } from "../../client/Generated.ts"
import type { CallOptions } from "../../client/Transport.ts"
import * as Format from "../data/Format.ts"
import * as Links from "../data/Links.ts"
import { useServiceQuery } from "../data/Queries.ts"
import type * as Views from "../data/SavedViews.ts"
import { type SignedIn, useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { useSavedViews } from "../data/useSavedViews.ts"
import type { Place } from "../Navigation.tsx"
import * as BatchWords from "../words/Batch.ts"
import * as Words from "../words/search/Search.ts"
import * as Results from "./Results.ts"

const perGroupMax = 5

/** The largest page of a list. */
const readMax = 100

/** The link to all payouts of a search, where there are more than its results. */
const allPayouts = (search: string, total: number, others: number): Results.Result => {
  const href = `/payouts?${new URLSearchParams({ search })}`
  return { key: "payouts", href, title: Words.allPayouts(total), others }
}

const payoutsOf = async (
  { api, isStaff }: SignedIn,
  search: string,
  options: CallOptions
): Promise<ReadonlyArray<Results.Result>> => {
  const query = { search, limit: perGroupMax }
  const { data, total } = isStaff
    ? await api.admin.payouts.list(query, options)
    : await api.payouts.list(query, options)
  const results = data.map((each) => ({
    key: each.payout_id,
    href: `/payouts/${each.payout_id}`,
    title: each.recipient_name ?? each.recipient_phone,
    about: [
      Format.money(each.target_amount_fiat, each.target_currency),
      Status.payout[each.status].label,
      Format.timeShort(each.created_at)
    ].join(" · ")
  }))
  const others = total - results.length
  return others > 0 ? [...results, allPayouts(search, total, others)] : results
}

/** Batches by name; those of the bulk API beside them. */
const batchesOf = async (
  { api, isStaff }: SignedIn,
  search: string,
  options: CallOptions
): Promise<ReadonlyArray<Results.Result>> => {
  const query = { search, limit: perGroupMax }
  const result = (href: string, batch: Pick<Batch, "name" | "total" | "created_at">) => ({
    ...{ key: href, href, title: batch.name ?? "" },
    about: `${BatchWords.heading(batch.total)} · ${Format.timeShort(batch.created_at)}`
  })
  if (isStaff) {
    const { data } = await api.admin.batches.list(query, options)
    return data.map((each) => result(`/batches/${each.id}`, each))
  }
  const [batches, bulk] = await Promise.all([
    api.batches.list(query, options),
    api.payouts.bulk.list(query, options)
  ])
  return [
    ...batches.data.map((each) => result(`/batches/${each.id}`, each)),
    ...bulk.data.map((each) => result(`/bulk/${each.batch_id}`, each))
  ]
}

/** Accounts for the staff. */
const accountsOf = async ({ api }: SignedIn, search: string, options: CallOptions) => {
  const { data } = await api.admin.accounts.list({ search, limit: perGroupMax }, options)
  return data.map(({ email, id, name }) => ({
    ...{ key: id, href: `/accounts/${id}`, title: name, about: email }
  }))
}

/** Saved beneficiaries, which the page of all of them shows. */
const beneficiariesOf = async ({ api }: SignedIn, search: string, options: CallOptions) => {
  const { data } = await api.beneficiaries.list({ search, limit: perGroupMax }, options)
  return data.map(({ id, name, phone }) => ({
    key: id,
    href: `/beneficiaries?${new URLSearchParams({ search: phone })}`,
    title: name,
    about: phone
  }))
}

/** Endpoints: one page is read and searched here, because the service has no search of them. */
const endpointsOf = async ({ api }: SignedIn, options: CallOptions) => {
  const { data } = await api.webhooks.endpoints.list({ limit: readMax }, options)
  return data.map(({ description, id, url }) => ({
    ...{ key: id, href: `/webhooks/${id}`, title: url, about: description ?? "" }
  }))
}

/** The object with this id, where one is there. */
const readById = async (who: SignedIn, id: string, options: CallOptions): Promise<unknown> => {
  const { api, isStaff } = who
  switch (id.slice(0, id.indexOf("_"))) {
    case "bt":
      return isStaff ? api.admin.batches.get(id, options) : api.batches.get(id, options)
    case "bk":
      return isStaff ? api.admin.batches.get(id, options) : api.payouts.bulk.get(id, options)
    case "dlv":
      return isStaff
        ? api.admin.webhookDeliveries.get(id, options)
        : api.webhooks.deliveries.get(id, options)
    case "qt":
      return isStaff ? undefined : api.quotes.get(id, options)
    case "evt":
      return isStaff ? undefined : api.events.get(id, options)
    case "req":
      return isStaff ? undefined : api.requests.get(id, options)
    default:
      return undefined
  }
}

const byId = async (who: SignedIn, id: string, options: CallOptions) => {
  const href = Links.placeOf(id, who.isStaff)
  if (!Links.isId(id) || href === undefined) return []
  // One that is not there is nothing found; what else went wrong shows on other results.
  const found = await readById(who, id, options).catch(() => undefined)
  return found === undefined ? [] : [{ key: id, href, title: Links.kindOf(id) ?? id, about: id }]
}

const pagesOf = (search: string, places: ReadonlyArray<Place>): Results.Group => ({
  label: Words.groups.pages,
  results: places
    .filter(({ label, words = "" }) => Results.fits(search, [label, words]))
    .map(({ href, isOutside, label }) => ({
      ...{ key: `page:${href}`, href, title: label },
      ...(isOutside === undefined ? {} : { isOutside })
    }))
})

const viewsOf = (search: string, views: ReadonlyArray<Views.View>): Results.Group => ({
  label: Words.groups.views,
  results: views
    .filter(({ name }) => Results.fits(search, [name]))
    .map(({ name, query }) => ({
      ...{ key: `view:${name}`, href: `/payouts?${query}`, title: name },
      about: Words.groups.payouts
    }))
})

interface Found {
  readonly groups: ReadonlyArray<Results.Group>
  readonly isAsking: boolean
  readonly error: unknown
}

export const useResults = (search: string, places: ReadonlyArray<Place>): Found => {
  const { isStaff, scope } = useSignedIn()
  const { views } = useSavedViews(scope)
  const isOn = search !== ""
  const payouts = useServiceQuery(
    "payouts",
    ["search", search],
    (who, options) => payoutsOf(who, search, options),
    { isOn }
  )
  const batches = useServiceQuery(
    "batches",
    ["search", search],
    (who, options) => batchesOf(who, search, options),
    { isOn }
  )
  const exact = useServiceQuery(
    "payouts",
    ["search-by-id", search],
    (who, options) => byId(who, search, options),
    { isOn }
  )
  const accounts = useServiceQuery(
    "accounts",
    ["search", search],
    (who, options) => accountsOf(who, search, options),
    { isOn: isOn && isStaff }
  )
  const beneficiaries = useServiceQuery(
    "beneficiaries",
    ["search", search],
    (who, options) => beneficiariesOf(who, search, options),
    { isOn: isOn && !isStaff }
  )
  const endpoints = useServiceQuery("endpoints", ["search"], endpointsOf, { isOn: !isStaff })
  const ownEndpoints = (endpoints.data ?? [])
    .filter(({ about, key, title }) => Results.fits(search, [key, title, about]))
    .slice(0, perGroupMax)
  const pages = pagesOf(search, places)
  const asked = isOn
    ? [
        { label: Words.groups.byId, results: exact.data ?? [] },
        { label: Words.groups.payouts, results: payouts.data ?? [] },
        { label: Words.groups.batches, results: batches.data ?? [] },
        { label: Words.groups.beneficiaries, results: beneficiaries.data ?? [] },
        { label: Words.groups.accounts, results: accounts.data ?? [] },
        { label: Words.groups.endpoints, results: ownEndpoints }
      ]
    : []
  return {
    groups: Results.filled([...asked, viewsOf(search, views), pages]),
    isAsking: [payouts, batches, exact, beneficiaries, accounts].some((each) => each.isFetching),
    error: payouts.error
  }
}
