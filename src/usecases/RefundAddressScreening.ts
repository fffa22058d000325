/**
 * Whether money may be sent back to an address: the token itself must not refuse it, and screening
 * must clear it. No answer is not a pass.
 */
import { Effect } from "effect"
import * as Chain from "../engine/ports/Chain.ts"
import * as Screening from "../engine/ports/Screening.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"

/** `blacklisted`: by the token's issuer; `not_allowed`: by screening. */
export interface RefundAddressRefused {
  readonly _tag: "RefundAddressRefused"
  readonly reason: "blacklisted" | "not_allowed"
}

export const cannotScreen = new Unavailable({
  message: "The address cannot be screened right now."
})

const refused = (reason: RefundAddressRefused["reason"]) =>
  Effect.fail<RefundAddressRefused>({ _tag: "RefundAddressRefused", reason })

type Vet = (address: string) => Effect.Effect<void, RefundAddressRefused | Unavailable>

export const make = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const screening = yield* Screening.Screening
  const vet: Vet = Effect.fnUntraced(function* (address) {
    if (yield* chain.isBlacklisted(address)) return yield* refused("blacklisted")
    const verdict = yield* screening.address(address, "refund address")
    if (verdict._tag === "Inconclusive") return yield* cannotScreen
    if (verdict._tag === "Flagged") return yield* refused("not_allowed")
  })
  return vet
})
