/** Our money at the providers, with what funded payouts will still take from it. */
import type { FloatLevel, Float as Shape } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { PageHead, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { float as Words } from "../../words/staff.tsx"

const everyMs = 10_000

const State = ({ level: { state, unknown_since } }: { readonly level: FloatLevel }) => (
  <span>
    <Badge status={state} />
    {unknown_since !== null && (
      <span className="faint">
        {" "}
        {Words.since} <Time at={unknown_since} isShort />
      </span>
    )}
  </span>
)

const amount = (value: number | null, currency: string, missing: string): string =>
  value === null ? missing : Format.amount(value, currency)

const columns: ReadonlyArray<Column<FloatLevel>> = [
  { head: Words.columns.provider, kind: "main", cell: ({ provider }) => provider },
  { head: Words.columns.currency, cell: ({ currency }) => currency },
  { head: Words.columns.state, cell: (level) => <State level={level} /> },
  {
    head: Words.columns.balance,
    kind: "number",
    cell: ({ balance, currency }) => amount(balance, currency, Words.unknown)
  },
  {
    head: Words.columns.committed,
    kind: "number",
    cell: ({ committed, currency }) => amount(committed, currency, Words.unknown)
  },
  {
    head: Words.columns.cover,
    kind: "number",
    cell: ({ cover, currency }) => amount(cover, currency, Words.unknown)
  },
  {
    head: Words.columns.hoursLeft,
    kind: "number",
    cell: ({ hours_left }) => (hours_left === null ? Words.unknown : String(hours_left))
  },
  {
    head: Words.columns.threshold,
    kind: "number",
    cell: ({ currency, threshold }) => amount(threshold, currency, Words.unset)
  }
]

const Loaded = ({ float: { data, policy, polled_at } }: { readonly float: Shape }) =>
  polled_at === null ? (
    <p>{Words.none}</p>
  ) : (
    <>
      <Section title={Words.caption} isFlush>
        <Table
          caption={Words.caption}
          columns={columns}
          rows={data}
          idOf={({ currency, provider }) => `${provider} ${currency}`}
        />
      </Section>
      <p className="faint">
        {Words.polled} <Time at={polled_at} />. {Words.policy[policy]} {Words.thresholds}
      </p>
    </>
  )

export default function Float() {
  const float = useServiceQuery("float", [], ({ api }, options) => api.admin.float.list(options), {
    everyMs
  })
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about} />
      <Answer of={float} lines={6}>
        {(loaded) => <Loaded float={loaded} />}
      </Answer>
    </div>
  )
}
