/**
 * The client. It has a method for every operation of the API (`Generated.ts`, written from the
 * API's own definition), and sends requests with retries. It has no state except its options.
 */

import * as Call from "./Call.ts"
import { Operations } from "./Generated.ts"
import type * as Transport from "./Transport.ts"

/**
 * ```ts
 * const client = new PayoutClient({ apiKey, baseUrl: "https://payouts.example.com" })
 * const quote = await client.quotes.create({ source_amount_usdc: 25, target_currency: "UGX" })
 * ```
 *
 * Throws `PayoutError`.
 */
export class PayoutClient extends Operations {
  // Private, so that a logged client does not show its key.
  readonly #options: Transport.ClientOptions

  constructor(options: Transport.ClientOptions) {
    super()
    if (!URL.canParse(options.baseUrl)) {
      throw new TypeError(`baseUrl must be a URL, got ${JSON.stringify(options.baseUrl)}`)
    }
    this.#options = options
  }

  protected override call<A>(
    request: Transport.Request,
    options?: Transport.CallOptions
  ): Call.Call<A> {
    return Call.send(this.#options, request, options)
  }

  protected override all<A>(
    request: Transport.Request,
    idOf: (item: A) => unknown,
    options?: Transport.CallOptions
  ): AsyncGenerator<A, void, undefined> {
    return Call.all(this.#options, request, idOf, options)
  }
}
