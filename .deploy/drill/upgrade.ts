/**
 * A rolling upgrade of three nodes with one PostgreSQL, in real processes under load, from another
 * version to this one. `UPGRADE_FROM` is a checkout of that version with its packages installed.
 */
import * as Faults from "../../test/cluster/faults.ts"
import * as Stage from "../../test/cluster/stage.ts"
import * as OwnServer from "../../test/support/ownServer.ts"

export const packages = []

const answersBetween = 200

export const run = async (_folder: string, rounds: number): Promise<void> => {
  const folder = process.env.UPGRADE_FROM
  if (folder === undefined) throw new Error("UPGRADE_FROM names a checkout of another version")
  const server = await OwnServer.start()
  try {
    for (let round = 0; round < rounds; round++) {
      await Stage.run(
        async (stage) => {
          await Faults.upgrade(stage, answersBetween)
          const { acknowledged, entries, payouts } = await Stage.prove(stage)
          console.log(
            `${acknowledged} answers, ${payouts} payouts, ${entries} entries; the slowest request ` +
              `with its retries ${(stage.load.slowest() / 1_000).toFixed(1)} s`
          )
        },
        { server, folder }
      )
    }
  } finally {
    await server.close()
  }
}
