/** How the engine, the chain and the providers fare. */

import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import type { Health as Shape } from "../../Generated.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { type Column, Table } from "../../parts/Listing.tsx"
import { NetworkName } from "../../parts/NetworkName.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"

const everyMs = 5_000

const columns: ReadonlyArray<Column<Shape["networks"][number]>> = [
  {
    head: "Network",
    kind: "main",
    cell: (each) => (
      <strong>
        <NetworkName of={each.network} />
      </strong>
    )
  },
  { head: "Status", cell: (each) => <Badge status={each.status} /> },
  { head: "Currency", cell: (each) => each.currency },
  { head: "Provider", cell: (each) => each.provider ?? "Simulated" }
]

const Loaded = ({ health }: { readonly health: Shape }) => {
  const { chain, log, networks, payouts, webhooks } = health
  return (
    <>
      <div className="halves">
        <Section title="Log">
          <Facts
            of={[
              ["Writable", <Badge key="is" status={log.is_writable ? "operational" : "down"} />],
              ["Entries", Format.count(log.seq)],
              ["Epoch", Format.count(log.epoch)],
              ["Entries not in the tables yet", Format.count(log.behind)]
            ]}
          />
        </Section>
        <Section title="Chain">
          <Facts
            of={[
              ["Chain", chain.chain_id ?? <Badge status="simulated" />],
              ["Final block", chain.final_block && Format.count(chain.final_block)],
              ["Latest block", chain.latest_block && Format.count(chain.latest_block)]
            ]}
          />
        </Section>
        <Section title="Payouts">
          <Facts
            of={[
              ["Being processed", Format.count(payouts.active)],
              ["On hold", Format.count(payouts.held)],
              ["In manual review", Format.count(payouts.in_review)]
            ]}
          />
        </Section>
        <Section title="Webhooks">
          <Facts of={[["Waiting to be delivered", Format.count(webhooks.pending)]]} />
        </Section>
      </div>
      <Section title="Networks and their providers" isFlush>
        <Table
          caption="Networks"
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
      <PageHead title="Health" />
      <Answer of={health} lines={8}>
        {(loaded) => <Loaded health={loaded} />}
      </Answer>
    </div>
  )
}
