/**
 * Callbacks of mobile-money providers. Not part of the public contract: a callback must be
 * authenticated, and only triggers a status query to the provider.
 */
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"

const success = Schema.Struct({ status: Schema.Literal("ok") })

export const post = HttpApiEndpoint.post("providerCallback", "/callbacks/:provider", { success })
export const put = HttpApiEndpoint.put("providerCallbackPut", "/callbacks/:provider", { success })

const named = "/callbacks/:provider/:reference"

export const postNamed = HttpApiEndpoint.post("providerCallbackNamed", named, { success })
export const putNamed = HttpApiEndpoint.put("providerCallbackPutNamed", named, { success })
