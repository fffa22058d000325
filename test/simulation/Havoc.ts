/** Faults of whole processes at any time, until the faults cease. */
import { Effect } from "effect"
import type { Cluster } from "./Cluster.ts"
import type { Setting } from "./Setting.ts"
import type * as Views from "./Views.ts"

/** `views` are the read models by partition. */
export const wreak = (
  setting: Setting,
  cluster: Cluster,
  views: ReadonlyArray<Views.World>
): void => {
  const { faults, machine } = setting
  const { world } = machine
  const random = setting.random.stream("havoc")
  const lossy = setting.random.stream("lost views")

  /** Runs a task between two steps of the program, and not between two events of the world. */
  const afterSteps = (steps: number, task: () => void): void =>
    world.post(() => (steps === 0 ? task() : afterSteps(steps - 1, task)))

  const kill = (): void => {
    const life = cluster.current()
    if (life === undefined || !faults.strikes("crash: at any time", 0.3)) return
    afterSteps(random.int(0, 60), () => life.realm.kill())
  }

  const stop = (): void => {
    const life = cluster.current()
    if (life === undefined || !faults.strikes("process: stopped gently", 0.1)) return
    life.stop()
    world.after(20_000, () => life.realm.kill())
  }

  const second = (): void => {
    const life = cluster.current()
    if (life === undefined || !faults.strikes("process: second writer", 0.1)) return
    cluster.start()
    // The old process continues until it notices, sometimes for long.
    world.after(random.int(1_000, 300_000), () => life.realm.kill())
  }

  const freeze = (): void => {
    if (!faults.strikes("process: frozen", 0.1)) return
    const life = cluster.current()
    life?.realm.freeze(random.int(100, 120_000))
    if (!random.chance(0.3) || life === undefined) return
    cluster.start()
    world.after(300_000, () => life.realm.kill())
  }

  const jump = (): void => {
    if (faults.strikes("clock: jump", 0.05)) machine.jump(random.int(100, 1_800_000))
  }

  /** Drops tables while no process runs, as an operator or a new version would. */
  const lose = (): void => {
    if (cluster.running() > 0 || !faults.strikes("views: lost", 0.2)) return
    // With several partitions, only some may lose their tables.
    for (const tables of views) if (views.length === 1 || lossy.chance(0.6)) tables.lose()
  }

  const rounds = Effect.gen(function* () {
    while (!faults.hasCeased()) {
      yield* Effect.sleep(random.int(10, random.chance(0.5) ? 3_000 : 60_000))
      for (const befall of [lose, kill, stop, second, freeze, jump]) befall()
    }
  })
  world.run(rounds)
}
