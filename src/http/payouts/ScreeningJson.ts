/** The result of a screening, as staff see it: the evidence, with the facts of its list entries. */
import * as ListedFacts from "../../domain/ListedFacts.ts"
import type * as ScreeningEvidence from "../../domain/ScreeningEvidence.ts"

/** OFAC's public page of an entry. */
const pageOf = (number: number): string =>
  `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`

const listedJson = (entry: ScreeningEvidence.ListEntry) => {
  const { birthplaces, born, nationalities } = ListedFacts.of(entry.remarks)
  return {
    ...{ number: entry.number, type: entry.type, programs: entry.programs, title: entry.title },
    dates_of_birth: born,
    places_of_birth: birthplaces,
    nationalities,
    ...{ remarks: entry.remarks, aliases: entry.aliases, url: pageOf(entry.number) }
  }
}

const candidate = ({ entry, listed: known, score, subject }: ScreeningEvidence.Candidate) => ({
  ...{ matched_entry: entry, matched_subject: subject, score },
  listed: known === undefined ? null : listedJson(known)
})

export const of = (evidence: ScreeningEvidence.Evidence) => ({
  verdict: evidence.verdict,
  lists_version: evidence.lists,
  score: evidence.score,
  matched_entry: evidence.entry,
  matched_subject: evidence.subject,
  candidates: evidence.candidates.map(candidate),
  registered_name: evidence.registeredName,
  reason: evidence.reason
})
