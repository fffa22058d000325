/** The nodes that share the database, with their partitions. */
import { CircleX } from "lucide-react"
import type { ClusterNode, ClusterPartition, Cluster as Shape } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import { cluster as Words } from "../../words/staff.tsx"

const everyMs = 3_000

const State = ({ node }: { readonly node: ClusterNode }) =>
  node.is_alive ? (
    <span>
      <Badge status={node.unreached.length === 0 ? "alive" : "cut_off"} />
      {node.unreached.length > 0 && ` ${Words.unreached(node.unreached)}`}
    </span>
  ) : (
    <span>
      <Badge status="silent" /> {Words.since} <Time at={node.seen_at} />
    </span>
  )

const columns: ReadonlyArray<Column<ClusterNode>> = [
  { head: Words.columns.node, kind: "main", cell: (each) => <code>{each.address}</code> },
  { head: Words.columns.state, cell: (each) => <State node={each} /> },
  { head: Words.columns.version, cell: (each) => each.version },
  { head: Words.columns.started, cell: (each) => <Time at={each.started_at} isShort /> },
  {
    head: Words.columns.directory,
    cell: (each) => (each.directory_lag === 0 ? Words.upToDate : Words.behind(each.directory_lag))
  },
  { head: Words.partitions, kind: "number", cell: (each) => Format.count(each.partitions.length) }
]

const Partition = ({ of: { number, owner, since } }: { readonly of: ClusterPartition }) => (
  <li className={owner === null ? "partition partition-ownerless" : "partition"}>
    <strong>
      <span className="hidden">{Words.partition} </span>
      {number}
    </strong>
    {owner === null ? (
      <span className="partition-owner">
        <CircleX aria-hidden />
        {Words.noOwner}
      </span>
    ) : (
      <code className="partition-owner">{owner}</code>
    )}
    {since !== null && (
      <span className="faint">
        {Words.since} <Time at={since} isShort />
      </span>
    )}
  </li>
)

const Ownerless = ({ of }: { readonly of: ReadonlyArray<ClusterPartition> }) => {
  const numbers = of.filter(({ owner }) => owner === null).map(({ number }) => number)
  return (
    <div role="status">
      {numbers.length > 0 && <p className="trouble">{Words.ownerless(numbers)}</p>}
    </div>
  )
}

/** A single process reports no node facts, so this shows them from its health. */
const OneProcess = ({ partitions }: Pick<Shape, "partitions">) => {
  const health = useServiceQuery("health", [], ({ own }, options) => own.staff.health.get(options))
  const { owned, total } = partitions
  return (
    <div className="halves">
      <Section title={Words.oneProcess.title} about={Words.oneProcess.about}>
        <Answer of={health}>
          {({ service }) => (
            <Facts
              of={[
                [Words.oneProcess.host, <code key="host">{service.host}</code>],
                [Words.columns.state, <Badge key="state" status="alive" />],
                [Words.columns.version, service.version],
                [Words.oneProcess.startedAt, <Time key="since" at={service.started_at} />],
                [Words.partitions, Words.run(owned, total)]
              ]}
            />
          )}
        </Answer>
      </Section>
      <Section title={Words.adding.title}>
        <p>{Words.adding.about(total)}</p>
        <p>{Words.adding.guide}</p>
      </Section>
    </div>
  )
}

const Loaded = ({ cluster: { clustered, nodes, partitions } }: { readonly cluster: Shape }) =>
  clustered ? (
    <>
      <Ownerless of={partitions.of} />
      <Section title={Words.nodes} isFlush>
        <Table
          caption={Words.nodes}
          columns={columns}
          rows={nodes}
          idOf={({ address }) => address}
        />
      </Section>
      <Section title={Words.partitions} about={Words.owned(partitions.owned, partitions.total)}>
        <ul className="partitions">
          {partitions.of.map((each) => (
            <Partition key={each.number} of={each} />
          ))}
        </ul>
      </Section>
    </>
  ) : (
    <OneProcess partitions={partitions} />
  )

export default function Cluster() {
  const cluster = useServiceQuery(
    "cluster",
    [],
    ({ api }, options) => api.admin.cluster.get(options),
    { everyMs }
  )
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about} />
      <Answer of={cluster} lines={8}>
        {(loaded) => <Loaded cluster={loaded} />}
      </Answer>
    </div>
  )
}
