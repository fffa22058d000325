/** An engine and the state it folds its log into, for tests that look into its memory. */
import { Context, Effect, Layer } from "effect"
import * as Engine from "../../src/engine/Engine.ts"
import * as State from "../../src/engine/state/State.ts"

export type RunningEngine = Engine.Engine["Service"] & { readonly state: State.State }

/** Builds layers around an engine on a new state; their outputs, and the engine with its state. */
export const build = Effect.fnUntraced(function* <R, E, In>(
  layers: (engine: typeof Engine.layer) => Layer.Layer<R | Engine.Engine, E, In>
) {
  const state = State.make()
  const context = yield* Layer.build(layers(Engine.layerOn(state)))
  const engine: RunningEngine = { ...Context.get(context, Engine.Engine), state }
  return { context, engine }
})
