/**
 * Three projects. `npm test` runs the first two; `npm run test:all` runs all.
 *
 * - `shared`: files share a process, and the modules that it has loaded. Loading them anew for each
 *   file takes longer than the tests do.
 * - `own`: files that need a process of their own: they start programs, look at the process's
 *   memory, or at everything that was ever registered in it.
 * - `thorough`: what takes a minute or more: kills, faults, floods, every page in every size.
 */
import * as os from "node:os"
import * as path from "node:path"
import * as process from "node:process"
import { defineConfig } from "vitest/config"

// Processes of tests load the same packages.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), "payout-tests-compiled")

const thorough = [
  "test/faults/**/*.test.ts",
  "test/blackbox/{KillAndRestart,BatchKilled,DatabaseFaults,Production,Upgrade}.test.ts",
  "test/browser/Pages.test.ts",
  "test/bench/**/*.test.ts",
  "test/simulation/{Auditor,Simulation}.test.ts"
]

const own = [
  "test/blackbox/**/*.test.ts",
  "test/browser/**/*.test.ts",
  "test/cli/**/*.test.ts",
  "test/client/{Example,Package}.test.ts",
  "test/deploy/**/*.test.ts",
  "test/ethereum/contracts/Commands.test.ts",
  "test/postgres/server/**/*.test.ts",
  "test/telemetry/**/*.test.ts",
  "test/*.test.ts"
]

const all = "test/**/*.test.ts"

export default defineConfig({
  test: {
    retry: 0,
    // Many tests wait for processes and timers: two share a machine of two cores well.
    maxWorkers: 2,
    projects: [
      project("shared", [all], [...own, ...thorough], false),
      project("own", own, thorough, true),
      project("thorough", thorough, [], true)
    ]
  }
})

function project(name: string, include: Array<string>, exclude: Array<string>, isolate: boolean) {
  return {
    test: {
      ...{ name, include, exclude, isolate },
      globalSetup: ["test/support/globalSetup.ts"],
      // Against a test that hangs: the longest take half of it on two cores that others use too.
      testTimeout: 60_000,
      hookTimeout: 60_000
    }
  }
}
