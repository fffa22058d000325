/** Names of what lists show by id, as far as one read of them goes. */
import type { ApiKey } from "../../client/Generated.ts"
import { names as Words } from "../words/common.ts"
import { useServiceQuery } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

/** The largest page of a list. */
export const readMax = 100

/** The account's endpoints; staff have their URL with each delivery. */
const useEndpoints = () => {
  const { isStaff } = useSignedIn()
  const { data } = useServiceQuery(
    "endpoints",
    ["urls"],
    ({ api }, options) => api.webhooks.endpoints.list({ limit: readMax }, options),
    { isOn: !isStaff }
  )
  return data
}

/** Where a delivery went; of an endpoint that was deleted, where it did at last. */
export const useEndpointOf = (
  of: { readonly endpoint_id: string; readonly endpoint_url?: string | null } | undefined
): { readonly url: string | undefined; readonly isDeleted: boolean } => {
  const { isStaff } = useSignedIn()
  const known = useEndpoints()
  const id = of?.endpoint_id
  const told = of?.endpoint_url
  const own = known?.data.find((each) => each.id === id)
  const isGone =
    id !== undefined &&
    !isStaff &&
    known !== undefined &&
    known.total <= readMax &&
    own === undefined
  const acts = useServiceQuery(
    "audit",
    ["endpoint", id],
    ({ api }, options) => api.auditLogs.list({ subject_id: id ?? "", limit: readMax }, options),
    { isOn: isGone }
  )
  const act = acts.data?.data.find(
    ({ changes, subject_id }) => subject_id === id && changes.url !== undefined
  )
  return { url: told ?? own?.url ?? act?.changes.url, isDeleted: isGone || told === null }
}

/** The URLs of the account's endpoints by id. */
export const useEndpointUrls = (): ReadonlyMap<string, string> => {
  const data = useEndpoints()
  return new Map((data?.data ?? []).map(({ id, url }) => [id, url]))
}

/** Accounts by id, for the staff. */
export const useAccountNames = (): ReadonlyMap<string, string> => {
  const { isStaff } = useSignedIn()
  const { data } = useServiceQuery(
    "accounts",
    ["names"],
    ({ api }, options) => api.admin.accounts.list({ limit: readMax }, options),
    { isOn: isStaff }
  )
  return new Map((data?.data ?? []).map(({ id, name }) => [id, name]))
}

/** The name of an account, for the staff; one beyond those that are read together is read alone. */
export const useAccountName = (id: string): string | undefined => {
  const { isStaff } = useSignedIn()
  const names = useAccountNames()
  const { data } = useServiceQuery(
    "accounts",
    ["name", id],
    ({ api }, options) => api.admin.accounts.get(id, options),
    { isOn: isStaff && names.size >= readMax && !names.has(id) }
  )
  // Until it is there, `data` is of the account before.
  return names.get(id) ?? (data?.id === id ? data.name : undefined)
}

/** Members of the team by id, for those who may see them. */
export const usePeopleNames = (): ReadonlyMap<string, string> => {
  const { isStaff, may } = useSignedIn()
  const { data } = useServiceQuery(
    "team",
    [],
    ({ own }, options) => (isStaff ? own.staff.team.get(options) : own.team.get(options)),
    { isOn: may("team") }
  )
  return new Map((data?.members ?? []).map(({ id, name }) => [id, name]))
}

/** API keys of the account or of operators, for those who may see them. */
const useKeys = (): ReadonlyArray<Pick<ApiKey, "id" | "name" | "last4">> => {
  const { isStaff, may } = useSignedIn()
  const { data } = useServiceQuery(
    "keys",
    ["names"],
    async ({ api, own }, options): Promise<ReturnType<typeof useKeys>> => {
      if (!isStaff) return (await own.apiKeys.get(options)).data
      return (await api.admin.operators.list({ limit: readMax }, options)).data
    },
    { isOn: may(isStaff ? "issue" : "keys") }
  )
  return data ?? []
}

/** API keys by id. */
export const useKeyNames = (): ReadonlyMap<string, string> =>
  new Map(useKeys().map(({ id, name }) => [id, name]))

/** API keys by id, with the end of each: a key has the name of the one that it replaced. */
export const useKeyLabels = (): ReadonlyMap<string, string> =>
  new Map(useKeys().map(({ id, last4, name }) => [id, Words.key(name, last4)]))
