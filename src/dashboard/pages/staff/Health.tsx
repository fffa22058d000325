/**
 * The health of the engine, the chain and the providers, first as a sentence and then in figures.
 */
import { CircleCheck, TriangleAlert } from "lucide-react"
import { Fragment } from "react"
import { Link } from "wouter"
import type { Incident } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Incidents from "../../data/Incidents.ts"
import { useNetworks } from "../../data/Networks.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { useWaiting } from "../../data/Waiting.ts"
import type { NetworkFigures, Health as Shape } from "../../Generated.ts"
import { Answer, Skeleton } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { IncidentCustomers, IncidentWaiting } from "../../parts/IncidentWaiting.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { incidents as IncidentWords } from "../../words/shell.ts"
import { health as Words } from "../../words/staff.tsx"
import { useQueues } from "../overview/Attention.tsx"
import { FailingEndpoints } from "./FailingEndpoints.tsx"
import { PastIncidents } from "./PastIncidents.tsx"

const everyMs = 5_000

const columns: ReadonlyArray<Column<Shape["networks"][number]>> = [
  {
    head: CommonWords.network,
    kind: "main",
    cell: (each) => (
      <strong>
        <NetworkName of={each.network} />
      </strong>
    )
  },
  { head: CommonWords.status, cell: (each) => <Badge status={each.status} /> },
  {
    head: Words.networks.breaker,
    cell: ({ breaker }) =>
      breaker === null ? Words.networks.noBreaker : <Badge status={breaker} />
  },
  { head: Words.networks.currency, cell: (each) => each.currency },
  { head: Words.networks.provider, cell: (each) => each.provider ?? Words.networks.simulated },
  {
    head: Words.networks.rate,
    cell: ({ rate_at: at }) =>
      at === null ? <span className="bad">{Words.networks.noRate}</span> : <Time at={at} isShort />
  }
]

const figuresEveryMs = 60_000

const figureColumns: ReadonlyArray<Column<NetworkFigures>> = [
  {
    head: CommonWords.network,
    kind: "main",
    cell: (each) => (
      <strong>
        <NetworkName of={each.network} />
      </strong>
    )
  },
  { head: CommonWords.settled, kind: "number", cell: (each) => Format.count(each.settled) },
  { head: Words.figures.failed, kind: "number", cell: (each) => Format.count(each.failed) },
  { head: Words.figures.refused, kind: "number", cell: (each) => Format.count(each.refused) },
  {
    head: Words.figures.successRate,
    kind: "number",
    cell: ({ success_rate: share }) => (share === null ? Words.figures.none : Format.percent(share))
  },
  {
    head: Words.figures.median,
    kind: "number",
    cell: ({ median_seconds: took }) => (took === null ? Words.figures.none : Format.duration(took))
  },
  {
    head: Words.figures.waiting,
    kind: "number",
    cell: (each) => Format.count(each.waiting)
  }
]

/** Payouts by network. They are read less often, because each read counts the payouts of a day. */
const Figures = () => {
  const figures = useServiceQuery(
    "networks",
    ["figures"],
    ({ own }, options) => own.staff.networkFigures.get(options),
    { everyMs: figuresEveryMs }
  )
  return (
    <Section title={Words.figures.title} about={Words.figures.about} isFlush>
      <Answer of={figures}>
        {({ data }) => (
          <Table
            caption={Words.figures.title}
            columns={figureColumns}
            rows={data}
            idOf={({ network }) => network}
          />
        )}
      </Answer>
    </Section>
  )
}

/** Milliseconds. An attempt follows its due time within seconds, and lists show it soon after. */
const lateMs = 60_000

/** Milliseconds that the oldest delivery has been due, or `undefined` if it is not late. */
const lateBy = ({ webhooks }: Shape): number | undefined => {
  const late = Date.now() - Date.parse(webhooks.oldest_due_at ?? "")
  return late > lateMs ? late : undefined
}

/** Problems that are no incident, as sentences. */
const useTroubles = (health: Shape): ReadonlyArray<string> => {
  const names = new Map(useNetworks().map(({ name, network }) => [network, name]))
  const degraded = health.networks
    .filter(({ status }) => status === "degraded")
    .map(({ network }) => names.get(network) ?? network)
    .join(", ")
  const late = lateBy(health)
  return [
    ...(degraded === "" ? [] : [Words.verdict.degraded(degraded)]),
    ...(late === undefined ? [] : [Words.verdict.late(late / 1000)])
  ]
}

const RunbookLink = ({ url }: { readonly url: string }) =>
  Incidents.isLink(url) ? (
    <a href={url} target="_blank" rel="noreferrer">
      {IncidentWords.runbook}
    </a>
  ) : (
    <code>{url}</code>
  )

/** An incident with its cause, its waiting payouts and its remedy. */
const IncidentLines = ({ of: incident }: { readonly of: Incident }) => {
  const { cause, next_try_at: nextTryAt, remedy, runbook_url, since, title } = incident
  return (
    <section aria-label={title}>
      <p>
        <strong>{title}.</strong> {IncidentWords.begun} <Time at={since} isShort />.{" "}
        <IncidentWaiting of={incident} />
      </p>
      <IncidentCustomers of={incident} />
      <p className="faint">
        {IncidentWords.cause} {cause} {IncidentWords.remedy} {remedy}{" "}
        {nextTryAt !== null && `${IncidentWords.nextTry(Format.clock(nextTryAt))} `}
        <RunbookLink url={runbook_url} />
      </p>
    </section>
  )
}

