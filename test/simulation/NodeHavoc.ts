/** Faults of nodes and their partitions at any time, until the faults cease. */
import { Effect } from "effect"
import type { Nodes } from "./Nodes.ts"
import type { Setting } from "./Setting.ts"
import type * as Views from "./Views.ts"

/** `views` are the read models by partition. */
export const wreak = (setting: Setting, nodes: Nodes, views: ReadonlyArray<Views.World>): void => {
  const { faults, machine, spread } = setting
  const { world } = machine
  const random = setting.random.stream("havoc among nodes")

  /** Runs a task between two steps of the program, and not between two events of the world. */
  const afterSteps = (steps: number, task: () => void): void =>
    world.post(() => (steps === 0 ? task() : afterSteps(steps - 1, task)))

  const one = () => (nodes.all().length === 0 ? undefined : random.pick(nodes.all()))

  const kill = (): void => {
    const node = one()
    if (node === undefined || !faults.strikes("crash: at any time", 0.15)) return
    afterSteps(random.int(0, 60), () => node.realm.kill())
  }

  const stop = (): void => {
    const node = one()
    if (node === undefined || !faults.strikes("process: stopped gently", 0.05)) return
    nodes.retire(node)
  }

  const freeze = (): void => {
    const node = one()
    if (node === undefined || !faults.strikes("process: frozen", 0.1)) return
    nodes.freeze(node, random.int(100, random.chance(0.5) ? 10_000 : 120_000))
  }

  const move = (): void => {
    if (faults.strikes("node: a partition moves", 0.3))
      nodes.move(random.pick(spread.numbers), true)
  }

  const follow = (): void => {
    if (faults.strikes("node: the follower moves", 0.1)) nodes.moveFollower()
  }

  const take = (): void => {
    if (!faults.strikes("node: a partition is taken", 0.2)) return
    nodes.move(random.pick(spread.numbers), false)
  }

  const jump = (): void => {
    if (faults.strikes("clock: jump", 0.05)) machine.jump(random.int(100, 1_800_000))
  }

  const lose = (): void => {
    views.forEach((tables, partition) => {
      if (nodes.isVacant(partition) && faults.strikes("views: lost", 0.2)) tables.lose()
    })
  }

  const rounds = Effect.gen(function* () {
    while (!faults.hasCeased()) {
      yield* Effect.sleep(random.int(10, random.chance(0.5) ? 3_000 : 60_000))
      for (const befall of [lose, kill, stop, freeze, move, follow, take, jump]) befall()
    }
  })
  world.run(rounds)
}
