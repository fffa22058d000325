/** Requests of the operations in `Generated.ts`, for one response or for a list page by page. */
import * as Paging from "./Paging.ts"
import * as Transport from "./Transport.ts"

/** A pending result. `withResponse` adds the status, the request id and the headers. */
export interface Call<A> extends Promise<A> {
  readonly withResponse: () => Promise<Transport.Answer<A>>
}

/** Sends a request with a client's options. */
export const send = <A>(
  client: Transport.ClientOptions,
  request: Transport.Request,
  options?: Transport.CallOptions
): Call<A> => {
  const answer = Transport.send<A>(client, request, options)
  const data = answer.then((each) => each.data)
  const withResponse = () => {
    // After `withResponse` nothing handles `data`, which fails together with the response.
    data.catch(() => undefined)
    return answer
  }
  return Object.assign(data, { withResponse })
}

/** Every item of a list, starting at the request's offset. */
export const all = <A>(
  client: Transport.ClientOptions,
  request: Transport.Request,
  idOf: (item: A) => unknown,
  options?: Transport.CallOptions
): AsyncGenerator<A, void, undefined> => {
  const { query } = request
  const { cursor: _, limit: __, offset: ___, ...filters } = query ?? {}
  const read = (page: Paging.PageQuery) =>
    send<Paging.Page<A>>(client, { ...request, query: { ...filters, ...page } }, options)
  return Paging.pages(read, idOf, query ?? {})
}
