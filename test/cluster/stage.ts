/**
 * The parts of a test of nodes: a database, the nodes, accounts, customers, a provider, a prober.
 */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert } from "vitest"
import * as Ids from "../../src/domain/Ids.ts"
import * as Servers from "../faults/servers.ts"
import * as History from "../support/history.ts"
import * as Nodes from "../support/nodes.ts"
import * as PawaPay from "../support/pawapay.ts"
import * as Accounts from "./accounts.ts"
import * as Books from "./books.ts"
import type { OutboundCall } from "./calls.ts"
import * as Load from "./load.ts"
import * as Prober from "./prober.ts"

export interface Stage extends Books.Place {
  readonly nodes: Nodes.Nodes
  /** One account of each partition. */
  readonly accounts: ReadonlyArray<Accounts.Account>
  readonly load: Load.Load
  readonly prober: Prober.Prober
  readonly pawapay: PawaPay.PawaPay
  /** Milliseconds: the longest silence of a partition before any fault, caused by the machine. */
  readonly steadyMs: number
  /** Stops the customers and the prober, and compares the logs, the customers and the provider. */
  readonly conclude: () => Promise<Conclusion>
}

export interface Conclusion extends Books.Books {
  /** Payouts that the provider paid more than once. */
  readonly paidTwice: ReadonlyArray<string>
}

export interface Options {
  /** The number of nodes, 3 by default. */
  readonly count?: number
  /** The database server, by default the run's own. */
  readonly server?: Servers.Server
  /** A checkout whose program the first nodes run, by default this one. */
  readonly folder?: string | undefined
}

/** The number of responses before the fault, after which every partition is at work. */
const answersBefore = 100

const idsOf = ({ histories }: Load.Load): ReadonlyArray<string> =>
  histories.flatMap((history) =>
    history.ok("/v1/payouts").map((each) => History.bodyOf(each).payout_id as string)
  )

/** Keeps the output of a node, which explains a failure. */
const keepOutput = (node: Nodes.Node): void => {
  const file = path.join(os.tmpdir(), `payout-node-${node.pid}.log`)
  fs.writeFileSync(file, node.output())
  console.error(`The output of ${node.name} is in ${file}`)
}

/** Runs `body` with new nodes under load. No process is left, whatever happens. */
export const run = async <A>(
  body: (stage: Stage) => Promise<A>,
  { count = 3, folder, server = Servers.shared() }: Options = {}
): Promise<A> => {
  const database = await Servers.create(server)
  const pawapay = await PawaPay.start()
  const nodes = Nodes.over(server.url(database), {
    ...{ PROVIDER_ROUTES: "*=pawapay", PAWAPAY_URL: pawapay.url, PAWAPAY_TOKEN: pawapay.token },
    NODE_OPTIONS: "--import=./test/cluster/calls.ts",
    // Quotes do not expire, so that the logs have only the requests of customers.
    QUOTE_TTL: "1 hour"
  })
  const ends: Array<() => void> = []
  try {
    for (let index = 0; index < count; index++) await nodes.join({}, folder)
    await nodes.divided()
    const accounts = await Accounts.ofAllPartitions(nodes.urls)
    const load = Load.start(accounts, nodes.urls)
    const prober = Prober.start(accounts, nodes.urls)
    ends.push(() => load.stop().catch(() => undefined), prober.stop)
    await prober.answered(performance.now())
    const from = performance.now()
    await load.more(answersBefore)
    const steadyMs = Math.max(...prober.silences(from))
    const conclude = async () => {
      prober.stop()
      await load.stop()
      const books = await Books.audit({ server, database }, load)
      await Books.verify({ server, database })
      return { ...books, paidTwice: idsOf(load).filter((id) => pawapay.payments(id) > 1) }
    }
    const parts = { nodes, accounts, load, prober, pawapay, steadyMs }
    return await body({ server, database, ...parts, conclude })
  } catch (error) {
    nodes.all().forEach(keepOutput)
    throw error
  } finally {
    for (const end of ends) end()
    await nodes.close()
    await pawapay.close()
    await Servers.drop(server, database)
  }
}

/**
 * Asserts at the end of a test that nothing is lost or there twice, and that every hash chain
 * holds.
 */
export const prove = async ({ conclude }: Stage): Promise<Conclusion> => {
  const conclusion = await conclude()
  assert.deepStrictEqual(conclusion.lost, [], "acknowledged, and not in the logs")
  assert.deepStrictEqual(conclusion.twice, [], "twice in the logs")
  assert.deepStrictEqual(conclusion.paidTwice, [], "paid twice")
  return conclusion
}

const prefix = "outbound "

/** The requests to the provider in the output of a node. */
const callsIn = (output: string): ReadonlyArray<OutboundCall> =>
  output
    .split("\n")
    .filter((line) => line.startsWith(prefix))
    .map((line) => JSON.parse(line.slice(prefix.length)) as OutboundCall)

/**
 * The transfers that a node submitted after it woke up, according to its later output, for
 * partitions that no writer had opened since. The node no longer owned them.
 */
export const strayTransfers = (
  output: string,
  wokenAt: number,
  entries: ReadonlyArray<Books.Entry>
): ReadonlyArray<OutboundCall> => {
  const opened = entries.flatMap(({ events, partition }) =>
    events.flatMap(({ _tag, at }) =>
      _tag === "EpochStarted" && at >= wokenAt ? [{ partition, at }] : []
    )
  )
  return callsIn(output).filter(({ at, body, method }) => {
    const id = /po_[0-9A-Z]{26}/.exec(body)?.[0]
    if (method !== "POST" || id === undefined) return false
    const number = Ids.partitionOf(id)
    return !opened.some((each) => each.partition === number && each.at <= at)
  })
}
