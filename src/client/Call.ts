/** Calls of operations, as `Generated.ts` makes them: one answer, or a list page by page. */
import * as Paging from "./Paging.ts"
import * as Transport from "./Transport.ts"

/** A pending answer; `withResponse` gives it with status, request id and headers. */
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
    // With `withResponse` nothing handles this promise, which fails together with it.
    data.catch(() => undefined)
    return answer
  }
  return Object.assign(data, { withResponse })
}

/** Every item of a list, from the offset of the request on. */
export const all = <A>(
  client: Transport.ClientOptions,
  request: Transport.Request,
  idOf: (item: A) => unknown,
  options?: Transport.CallOptions
): AsyncGenerator<A, void, undefined> => {
  const { query } = request
  const { cursor: _, limit: __, offset: ___, ...filters } = query ?? {}
  const read = (place: Paging.Place) =>
    send<Paging.Page<A>>(client, { ...request, query: { ...filters, ...place } }, options)
  return Paging.pages(read, idOf, query ?? {})
}
