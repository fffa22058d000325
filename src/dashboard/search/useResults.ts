/** Searches the service by words or by an id. */
import type { CallOptions } from "../../client/Transport.ts"
import { useAccountNames } from "../data/Names.ts"
import { useServiceQuery } from "../data/Queries.ts"
import type * as Views from "../data/SavedViews.ts"
import { type SignedIn, useSignedIn } from "../data/SignedIn.tsx"
import { useSavedViews } from "../data/useSavedViews.ts"
import type { NavItem } from "../Navigation.tsx"
import { search as Words } from "../words/shell.ts"
import { byId, readMax } from "./byId.ts"
import * as Facts from "./Facts.ts"
import * as Results from "./Results.ts"

const perGroupMax = 5

/** The link to all payouts that match, shown if there are more than the results. */
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
    ...Facts.ofPayout(each)
  }))
  const others = total - results.length
  return others > 0 ? [...results, allPayouts(search, total, others)] : results
}

/** Batches by name, with those of the bulk API. */
const batchesOf = async (
  { api, isStaff }: SignedIn,
  search: string,
  options: CallOptions
): Promise<ReadonlyArray<Results.Result>> => {
  const query = { search, limit: perGroupMax }
  const result = (place: string, id: string, batch: Parameters<typeof Facts.ofBatch>[0]) => ({
    ...{ key: id, href: `${place}/${id}` },
    ...Facts.ofBatch(batch)
  })
  if (isStaff) {
    const { data } = await api.admin.batches.list(query, options)
    return data.map((each) => result("/batches", each.id, each))
  }
  const [batches, bulk] = await Promise.all([
    api.batches.list(query, options),
    api.payouts.bulk.list(query, options)
  ])
  return [
    ...batches.data.map((each) => result("/batches", each.id, each)),
    ...bulk.data.map((each) => result("/bulk", each.batch_id, each))
  ]
}

const accountsOf = async ({ api }: SignedIn, search: string, options: CallOptions) => {
  const { data } = await api.admin.accounts.list({ search, limit: perGroupMax }, options)
  return data.map(({ email, id, name }) => ({
    ...{ key: id, href: `/accounts/${id}`, title: name, about: email }
  }))
}

/** Saved beneficiaries. They have no separate pages, so the result opens the list. */
const beneficiariesOf = async ({ api }: SignedIn, search: string, options: CallOptions) => {
  const { data } = await api.beneficiaries.list({ search, limit: perGroupMax }, options)
  return data.map(({ id, name, phone }) => ({
    key: id,
    href: `/beneficiaries?${new URLSearchParams({ search: phone })}`,
    title: name,
    about: phone
  }))
}

/** Endpoints. The service cannot search them, so one page is read and searched here. */
const endpointsOf = async ({ api }: SignedIn, options: CallOptions) => {
  const { data } = await api.webhooks.endpoints.list({ limit: readMax }, options)
  return data.map(({ description, id, url }) => ({
    ...{ key: id, href: `/webhooks/${id}`, title: url, about: description ?? "" }
  }))
}

/**
 * Links to the failed deliveries of each endpoint. A search that names only the endpoint omits
 * them.
 */
const failuresOf = (
  search: string,
  endpoints: ReadonlyArray<Results.Result>
): ReadonlyArray<NavItem> =>
  endpoints
    .filter(
      ({ title }) =>
        Results.fits(search, [Words.failedDeliveries]) || !Results.fits(search, [title])
    )
    .slice(0, perGroupMax)
    .map(({ key, title }) => ({
      href: `/webhooks/${key}?status=failed`,
      label: Words.failedDeliveriesOf(title)
    }))

const fitting = (search: string, places: ReadonlyArray<NavItem>): ReadonlyArray<Results.Result> => {
  const found = places.filter(({ label, words = "" }) => Results.fits(search, [label, words]))
  const [named, others] = [true, false].map((isNamed) =>
    found.filter(({ label }) => Results.fits(search, [label]) === isNamed)
  )
  return [...(named ?? []), ...(others ?? [])].map(({ area, href, isOutside, label }) => ({
    ...{ key: `page:${href}`, href, title: label },
    ...(area === undefined ? {} : { about: area }),
    ...(isOutside === undefined ? {} : { isOutside })
  }))
}

/** Pages of the current account or staff. Pages of the others are found only by typed text. */
const pagesOf = (
  search: string,
  places: ReadonlyArray<NavItem>
): readonly [Results.Group, Results.Group] => {
  const own = places.filter(({ area }) => area === undefined)
  const others = search === "" ? [] : places.filter(({ area }) => area !== undefined)
  return [
    { label: Words.groups.pages, results: fitting(search, own) },
    { label: Words.groups.otherPages, results: fitting(search, others).slice(0, perGroupMax) }
  ]
}

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

export const useResults = (search: string, places: ReadonlyArray<NavItem>): Found => {
  const { isStaff, scope } = useSignedIn()
  const { views } = useSavedViews(scope)
  const accountNames = useAccountNames()
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
  const failures = isOn ? failuresOf(search, endpoints.data ?? []) : []
  const [own, elsewhere] = pagesOf(search, [...places, ...failures])
  const found = exact.data ?? []
  /** Drops results that the search by id has found. */
  const others = (label: string, results: ReadonlyArray<Results.Result>): Results.Group => ({
    label,
    results: Results.withAccounts(
      results.filter(({ key }) => found.every((each) => each.key !== key)),
      accountNames
    )
  })
  const asked = isOn
    ? [
        others(Words.groups.payouts, payouts.data ?? []),
        others(Words.groups.batches, batches.data ?? []),
        others(Words.groups.beneficiaries, beneficiaries.data ?? []),
        others(Words.groups.accounts, accounts.data ?? []),
        others(Words.groups.endpoints, ownEndpoints)
      ]
    : []
  const exactly = {
    label: Words.groups.byId,
    results: isOn ? Results.withAccounts(found, accountNames) : []
  }
  return {
    groups: Results.filled([exactly, viewsOf(search, views), own, ...asked, elsewhere]),
    isAsking: [payouts, batches, exact, beneficiaries, accounts].some((each) => each.isFetching),
    error: payouts.error
  }
}
