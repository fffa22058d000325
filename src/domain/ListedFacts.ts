/** The facts in the remarks of a list's entry that tell people of one name apart. */

export interface Facts {
  /** Dates, years or ranges, as published. */
  readonly born: ReadonlyArray<string>
  readonly birthplaces: ReadonlyArray<string>
  readonly nationalities: ReadonlyArray<string>
}

/** "DOB 01 Jan 1950", "alt. POB Kampala, Uganda", "nationality Uganda"; the last one has a full stop. */
const published = /^(?:alt\.\s+)?(DOB|POB|nationality|citizen)\s+(.+?)\.?$/i

const kinds: Readonly<Record<string, keyof Facts>> = {
  ...{ dob: "born", pob: "birthplaces", nationality: "nationalities", citizen: "nationalities" }
}

export const of = (remarks: string): Facts => {
  const found = { born: new Set(), birthplaces: new Set(), nationalities: new Set() } as Record<
    keyof Facts,
    Set<string>
  >
  for (const fact of remarks.split(";")) {
    const [, kind = "", value] = published.exec(fact.trim()) ?? []
    const name = kinds[kind.toLowerCase()]
    if (name !== undefined && value !== undefined) found[name].add(value)
  }
  return {
    ...{ born: [...found.born], birthplaces: [...found.birthplaces] },
    nationalities: [...found.nationalities]
  }
}
