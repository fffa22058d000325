/** Dependencies of a use case that runs in a partition. */
import type * as Engine from "../engine/Engine.ts"
import type * as IdGenerator from "../engine/ports/IdGenerator.ts"

export interface PartitionContext {
  readonly engine: Engine.EngineService
  /** Generates ids that carry the partition's number. */
  readonly source: IdGenerator.Source
}

/** An id and the account of the request, which finds only its own objects. */
export interface OwnedId {
  readonly accountId: string
  readonly id: string
}
