/** Quotes, which lock a rate for a short time, and their outcomes. */
import { useQueryClient } from "@tanstack/react-query"
import { Plus, Quote as QuoteIcon } from "lucide-react"
import { Link, useLocation } from "wouter"
import type { Quote } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import { Empty } from "../parts/Answer.tsx"
import { Badge } from "../parts/Badge.tsx"
import { Button } from "../parts/Button.tsx"
import { Opens } from "../parts/Dialog.tsx"
import { Filters, SelectFilter, useFilter } from "../parts/Filters.tsx"
import { Form } from "../parts/Form.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { PageHead } from "../parts/Page.tsx"
import { byCreation, useSort } from "../parts/Sorting.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Countdown, Money, Time } from "../parts/Value.tsx"
import { common as CommonWords } from "../words/common.ts"
import { quotes as Words } from "../words/quotes.ts"
import { QuoteFields, quoteBodyOf } from "./quote/QuoteFields.tsx"

const columns: ReadonlyArray<Column<Quote>> = [
  {
    head: CommonWords.quote,
    kind: "main",
    cell: (each) => (
      <Link href={`/quotes/${each.quote_id}`}>
        <code>{Format.middle(each.quote_id)}</code>
      </Link>
    )
  },
  { head: CommonWords.status, cell: (each) => <Badge status={Status.ofQuote(each, Date.now())} /> },
  {
    head: CommonWords.amount,
    kind: "number",
    cell: (each) => (
      <>
        <Money of={each.source_amount} currency="USDC" />
        <small>{Words.fee(Format.money(each.fee_usdc, "USDC"))}</small>
      </>
    )
  },
  {
    head: CommonWords.recipientGets,
    kind: "number",
    cell: (each) => <Money of={each.target_amount} currency={each.target_currency} />
  },
  {
    head: CommonWords.rate,
    kind: "number",
    cell: (each) => (
      <>
        {Format.amount(each.exchange_rate, each.target_currency)}
        <small>{Words.midMarket(Format.amount(each.mid_market_rate, each.target_currency))}</small>
      </>
    )
  },
  {
    head: CommonWords.expires,
    cell: (each) =>
      each.status === "ACTIVE" ? (
        <Countdown until={each.expires_at} />
      ) : (
        <Time at={each.expires_at} isShort />
      )
  },
  {
    head: CommonWords.created,
    sort: "created_at",
    cell: (each) => <Time at={each.created_at} isShort />
  }
]

const statuses = ["ACTIVE", "LOCKED", "USED", "EXPIRED"] as const

const Create = ({ label = Words.newQuote }: { readonly label?: string }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [, navigate] = useLocation()
  return (
    <Opens
      title={Words.newQuote}
      button={(open) => (
        <Button look="primary" icon={Plus} onClick={open}>
          {label}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.create}
          onCancel={close}
          onSubmit={async (values, sending) => {
            const quote = await api.quotes.create(quoteBodyOf(values), sending)
            refresh(client, ["quotes"])
            toast.say(Words.created)
            close()
            navigate(`/quotes/${quote.quote_id}`)
          }}
        >
          <QuoteFields />
        </Form>
      )}
    </Opens>
  )
}

export default function Quotes() {
  const { may } = useSignedIn()
  const page = usePage()
  const [chosen] = useFilter("status")
  const status = statuses.find((each) => each === chosen)
  const sort = useSort(byCreation)
  const quotes = useServiceQuery("quotes", ["list", page, status, sort], ({ api }, options) =>
    api.quotes.list({ ...page, status, sort }, options)
  )
  return (
    <div className="page">
      <PageHead title={Words.title}>{may("write") && <Create />}</PageHead>
      <div className="card card-flush">
        <Filters>
          <SelectFilter
            name="status"
            label={CommonWords.status}
            options={statuses.map((each) => [each, Status.quotes[each]] as const)}
          />
        </Filters>
        <Listing
          of={quotes}
          caption={Words.title}
          columns={columns}
          sorts={byCreation}
          idOf={(each) => each.quote_id}
          empty={
            <Empty icon={QuoteIcon} title={Words.none}>
              <p>{Words.noneHint}</p>
              {status === undefined && may("write") && <Create label={Words.createFirst} />}
            </Empty>
          }
        />
      </div>
    </div>
  )
}
