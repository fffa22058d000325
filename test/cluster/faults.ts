/** Faults of nodes, and the resulting silences of their partitions, for tests and the drill. */

import * as Nodes from "../support/nodes.ts"
import type * as OwnServer from "../support/ownServer.ts"
import * as Accounts from "./accounts.ts"
import * as Books from "./books.ts"
import * as Stage from "./stage.ts"

/** The longest silences of partitions, in milliseconds. */
export interface Silence {
  /** The silence of each partition that another process runs now. */
  readonly moved: ReadonlyArray<number>
  readonly others: ReadonlyArray<number>
}

/**
 * Runs a fault, waits until this number of partitions has moved and all respond, and returns their
 * silences.
 */
const measure = async (
  stage: Stage.Stage,
  movedMin: number,
  fault: () => Promise<unknown> | unknown
): Promise<Silence> => {
  const before = await Books.epochs(stage)
  const from = performance.now()
  await fault()
  const movedNow = async () => {
    const now = await Books.epochs(stage)
    const moved = now.map((epoch, partition) => epoch > (before[partition] ?? 0))
    return moved.filter(Boolean).length >= movedMin ? moved : undefined
  }
  await Nodes.until(`${movedMin} partitions move`, movedNow)
  await stage.nodes.ready()
  await stage.prober.answered(performance.now())
  const silences = stage.prober.silences(from)
  const moved = (await movedNow()) ?? []
  return {
    moved: silences.filter((_, partition) => moved[partition]),
    others: silences.filter((_, partition) => !moved[partition])
  }
}

/** A node that runs partitions, and their number. */
const victimOf = async ({ nodes }: Stage.Stage) => {
  for (const node of nodes.running().toReversed()) {
    const count = await Nodes.owned(node)
    if (count > 0) return { node, count }
  }
  throw new Error("no node runs a partition")
}

/** Ends a node with `kill -9` or a stop. */
export const end = async (
  stage: Stage.Stage,
  signal: "SIGTERM" | "SIGKILL"
): Promise<Silence & { readonly node: Nodes.Node }> => {
  const { count, node } = await victimOf(stage)
  const silence = await measure(stage, count, () => node.end(signal))
  return { ...silence, node }
}

/** Starts another node, and waits until it runs partitions. */
export const join = (stage: Stage.Stage): Promise<Silence> =>
  measure(stage, 1, async () => {
    const node = await stage.nodes.join()
    const share = async () => ((await Nodes.owned(node)) > 0 ? true : undefined)
    await Nodes.until("the new node runs partitions", share)
  })

/** The actions of a node after it woke up. */
export interface Awakening extends Silence {
  readonly node: Nodes.Node
  /** The response statuses of the requests that reached the node while it was frozen. */
  readonly answers: ReadonlyArray<number>
  /** The number of partitions whose log another process had, as the node printed. */
  readonly refused: number
  /** The number of transfers that the node submitted for partitions that it had lost. */
  readonly strayTransfers: number
  /** The longest silence of a partition, in milliseconds, while the node got its share again. */
  readonly backMs: number
}

/** Requests to each partition that wait in the frozen node's sockets. */
const queuedEach = 3

/** Sends the requests that the node finds when it wakes up. A closed connection counts as 0. */
const queue = ({ accounts }: Stage.Stage, { url }: Nodes.Node): Promise<ReadonlyArray<number>> =>
  Promise.all(
    accounts.flatMap(({ key }) =>
      Array.from({ length: queuedEach }, (_, index) => {
        const body = { ...Accounts.rate, idempotency_key: `queued ${index}` }
        return Accounts.call(url, "POST /v1/quotes", { key, body, msMax: 60_000 }).then(
          ({ status }) => status,
          () => 0
        )
      })
    )
  )

/**
 * Stops a node with SIGSTOP until others run its partitions, and continues it until it runs some
 * again.
 */
export const freeze = async (stage: Stage.Stage): Promise<Awakening> => {
  const { count, node } = await victimOf(stage)
  const answers: Array<Promise<ReadonlyArray<number>>> = []
  const silence = await measure(stage, count, () => {
    node.freeze()
    answers.push(queue(stage, node))
  })
  const [wokenAt, printed] = [Date.now(), node.output().length]
  const share = async () => ((await Nodes.owned(node)) > 0 ? true : undefined)
  const back = await measure(stage, 1, node.thaw)
  await Nodes.until("the node that woke up runs partitions again", share)
  const output = node.output().slice(printed)
  // The entries are read last, so that they include each epoch in which the node submitted a
  // transfer.
  const entries = await Books.read(stage)
  return {
    backMs: Math.max(...back.moved, ...back.others),
    ...{ ...silence, node, answers: (await Promise.all(answers)).flat() },
    refused: output.split("took the log over").length - 1,
    strayTransfers: Stage.strayTransfers(output, wokenAt, entries).length
  }
}

/**
 * Crashes and restarts the database, and returns the milliseconds from then until each partition
 * responds.
 */
export const restartDatabase = async (
  { prober }: Stage.Stage,
  server: OwnServer.OwnServer
): Promise<ReadonlyArray<number>> => {
  await server.crash()
  await server.restart()
  const backAt = performance.now()
  await prober.answered(backAt)
  return prober.firstAnswers(backAt).map((at) => at - backAt)
}

/**
 * Kills one node after the other with `kill -9`, and restarts each. This number of responses comes
 * between two kills. Every second kill finds all nodes ready, and the others hit a takeover.
 */
export const killEach = async (
  { load, nodes }: Stage.Stage,
  kills: number,
  answersBetween: number
): Promise<void> => {
  for (let kill = 0; kill < kills; kill++) {
    const [victim] = nodes.running()
    if (victim === undefined) throw new Error("no node runs")
    await victim.end("SIGKILL")
    nodes.again(victim)
    await load.more(answersBetween)
    if (kill % 2 === 1) await nodes.ready()
  }
  await nodes.ready()
}

/**
 * Stops one node after the other, and starts this checkout's program in its place. This number of
 * responses comes between two nodes.
 */
export const upgrade = async (
  { load, nodes }: Stage.Stage,
  answersBetween: number
): Promise<void> => {
  for (const old of nodes.running()) {
    const ended = await old.end("SIGTERM")
    if (ended !== 0) throw new Error(`It ended with ${ended}:\n${old.output()}`)
    nodes.again(old)
    await nodes.ready()
    await load.more(answersBetween)
  }
}
