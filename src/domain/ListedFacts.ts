/** Facts in the remarks of a list's entry that distinguish people of one name. */

export interface Facts {
  /** Dates, years or ranges, as published. */
  readonly born: ReadonlyArray<string>
  readonly birthplaces: ReadonlyArray<string>
  readonly nationalities: ReadonlyArray<string>
}

/**
 * Published facts: "DOB 01 Jan 1950", "alt. POB Kampala, Uganda", "nationality Uganda"; the last
 * one has a full stop.
 */
const publishedFact = /^(?:alt\.\s+)?(DOB|POB|nationality|citizen)\s+(.+?)\.?$/i

const kinds: Readonly<Record<string, keyof Facts>> = {
  ...{ dob: "born", pob: "birthplaces", nationality: "nationalities", citizen: "nationalities" }
}

export const of = (remarks: string): Facts => {
  const facts = { born: new Set(), birthplaces: new Set(), nationalities: new Set() } as Record<
    keyof Facts,
    Set<string>
  >
  for (const fact of remarks.split(";")) {
    const [, kind = "", value] = publishedFact.exec(fact.trim()) ?? []
    const name = kinds[kind.toLowerCase()]
    if (name !== undefined && value !== undefined) facts[name].add(value)
  }
  return {
    ...{ born: [...facts.born], birthplaces: [...facts.birthplaces] },
    nationalities: [...facts.nationalities]
  }
}
