/**
 * The partitions of the service: the set that this process runs, calls to the others, and the
 * partition of each account and id. A single process runs all partitions. A node of several runs
 * some, and its set changes.
 */
import { Context, Effect, Scope } from "effect"
import type { Registry } from "../domain/account/Registry.ts"
import * as Ids from "../domain/Ids.ts"
import type * as Engine from "./Engine.ts"
import * as Partition from "./Partition.ts"
import type * as IdGenerator from "./ports/IdGenerator.ts"
import * as Procedures from "./ports/Procedure.ts"
import type { Unavailable } from "./ports/Unavailable.ts"
import type * as Directory from "./queries/Directory.ts"

/** A partition that this process runs. */
export interface Running {
  readonly engine: Engine.EngineService
  /** Generates ids that carry this partition's number. */
  readonly ids: IdGenerator.Source
  /** The scope that closes with the engine. */
  readonly scope: Scope.Scope
}

/** A procedure that may use the whole engine. */
export type Procedure<A, B> = Procedures.Procedure<Engine.EngineService, A, B>

export const procedure = Procedures.on<Engine.EngineService>()

/** The partition began to move to another process before an effect had ended. */
export interface Moved {
  readonly _tag: "Moved"
}

export const moved: Effect.Effect<never, Moved> = Effect.fail({ _tag: "Moved" })

/** Prepares something for a partition that this process runs, in the scope of its engine. */
export type Attach = (running: Running) => Effect.Effect<unknown, never, Scope.Scope>

/** Accounts, keys and users, as the first partition's log has them. */
export interface DirectoryView {
  readonly directory: Pick<Directory.Directory, "account" | "keyByHash" | "user">
  readonly registry: Registry
  /** True if the directory contains every entry that was durable a moment ago. */
  readonly isCurrent: () => boolean
  /** Waits until every process has applied the entries of the directory's log up to this one. */
  readonly appliedEverywhere: (seq: number) => Effect.Effect<void>
}

export interface PartitionsService extends DirectoryView {
  /** The number of partitions of the service. */
  readonly count: number
  /** True if other processes may run partitions. */
  readonly isShared: boolean
  /** Partitions that this process runs now, by number. */
  readonly running: () => ReadonlyArray<Running>
  /** The partition with this number, if this process runs it. */
  readonly at: (number: number) => Running | undefined
  /**
   * Runs an effect for as long as this process runs the partition. An interrupted effect may have
   * done its work.
   */
  readonly whileRunning: <A, E>(
    number: number,
    effect: Effect.Effect<A, E>
  ) => Effect.Effect<A, E | Moved>
  /** The number of partitions with an owner that this process reaches. */
  readonly reachable: () => number
  /** Prepares each partition that this process runs, now and later. */
  readonly attach: (prepare: Attach) => Effect.Effect<void>
  /** Runs a procedure at the owner of a partition. */
  readonly call: <A, B>(
    procedure: Procedure<A, B>,
    number: number,
    argument: A
  ) => Effect.Effect<B, Unavailable>
  /** The number of an account's partition; the directory's for an unknown account. */
  readonly ofAccount: (accountId: string) => number
  /**
   * The number of the partition of a payout, batch, delivery or event; the first for any other id.
   */
  readonly ofId: (id: string) => number
  /** Fails when this process must end because of one of its partitions. */
  readonly lost: Engine.EngineService["lost"]
}

export class Partitions extends Context.Service<Partitions, PartitionsService>()(
  "payouts/engine/Partitions"
) {}

/** Runs a procedure in all partitions concurrently, and returns the results by partition number. */
export const callAll = <A, B>(
  { call, count }: Pick<PartitionsService, "call" | "count">,
  procedure: Procedure<A, B>,
  argument: A
): Effect.Effect<ReadonlyArray<B>, Unavailable> =>
  Effect.forEach(
    Array.from({ length: count }, (_, number) => number),
    (number) => call(procedure, number, argument),
    { concurrency: "unbounded" }
  )

/** Functions that find the partition of an account or id. */
export const partitionLookups = (
  count: number,
  directory: DirectoryView["directory"]
): Pick<PartitionsService, "ofAccount" | "ofId"> => ({
  ofAccount: (accountId) => {
    const account = directory.account(accountId)
    return account === undefined ? Partition.directory : Partition.ofAccount(account)
  },
  ofId: (id) => {
    const number = count === 1 ? Partition.directory : Ids.partitionOf(id)
    return number >= 0 && number < count ? number : Partition.directory
  }
})

/** All partitions in this process, by number, at least one. The first has the directory. */
export const make = (partitions: ReadonlyArray<Running>): PartitionsService => {
  const [first] = partitions
  if (first === undefined) throw new Error("There is no partition")
  const { directory, registry } = first.engine
  return {
    count: partitions.length,
    isShared: false,
    directory,
    registry,
    isCurrent: () => true,
    appliedEverywhere: () => Effect.void,
    running: () => partitions,
    at: (number) => partitions[number],
    whileRunning: (_, effect) => effect,
    reachable: () => partitions.filter(({ engine }) => engine.isWritable()).length,
    attach: (prepare) =>
      Effect.forEach(partitions, (one) => Scope.provide(prepare(one), one.scope), {
        discard: true
      }),
    call: ({ run }, number, argument) => {
      const running = partitions[number]
      return running === undefined
        ? Effect.die(new Error(`There is no partition ${number}`))
        : run(running.engine, argument)
    },
    ...partitionLookups(partitions.length, directory),
    lost: Effect.raceAllFirst(partitions.map(({ engine }) => engine.lost))
  }
}
