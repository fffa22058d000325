/** The database of the service, and the stores in it. */

import { Array as Arrays, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import type { Settings } from "../config/Settings.ts"
import * as Partition from "../engine/Partition.ts"
import * as Database from "../postgres/Database.ts"
import * as LeaderLock from "../postgres/log/LeaderLock.ts"
import * as LogFollower from "../postgres/log/LogFollower.ts"
import * as PostgresLog from "../postgres/log/PostgresLog.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as WriteSlots from "../postgres/readmodel/WriteSlots.ts"
import * as HealthProbe from "../postgres/server/HealthProbe.ts"

/** The folder of the numbered SQL files. */
export const schemaDir = new URL("../../schema", import.meta.url).pathname

/** The numbers of all partitions. */
export const partitionsOf = ({ partitions }: Settings): ReadonlyArray<number> =>
  Arrays.range(Partition.directory, Partition.directory + partitions - 1)

/**
 * The database of these settings, migrated, and the resources that the partitions of a process
 * share.
 */
export const database = (settings: Settings) =>
  Layer.merge(LeaderLock.layer(partitionsOf(settings)), WriteSlots.layer).pipe(
    Layer.provideMerge(
      Database.layer({
        ...settings,
        schemaDir,
        sessionsMax: settings.cluster === undefined ? undefined : Limits.cluster.sessionsMax
      })
    )
  )

/** The log and the read model of a partition, over a database that is probed. */
export const ofPartition = (partition: number) =>
  Layer.merge(PostgresLog.layer(partition), PostgresReadModel.layer(partition))

/**
 * The log and read model of a partition that another process writes, for reading, over a database
 * that is probed.
 */
export const followedPartition = (partition: number) =>
  Layer.merge(LogFollower.layer(partition), PostgresReadModel.layer(partition))

/** The log and the read model of the first partition, with its lock and the probe. */
export const layer = ofPartition(Partition.directory).pipe(
  Layer.provide(LeaderLock.layer([Partition.directory])),
  Layer.provideMerge(HealthProbe.layer)
)
