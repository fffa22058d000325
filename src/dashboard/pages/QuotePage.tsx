/** One quote: its rate, its lifetime, and a button that creates a payout with it. */
import { Send } from "lucide-react"
import { Link } from "wouter"
import type { Quote } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Answer } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Code, Countdown, Money, Time, useNow } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { quotePage as Words } from "../words/quotes.ts"

const isUsable = (quote: Quote, now: number): boolean =>
  quote.status === "ACTIVE" && now < Date.parse(quote.expires_at)

/** The payout of the quote, or `undefined` if there is none or it is too old for the search. */
const usePayoutOf = ({ quote_id: id, status }: Quote): string | undefined =>
  useServiceQuery(
    "payouts",
    ["of-quote", id],
    ({ api }, call) => api.payouts.list({ limit: 1, search: id }, call),
    { isOn: status !== "ACTIVE" }
  ).data?.data[0]?.payout_id

const Details = ({ quote }: { readonly quote: Quote }) => {
  const payout = usePayoutOf(quote)
  return (
    <Section title={CommonWords.details}>
      <Facts
        of={[
          [CommonWords.quote, <Code key="id" text={quote.quote_id} label={Words.quoteId} />],
          [
            Words.usedBy,
            payout && (
              <Link key="payout" href={`/payouts/${payout}`}>
                {payout}
              </Link>
            )
          ],
          [CommonWords.amount, <Money key="amount" of={quote.source_amount} currency="USDC" />],
          [
            CommonWords.recipientGets,
            <Money key="gets" of={quote.target_amount} currency={quote.target_currency} />
          ],
          [CommonWords.rate, Format.rate(quote.exchange_rate, quote.target_currency)],
          [CommonWords.midMarketRate, Format.rate(quote.mid_market_rate, quote.target_currency)],
          [CommonWords.fee, <Money key="fee" of={quote.fee_usdc} currency="USDC" />],
          [
            Words.holdsFor,
            quote.status === "ACTIVE" && <Countdown key="left" until={quote.expires_at} />
          ],
          [CommonWords.expires, <Time key="expires" at={quote.expires_at} />],
          [CommonWords.created, <Time key="created" at={quote.created_at} />]
        ]}
      />
    </Section>
  )
}

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
        title={CommonWords.quote}
        heading={
          data && (
            <>
              {Format.money(data.target_amount, data.target_currency)}{" "}
              <Badge status={Status.ofQuote(data, now)} />
            </>
          )
        }
        back={{ href: "/quotes", label: Words.back }}
      >
        {data !== undefined && may("write") && isUsable(data, now) && (
          <LinkButton href={`/payouts/new?quote=${id}`} look="primary" icon={Send}>
            {Words.createPayout}
          </LinkButton>
        )}
      </PageHead>
      <Answer of={quote}>{(loaded) => <Details quote={loaded} />}</Answer>
    </div>
  )
}
