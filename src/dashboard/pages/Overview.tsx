/**
 * Recent payouts in figures and charts. Figures come first, because the chart library loads later.
 */
import { ChartColumn, Plus } from "lucide-react"
import { lazy, Suspense } from "react"
import { Link } from "wouter"
import type { Balance, PayoutStatus } from "../../client/Generated.ts"
import { useUsedBalance } from "../data/Balance.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import type { Stats } from "../Generated.ts"
import { Answer, Empty, Skeleton } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { useFilter } from "../parts/Filters.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { Segments } from "../parts/Segments.tsx"
import { Figure, Tile } from "../parts/Tile.tsx"
import { common as CommonWords } from "../words/common.ts"
import { overview as Words } from "../words/overview.tsx"
import { Attention, Queues } from "./overview/Attention.tsx"
import { Checklist, useHidden } from "./overview/Checklist.tsx"

const Charts = lazy(() => import("./charts/Charts.tsx"))

const ranges = ["7", "30", "90"] as const

const seconds = (value: number | null): string => (value === null ? "–" : Format.duration(value))

/** The counts of the status list below. */
const endsOf = ({ states, totals }: Pick<Stats, "states" | "totals">): string => {
  const count = (status: PayoutStatus) =>
    Format.count(states.find((each) => each.status === status)?.count ?? 0)
  const settled = Format.count(totals.settled)
  return Words.ends(settled, count("FAILED"), count("REVERSED"))
}

const Tiles = ({ states, totals }: Pick<Stats, "states" | "totals">) => (
  <dl className="card tiles">
    <Tile
      name={Words.tiles.volume}
      value={<Figure text={Format.amount(totals.volume_usdc, "USDC")} />}
      note="USDC"
    />
    <Tile
      name={CommonWords.payouts}
      value={Format.count(totals.created)}
      note={endsOf({ states, totals })}
    />
    <Tile
      name={Words.tiles.successRate}
      value={totals.success_rate === null ? "–" : Format.percent(totals.success_rate)}
      note={Words.tiles.successRateNote}
    />
    <Tile
      name={Words.tiles.median}
      value={seconds(totals.median_seconds)}
      note={Words.p95(seconds(totals.p95_seconds))}
    />
  </dl>
)

/** Recent payouts by current status, in the order of a payout's life. */
const States = ({ days, states }: Pick<Stats, "states"> & { readonly days: string }) => {
  const counts = new Map(states.map(({ count, status }) => [status, count]))
  const most = Math.max(1, ...counts.values())
  return (
    <Section title={Words.byStatus} about={Words.createdIn(days)}>
      <ul className="funnel">
        {Status.payoutStatuses.map((status) => {
          const count = counts.get(status) ?? 0
          return (
            <li key={status}>
              <span>
                <Badge status={status} />
              </span>
              <div className={`funnel-bar tone-${Status.payout[status].tone}`} aria-hidden>
                {count > 0 && <span style={{ width: `${(count / most) * 100}%` }} />}
              </div>
              <span className="funnel-count">
                <Link href={`/payouts?status=${status}`}>
                  {Format.count(count)}
                  <span className="hidden">{Words.payoutsOf(Status.payout[status].label)}</span>
                </Link>
              </span>
            </li>
          )
        })}
      </ul>
    </Section>
  )
}

/** True if the account has never made a payout. Always false for staff, who see all accounts. */
const useIsEmpty = (): boolean => {
  const { isStaff } = useSignedIn()
  const any = useServiceQuery(
    "payouts",
    ["any"],
    ({ api }, options) => api.payouts.list({ limit: 1 }, options),
    { isOn: !isStaff }
  )
  return any.data?.total === 0
}

/** The available balance, with a link. */
const Available = ({ of }: { readonly of: Balance }) => (
  <span className="row">
    <Link href="/balance">{Words.available(Format.money(of.available_usdc, "USDC"))}</Link>
    {of.is_low && <Badge status="balance_low" />}
  </span>
)

export default function Overview() {
  const { isStaff, may } = useSignedIn()
  const { hide, isHidden } = useHidden()
  const isEmpty = useIsEmpty()
  const balance = useUsedBalance(!isStaff)
  const [chosen, choose] = useFilter("days")
  const days = ranges.find((each) => each === chosen) ?? "30"
  const stats = useServiceQuery("stats", [days], ({ own }, options) =>
    isStaff ? own.staff.stats.get({ days }, options) : own.stats.get({ days }, options)
  )
  return (
    <div className="page">
      <PageHead
        title={Words.title}
        about={isStaff ? Words.ofStaff : balance && <Available of={balance} />}
      >
        {!isEmpty && (
          <Segments
            label={Words.range}
            of={ranges.map((each) => [each, Words.days(each)])}
            value={days}
            onChoose={choose}
          />
        )}
        {!isStaff && may("write") && (
          <LinkButton href="/payouts/new" look="primary" icon={Plus}>
            {CommonWords.newPayout}
          </LinkButton>
        )}
      </PageHead>
      {isStaff ? <Queues /> : <Attention />}
      {!isStaff && may("write") && !isHidden && <Checklist onHide={hide} />}
      {isEmpty ? (
        <div className="card">
          <Empty icon={ChartColumn} title={Words.noneYet}>
            <p>{Words.noneYetHint}</p>
          </Empty>
        </div>
      ) : (
        <Answer of={stats} lines={8}>
          {(data) => (
            <>
              <Tiles totals={data.totals} states={data.states} />
              <Suspense fallback={<Skeleton lines={8} />}>
                <Charts stats={data} />
              </Suspense>
              <States states={data.states} days={days} />
            </>
          )}
        </Answer>
      )}
    </div>
  )
}
