/**
 * Three nodes behind HAProxy, with the site's own configuration, which learns an account's node
 * from responses. The drill counts the requests that nodes forward to each other while nothing
 * happens, while a node is away, and after it is back.
 */
import * as Load from "./Load.ts"
import * as Service from "./Service.ts"
import * as Shell from "./Shell.ts"
import * as Site from "./Site.ts"
import * as ThreeNodes from "./ThreeNodes.ts"

export const packages = [...Site.packages, "haproxy"]

const { databaseUrl, url } = Site

/** Milliseconds for which requests are counted. */
const countedMs = 5_000

/** Number of requests that a node has forwarded so far. */
const forwardedBy = async ({ port }: ThreeNodes.Node): Promise<number> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const lines = (await answer.text()).split("\n")
  return lines
    .filter((line) => line.startsWith("payout_forwarded_calls_total"))
    .reduce((sum, line) => sum + Number(line.split(" ").at(-1)), 0)
}

const forwarded = async (nodes: ReadonlyArray<ThreeNodes.Node>): Promise<number> =>
  (await Promise.all(nodes.map(forwardedBy))).reduce((sum, count) => sum + count, 0)

/** The number of forwarded requests out of those answered from now on. */
const share = async (load: Load.Load, nodes: ReadonlyArray<ThreeNodes.Node>): Promise<string> => {
  const [answered, before] = [load.responses.size, await forwarded(nodes)]
  await Shell.pause(countedMs)
  return `${(await forwarded(nodes)) - before} of ${load.responses.size - answered}`
}

export const run = async (folder: string, rounds: number): Promise<void> => {
  await Site.startDatabase(folder)
  let nodes: ReadonlyArray<ThreeNodes.Node> = ThreeNodes.ports.map((port) =>
    ThreeNodes.begin(folder, port)
  )
  const [at] = nodes
  if (at === undefined) throw new Error("there is no node")
  await ThreeNodes.waitForOwners(at, nodes)
  const [node1, node2, node3] = ThreeNodes.ports
  Site.startHaproxy(folder, "haproxy.cluster.cfg", { node1, node2, node3 })
  const load = Load.start(url, await ThreeNodes.customers(at))
  await Shell.until("an answer through HAProxy", 20_000, () => load.responses.size || undefined)
  await Shell.pause(countedMs)
  console.log(`until it has learned: ${await forwarded(nodes)} requests are forwarded`)
  console.log(`nothing happens: ${await share(load, nodes)} quotes are forwarded`)
  for (const fault of Array.from({ length: rounds }, () => ThreeNodes.replacements).flat()) {
    load.mark()
    const { after, left } = fault.begin(folder, nodes)
    await ThreeNodes.waitForOwners(at, left)
    await Shell.pause(countedMs)
    const [gap, wait] = [load.silence(), load.wait()]
    const away = await share(load, left)
    load.mark()
    nodes = await after()
    await ThreeNodes.waitForOwners(at, nodes)
    await Shell.pause(countedMs)
    console.log(
      `${fault.name}: longest wait of one customer ${Shell.seconds(wait)}, without any answer ` +
        `${Shell.seconds(gap)}, ${away} forwarded while it is away; back: ` +
        `${Shell.seconds(load.wait())}, ${await share(load, nodes)} forwarded`
    )
  }
  await load.stop()
  await Service.audit(url, databaseUrl, load)
  for (const { service } of nodes) await Service.stop(service)
  const verified = Service.verifyLog(databaseUrl, ThreeNodes.partitions).split("\n")
  console.log(`${verified.filter((line) => line.startsWith("ok: ")).length} logs verified`)
}
