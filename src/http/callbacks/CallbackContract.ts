/**
 * Contract of the callbacks of mobile-money providers. It is not part of the public contract: a
 * callback must be authenticated, and only triggers a status query to the provider.
 */
import { Schema } from "effect"
import * as Operation from "../contract/Operation.ts"

const success = Schema.Struct({ status: Schema.Literal("ok") })

export const post = Operation.post("providerCallback", "/callbacks/:provider", {
  access: { by: "public", limit: "callback" },
  location: "here",
  success,
  errors: []
})
export const put = Operation.put("providerCallbackPut", "/callbacks/:provider", {
  access: { by: "public", limit: "callback" },
  location: "here",
  success,
  errors: []
})

const named = "/callbacks/:provider/:reference"

export const postNamed = Operation.post("providerCallbackNamed", named, {
  access: { by: "public", limit: "callback" },
  location: "here",
  success,
  errors: []
})
export const putNamed = Operation.put("providerCallbackPutNamed", named, {
  access: { by: "public", limit: "callback" },
  location: "here",
  success,
  errors: []
})

export const group = Operation.group({
  name: "Callbacks",
  operations: [post, put, postNamed, putNamed]
})
