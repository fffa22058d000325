#!/usr/bin/env node
/** The operator's command line: `npm run cli -- <command>`, installed as `payout-service`. */
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import { Console, Effect, Logger } from "effect"
import { Command } from "effect/cli"
import * as LogCommands from "./LogCommands.ts"

const root = Command.make("payout-service").pipe(
  Command.withDescription("Operates a payout service. Settings come from the environment."),
  Command.withSubcommands([LogCommands.log])
)

Command.run(root, { version: "0.1.0" }).pipe(
  Effect.tapError((error) => Console.error(String(error.message))),
  Effect.provide(NodeServices.layer),
  Effect.provide(Logger.layer([Logger.withConsoleError(Logger.formatSimple)])),
  (program) => NodeRuntime.runMain(program, { disableErrorReporting: true })
)
