/**
 * The processes of a run with several nodes, which share the logs and run some partitions each. A
 * partition moves after its owner has given it up. It may also be taken from an owner, which then
 * finds out at its next append.
 */
import { Deferred, Effect, Exit } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import * as ApiKey from "../../src/domain/account/ApiKey.ts"
import * as ChainFollower from "../../src/engine/chain/ChainFollower.ts"
import * as DirectoryReplica from "../../src/engine/DirectoryReplica.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import { LogFollower } from "../../src/engine/ports/LogFollower.ts"
import * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as Calls from "./Calls.ts"
import * as DirectoryFollower from "./DirectoryFollower.ts"
import type { Door, Processes } from "./Door.ts"
import * as Engines from "./Engines.ts"
import type { Host } from "./Host.ts"
import * as Node from "./Node.ts"
import type { Setting } from "./Setting.ts"

export interface Nodes extends Processes {
  /** Running nodes, including those that are about to end. */
  readonly all: () => ReadonlyArray<Node.Node>
  /** Gives a partition to another node, after or during the end of its current engine. */
  readonly move: (partition: number, isGentle: boolean) => void
  /** Lets another node follow the chain. */
  readonly moveFollower: () => void
  /** Ends a node after its partitions have ended. */
  readonly retire: (node: Node.Node) => void
  /** Freezes a node for a while, in which other nodes may take its partitions. */
  readonly freeze: (node: Node.Node, ms: number) => void
  /** True if a partition has no engine. */
  readonly isVacant: (partition: number) => boolean
  /** Sends a request with a key to a node, which admits it or not. */
  readonly knock: (node: Node.Node, hash: string) => void
  /** Reports a new entry of the directory's log. */
  readonly heard: () => void
}

interface World {
  readonly setting: Setting
  readonly ports: Engines.Ports
  readonly random: Setting["random"]
  readonly nodes: Array<Node.Node>
  /** The current or next owner of each partition. */
  readonly owners: Array<Node.Node | undefined>
  /** The node that follows the chain or is about to. */
  follower: Node.Node | undefined
  readonly network: () => Calls.Network
  /** Times of the entries of the directory's log. */
  readonly times: Array<number>
  /** Stopped nodes, while the others still wait for them. */
  readonly gone: Set<Node.Node>
  started: number
  seats: number
  splits: number
  requests: number
}

const isCurrent = ({ ports }: World, { epoch, partition }: Host): boolean =>
  epoch === ports.stores[partition]?.tip().epoch

const seatsOf = ({ nodes }: World, partition: number): ReadonlyArray<Node.Seat> =>
  nodes.flatMap(({ seats }) => seats.get(partition) ?? [])

const isReady = (world: World, { frozenUntil, isStopping, joined }: Node.Node): boolean =>
  joined !== undefined && !isStopping && world.setting.machine.now() >= frozenUntil

/** A node that may take a partition, except one. */
const candidate = (world: World, except?: Node.Node): Node.Node | undefined => {
  const ready = world.nodes.filter((node) => node !== except && isReady(world, node))
  return ready.length === 0 ? undefined : world.random.pick(ready)
}

/** Starts the engine of a partition in its node, after an earlier engine there has ended. */
const sit = (world: World, node: Node.Node, partition: number): void => {
  if (world.owners[partition] !== node || !node.realm.isAlive()) return
  const before = node.seats.get(partition)
  const { joined } = node
  if (before !== undefined) {
    before.left.push(() => sit(world, node, partition))
    return before.leave()
  }
  if (joined === undefined) return
  const { ports, setting } = world
  const isAlone = (host: Host) =>
    node.seats.get(partition)?.host === host && seatsOf(world, partition).length === 1
  world.seats += 1
  const sitting = { setting, ports, node, joined, isAlone }
  Node.sit(sitting, world.seats, partition, (_, { isLost }) => {
    if (isLost && node.seats.size > 0) world.splits += 1
    node.realm.after(Limits.cluster.restartPauseMs, () => {
      if (!node.seats.has(partition)) sit(world, node, partition)
    })
  })
}

/** Gives partitions without an owner to nodes that are ready, and the chain to one of them. */
const settle = (world: World): void => {
  world.follower ??= candidate(world)
  world.owners.forEach((owner, partition) => {
    const node = owner === undefined ? candidate(world) : undefined
    if (node === undefined) return
    world.owners[partition] = node
    sit(world, node, partition)
  })
}

/** Ends a replaced engine after a while, if its next append has not ended it. */
const depose = ({ random, setting }: World, seat: Node.Seat | undefined): void =>
  void setting.machine.world.after(random.int(1_000, 300_000), () => seat?.leave())

/** Takes all partitions from a node, as at the end of its locks. */
const release = (world: World, node: Node.Node): void => {
  if (world.follower === node) world.follower = undefined
  world.owners.forEach((owner, partition) => {
    if (owner !== node) return
    world.owners[partition] = undefined
    depose(world, node.seats.get(partition))
  })
  settle(world)
}

const handOver = (world: World, partition: number, to: Node.Node): void => {
  world.owners[partition] = isReady(world, to) ? to : undefined
  if (world.owners[partition] === to) sit(world, to, partition)
  else settle(world)
}

