/**
 * Times at which API keys were last used. Each request notes them in memory, and they are written
 * to the directory's log every few minutes. A crash loses the notes that are not written yet.
 */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Partition from "../engine/Partition.ts"
import * as Partitions from "../engine/Partitions.ts"

export interface KeyUse {
  readonly note: (keyId: string, at: number) => void
  /** Milliseconds; `undefined` if no use is recorded. */
  readonly lastOf: (keyId: string) => number | undefined
}

type Uses = ReadonlyArray<readonly [keyId: string, at: number]>

/** Writes uses that are later than the recorded ones. */
export const write = Partitions.procedure<Uses, void>({
  name: "key uses",
  run: Effect.fnUntraced(function* ({ executeOwn, registry }, uses) {
    const at = yield* Clock.currentTimeMillis
    const events = uses.flatMap(([id, usedAt]) => {
      const key = registry.keys.get(id)
      const isNew = key !== undefined && usedAt > (key.lastUsedAt ?? 0)
      return isNew ? [{ _tag: "ApiKeyUsed", id, at: usedAt } as const] : []
    })
    if (events.length === 0) return
    yield* executeOwn(at, {
      locks: [],
      decide: () => Result.succeed({ events, result: undefined })
    })
  })
})

/** Notes uses, and writes them every few minutes until the scope closes. */
export const make = Effect.fnUntraced(function* ({
  call,
  registry
}: Pick<Partitions.PartitionsService, "call" | "registry">) {
  const lastUses = new Map<string, number>()

  const flush = Effect.suspend(() => {
    const uses = [...lastUses]
    lastUses.clear()
    return uses.length === 0 ? Effect.void : call(write, Partition.directory, uses)
  }).pipe(Effect.ignore)

  yield* Effect.forkScoped(Effect.forever(Effect.delay(flush, Limits.identity.keyUseMs)))

  const use: KeyUse = {
    note: (keyId, at) => void lastUses.set(keyId, at),
    lastOf: (keyId) => lastUses.get(keyId) ?? registry.keys.get(keyId)?.lastUsedAt
  }
  return use
})
