#!/usr/bin/env node
/** The command line: `npm run cli -- <command>`, installed as `payout-service`. */
import * as process from "node:process"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Logger } from "effect"
import { Command } from "effect/cli"
import * as Limits from "../config/Limits.ts"
import * as BatchCommands from "./BatchCommands.ts"
import * as ClusterCommands from "./ClusterCommands.ts"
import * as EventCommands from "./EventCommands.ts"
import * as KeyCommands from "./KeyCommands.ts"
import * as Listen from "./Listen.ts"
import * as PayoutCommands from "./PayoutCommands.ts"
import * as Trigger from "./Trigger.ts"

/** Commands that call a service over HTTP. */
const remote = [
  Listen.listen,
  Trigger.trigger,
  EventCommands.events,
  PayoutCommands.payouts,
  BatchCommands.batches,
  KeyCommands.keys,
  ClusterCommands.cluster
] as const

/** Commands that load parts of the service, each when it is used: together they take a second. */
const local = {
  log: async () => (await import("./LogCommands.ts")).log,
  report: async () => (await import("./ReportCommands.ts")).report,
  chain: async () => (await import("./ChainCommands.ts")).chain,
  sanctions: async () => (await import("./SanctionsCommands.ts")).sanctions
} as const

const [, , name = ""] = process.argv

/** The named command's group; all where none is named. */
const commands = async () => {
  if (remote.some((command) => command.name === name)) return remote
  const named = Object.entries(local).find(([each]) => each === name)
  if (named !== undefined) return [await named[1]()] as const
  return [...remote, ...(await Promise.all(Object.values(local).map((load) => load())))] as const
}

const root = Command.make("payout-service").pipe(
  Command.withDescription(
    "Works with a payout service: PAYOUT_API_KEY is the key, PAYOUT_ADMIN_KEY an operator's. " +
      "`log` works on the database, `chain` on Ethereum, with the settings of the service."
  ),
  Command.withSubcommands(await commands())
)

Command.run(root, { version: Limits.version }).pipe(
  Effect.tapError((error) => Console.error(String(error.message))),
  Effect.provide(NodeServices.layer),
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatSimple)])),
  (program) => NodeRuntime.runMain(program, { disableErrorReporting: true })
)
