/** Decides when a page reloads automatically because one of its parts could not be loaded. */

/** Browsers' error messages if the file of a dynamic import cannot be loaded. */
const sayings = [
  "Failed to fetch dynamically imported module",
  "error loading dynamically imported module",
  "Importing a module script failed",
  "Unable to preload CSS"
]

export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && sayings.some((saying) => error.message.includes(saying))

/** An automatic reload, with the time and the error message that caused it. */
export interface Reload {
  readonly message: string
  readonly at: number
}

/** Milliseconds in which the same error causes no second reload. */
const againMs = 10 * 60_000

/**
 * True if a reload may help. It helps after an outage. If the service responded all along, the file
 * belongs to an older version, and one reload loads the new version.
 */
export const mayReload = (
  { at, message }: Reload,
  { before, wasAway }: { readonly before: Reload | undefined; readonly wasAway: boolean }
): boolean =>
  wasAway || before === undefined || before.message !== message || at - before.at >= againMs
