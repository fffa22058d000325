/**
 * The client: every operation of the API as a method (`Generated.ts`, written from the API's own
 * definition), sent with retries. It keeps no state but its options.
 */
import { Operations } from "./Generated.ts"
import * as Paging from "./Paging.ts"
import * as Transport from "./Transport.ts"

/** A pending answer; `withResponse` gives it with status, request id and headers. */
export interface Call<A> extends Promise<A> {
  readonly withResponse: () => Promise<Transport.Answer<A>>
}

const calling = <A>(answer: Promise<Transport.Answer<A>>): Call<A> => {
  const data = answer.then((each) => each.data)
  const withResponse = () => {
    // With `withResponse` nothing handles this promise, which fails together with it.
    data.catch(() => undefined)
    return answer
  }
  return Object.assign(data, { withResponse })
}

/**
 * ```ts
 * const client = new PayoutClient({ apiKey, baseUrl: "https://payouts.example.com" })
 * const quote = await client.quotes.create({ source_amount_usdc: 25, target_currency: "UGX" })
 * ```
 *
 * Throws `PayoutError`.
 */
export class PayoutClient extends Operations {
  // Private, so that a client that is logged shows no key.
  readonly #options: Transport.ClientOptions

  constructor(options: Transport.ClientOptions) {
    super()
    if (!URL.canParse(options.baseUrl)) {
      throw new TypeError(`baseUrl must be a URL, got ${JSON.stringify(options.baseUrl)}`)
    }
    this.#options = options
  }

  protected override call<A>(request: Transport.Request, options?: Transport.CallOptions): Call<A> {
    return calling(Transport.send<A>(this.#options, request, options))
  }

  protected override all<A>(
    request: Transport.Request,
    idOf: (item: A) => unknown,
    options?: Transport.CallOptions
  ): AsyncGenerator<A, void, undefined> {
    const { query } = request
    const ask = (page: { readonly limit: number; readonly offset: number }) =>
      this.call<Paging.Page<A>>({ ...request, query: { ...query, ...page } }, options)
    return Paging.pages(ask, idOf, {
      limit: query?.limit as number | undefined,
      offset: query?.offset as number | undefined
    })
  }
}
