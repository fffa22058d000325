/** Screening that follows the sandbox's script: magic names are flagged, all others are clear. */
import { Clock, Effect, Layer } from "effect"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import { sleepUntil } from "../engine/actor/Timers.ts"
import * as Screening from "../engine/ports/Screening.ts"

export const layer = (options: { readonly timeScale: number }): Layer.Layer<Screening.Screening> =>
  Layer.succeed(
    Screening.Screening,
    Screening.Screening.of({
      screen: Effect.fnUntraced(function* ({ payout }) {
        yield* sleepUntil(payout.createdAt + SandboxScript.initiateAfterMs * options.timeScale)
        const magic = SandboxScript.magicOutcome(payout)
        return magic === "hold" || magic === "reverse"
          ? ({ _tag: "Flagged", reason: "the recipient has a test name of the sandbox" } as const)
          : ({ _tag: "Clear" } as const)
      }),
      address: () => Effect.succeed({ _tag: "Clear" }),
      decision: Effect.fnUntraced(function* (payout) {
        if (SandboxScript.magicOutcome(payout) !== "reverse") return yield* Effect.never
        const now = yield* Clock.currentTimeMillis
        const heldAt = payout.timeline.at(-1)?.at ?? now
        yield* sleepUntil(heldAt + SandboxScript.rejectAfterMs * options.timeScale)
        return "reject" as const
      })
    })
  )
