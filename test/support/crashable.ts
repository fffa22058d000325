/**
 * `src/main.ts` with a trap. The program kills itself with SIGKILL when it reaches a named point
 * for the n-th time. `FAIL_AT=append: applied:3` is the third applied batch.
 */
import { writeSync } from "node:fs"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { Cause, Console, Effect, Exit, Layer, Logger, Runtime } from "effect"
import { HttpServer } from "effect/http"
import * as Application from "../../src/app/Application.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
import * as Failpoint from "../../src/engine/ports/Failpoint.ts"
import * as Bootstrap from "../../src/usecases/Bootstrap.ts"

const [, armed, count] = /^(.+):(\d+)$/.exec(process.env.FAIL_AT ?? "") ?? []
const times = new Map<string, number>()

const trap = (point: Failpoint.Point): void => {
  const reached = (times.get(point) ?? 0) + 1
  times.set(point, reached)
  if (point !== armed || reached < Number(count)) return
  // The text is written directly to the file, because the buffer of a stream would die with the
  // process.
  writeSync(2, `killed at ${point}:${reached}\n`)
  process.kill(process.pid, "SIGKILL")
  // The signal takes a moment, and no further line may run after the point.
  while (true);
}

const program = Effect.gen(function* () {
  const settings = yield* Settings.read(process.env)
  const context = yield* Layer.build(Application.layer(settings))
  return yield* Effect.gen(function* () {
    const { at, lost } = yield* Partitions.Partitions
    const directory = at(0)
    if (directory === undefined) return yield* Effect.die("The directory does not run")
    yield* Effect.provideService(Bootstrap.run(settings), Engine.Engine, directory.engine)
    const address = yield* HttpServer.addressFormattedWith(Effect.succeed)
    yield* Console.log(`payout-service listening on ${address}`)
    return yield* lost
  }).pipe(Effect.provideContext(context))
}).pipe(
  Effect.scoped,
  Effect.provideService(Failpoint.Failpoint, trap),
  Effect.provide(Logger.layer([Logger.consoleJson]))
)

const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)

NodeRuntime.runMain(program, { teardown })
