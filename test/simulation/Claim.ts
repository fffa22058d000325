/** Claims of the auditor, and violations of them. */
export class Violation extends Error {}

export const must = (holds: boolean, claim: string | (() => string)): void => {
  if (!holds) throw new Violation(typeof claim === "string" ? claim : claim())
}

/** Returns a value that must not be `undefined`. */
export const some = <A>(thing: A | undefined, claim: string): A => {
  if (thing === undefined) throw new Violation(claim)
  return thing
}
