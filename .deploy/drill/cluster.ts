/**
 * Three nodes behind Caddy, with the site's own configuration, while customers with accounts in
 * many partitions request quotes. Long requests go through Caddy. Then a node is killed, frozen and
 * stopped for an upgrade, and a fourth node joins and leaves.
 */
import * as Load from "./Load.ts"
import * as Long from "./Long.ts"
import * as Members from "./Members.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"

export const { packages } = Site

const { databaseUrl, url } = Site

export const run = async (folder: string, rounds: number): Promise<void> => {
  await Site.startDatabase(folder)
  let nodes: ReadonlyArray<Members.Node> = Members.ports.map((port) => Members.begin(folder, port))
  const [at] = nodes
  if (at === undefined) throw new Error("there is no node")
  await Members.waitForOwners(at, nodes)
  Site.startCaddy(folder, "Caddyfile.cluster", {
    ...{ node1: Members.ports[0], node2: Members.ports[1], node3: Members.ports[2] }
  })
  const load = Load.start(url, await Members.customers(at))
  await Shell.until("an answer through Caddy", 20_000, () => load.responses.size || undefined)
  const otherQuotes = await Long.run({
    url,
    link: Service.linkOf(nodes),
    replaceEach: async () => {
      for (const { port, service } of nodes) {
        await Service.stop(service)
        const again = Members.begin(folder, port)
        nodes = nodes.map((node) => (node.port === port ? again : node))
        await Members.waitForOwners(again, nodes)
      }
    }
  })
  for (const fault of Array.from({ length: rounds }, () => Members.faults).flat()) {
    const answered = load.responses.size
    load.mark()
    const { after, left } = fault.begin(folder, nodes)
    await Members.waitForOwners(at, left)
    await Shell.pause(3_000)
    const [gap, wait] = [load.silence(), load.wait()]
    load.mark()
    nodes = await after()
    await Members.waitForOwners(at, nodes)
    await Shell.pause(3_000)
    console.log(
      `${fault.name}: longest wait of one customer ${Shell.seconds(wait)}, without any answer ` +
        `${Shell.seconds(gap)}; back: ${Shell.seconds(load.wait())} and ${Shell.seconds(load.silence())}; ` +
        `${load.responses.size - answered} quotes meanwhile`
    )
  }
  await load.stop()
  await Service.audit(url, databaseUrl, load, otherQuotes)
  for (const { service } of nodes) await Service.stop(service)
  const verified = Service.verifyLog(databaseUrl, Members.partitions).split("\n")
  console.log(`${verified.filter((line) => line.startsWith("ok: ")).length} logs verified`)
}
