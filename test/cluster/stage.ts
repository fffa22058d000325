/** What a test of nodes needs: a database, the nodes, accounts, customers, a provider, a prober. */
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
  /** One of each partition. */
  readonly accounts: ReadonlyArray<Accounts.Account>
  readonly load: Load.Load
  readonly prober: Prober.Prober
  readonly pawapay: PawaPay.PawaPay
  /** The longest silence of a partition before any fault, milliseconds: the machine's own. */
  readonly steadyMs: number
  /** Stops customers and prober; what the logs, the customers and the provider then agree on. */
  readonly conclude: () => Promise<Conclusion>
}

export interface Conclusion extends Books.Books {
  /** Payouts that the provider paid more than once. */
  readonly paidTwice: ReadonlyArray<string>
}

export interface Options {
  /** Default: 3. */
  readonly count?: number
  /** Default: the run's own. */
  readonly server?: Servers.Server
  /** A checkout whose program the first nodes run. Default: this one. */
  readonly folder?: string | undefined
}

/** Answers that are awaited before the fault: every partition is then at work. */
const answersBefore = 100

const idsOf = ({ histories }: Load.Load): ReadonlyArray<string> =>
  histories.flatMap((history) =>
    history.ok("/v1/payouts").map((each) => History.bodyOf(each).payout_id as string)
  )

/** What a node printed is what explains a failure. */
const keepOutput = (node: Nodes.Node): void => {
  const file = path.join(os.tmpdir(), `payout-node-${node.pid}.log`)
  fs.writeFileSync(file, node.output())
  console.error(`The output of ${node.name} is in ${file}`)
}

/** Gives `body` nodes of its own under load; whatever happens, no process is left. */
export const run = async <A>(
  body: (stage: Stage) => Promise<A>,
  { count = 3, folder, server = Servers.shared() }: Options = {}
): Promise<A> => {
  const database = await Servers.create(server)
  const pawapay = await PawaPay.start()
  const nodes = Nodes.over(server.url(database), {
    ...{ PROVIDER_ROUTES: "*=pawapay", PAWAPAY_URL: pawapay.url, PAWAPAY_TOKEN: pawapay.token },
    NODE_OPTIONS: "--import=./test/cluster/calls.ts",
    // No quote ends, so that the logs have what customers ask for and nothing else.
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

/** The conclusion of a test: nothing is lost, nothing is there twice, every hash chain holds. */
export const prove = async ({ conclude }: Stage): Promise<Conclusion> => {
  const conclusion = await conclude()
  assert.deepStrictEqual(conclusion.lost, [], "acknowledged, and not in the logs")
  assert.deepStrictEqual(conclusion.twice, [], "twice in the logs")
  assert.deepStrictEqual(conclusion.paidTwice, [], "paid twice")
  return conclusion
}

const prefix = "outbound "

/** What a node that printed this asked of the provider. */
const callsIn = (output: string): ReadonlyArray<OutboundCall> =>
  output
    .split("\n")
    .filter((line) => line.startsWith(prefix))
    .map((line) => JSON.parse(line.slice(prefix.length)) as OutboundCall)

/**
 * Transfers that a node submitted after it woke up, as it printed since, for partitions that no
 * writer had opened since: it was not their owner any more.
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
