/** A part of the page that could not be loaded: when the page reloads by itself. */

/** What browsers say when the file of a dynamic import cannot be had. */
const sayings = [
  "Failed to fetch dynamically imported module",
  "error loading dynamically imported module",
  "Importing a module script failed",
  "Unable to preload CSS"
]

export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && sayings.some((saying) => error.message.includes(saying))

/** An automatic reload: the failure that it was for, and when. */
export interface Reload {
  readonly message: string
  readonly at: number
}

/** For this long the same failure is not answered by another reload. */
const againMs = 10 * 60_000

/**
 * Whether a reload may help. After an outage it does; where the service answered all along, the
 * file belongs to an older version, and one reload brings the new one.
 */
export const mayReload = (
  { at, message }: Reload,
  { before, wasAway }: { readonly before: Reload | undefined; readonly wasAway: boolean }
): boolean =>
  wasAway || before === undefined || before.message !== message || at - before.at >= againMs
