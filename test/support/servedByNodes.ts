/**
 * A test's service as several nodes behind one address, each of which gets its share of the
 * requests.
 */
import * as Nodes from "./nodes.ts"
import { nodes as count } from "./partitions.ts"
import * as RoundRobin from "./roundRobin.ts"

export interface Served {
  readonly url: string
  readonly output: () => string
  /** Sends all nodes a signal. Returns 0 if all end with 0, and otherwise the first other end. */
  readonly stop: (signal: NodeJS.Signals) => Promise<number | NodeJS.Signals>
}

export const start = async (
  databaseUrl: string,
  environment: Readonly<Record<string, string>>
): Promise<Served> => {
  const nodes = await Nodes.start(count, databaseUrl, environment)
  const all = nodes.running()
  const { close, url } = await RoundRobin.start(nodes.urls)
  const ended = Promise.all(all.map((node) => node.ended)).finally(close)
  return {
    url,
    output: () => all.map((node) => node.output()).join("\n"),
    stop: async (signal) => {
      for (const node of all) node.signal(signal)
      return (await ended).find((end) => end !== 0) ?? 0
    }
  }
}
