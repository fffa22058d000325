/**
 * When API keys were last used: noted in memory at each request and written to the directory's log
 * every few minutes. A crash loses the notes that are not written yet.
 */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"

export interface KeyUse {
  readonly note: (keyId: string, at: number) => void
  /** Milliseconds; `undefined`: no use is known. */
  readonly lastOf: (keyId: string) => number | undefined
}

type Uses = ReadonlyArray<readonly [keyId: string, at: number]>

/** Writes uses that are later than the known ones. */
export const write = Partitions.procedure<Uses, void>({
  name: "key uses",
  run: Effect.fnUntraced(function* ({ executeOwn, registry }, uses) {
    const at = yield* Clock.currentTimeMillis
    const events = uses.flatMap(([id, usedAt]) => {
      const known = registry.keys.get(id)
      const isNew = known !== undefined && usedAt > (known.lastUsedAt ?? 0)
      return isNew ? [{ _tag: "ApiKeyUsed", id, at: usedAt } as const] : []
    })
    if (events.length === 0) return
    yield* executeOwn(at, {
      locks: [],
      decide: () => Result.succeed({ events, result: undefined })
    })
  })
})

/** Writes what was noted, every few minutes, until the scope closes. */
export const make = Effect.fnUntraced(function* ({
  call,
  registry
}: Pick<Partitions.PartitionsService, "call" | "registry">) {
  const noted = new Map<string, number>()

  const flush = Effect.suspend(() => {
    const uses = [...noted]
    noted.clear()
    return uses.length === 0 ? Effect.void : call(write, Partition.directory, uses)
  }).pipe(Effect.ignore)

  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, Limits.identity.keyUseMs)))

  const use: KeyUse = {
    note: (keyId, at) => void noted.set(keyId, at),
    lastOf: (keyId) => noted.get(keyId) ?? registry.keys.get(keyId)?.lastUsedAt
  }
  return use
})
