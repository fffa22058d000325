/** The processes that share the database, and which of them runs what partition. */
import { CircleX, Server } from "lucide-react"
import type { ClusterNode, ClusterPartition, Cluster as Shape } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { PageHead, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"

const everyMs = 3_000

const counted = (count: number, one: string, many: string): string =>
  `${Format.count(count)} ${count === 1 ? one : many}`

const State = ({ node }: { readonly node: ClusterNode }) =>
  node.is_alive ? (
    <Badge status="alive" />
  ) : (
    <span>
      <Badge status="silent" /> since <Time at={node.seen_at} />
    </span>
  )

const columns: ReadonlyArray<Column<ClusterNode>> = [
  { head: "Node", kind: "main", cell: (each) => <code>{each.address}</code> },
  { head: "State", cell: (each) => <State node={each} /> },
  { head: "Version", cell: (each) => each.version },
  { head: "Started", cell: (each) => <Time at={each.started_at} isShort /> },
  {
    head: "Directory",
    cell: (each) =>
      each.directory_lag === 0
        ? "Up to date"
        : `${counted(each.directory_lag, "entry", "entries")} behind`
  },
  { head: "Partitions", kind: "number", cell: (each) => Format.count(each.partitions.length) }
]

const Partition = ({ of: { number, owner, since } }: { readonly of: ClusterPartition }) => (
  <li className={owner === null ? "partition partition-ownerless" : "partition"}>
    <strong>
      <span className="hidden">Partition </span>
      {number}
    </strong>
    {owner === null ? (
      <span className="partition-owner">
        <CircleX aria-hidden />
        No owner
      </span>
    ) : (
      <code className="partition-owner">{owner}</code>
    )}
    {since !== null && (
      <span className="faint">
        since <Time at={since} isShort />
      </span>
    )}
  </li>
)

const Ownerless = ({ of }: { readonly of: ReadonlyArray<ClusterPartition> }) => {
  const numbers = of.filter(({ owner }) => owner === null).map(({ number }) => number)
  return (
    <div role="status">
      {numbers.length > 0 && (
        <p className="trouble">
          {counted(numbers.length, "partition has", "partitions have")} no owner:{" "}
          {numbers.join(", ")}. Requests of their accounts are answered with 503 until a node takes
          over.
        </p>
      )}
    </div>
  )
}

const Loaded = ({ cluster: { clustered, nodes, partitions } }: { readonly cluster: Shape }) =>
  clustered ? (
    <>
      <Ownerless of={partitions.of} />
      <Section title="Nodes" isFlush>
        <Table caption="Nodes" columns={columns} rows={nodes} idOf={({ address }) => address} />
      </Section>
      <Section
        title="Partitions"
        about={`${Format.count(partitions.owned)} of ${Format.count(partitions.total)} have an owner.`}
      >
        <ul className="partitions">
          {partitions.of.map((each) => (
            <Partition key={each.number} of={each} />
          ))}
        </ul>
      </Section>
    </>
  ) : (
    <div className="card">
      <Empty icon={Server} title="One process">
        <p>No other process uses its database.</p>
      </Empty>
    </div>
  )

export default function Cluster() {
  const cluster = useServiceQuery(
    "cluster",
    [],
    ({ api }, options) => api.admin.cluster.list(options),
    { everyMs }
  )
  return (
    <div className="page">
      <PageHead
        title="Cluster"
        about="The processes of the service, and the partitions that each one owns."
      />
      <Answer of={cluster} lines={8}>
        {(loaded) => <Loaded cluster={loaded} />}
      </Answer>
    </div>
  )
}