/** Moves a partition. During a gentle move its owner does not run it yet. */
const move =
  (world: World): Nodes["move"] =>
  (partition, isGentle) => {
    const from = world.owners[partition]
    const to = candidate(world, from)
    if (from === undefined || to === undefined) return
    const seat = from.seats.get(partition)
    world.setting.note(
      () => `partition ${partition} moves from process ${from.number} to ${to.number}`
    )
    if (!isGentle || seat === undefined) {
      depose(world, seat)
      return handOver(world, partition, to)
    }
    let isOver = false
    const done = (): void => {
      if (!isOver && world.owners[partition] === to) handOver(world, partition, to)
      isOver = true
    }
    world.owners[partition] = to
    seat.left.push(done)
    seat.leave()
    world.setting.machine.world.after(Limits.cluster.endMsMax, done)
  }

/**
 * Follows the chain for all partitions while the node is the follower. A replaced follower notices
 * late, so two nodes may follow for a while.
 */
const following = (
  world: World,
  node: Node.Node,
  follow: Effect.Effect<never>
): Effect.Effect<never> => {
  const isChosen = () => world.follower === node
  const replaced = Effect.gen(function* () {
    while (isChosen()) yield* Effect.sleep(world.random.int(1_000, 30_000))
  })
  const chosen = Effect.gen(function* () {
    while (!isChosen()) yield* Effect.sleep(Limits.cluster.restartPauseMs)
  })
  return Effect.forever(Effect.andThen(chosen, Effect.raceFirst(follow, replaced)))
}

/** The program of a node. It joins, and runs its partitions until it stops. */
const program = Effect.fnUntraced(function* (
  world: World,
  node: Node.Node,
  stop: Deferred.Deferred<void>
) {
  const { machine } = world.setting
  const host: Host = {
    ...{ number: 0, partition: Partition.directory, realm: node.realm, appliedSeq: 0, epoch: 0 },
    ...{ isAlone: () => false, others: () => [] }
  }
  const views = world.ports.views[Partition.directory]
  if (views === undefined) throw new Error("There is no directory")
  const shown = (seq: number) =>
    Effect.map(Effect.sleep(world.random.int(1, 30)), () => {
      node.followed = seq
    })
  const replica = yield* DirectoryReplica.make(shown).pipe(
    Effect.provideService(LogFollower, node.follower.port),
    Effect.provideService(ReadModel.ReadModel, views.port(host))
  )
  const { count } = world.setting.spread
  const partitions: ChainFollower.Partitions = {
    ...{ count, isShared: true, ...Partitions.partitionLookups(count, replica.directory) },
    call: Calls.procedure(world.network(), node),
    // Only a simulated chain uses these functions.
    ...{ at: () => undefined, whileRunning: () => Partitions.moved }
  }
  const follow = ChainFollower.run(world.ports.chain(host), partitions)
  yield* Effect.forkScoped(following(world, node, follow))
  node.joined = { replica }
  machine.world.post(() => settle(world))
  yield* Effect.raceFirst(replica.lost, Deferred.await(stop))
})

const ended = (world: World, node: Node.Node): void => {
  const { machine, note } = world.setting
  note(() => `process ${node.number} is gone`)
  world.nodes.splice(world.nodes.indexOf(node), 1)
  world.gone.add(node)
  machine.world.after(Limits.cluster.nodeSilenceMsMax, () => world.gone.delete(node))
  machine.world.after(world.random.int(5, 10_000), () => start(world))
  machine.world.after(world.random.int(50, Limits.cluster.lockMsMax), () => release(world, node))
}

const start = (world: World): void => {
  const { ports, setting } = world
  const number = ++world.started
  const stop = Deferred.makeUnsafe<void>()
  const process = `process ${number}`
  const realm = setting.machine.realm(process, Engines.listen(setting, process))
  const entries = ports.stores[Partition.directory]?.entries ?? (() => [])
  const source = { entries, times: world.times }
  const node: Node.Node = {
    ...{ number, realm, seats: new Map(), joined: undefined, followed: 0 },
    follower: DirectoryFollower.make(setting, realm, `directory of ${process}`, source),
    ...{ isStopping: false, frozenFrom: 0, frozenUntil: 0 },
    stop: () => realm.post(() => Deferred.doneUnsafe(stop, Effect.void))
  }
  world.nodes.push(node)
  setting.note(() => `${process} starts`)
  realm.onEnd(() => ended(world, node))
  realm.run(Effect.scoped(program(world, node, stop)), (exit) => {
    if (Exit.isFailure(exit)) setting.audit.object(`A process ended early: ${exit.cause}`)
    realm.kill()
  })
}

const retire =
  (world: World): Nodes["retire"] =>
  (node) => {
    node.isStopping = true
    release(world, node)
    const seats = [...node.seats.values()]
    let left = seats.length
    for (const seat of seats) {
      seat.left.push(() => {
        left -= 1
        if (left === 0) node.stop()
      })
      seat.leave()
    }
    if (left === 0) node.stop()
    world.setting.machine.world.after(20_000, () => node.realm.kill())
  }

