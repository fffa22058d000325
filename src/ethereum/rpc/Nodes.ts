/**
 * Several nodes asked the same. Where two or more are configured, what two of them say alike is
 * believed; where there is one, it is believed. One that lies, lags or is away decides nothing.
 */
import { Effect, Latch, Metric, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Node from "./Node.ts"
import * as RpcMetrics from "./RpcMetrics.ts"

export type Nodes = ReadonlyArray<Node.Node>

/** It cannot be said now what the chain holds. */
export class Undecided extends Schema.TaggedError<Undecided>()("Undecided", {
  message: Schema.String,
  /** They contradict each other, or what was final: someone must look. */
  isAlarming: Schema.Boolean
}) {}

/** How many must say the same. */
export const needed = (nodes: Nodes): number => Math.min(2, nodes.length)

const reasons = (failures: ReadonlyArray<Node.NodeFailed>): string =>
  failures.map(({ message, node, reason }) => `${node} (${reason}): ${message}`).join("; ")

/**
 * What nodes say, of those that say something; fails where too few do. When enough have answered
 * the others are given a moment more: one that hangs must not hold up the rest.
 */
export const gather = Effect.fnUntraced(function* <A>(
  nodes: Nodes,
  ask: (node: Node.Node) => Effect.Effect<A, Node.NodeFailed>
) {
  const answers: Array<A> = []
  const failures: Array<Node.NodeFailed> = []
  const enough = yield* Latch.make(false)
  const askOne = (node: Node.Node) =>
    Effect.match(ask(node), {
      onFailure: (failure) => void failures.push(failure),
      onSuccess: (answer) => {
        answers.push(answer)
        if (answers.length >= needed(nodes)) Latch.openUnsafe(enough)
      }
    })
  const everyone = Effect.forEach(nodes, askOne, { concurrency: "unbounded", discard: true })
  const patience = Effect.andThen(Latch.await(enough), Effect.sleep(Limits.chain.stragglerMsMax))
  yield* Effect.raceFirst(everyone, patience)
  if (answers.length >= needed(nodes)) return answers
  return yield* new Undecided({
    message: `too few nodes answer: ${reasons(failures)}`,
    isAlarming: false
  })
})

/** What enough nodes say alike; `keyOf` tells what "alike" is. Waits for no more than those. */
export const agree = <A>(
  nodes: Nodes,
  ask: (node: Node.Node) => Effect.Effect<A, Node.NodeFailed>,
  keyOf: (answer: A) => string
): Effect.Effect<A, Undecided> =>
  Effect.gen(function* () {
    const said = new Map<string, Array<string>>()
    const failures: Array<Node.NodeFailed> = []
    const decided = yield* Latch.make(false)
    let agreed: { readonly answer: A } | undefined

    const askOne = (node: Node.Node) =>
      Effect.match(ask(node), {
        onFailure: (failure) => void failures.push(failure),
        onSuccess: (answer) => {
          const key = keyOf(answer)
          const names = [...(said.get(key) ?? []), node.name]
          said.set(key, names)
          if (names.length < needed(nodes)) return
          agreed ??= { answer }
          Latch.openUnsafe(decided)
        }
      })

    const everyone = Effect.forEach(nodes, askOne, { concurrency: "unbounded", discard: true })
    yield* Effect.raceFirst(Latch.await(decided), everyone)
    if (said.size > 1) yield* Metric.update(RpcMetrics.disagreements, 1)
    if (agreed !== undefined) return agreed.answer
    const contradict = [...said.values()].map((names) => names.join(", ")).join(" against ")
    return yield* new Undecided({
      message: [
        said.size > 1 ? `nodes contradict each other: ${contradict}` : "too few nodes answer",
        ...(failures.length === 0 ? [] : [reasons(failures)])
      ].join("; "),
      isAlarming: said.size > 1
    })
  })
