/** Names of objects that lists identify by id, from the first page of each kind. */
import type { ApiKey } from "../../client/Generated.ts"
import { names as Words } from "../words/common.ts"
import { useServiceQuery } from "./Queries.ts"
import { useSignedIn } from "./SignedIn.tsx"

/** The largest page of a list. */
export const readMax = 100

/** The account's endpoints. Staff get the URL with each delivery instead. */
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

/** The URL of a delivery's endpoint. For a deleted endpoint, the audit log has the last one. */
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

export const useEndpointUrls = (): ReadonlyMap<string, string> => {
  const data = useEndpoints()
  return new Map((data?.data ?? []).map(({ id, url }) => [id, url]))
}

/** Account names by id, for the staff. */
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

/** The name of an account, for the staff. An account beyond the first page is read separately. */
export const useAccountName = (id: string): string | undefined => {
  const { isStaff } = useSignedIn()
  const names = useAccountNames()
  const { data } = useServiceQuery(
    "accounts",
    ["name", id],
    ({ api }, options) => api.admin.accounts.get(id, options),
    { isOn: isStaff && names.size >= readMax && !names.has(id) }
  )
  // Until the response is there, `data` belongs to the account that was shown before.
  return names.get(id) ?? (data?.id === id ? data.name : undefined)
}

/** Names of team members by id, for users who may see the team. */
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

/** API keys of the account, or operator keys for staff, for users who may see them. */
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

export const useKeyNames = (): ReadonlyMap<string, string> =>
  new Map(useKeys().map(({ id, name }) => [id, name]))

/**
 * Key names by id, each with the key's last characters. A rotated key keeps its name, so the name
 * alone is ambiguous.
 */
export const useKeyLabels = (): ReadonlyMap<string, string> =>
  new Map(useKeys().map(({ id, last4, name }) => [id, Words.key(name, last4)]))