/** Work in the staff's queues, with links. It is no problem of the service. */
const WaitingForPeople = () => {
  const lines = useQueues().filter(({ count = 0 }) => count > 0)
  return (
    lines.length > 0 && (
      <p>
        {Words.verdict.waiting}
        {lines.map(({ count = 0, href, words }, index) => (
          <Fragment key={href}>
            {index > 0 && ","} <Link href={href}>{words(count)}</Link>
          </Fragment>
        ))}
      </p>
    )
  )
}

/** `isOld` is true if the last request for the health failed. */
const Verdict = ({ health, isOld }: { readonly health: Shape; readonly isOld: boolean }) => {
  const read = Incidents.useIncidents()
  const { data } = read
  const isUnread = Incidents.isUnread(read)
  const found = useTroubles(health)
  if (data === undefined && !isUnread) return <Skeleton lines={1} />
  const incidents = data?.data ?? []
  const troubles = [
    ...(isOld ? [Words.verdict.old] : []),
    ...(isUnread ? [Words.verdict.unread] : []),
    ...found
  ]
  const count = incidents.length + troubles.length
  const isGood = count === 0
  const Icon = isGood ? CircleCheck : TriangleAlert
  return (
    <div className={`banner ${isGood ? "tone-good" : "tone-bad"}`} role="status">
      <Icon aria-hidden />
      <div>
        <p className="banner-title">{isGood ? Words.verdict.good : Words.verdict.bad(count)}</p>
        {isGood && <p>{Words.verdict.goodAbout}</p>}
        {incidents.map((incident) => (
          <IncidentLines key={incident.id} of={incident} />
        ))}
        {troubles.map((text) => (
          <p key={text}>{text}</p>
        ))}
        <WaitingForPeople />
      </div>
    </div>
  )
}

const Chain = ({ of: chain }: { readonly of: Shape["chain"] }) => {
  const { final_at: final, head_at: head, nodes, nodes_answering: answering } = chain
  const ageOf = (at: string) => Format.duration(Math.max(0, (Date.now() - Date.parse(at)) / 1000))
  return (
    <Section title={Words.chain.title}>
      <Facts
        of={[
          [Words.chain.title, chain.chain_id ?? <Badge status="simulated" />],
          [Words.chain.latestBlock, chain.latest_block && Format.count(chain.latest_block)],
          [Words.chain.headAge, head && ageOf(head)],
          [Words.chain.finalBlock, chain.final_block && Format.count(chain.final_block)],
          [Words.chain.finalAge, final && ageOf(final)],
          [
            Words.chain.nodes,
            nodes !== null && answering !== null && (
              <span className={answering === nodes ? undefined : "bad"}>
                {Words.chain.answering(answering, nodes)}
              </span>
            )
          ],
          [Words.chain.unfinal, Format.count(chain.unfinal_deposits)]
        ]}
      />
    </Section>
  )
}

const Webhooks = ({ health }: { readonly health: Shape }) => {
  const { oldest_due_at: due, pending } = health.webhooks
  const { count: failed } = useWaiting().failed_deliveries
  return (
    <Section title={CommonWords.webhooks}>
      <Facts
        of={[
          [Words.webhooks.pending, Format.count(pending)],
          [
            Words.webhooks.oldestDue,
            due !== null && (
              <span className={lateBy(health) === undefined ? undefined : "bad"}>
                <Time at={due} />
              </span>
            )
          ],
          [
            Words.webhooks.failed,
            failed !== undefined && <Link href="/failed-deliveries">{Format.count(failed)}</Link>
          ]
        ]}
      />
    </Section>
  )
}

const Loaded = ({ health }: { readonly health: Shape }) => {
  const { chain, log, networks, payouts, service } = health
  return (
    <>
      <div className="halves">
        <Section title={Words.log.title} about={Words.log.about}>
          <Facts
            of={[
              [
                Words.log.writable,
                <Badge key="is" status={log.is_writable ? "operational" : "down"} />
              ],
              [Words.log.entries, Format.count(log.seq)],
              [Words.log.epoch, Format.count(log.epoch)],
              [Words.log.behind, Words.log.entriesBehind(log.behind)]
            ]}
          />
        </Section>
        <Section
          title={Words.service.title}
          about={Words.service.about}
          actions={<Link href="/cluster">{Words.service.cluster}</Link>}
        >
          <Facts
            of={[
              [Words.service.host, <code key="host">{service.host}</code>],
              [Words.service.version, service.version],
              [Words.service.startedAt, <Time key="since" at={service.started_at} />]
            ]}
          />
        </Section>
        <Section title={CommonWords.payouts}>
          <Facts
            of={[
              [Words.payouts.active, Format.count(payouts.active)],
              [
                Words.payouts.held,
                <Link key="held" href="/holds">
                  {Format.count(payouts.held)}
                </Link>
              ],
              [
                Words.payouts.inReview,
                <Link key="review" href="/reviews">
                  {Format.count(payouts.in_review)}
                </Link>
              ]
            ]}
          />
        </Section>
        <Webhooks health={health} />
        <Chain of={chain} />
      </div>
      <Section title={Words.networks.title} isFlush>
        <Table
          caption={Words.networks.caption}
          columns={columns}
          rows={networks}
          idOf={({ network }) => network}
        />
      </Section>
      <FailingEndpoints />
      <PastIncidents />
      <Figures />
    </>
  )
}

export default function Health() {
  const health = useServiceQuery(
    "health",
    [],
    ({ own }, options) => own.staff.health.get(options),
    {
      everyMs
    }
  )
  return (
    <div className="page">
      <PageHead title={Words.title} />
      <Answer of={health} lines={8}>
        {(loaded) => (
          <>
            <Verdict health={loaded} isOld={health.isError} />
            <Loaded health={loaded} />
          </>
        )}
      </Answer>
    </div>
  )
}
