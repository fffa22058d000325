/** One quote: its rate, how long it holds, and the payout that can be made with it. */
import { Send } from "lucide-react"
import type { Quote } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Code, Countdown, Money, Time, useNow } from "../parts/Value.tsx"

const isUsable = (quote: Quote, now: number): boolean =>
  quote.status === "ACTIVE" && now < Date.parse(quote.expires_at)

const Details = ({ quote }: { readonly quote: Quote }) => (
  <Section title="Details">
    <Facts
      of={[
        ["Quote", <Code key="id" text={quote.quote_id} label="quote id" />],
        ["Amount", <Money key="amount" of={quote.source_amount} currency="USDC" />],
        [
          "Recipient gets",
          <Money key="gets" of={quote.target_amount} currency={quote.target_currency} />
        ],
        ["Rate", Format.rate(quote.exchange_rate, quote.target_currency)],
        ["Mid-market rate", Format.rate(quote.mid_market_rate, quote.target_currency)],
        ["Fee", <Money key="fee" of={quote.fee_usdc} currency="USDC" />],
        [
          "Holds for",
          quote.status === "ACTIVE" && <Countdown key="left" until={quote.expires_at} />
        ],
        ["Expires", <Time key="expires" at={quote.expires_at} />],
        ["Created", <Time key="created" at={quote.created_at} />]
      ]}
    />
  </Section>
)

export default function QuotePage({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const quote = useServiceQuery("quotes", ["one", id], ({ api }, options) =>
    api.quotes.get(id, options)
  )
  const { data } = quote
  const now = useNow(data?.status === "ACTIVE")
  return (
    <div className="page page-narrow">
      <PageHead
        title="Quote"
        heading={
          data && (
            <>
              {Format.money(data.target_amount, data.target_currency)}{" "}
              <Badge status={data.status} />
            </>
          )
        }
        back={{ href: "/quotes", label: "Quotes" }}
      >
        {data !== undefined && may("write") && isUsable(data, now) && (
          <LinkButton href={`/payouts/new?quote=${id}`} look="primary" icon={Send}>
            Create payout with this quote
          </LinkButton>
        )}
      </PageHead>
      <Answer of={quote}>{(loaded) => <Details quote={loaded} />}</Answer>
    </div>
  )
}
