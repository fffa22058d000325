/** The database of the service, and the stores in it. */

import { Array as Arrays, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import { type Settings, SettingsInvalid } from "../config/Settings.ts"
import * as Partition from "../engine/Partition.ts"
import * as Database from "../postgres/Database.ts"
import * as LeaderLock from "../postgres/log/LeaderLock.ts"
import * as LogFollower from "../postgres/log/LogFollower.ts"
import * as PostgresLog from "../postgres/log/PostgresLog.ts"
import * as PostgresReadModel from "../postgres/readmodel/PostgresReadModel.ts"
import * as WriteSlots from "../postgres/readmodel/WriteSlots.ts"
import * as DataKeyFile from "../postgres/sealing/DataKeyFile.ts"
import * as PersonKeys from "../postgres/sealing/PersonKeys.ts"
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

const keyMissing = new SettingsInvalid({
  message: "DATA_KEY: is required, because this command reads personal data"
})

/** The keys of `DATA_KEY`, or the sandbox's own. */
export const dataKeysOf = Effect.fnUntraced(function* ({
  dataDir,
  dataKeys,
  environment
}: Settings) {
  if (dataKeys !== undefined) return dataKeys
  if (environment === "production") return yield* keyMissing
  return [yield* DataKeyFile.read(dataDir)] as const
})

/** The keys of the people in the database. */
export const people = (settings: Settings) =>
  Layer.unwrap(Effect.map(dataKeysOf(settings), PersonKeys.layer))

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
