/** The commands that work with the service's own parts, on its database and on Ethereum. */
import * as ChainCommands from "./ChainCommands.ts"
import * as LogCommands from "./LogCommands.ts"
import * as ReportCommands from "./ReportCommands.ts"
import * as SanctionsCommands from "./SanctionsCommands.ts"

export const all = [
  LogCommands.log,
  ReportCommands.report,
  ChainCommands.chain,
  SanctionsCommands.sanctions
] as const
