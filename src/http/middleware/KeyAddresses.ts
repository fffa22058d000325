/** Refuses API keys that are used from addresses they do not list. */
import type { IncomingMessage } from "node:http"
import * as AddressRanges from "../../config/AddressRanges.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import type { Refusal } from "../contract/Rejection.ts"
import type { AddressOf } from "./ClientAddress.ts"

type Ranges = ReadonlyArray<AddressRanges.Range>

/** Ranges by key. A key's record does not change. */
const rangesByKey = new WeakMap<ApiKey.ApiKey, Ranges>()

const rangesOf = (key: ApiKey.ApiKey, texts: ReadonlyArray<string>): Ranges => {
  const cachedRanges = rangesByKey.get(key)
  if (cachedRanges !== undefined) return cachedRanges
  const ranges = texts.flatMap((text) => AddressRanges.parseStrict(text) ?? [])
  rangesByKey.set(key, ranges)
  return ranges
}

/** The refusal of a request whose key does not list the client's address. */
export const refuse = (
  key: ApiKey.ApiKey,
  source: IncomingMessage,
  addressOf: AddressOf
): Refusal | undefined => {
  if (key.allowedIps === undefined) return undefined
  const text = addressOf(source)
  const address = AddressRanges.read(text)
  if (address !== undefined && AddressRanges.isWithin(address, rangesOf(key, key.allowedIps))) {
    return undefined
  }
  const from = address?.toString() ?? "an unknown address"
  return { _tag: "Forbidden", message: `This API key may not be used from ${from}.` }
}
