/**
 * The write path. A draft is checked and appended. A durable entry proves leadership and is folded
 * into the state, and its consequences are passed on, in log order.
 */
import { Effect } from "effect"
import * as Metrics from "../telemetry/Metrics.ts"
import * as Tracing from "../telemetry/Tracing.ts"
import * as Leadership from "./commands/Leadership.ts"
import type * as Entry from "./ports/Entry.ts"
import * as Log from "./ports/Log.ts"
import * as ConservationCheck from "./state/ConservationCheck.ts"
import * as Fold from "./state/Fold.ts"
import type * as State from "./state/State.ts"
import * as TransitionSpans from "./TransitionSpans.ts"

export interface WritePath {
  readonly state: State.State
  readonly log: Log.Log["Service"]
  /** Drafts that may become durable and are not in the state yet. */
  readonly unsettled: ReadonlySet<Entry.Draft>
  /** Returns once this process is proven to own the log. */
  readonly confirm: Effect.Effect<void>
  /** Returns once an entry that is appended now is durable. */
  readonly verify: Effect.Effect<void>
  /** Folds a durable entry of this writer into the state, and calls the observers. */
  readonly apply: (entry: Entry.Entry) => void
  /** Called in order after each entry of this writer; they must be quick. */
  readonly observers: Array<(entry: Entry.Entry, consequences: State.Consequences) => void>
}

export const make = Effect.fnUntraced(function* (state: State.State) {
  const meter = yield* Metrics.make
  const leadership = yield* Leadership.make
  const { log: port, unsettled } = Log.tracked(yield* Log.Log)
  const log = Log.withHooks(port, {
    check: ConservationCheck.sampledCheck(
      state,
      yield* ConservationCheck.SampleInterval,
      meter.counter(ConservationCheck.violations)
    ),
    durable: (entry) => Leadership.prove(leadership, entry)
  })
  const fold = TransitionSpans.withSpans(yield* Tracing.Trace, state, (entry) =>
    Fold.apply(state, entry)
  )
  const observers: WritePath["observers"] = []
  const writePath: WritePath = {
    state,
    log,
    unsettled,
    confirm: Leadership.confirm(leadership, log),
    verify: Leadership.verify(leadership, log),
    apply: (entry) => {
      const consequences = fold(entry)
      for (const observe of observers) observe(entry, consequences)
    },
    observers
  }
  return writePath
})
