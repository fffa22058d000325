/** What the auditor says when a promise was broken. */
export class Violation extends Error {}

export const must = (holds: boolean, claim: string | (() => string)): void => {
  if (!holds) throw new Violation(typeof claim === "string" ? claim : claim())
}

/** The thing, which must be there. */
export const some = <A>(thing: A | undefined, claim: string): A => {
  if (thing === undefined) throw new Violation(claim)
  return thing
}
