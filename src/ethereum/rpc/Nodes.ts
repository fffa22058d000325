/**
 * Quorum reads: the same call to several Ethereum nodes. With two or more configured, two must
 * agree; a single one decides alone. One node that is wrong, late or unreachable decides nothing.
 */
import { Effect, Latch, Metric, Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as Node from "./Node.ts"
import * as RpcMetrics from "./RpcMetrics.ts"

export type Nodes = ReadonlyArray<Node.Node>

/** Too few Ethereum nodes respond, or they do not agree. */
export class Undecided extends Schema.TaggedError<Undecided>()("Undecided", {
  message: Schema.String,
  /** True if the nodes contradict each other, or a block that was final; raises the alarm. */
  isAlarming: Schema.Boolean
}) {}

/** The number of nodes that must agree. */
export const needed = (nodes: Nodes): number => Math.min(2, nodes.length)

const reasons = (failures: ReadonlyArray<Node.NodeFailed>): string =>
  failures.map(({ message, node, reason }) => `${node} (${reason}): ${message}`).join("; ")

/**
 * The responses of all nodes that respond; fails if too few do. Once enough have responded, the
 * others get a moment more, so that one that hangs does not delay the rest.
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

/**
 * The response that enough nodes agree on, which means the same key. Waits for no more nodes than
 * that.
 */
export const agree = Effect.fnUntraced(function* <A>(
  nodes: Nodes,
  ask: (node: Node.Node) => Effect.Effect<A, Node.NodeFailed>,
  keyOf: (answer: A) => string
): Effect.fn.Return<A, Undecided> {
  const answers = new Map<string, Array<string>>()
  const failures: Array<Node.NodeFailed> = []
  const decided = yield* Latch.make(false)
  let agreed: { readonly answer: A } | undefined

  const askOne = (node: Node.Node) =>
    Effect.match(ask(node), {
      onFailure: (failure) => void failures.push(failure),
      onSuccess: (answer) => {
        const key = keyOf(answer)
        const names = [...(answers.get(key) ?? []), node.name]
        answers.set(key, names)
        if (names.length < needed(nodes)) return
        agreed ??= { answer }
        Latch.openUnsafe(decided)
      }
    })

  const everyone = Effect.forEach(nodes, askOne, { concurrency: "unbounded", discard: true })
  yield* Effect.raceFirst(Latch.await(decided), everyone)
  if (answers.size > 1) yield* Metric.update(RpcMetrics.disagreements, 1)
  if (agreed !== undefined) return agreed.answer
  const contradict = [...answers.values()].map((names) => names.join(", ")).join(" against ")
  return yield* new Undecided({
    message: [
      answers.size > 1 ? `nodes contradict each other: ${contradict}` : "too few nodes answer",
      ...(failures.length === 0 ? [] : [reasons(failures)])
    ].join("; "),
    isAlarming: answers.size > 1
  })
})
