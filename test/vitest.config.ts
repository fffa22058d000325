/**
 * Seven projects. `npm test` runs the first two; `npm run test:all` runs all.
 *
 * - `shared`: files share a process and the modules that it has loaded. Loading the modules again
 *   for each file takes longer than most tests.
 * - `own`: files that need a separate process, because they inspect the process itself, or every
 *   metric that was ever registered in it.
 * - `thorough`: files that take long: kills, faults, floods, every page in every size, most browser
 *   tests, and tests from outside, which are starts of the program, its command, the package and
 *   backups. It repeats the random tests and the start on a long log, with larger numbers.
 * - `partitions`: the user-visible tests, with four partitions instead of one.
 * - `contract`: the tests of the specification, through a proxy that compares every response with
 *   the OpenAPI document.
 * - `cluster`: several processes over one database, and the user-visible tests with three of them.
 * - `answers`: every operation by every kind of caller. `RECORD_ANSWERS` keeps the responses.
 */
import * as os from "node:os"
import * as path from "node:path"
import * as process from "node:process"
import { defineConfig } from "vitest/config"

// The processes of tests load the same packages, so that a compile cache saves time.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), "payout-tests-compiled")

/**
 * Files that start several processes each. One at a time is enough for a machine with two cores.
 */
const cluster = [
  "test/cluster/{BalanceKills,Chain,CutOff,Directory,ErasureKills,Failover,Kills,NodeNames,Refusals,Reports,Upgrade}.test.ts"
]

/** User-visible tests that also run with three processes behind one address. */
const severalProcesses = [
  "test/blackbox/{BatchKilled,Drain,KillAndRestart}.test.ts",
  "test/spec/{Access,Batches,Beneficiaries,Bulk,Payouts,Quotes,Webhooks}.test.ts"
]

const thorough = [
  "test/faults/**/*.test.ts",
  "test/blackbox/{BatchKilled,DataKey,DatabaseFaults,Drain,KillAndRestart}.test.ts",
  "test/blackbox/{Outage,Production,Purge,Rescue,Start,Upgrade}.test.ts",
  // `npm test` has the first start, and a payout from the sign-in to its receipt by keys.
  "test/browser/{Accounts,Attention,Balance,Books,Cluster,Customer,Decisions,Deliveries}.test.ts",
  "test/browser/{Everyday,Firefox,Float,Flows,ForeignRefunds,Holds,Incidents}.test.ts",
  "test/browser/{LargeBatch,Lists,NewVersion}.test.ts",
  "test/browser/{Offline,Pages,Passkeys,Queues,Recalls,Recipients,Reconciliation}.test.ts",
  "test/browser/{Reference,Reports,Requests,Staff,StepUp,Streams,Troubles,TwoTabs,Withdrawals}.test.ts",
  // Each of these files runs the command dozens of times.
  "test/cli/{Backup,Balance,Batches,Books,Cluster,Events,Help,Keys}.test.ts",
  "test/cli/{Listen,Partitions,Payouts,Settlements,Trigger}.test.ts",
  "test/client/Package.test.ts",
  "test/deploy/Alerts.test.ts",
  "test/engine/queries/Lists.property.test.ts",
  "test/ethereum/RpcFaults.test.ts",
  "test/ethereum/contracts/Commands.test.ts",
  "test/http/ReportStream.test.ts",
  "test/postgres/readmodel/{ListPlans,LongRows,Rebuild}.test.ts",
  "test/postgres/server/EmbeddedServer.test.ts",
  "test/bench/**/*.test.ts",
  "test/interoperability/*.test.ts",
  "test/simulation/{Auditor,Simulation}.test.ts"
]

/**
 * Random tests, and the start on a long log. `npm test` runs a share of the tests and a shorter
 * log, and `thorough` runs them with these numbers.
 */
const scaled = [
  "test/domain/**/*.property.test.ts",
  "test/ethereum/Reorganisations.test.ts",
  "test/http/FuzzOpenApi.test.ts",
  "test/postgres/readmodel/{LoadActiveState,PostgresReadModel}.test.ts",
  "test/screening/Disguise.test.ts"
]

const thoroughRuns = {
  FC_RUNS: "20000",
  CHAIN_REORGS: "1000",
  FUZZ_SECONDS: "10",
  READ_MODEL_CORRUPTIONS: "100",
  READ_MODEL_PAGES: "15",
  SCREENING_DISGUISES: "20000"
}

const own = ["test/telemetry/**/*.test.ts"]

/**
 * User-visible tests that also run with several partitions. Only probes and metrics show the number
 * of partitions, and their tests expect one.
 */
const partitioned = [
  "test/{blackbox,client,http,spec}/**/*.test.ts",
  "test/cli/Reconcile.test.ts",
  "test/faults/Kills.test.ts"
]
const unpartitioned = [
  "test/client/Package.test.ts",
  "test/http/{Fuzz,FuzzOpenApi,Metrics,System}.test.ts"
]

const all = "test/**/*.test.ts"

/** Packages of `test/interoperability` contain tests, which are not run. */
const foreign = "**/node_modules/**"

export default defineConfig({
  test: {
    retry: 0,
    // Many tests wait for processes and timers. The tests of `npm test` wait more than they
    // compute, so three of them share a machine with two cores.
    maxWorkers: 2,
    projects: [
      project({
        name: "shared",
        include: [all],
        exclude: [foreign, ...own, ...thorough, ...cluster],
        isolate: false
      }),
      project({ name: "own", include: own, exclude: thorough, isolate: true }),
      project({
        name: "thorough",
        include: [...thorough, ...scaled],
        exclude: [],
        isolate: true,
        env: { ...thoroughRuns, ...chosen(Object.keys(thoroughRuns)) }
      }),
      project({
        name: "partitions",
        include: partitioned,
        exclude: unpartitioned,
        isolate: false,
        env: { TEST_PARTITIONS: "4" }
      }),
      project({
        name: "contract",
        include: ["test/spec/*.test.ts"],
        exclude: ["test/spec/Coverage.test.ts"],
        isolate: false,
        env: { TEST_PRISM: "1" }
      }),
      project({
        name: "answers",
        include: ["test/http/AnswerSurvey.record.ts"],
        exclude: [],
        isolate: true
      }),
      project({
        name: "cluster",
        include: [...cluster, ...severalProcesses],
        exclude: [],
        isolate: false,
        fileParallelism: false,
        // This project runs after the others, because it alone has one worker.
        sequence: { groupOrder: 1 },
        env: { TEST_NODES: "3" }
      })
    ]
  }
})

/** Numbers from the environment take precedence. */
function chosen(names: ReadonlyArray<string>): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name]
      return value === undefined ? [] : [[name, value]]
    })
  )
}

interface Project {
  readonly name: string
  readonly include: Array<string>
  readonly exclude: Array<string>
  readonly isolate: boolean
  readonly fileParallelism?: boolean
  readonly sequence?: { readonly groupOrder: number }
  readonly env?: Record<string, string>
}

function project(files: Project) {
  return {
    test: {
      ...files,
      globalSetup: ["test/support/globalSetup.ts"],
      // The limit stops a test that hangs. The longest tests take half of it on two cores that
      // others use too.
      testTimeout: 120_000,
      hookTimeout: 120_000
    }
  }
}
