/** The bounds of new quotes and batches by the float, if the settings refuse what it cannot cover. */
import * as Limits from "../config/Limits.ts"
import * as Float from "../domain/money/Float.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as Policy from "../engine/ports/Policy.ts"

const unbounded: Float.Promisable = new Map()

/** The levels of the last poll are read from memory. */
export const of = (
  { conditions }: Pick<Engine.EngineService, "conditions">,
  { floatPolicy }: Pick<Policy.Rules, "floatPolicy">,
  now: number
): Float.Promisable =>
  floatPolicy === "warn"
    ? unbounded
    : Float.promisable(conditions().float, now, Limits.float.ageMsMax)
