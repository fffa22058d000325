/** Words of the program itself. */

export const program =
  "Commands for a payout service. PAYOUT_API_KEY is an API key, PAYOUT_ADMIN_KEY an operator key. " +
  "`log` works on the database, `chain` on Ethereum, with the settings of the service."

export const completion = "Print a completion script for bash, zsh or fish"

export const seeHelp = (errors: string, command: string): string =>
  `${errors} (see ${command} --help)`
