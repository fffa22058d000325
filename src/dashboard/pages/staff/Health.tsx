/** How the engine, the chain and the providers fare. */

import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import type { Health as Shape } from "../../Generated.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Time } from "../../parts/Value.tsx"
import * as CommonWords from "../../words/Common.ts"
import * as Words from "../../words/staff/Health.ts"

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
  { head: Words.networks.currency, cell: (each) => each.currency },
  { head: Words.networks.provider, cell: (each) => each.provider ?? Words.networks.simulated }
]

const Loaded = ({ health }: { readonly health: Shape }) => {
  const { chain, log, networks, payouts, service, webhooks } = health
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
              [Words.log.behind, Format.count(log.behind)]
            ]}
          />
        </Section>
        <Section title={Words.service.title} about={Words.service.about}>
          <Facts
            of={[
              [Words.service.version, service.version],
              [Words.service.startedAt, <Time key="since" at={service.started_at} />]
            ]}
          />
        </Section>
        <Section title={CommonWords.payouts}>
          <Facts
            of={[
              [Words.payouts.active, Format.count(payouts.active)],
              [Words.payouts.held, Format.count(payouts.held)],
              [Words.payouts.inReview, Format.count(payouts.in_review)]
            ]}
          />
        </Section>
        <Section title={CommonWords.webhooks}>
          <Facts of={[[Words.pendingDeliveries, Format.count(webhooks.pending)]]} />
        </Section>
        <Section title={Words.chain.title}>
          <Facts
            of={[
              [Words.chain.title, chain.chain_id ?? <Badge status="simulated" />],
              [Words.chain.finalBlock, chain.final_block && Format.count(chain.final_block)],
              [Words.chain.latestBlock, chain.latest_block && Format.count(chain.latest_block)]
            ]}
          />
        </Section>
      </div>
      <Section title={Words.networks.title} isFlush>
        <Table
          caption={Words.networks.caption}
          columns={columns}
          rows={networks}
          idOf={({ network }) => network}
        />
      </Section>
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
        {(loaded) => <Loaded health={loaded} />}
      </Answer>
    </div>
  )
}
