/** A statement of the specification, and the tests that prove it. */

export interface Statement {
  /** The section of the specification. */
  readonly section: string
  readonly says: string
  /** Tests outside this folder, as `file: name`. `file` is below `test/`. */
  readonly proofs: ReadonlyArray<string>
}

export const own = (
  section: string,
  ...statements: ReadonlyArray<string>
): ReadonlyArray<Statement> => statements.map((says) => ({ section, says, proofs: [] }))

export const said = (
  section: string,
  says: string,
  ...proofs: ReadonlyArray<string>
): Statement => ({
  section,
  says,
  proofs
})
