/** `/admin/v1/cluster`: nodes and partitions, as this node reads them. */
import { Effect } from "effect"
import * as Partitions from "../../engine/Partitions.ts"
import * as Nodes from "../../engine/ports/Nodes.ts"
import * as Cluster from "../../usecases/Cluster.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./ClusterContract.ts"
import * as ClusterJson from "./ClusterJson.ts"

export const routes = Effect.gen(function* () {
  const { count, running } = yield* Partitions.Partitions
  const nodes = yield* Nodes.Nodes
  return [
    Route.here(Contract.get, () => {
      const own = running().map(({ engine }) => engine)
      return Effect.map(Cluster.read(nodes, { own, count }), (cluster) =>
        Route.answer(Contract.get, ClusterJson.cluster(cluster))
      )
    })
  ]
})
