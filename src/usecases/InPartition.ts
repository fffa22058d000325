/** A use case's surroundings: the partition that runs it. */
import type * as Engine from "../engine/Engine.ts"
import type * as IdGenerator from "../engine/ports/IdGenerator.ts"

export interface InPartition {
  readonly engine: Engine.EngineService
  /** Ids that lead to the partition. */
  readonly source: IdGenerator.Source
}

/** An id, and the account that names it: others' things do not exist for it. */
export interface Owned {
  readonly accountId: string
  readonly id: string
}
