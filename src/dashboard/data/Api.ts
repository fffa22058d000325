/**
 * Clients for the service's API. A session cookie authenticates the user. The header `x-dashboard`
 * proves that the request comes from this page and not from another site, and `x-account` names the
 * account.
 */
import * as Call from "../../client/Call.ts"
import * as Client from "../../client/Client.ts"
import { PayoutError } from "../../client/Problem.ts"
import type * as Transport from "../../client/Transport.ts"
import * as Generated from "../Generated.ts"
import { api as Words } from "../words/common.ts"
import * as StepUp from "./StepUp.ts"

/** `null` for staff, and for requests before the sign-in. */
export type AccountId = string | null

const headersOf = (accountId: AccountId): Record<string, string> => ({
  "x-dashboard": "1",
  ...(accountId === null ? {} : { "x-account": accountId })
})

/** A `fetch` with the page's headers. The browser adds the cookie to same-origin requests alone. */
export const fetchAs =
  (accountId: AccountId): typeof fetch =>
  (input, init) => {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headersOf(accountId))) headers.set(name, value)
    return fetch(input, { ...init, headers, credentials: "same-origin" })
  }

const optionsOf = (accountId: AccountId): Transport.ClientOptions => ({
  baseUrl: location.origin,
  fetch: fetchAs(accountId),
  // The user is waiting, so an early error is better than a silent wait for a rate window.
  retriesMax: 0,
  timeoutMs: 20_000
})

/** The client for the dashboard's own API. */
class DashboardClient extends Generated.Operations {
  readonly #options: Transport.ClientOptions

  constructor(accountId: AccountId) {
    super()
    this.#options = optionsOf(accountId)
  }

  protected override call<A>(
    request: Transport.Request,
    options?: Transport.CallOptions
  ): Call.Call<A> {
    return StepUp.proving(() => Call.send<A>(this.#options, request, options))
  }

  protected override all<A>(
    request: Transport.Request,
    idOf: (item: A) => unknown,
    options?: Transport.CallOptions
  ): AsyncGenerator<A, void, undefined> {
    return Call.all(this.#options, request, idOf, options)
  }
}

/** The client for the public API. It asks the user for a proof if a request needs one. */
class PublicClient extends Client.PayoutClient {
  protected override call<A>(
    request: Transport.Request,
    options?: Transport.CallOptions
  ): Call.Call<A> {
    return StepUp.proving(() => super.call<A>(request, options))
  }
}

export interface Clients {
  readonly api: Client.PayoutClient
  readonly own: DashboardClient
}

export const clients = (accountId: AccountId): Clients => ({
  api: new PublicClient(optionsOf(accountId)),
  own: new DashboardClient(accountId)
})

/** A client without an account, for the sign-in and for requests about the user. */
export const visitor = new DashboardClient(null)

/** The file name that the service chose. */
const nameIn = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1]

/** Downloads a file of the service. `name` is the file name if the service gives none. */
export const download = async (accountId: AccountId, path: string, name: string): Promise<void> => {
  const response = await fetchAs(accountId)(path)
  if (!response.ok) {
    throw new PayoutError({
      status: response.status,
      code: `HTTP_${response.status}`,
      message: Words.fileFailed(response.status),
      requestId: response.headers.get("x-request-id") ?? undefined
    })
  }
  save(await response.blob(), nameIn(response) ?? name)
}

export const save = (blob: Blob, name: string): void => {
  const url = URL.createObjectURL(blob)
  const link = document.createElement("a")
  link.href = url
  link.download = name
  link.click()
  // Some browsers read the URL only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** True if a retry of a read may succeed: no response, or an unavailable service. */
export const mayPass = (error: unknown): boolean =>
  error instanceof PayoutError &&
  (error.status === undefined || [502, 503, 504].includes(error.status))

export const isProblem = (error: unknown, status: number, code?: string): boolean =>
  error instanceof PayoutError &&
  error.status === status &&
  (code === undefined || error.code === code)
