/**
 * When API keys were last used: noted in memory at each request and written to the log every few
 * minutes. A crash loses the notes that are not written yet.
 */
import { Clock, Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Engine from "../engine/Engine.ts"

export interface KeyUse {
  readonly note: (keyId: string, at: number) => void
  /** Milliseconds; `undefined`: no use is known. */
  readonly lastOf: (keyId: string) => number | undefined
}

export const make = Effect.gen(function* () {
  const { registry, execute } = yield* Engine.Engine
  const uses = new Map<string, number>()

  const write = Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    const events = [...uses].flatMap(([id, usedAt]) => {
      const known = registry.keys.get(id)
      const isNew = known !== undefined && usedAt > (known.lastUsedAt ?? 0)
      return isNew ? [{ _tag: "ApiKeyUsed", id, at: usedAt } as const] : []
    })
    uses.clear()
    if (events.length === 0) return
    const request = { at, by: "engine", idempotency: null }
    yield* execute(request, [], Effect.succeed({ events, result: undefined }))
  }).pipe(Effect.ignore)

  yield* Effect.forkScoped(Effect.forever(Effect.delay(write, Limits.people.keyUseMs)))

  const use: KeyUse = {
    note: (keyId, at) => void uses.set(keyId, at),
    lastOf: (keyId) => uses.get(keyId) ?? registry.keys.get(keyId)?.lastUsedAt
  }
  return use
})
