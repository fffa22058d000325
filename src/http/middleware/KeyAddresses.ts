/** Where an API key may be used from: the addresses and ranges that it lists. */
import type { IncomingMessage } from "node:http"
import * as AddressRanges from "../../config/AddressRanges.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type { Refusal } from "../contract/Rejection.ts"
import type { AddressOf } from "./ClientAddress.ts"

type Ranges = ReadonlyArray<AddressRanges.Range>

/** Ranges by their keys: a key is a record that does not change. */
const parsed = new WeakMap<ApiKey.ApiKey, Ranges>()

const rangesOf = (key: ApiKey.ApiKey, texts: ReadonlyArray<string>): Ranges => {
  const known = parsed.get(key)
  if (known !== undefined) return known
  const ranges = texts.flatMap((text) => AddressRanges.parseStrict(text) ?? [])
  parsed.set(key, ranges)
  return ranges
}

/** What a request gets whose key does not list the address that it comes from. */
export const refuse = (
  key: ApiKey.ApiKey,
  source: IncomingMessage,
  addressOf: AddressOf
): Refusal | undefined => {
  if (key.allowedIps === undefined) return undefined
  const seen = addressOf(source)
  const address = AddressRanges.read(seen)
  if (address !== undefined && AddressRanges.isWithin(address, rangesOf(key, key.allowedIps))) {
    return undefined
  }
  const from = address?.toString() ?? "an unknown address"
  return { _tag: "Forbidden", message: `This API key may not be used from ${from}.` }
}
