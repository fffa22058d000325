/** Sanctions list entries that screening found, with the facts that distinguish people. */
import { ExternalLink } from "lucide-react"
import type { AdminPayout } from "../../../client/Generated.ts"
import { Facts } from "../../parts/Page.tsx"
import { match as Words } from "../../words/staffReview.tsx"

type Candidate = NonNullable<AdminPayout["screening"]>["candidates"][number]
type Listed = NonNullable<Candidate["listed"]>

const Listed = ({ of }: { readonly of: Listed }) => (
  <Facts
    of={[
      [Words.listed.type, Words.typeOf(of.type)],
      [Words.listed.born, of.dates_of_birth.join(Words.or)],
      [Words.listed.birthplace, of.places_of_birth.join(Words.or)],
      [Words.listed.nationality, of.nationalities.join(", ")],
      [Words.listed.title, of.title],
      [Words.listed.programs, of.programs.join(", ")],
      [Words.listed.aliases, of.aliases.join("; ")],
      [Words.listed.remarks, of.remarks],
      [
        Words.listed.published,
        <a key="page" href={of.url} target="_blank" rel="noreferrer">
          {Words.pageOf(of.number)} <ExternalLink aria-hidden size={14} />
        </a>
      ]
    ]}
  />
)

/** All matching entries, because staff must rule out each of them. */
export const Candidates = ({ of }: { readonly of: ReadonlyArray<Candidate> }) =>
  of.length > 0 && (
    <div className="stack">
      <h3>{Words.candidates}</h3>
      {of.map(({ listed, matched_entry: entry, matched_subject: subject, score }) => (
        <section key={`${subject} ${entry}`} aria-label={entry ?? Words.none}>
          <h4>{Words.candidate(entry ?? Words.none, subject, score)}</h4>
          {listed !== null && <Listed of={listed} />}
        </section>
      ))}
    </div>
  )
