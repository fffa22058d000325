/**
 * The port to the conditions that this process observes at the chain, providers, feeds and lists.
 */
import { Context } from "effect"
import type * as Facts from "../../domain/incident/Facts.ts"

const nothing: Facts.ProcessFacts = {
  ...{ providers: [], floats: [], float: null, chain: null, rates: [], list: null }
}

/** By default all of them are simulated, so none has a problem. */
export class Conditions extends Context.Reference<() => Facts.ProcessFacts>(
  "payouts/engine/ports/Conditions",
  { defaultValue: () => () => nothing }
) {}
