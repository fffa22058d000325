/** Engines and the states into which they fold their logs, for tests that inspect their memory. */
import { Context, Effect, Layer } from "effect"
import * as Engine from "../../src/engine/Engine.ts"
import * as Projector from "../../src/engine/Projector.ts"
import type * as State from "../../src/engine/state/State.ts"
import * as AttemptSlots from "../../src/webhooks/AttemptSlots.ts"

/** The layers that the engines of one process share. */
export const ofProcess = Layer.merge(Projector.backlogsLayer, AttemptSlots.layer)

export type RunningEngine = Engine.Engine["Service"] & { readonly state: State.State }

/**
 * Builds layers around engines on new states. Returns their outputs, the first engine with its
 * state, and all states in order of their partitions.
 */
export const build = Effect.fnUntraced(function* <R, E, In>(
  layers: (engineOn: typeof Engine.layerOn) => Layer.Layer<R | Engine.Engine, E, In>
) {
  const states: Array<State.State> = []
  const engineOn: typeof Engine.layerOn = (state) => {
    states.push(state)
    return Engine.layerOn(state)
  }
  const context = yield* Layer.build(Layer.provide(layers(engineOn), ofProcess))
  const [state] = states
  if (state === undefined) throw new Error("There is no engine")
  const engine: RunningEngine = { ...Context.get(context, Engine.Engine), state }
  return { context, engine, states }
})
