/** What befalls whole processes, at any moment, until the faults cease. */
import { Effect } from "effect"
import type { Cluster } from "./Cluster.ts"
import type { Setting } from "./Setting.ts"
import type * as Views from "./Views.ts"

/** `views`: of each partition. */
export const wreak = (
  setting: Setting,
  cluster: Cluster,
  views: ReadonlyArray<Views.World>
): void => {
  const { faults, machine } = setting
  const { world } = machine
  const random = setting.random.stream("havoc")
  const lossy = setting.random.stream("lost views")

  /** Not between two events of the world, but between two steps of the program. */
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
    // The old one goes on until it notices, at times for long.
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

  /** Tables go while no process runs: dropped by hand, or by a new version of the program. */
  const lose = (): void => {
    if (cluster.running() > 0 || !faults.strikes("views: lost", 0.2)) return
    // Those of one partition may go alone.
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
