#!/usr/bin/env node
/** The command line: `npm run cli -- <command>`, installed as `payout-service`. */
import * as process from "node:process"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Logger } from "effect"
import { Argument, CliOutput, Command, Completions } from "effect/cli"
import * as Version from "../config/Version.ts"
import * as AccountCommands from "./AccountCommands.ts"
import * as BalanceCommands from "./BalanceCommands.ts"
import * as BatchCommands from "./BatchCommands.ts"
import * as BookCommands from "./BookCommands.ts"
import * as ClusterCommands from "./ClusterCommands.ts"
import * as EventCommands from "./EventCommands.ts"
import * as FloatCommand from "./FloatCommand.ts"
import * as KeyCommands from "./KeyCommands.ts"
import * as Listen from "./Listen.ts"
import * as PayoutCommands from "./PayoutCommands.ts"
import * as ReconcileCommands from "./ReconcileCommands.ts"
import * as SettlementCommands from "./SettlementCommands.ts"
import * as Trigger from "./Trigger.ts"
import { main as Words } from "./Words.ts"

/** Commands that call a service over HTTP. */
const remote = [
  Listen.listen,
  Trigger.trigger,
  EventCommands.events,
  PayoutCommands.payouts,
  BatchCommands.batches,
  BalanceCommands.balance,
  AccountCommands.accounts,
  KeyCommands.keys,
  SettlementCommands.settlements,
  SettlementCommands.reports,
  BookCommands.books,
  ReconcileCommands.reconcile,
  ReconcileCommands.statement,
  ReconcileCommands.breaks,
  ClusterCommands.cluster,
  FloatCommand.float
] as const

/** Commands that load parts of the service, each when it is used: together they take a second. */
const local = {
  log: async () => (await import("./LogCommands.ts")).log,
  report: async () => (await import("./ReportCommands.ts")).report,
  "data-key": async () => (await import("./DataKeyCommands.ts")).dataKey,
  "personal-data": async () => (await import("./PersonalDataCommands.ts")).personalData,
  chain: async () => (await import("./ChainCommands.ts")).chain,
  sanctions: async () => (await import("./SanctionsCommands.ts")).sanctions
} as const

const given = process.argv.slice(2)

/** `help` is `--help`, also of the command that follows. */
const words = given[0] === "help" ? [...given.slice(1), "--help"] : given
const [name = ""] = words

const rootName = "payout-service"

/** The completion script of all commands. Only the command `completion` loads them all. */
const script = (shell: Completions.Shell): string =>
  Completions.generate(rootName, shell, Completions.fromCommand(root))

const completion = Command.make(
  "completion",
  { shell: Argument.Literals("shell", ["bash", "zsh", "fish"]) },
  ({ shell }) => Console.log(script(shell))
).pipe(Command.withDescription(Words.completion))

/** The named command's group; all where none is named. */
const commands = async () => {
  if (remote.some((command) => command.name === name)) return remote
  const named = Object.entries(local).find(([each]) => each === name)
  if (named !== undefined) return [await named[1]()] as const
  const loaded = await Promise.all(Object.values(local).map((load) => load()))
  return [...remote, ...loaded, completion] as const
}

const root = Command.make(rootName).pipe(
  Command.withDescription(Words.program),
  Command.withSubcommands(await commands())
)

/** An error is a line, without the page of help that the default prints before it. */
const presenter = CliOutput.layerPresenter({
  present: (event) => {
    if (event._tag !== "InvalidInvocation") return CliOutput.defaultPresenter.present(event)
    const errors = event.errors.map(({ message }) => message.replaceAll(/\s+/g, " ")).join("; ")
    return Console.error(Words.seeHelp(errors, event.commandPath.join(" ")))
  }
})

Command.runWith(root, { version: Version.version })(words).pipe(
  // The presenter showed the others.
  Effect.tapError((error) =>
    error._tag === "ShowHelp" ? Effect.void : Console.error(String(error.message))
  ),
  Effect.provide([NodeServices.layer, presenter]),
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatSimple)])),
  (program) => NodeRuntime.runMain(program, { disableErrorReporting: true })
)
