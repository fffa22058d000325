/**
 * Checks whether money may be refunded to an address. The address must not be the service's own,
 * the token must not refuse it, and screening must clear it. A missing verdict does not clear it.
 */
import { Effect } from "effect"
import * as Partitions from "../engine/Partitions.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as ReadModel from "../engine/ports/ReadModel.ts"
import * as Screening from "../engine/ports/Screening.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"

/**
 * The reason is `own` if money would return to the service or be lost, `blacklisted` if the token's
 * issuer blocks the address, and `not_allowed` if screening flags it.
 */
export interface RefundAddressRefused {
  readonly _tag: "RefundAddressRefused"
  readonly reason: "own" | "blacklisted" | "not_allowed"
}

export const cannotScreen = new Unavailable({
  message: "The address cannot be screened right now."
})

const refused = (reason: RefundAddressRefused["reason"]) =>
  Effect.fail<RefundAddressRefused>({ _tag: "RefundAddressRefused", reason })

type Vet = (address: string) => Effect.Effect<void, RefundAddressRefused | Unavailable>

/** True if a payout or batch of the partition has this deposit address, in lower case. */
export const isDeposit = Partitions.procedure<string, boolean>({
  name: "refund address: is deposit",
  run: ({ deposits: { readModel, state } }, address) =>
    state.addresses.has(address)
      ? Effect.succeed(true)
      : Effect.map(ReadModel.orDie(readModel.owners([address])), (owners) => owners.size > 0)
})

export const make = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const partitions = yield* Partitions.Partitions
  const isOwn = Effect.fnUntraced(function* (address: string) {
    if (yield* chain.isOwn(address)) return true
    return (yield* Partitions.callAll(partitions, isDeposit, address)).includes(true)
  })
  const screening = yield* Screening.Screening
  const vet: Vet = Effect.fnUntraced(function* (address) {
    if (yield* isOwn(address.toLowerCase())) return yield* refused("own")
    if (yield* chain.isBlacklisted(address)) return yield* refused("blacklisted")
    const verdict = yield* screening.address(address, "refund address")
    if (verdict._tag === "Inconclusive") return yield* cannotScreen
    if (verdict._tag === "Flagged") return yield* refused("not_allowed")
  })
  return vet
})
