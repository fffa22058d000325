/**
 * Requests between nodes. The node that a client reaches admits the request, and runs it or sends
 * it to the owner of its partition. A message may be lost, arrive twice or late, and is resent
 * until it gets a response.
 */
import { Effect, Exit } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as Partition from "../../src/engine/Partition.ts"
import type * as Partitions from "../../src/engine/Partitions.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import type { Judge, Outcome } from "./Door.ts"
import * as Node from "./Node.ts"
import type { Ask, Called, Service, Wish } from "./Requests.ts"
import type { Setting } from "./Setting.ts"

/** A request between nodes. */
export interface Message {
  readonly id: string
  readonly at: number
  readonly partition: number
  readonly wish: Wish
  readonly judge: Judge
}

type Reply = Outcome | "moved"

const nothing: Outcome = { _tag: "Nothing" }

/** Facts about the nodes that calls need. */
export interface Network {
  readonly setting: Setting
  readonly random: Setting["random"]
  /** The node that calls take for the owner of a partition. */
  readonly ownerOf: (partition: number) => Node.Node | undefined
  /** Waits until all nodes show the directory's log up to an entry. */
  readonly appliedEverywhere: (seq: number) => Effect.Effect<void>
}

/** The response to a change of the directory waits until all nodes show it. */
const effectOf = (network: Network, node: Node.Node, ask: Ask) => (engine: Service) => {
  const effect = ask.effect(engine, limited(network, node))
  return ask.partition === Partition.directory && ask.isOfDirectory === true
    ? Effect.tap(effect, () => Effect.suspend(() => network.appliedEverywhere(engine.tip().seq)))
    : effect
}

/** Runs a request in a node, and judges its response there. */
const runHere = (network: Network, node: Node.Node, message: Message): Effect.Effect<Reply> =>
  Effect.suspend(() => {
    const { at, id, judge, partition, wish } = message
    const { audit } = network.setting
    const seat = node.seats.get(partition)
    if (seat?.running === undefined) return Effect.succeed("moved" as const)
    const ask = wish({ at, id })
    audit.performs(id, ask.subject)
    return Effect.map(Node.whileRunning(seat, effectOf(network, node, ask)), (exit) => {
      if (exit === "moved") return exit
      const outcome = judge(seat.host, ask, exit)
      if (outcome._tag !== "Answered") return outcome
      audit.answers(id, outcome.answer)
      if (ask.revokes !== undefined) audit.revokes(ask.revokes)
      return outcome
    })
  })

/** A call without a response. */
interface Call {
  readonly network: Network
  readonly node: Node.Node
  readonly message: Message
  readonly settle: (reply: Reply) => void
}

const travelMs = ({ random, setting }: Network): number =>
  setting.faults.strikes("call: late", 0.05) ? random.int(500, 15_000) : random.int(0, 3)

/** The message arrives at a node, which responds unless it ends. */
const deliver = ({ message, network, settle }: Call, to: Node.Node): void => {
  const { faults, machine } = network.setting
  machine.world.after(travelMs(network), () => {
    to.realm.run(runHere(network, to, message), (exit) => {
      if (Exit.isFailure(exit)) return network.setting.audit.object(`A call broke: ${exit.cause}`)
      if (faults.strikes("call: answer lost", 0.04)) return
      machine.world.after(travelMs(network), () => settle(exit.value))
    })
  })
}

/** Sends the message, sometimes twice or to a former owner of the partition. */
const send = (call: Call): void => {
  const { message, network } = call
  const { faults } = network.setting
  const owner = network.ownerOf(message.partition)
  if (owner === undefined) return call.settle("moved")
  if (!faults.strikes("call: lost", 0.04)) deliver(call, owner)
  if (faults.strikes("call: repeated", 0.08)) deliver(call, owner)
}

const { callMsMax, movedPauseMs, silenceMsMax } = Limits.cluster

/** Calls the owner of the partition until there is a response or a timeout. */
const callOwner = (network: Network, node: Node.Node, message: Message): Effect.Effect<Outcome> =>
  node.realm.wait((resume) => {
    let isOver = false
    // Each copy of a message may be refused, but only one refusal causes another attempt.
    let isPausing = false
    const end = (outcome: Outcome): void => {
      if (!isOver) resume(Effect.succeed(outcome))
      isOver = true
    }
    const settle = (reply: Reply): void => {
      if (reply !== "moved") return end(reply)
      if (isPausing) return
      isPausing = true
      node.realm.after(movedPauseMs, () => {
        isPausing = false
        if (!isOver) send(call)
      })
    }
    const call: Call = { network, node, message, settle }
    const attempt = (): void => {
      if (isOver) return
      send(call)
      node.realm.after(silenceMsMax, attempt)
    }
    attempt()
    node.realm.after(callMsMax, () => end(nothing))
  })

const unreached = new Unavailable({ message: "The partition has no owner." })

const wire = <A>(value: A): A => (value === undefined ? value : JSON.parse(JSON.stringify(value)))

/** Runs a procedure in a node. The result is `unreached` if the node lacks the partition. */
const runThere = <A, B>(
  node: Node.Node,
  { run }: Partitions.Procedure<A, B>,
  partition: number,
  argument: A
): Effect.Effect<B, Unavailable> =>
  Effect.flatMap(
    Node.whileRunning(node.seats.get(partition), (engine) => run(engine, wire(argument))),
    (exit) => (exit === "moved" ? unreached : Effect.map(exit, wire))
  )

/**
 * Runs a procedure here or at the partition's owner. A response may be lost, so the caller's wait
 * is limited.
 */
export const procedure =
  (network: Network, node: Node.Node): Called =>
  (procedure, partition, argument) =>
    Effect.suspend(() => {
      if (node.seats.get(partition)?.running !== undefined) {
        return runThere(node, procedure, partition, argument)
      }
      return node.realm.wait((resume) => {
        const { faults, machine } = network.setting
        const owner = network.ownerOf(partition)
        if (owner === undefined) return resume(unreached)
        const deliverOnce = (): void => {
          if (faults.strikes("call: lost", 0.04)) return
          machine.world.after(travelMs(network), () => {
            owner.realm.run(runThere(owner, procedure, partition, argument), (exit) => {
              if (faults.strikes("call: answer lost", 0.04)) return
              machine.world.after(travelMs(network), () => resume(exit))
            })
          })
        }
        deliverOnce()
        if (faults.strikes("call: repeated", 0.08)) deliverOnce()
      })
    })

/** A call that fails after the usual wait. */
const limited =
  (network: Network, node: Node.Node): Called =>
  (...called) =>
    Effect.timeoutOrElse(procedure(network, node)(...called), {
      duration: callMsMax,
      orElse: () => unreached
    })

/** The directory of a node, unless it is too old to admit keys. */
export const directoryOf = ({ follower, joined }: Node.Node) =>
  Effect.map(follower.glance, () =>
    joined?.replica.isCurrent() === true ? joined.replica.directory : undefined
  )

/** Admits a request, and runs it here or at the owner of its partition. */
export const request = Effect.fnUntraced(function* (
  network: Network,
  node: Node.Node,
  message: Message
) {
  if ((yield* directoryOf(node)) === undefined) return nothing
  const reply = yield* runHere(network, node, message)
  return reply === "moved" ? yield* callOwner(network, node, message) : reply
})
