/**
 * Three nodes behind Caddy, with the site's own configuration, while customers with accounts in
 * many partitions request quotes. Long requests go through Caddy. Then a node is killed, frozen and
 * stopped for an upgrade, and a fourth node joins and leaves.
 */
import * as Load from "./Load.ts"
import * as LongRequests from "./LongRequests.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"
import * as ThreeNodes from "./ThreeNodes.ts"

export const { packages } = Site

const { databaseUrl, url } = Site

export const run = async (folder: string, rounds: number): Promise<void> => {
  await Site.startDatabase(folder)
  let nodes: ReadonlyArray<ThreeNodes.Node> = ThreeNodes.ports.map((port) =>
    ThreeNodes.begin(folder, port)
  )
  const [at] = nodes
  if (at === undefined) throw new Error("there is no node")
  await ThreeNodes.waitForOwners(at, nodes)
  Site.startCaddy(folder, "Caddyfile.cluster", {
    ...{ node1: ThreeNodes.ports[0], node2: ThreeNodes.ports[1], node3: ThreeNodes.ports[2] }
  })
  const load = Load.start(url, await ThreeNodes.customers(at))
  await Shell.until("an answer through Caddy", 20_000, () => load.responses.size || undefined)
  const otherQuotes = await LongRequests.run({
    url,
    link: Service.linkOf(nodes),
    replaceEach: async () => {
      for (const { port, service } of nodes) {
        await Service.stop(service)
        const again = ThreeNodes.begin(folder, port)
        nodes = nodes.map((node) => (node.port === port ? again : node))
        await ThreeNodes.waitForOwners(again, nodes)
      }
    }
  })
  for (const fault of Array.from({ length: rounds }, () => ThreeNodes.faults).flat()) {
    const answered = load.responses.size
    load.mark()
    const { after, left } = fault.begin(folder, nodes)
    await ThreeNodes.waitForOwners(at, left)
    await Shell.pause(3_000)
    const [gap, wait] = [load.silence(), load.wait()]
    load.mark()
    nodes = await after()
    await ThreeNodes.waitForOwners(at, nodes)
    await Shell.pause(3_000)
    console.log(
      `${fault.name}: longest wait of one customer ${Shell.seconds(wait)}, without any answer ` +
        `${Shell.seconds(gap)}; back: ${Shell.seconds(load.wait())} and ${Shell.seconds(load.silence())}; ` +
        `${load.responses.size - answered} quotes in that time`
    )
  }
  await load.stop()
  await Service.audit(url, databaseUrl, load, otherQuotes)
  for (const { service } of nodes) await Service.stop(service)
  const verified = Service.verifyLog(databaseUrl, ThreeNodes.partitions).split("\n")
  console.log(`${verified.filter((line) => line.startsWith("ok: ")).length} logs verified`)
}
