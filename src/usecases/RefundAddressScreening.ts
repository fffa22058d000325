/**
 * Whether money may be sent back to an address: the token itself must not refuse it, and screening
 * must know nothing against it. No answer is not a pass.
 */
import { Effect } from "effect"
import * as Chain from "../engine/ports/Chain.ts"
import * as Screening from "../engine/ports/Screening.ts"
import { Unavailable } from "../engine/ports/Unavailable.ts"
import type { FieldError, Refusal } from "../http/Problems.ts"

const refused = (field: string, code: string, message: string): Refusal => ({
  _tag: "Invalid",
  errors: [{ field, code, message } satisfies FieldError]
})

const cannotScreen = new Unavailable({ message: "The address cannot be screened right now." })

/** Fails with what is wrong with the address in a field. */
export type Vet = (field: string, address: string) => Effect.Effect<void, Refusal | Unavailable>

export const make = Effect.gen(function* () {
  const chain = yield* Chain.Chain
  const screening = yield* Screening.Screening
  const vet: Vet = Effect.fnUntraced(function* (field, address) {
    if (yield* chain.isBlacklisted(address)) {
      const message = "cannot receive USDC: the token's issuer has blocked it"
      return yield* Effect.fail(refused(field, "blacklisted", message))
    }
    const verdict = yield* screening.address(address, "refund address")
    if (verdict._tag === "Inconclusive") return yield* cannotScreen
    if (verdict._tag === "Flagged") {
      return yield* Effect.fail(refused(field, "not_allowed", "cannot receive a refund"))
    }
  })
  return vet
})

/** What is wrong, as a value; `undefined`: nothing. */
export const refusal = (
  vetted: Effect.Effect<void, Refusal | Unavailable>
): Effect.Effect<Refusal | undefined, Unavailable> =>
  Effect.matchEffect(vetted, {
    onSuccess: () => Effect.succeed(undefined),
    onFailure: (problem) =>
      problem._tag === "Unavailable" ? Effect.fail(problem) : Effect.succeed(problem)
  })
