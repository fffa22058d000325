/**
 * Calls of the service. A session cookie authenticates the user; the header `x-dashboard` proves
 * that the request comes from this page and not another site, and `x-account` names the account.
 */
import * as Call from "../../client/Call.ts"
import * as Client from "../../client/Client.ts"
import { PayoutError } from "../../client/Problem.ts"
import type * as Transport from "../../client/Transport.ts"
import * as Generated from "../Generated.ts"
import { api as Words } from "../words/common.ts"
import * as StepUp from "./StepUp.ts"

/** `null`: for no account, as staff or before the sign-in. */
export type AccountId = string | null

const headersOf = (accountId: AccountId): Record<string, string> => ({
  "x-dashboard": "1",
  ...(accountId === null ? {} : { "x-account": accountId })
})

/** `fetch` as this page: the cookie goes along by itself, to this origin alone. */
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
  // The user waits: an early error is better than a silent wait for a rate window.
  retriesMax: 0,
  timeoutMs: 20_000
})

/** The dashboard's own operations. */
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

/** The public API, as the page uses it. */
class PublicClient extends Client.PayoutClient {
  protected override call<A>(
    request: Transport.Request,
    options?: Transport.CallOptions
  ): Call.Call<A> {
    return StepUp.proving(() => super.call<A>(request, options))
  }
}

export interface Clients {
  /** The public API. */
  readonly api: Client.PayoutClient
  /** The dashboard's own. */
  readonly own: DashboardClient
}

export const clients = (accountId: AccountId): Clients => ({
  api: new PublicClient(optionsOf(accountId)),
  own: new DashboardClient(accountId)
})

/** The client without an account: before the sign-in, or the cookie's user. */
export const visitor = new DashboardClient(null)

/** The name that the service gives a file. */
const nameIn = ({ headers }: Response): string | undefined =>
  /filename="([^"]+)"/.exec(headers.get("content-disposition") ?? "")?.[1]

/** A file of the service, given to the browser's downloads. `name`: where the service gives none. */
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
  // Later, because some browsers read it only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}

/** Whether a read is worth a retry: no answer, or an unavailable service. */
export const mayPass = (error: unknown): boolean =>
  error instanceof PayoutError &&
  (error.status === undefined || [502, 503, 504].includes(error.status))

export const isProblem = (error: unknown, status: number, code?: string): boolean =>
  error instanceof PayoutError &&
  error.status === status &&
  (code === undefined || error.code === code)