const freeze =
  (world: World): Nodes["freeze"] =>
  (node, ms) => {
    const { world: outside, now } = world.setting.machine
    node.realm.freeze(ms)
    if (now() >= node.frozenUntil) node.frozenFrom = now()
    node.frozenUntil = Math.max(node.frozenUntil, now() + ms)
    node.follower.froze(node.frozenFrom, node.frozenUntil)
    const { lockMsMax } = Limits.cluster
    const afterMs = lockMsMax + world.random.int(0, 1_000)
    if (ms <= afterMs || !world.random.chance(0.8)) return outside.after(ms, () => settle(world))
    outside.after(afterMs, () => release(world, node))
    return outside.after(ms, () => settle(world))
  }

/** Waits until all live nodes show the directory's log up to an entry. */
const appliedEverywhere = (world: World) => (seq: number) => {
  const { now } = world.setting.machine
  const { nodeSilenceMsMax, appliedPollMs: shownLookMs, appliedMsMax: shownMsMax } = Limits.cluster
  const isSilent = ({ frozenFrom, frozenUntil }: Node.Node): boolean =>
    now() < frozenUntil && now() - frozenFrom > nodeSilenceMsMax
  const isShown = (): boolean =>
    [...world.nodes, ...world.gone].every((node) => node.followed >= seq || isSilent(node))
  const look: Effect.Effect<void> = Effect.suspend(() =>
    isShown() ? Effect.void : Effect.andThen(Effect.sleep(shownLookMs), look)
  )
  return Effect.asVoid(Effect.timeoutOption(look, shownMsMax))
}

const doorOf = (world: World, network: Calls.Network, node: Node.Node): Door => ({
  realm: node.realm,
  enter: (wish, judge, end) => {
    const { now } = world.setting.machine
    const id = `request ${++world.requests}`
    const at = now()
    const { partition } = wish({ at, id })
    const message = { id, at, partition, wish, judge }
    return node.realm.run(Calls.request(network, node, message), (exit) =>
      end(Exit.isSuccess(exit) ? exit.value : { _tag: "Nothing" })
    )
  }
})

/** Checks at once whether a node admits a key, since its directory is in memory. */
const knock =
  ({ setting }: World): Nodes["knock"] =>
  (node, hash) => {
    const { audit, machine } = setting
    const admission = Effect.map(Calls.directoryOf(node), (directory) => {
      const key = directory?.keyByHash(hash)
      if (key !== undefined && !ApiKey.hasEnded(key, machine.now())) audit.admits(hash)
    })
    node.realm.run(admission)
  }

const writer =
  (world: World): Nodes["writer"] =>
  (partition) => {
    const seat = world.owners[partition]?.seats.get(partition)
    const engine = seat?.running?.engine
    if (seat === undefined || engine === undefined || !isCurrent(world, seat.host)) return undefined
    return { host: seat.host, engine }
  }

/** The owner of a partition, sometimes a former one. */
const ownerOf = (world: World) => (partition: number) => {
  const { faults } = world.setting
  const owners = world.nodes.filter(({ seats }) => seats.has(partition))
  const isStray = owners.length > 1 && !faults.hasCeased() && world.random.chance(0.3)
  return isStray ? world.random.pick(owners) : world.owners[partition]
}

export const make = (setting: Setting, ports: Engines.Ports): Nodes => {
  const { faults, random, spread } = setting
  const world: World = {
    ...{ setting, ports, random: random.stream("nodes"), nodes: [], gone: new Set() },
    ...{ owners: spread.numbers.map(() => undefined), times: [] },
    ...{ started: 0, seats: 0, splits: 0, requests: 0 },
    ...{ follower: undefined, network: () => network }
  }
  const network: Calls.Network = {
    ...{ setting, random: random.stream("calls between nodes") },
    ...{ ownerOf: ownerOf(world), appliedEverywhere: appliedEverywhere(world) }
  }
  const clients = random.stream("nodes that clients come to")
  return {
    all: () => world.nodes,
    move: move(world),
    moveFollower: () => {
      world.follower = candidate(world, world.follower)
    },
    retire: retire(world),
    freeze: freeze(world),
    knock: knock(world),
    isVacant: (partition) => seatsOf(world, partition).length === 0,
    heard: () => {
      world.times.push(setting.machine.now())
      for (const { follower } of world.nodes) follower.came()
    },
    start: () => {
      for (let count = 0; count < spread.nodes; count++) start(world)
    },
    isServing: () => spread.numbers.every((number) => writer(world)(number) !== undefined),
    writer: writer(world),
    reach: () => {
      const joined = world.nodes.filter((node) => node.joined !== undefined)
      const serving = faults.hasCeased() ? joined.filter((node) => isReady(world, node)) : joined
      return serving.length === 0 ? undefined : doorOf(world, network, clients.pick(serving))
    },
    stateOf: (host) =>
      seatsOf(world, host.partition).find((seat) => seat.host === host)?.running?.engine.state,
    isCurrent: (host) => isCurrent(world, host),
    count: () => world.started,
    splits: () => world.splits,
    running: () => world.nodes.length
  }
}
