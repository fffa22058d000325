/** A new payout: first the rate is locked, then the recipient is named while it holds. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useSearchParams } from "wouter"
import type { Beneficiary, Quote, TargetCurrency } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { useNetworks } from "../data/Networks.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Button } from "../parts/Button.tsx"
import { Field, Select } from "../parts/Field.tsx"
import { Form, type Sending, type Values } from "../parts/Form.tsx"
import { PageHead, Section } from "../parts/Page.tsx"
import { Countdown, Money, useNow } from "../parts/Value.tsx"
import { QuoteFields, quoteBodyOf } from "./quote/QuoteFields.tsx"

const Locked = ({ onAgain, quote }: { readonly quote: Quote; readonly onAgain: () => void }) => {
  const isOver = useNow() >= Date.parse(quote.expires_at)
  return (
    <Section
      title="Rate"
      actions={
        <Button isSmall onClick={onAgain}>
          {isOver ? "Quote again" : "Change"}
        </Button>
      }
    >
      <div className="amounts">
        <strong className="amount">
          <Money of={quote.source_amount} currency="USDC" />
        </strong>
        <span className="faint">becomes</span>
        <strong className="amount">
          <Money of={quote.target_amount} currency={quote.target_currency} />
        </strong>
      </div>
      <p className="faint">
        {Format.rate(quote.exchange_rate, quote.target_currency)}, margin included · holds for{" "}
        <Countdown until={quote.expires_at} />
      </p>
      {isOver && <p className="note">The rate is over. Quote again to go on.</p>}
    </Section>
  )
}

const fresh = "new"

/** A new recipient, unless one that is saved was chosen. */
const RecipientFields = ({ currency }: { readonly currency: TargetCurrency }) => {
  const networks = useNetworks().filter((network) => network.currency === currency)
  return (
    <>
      <div className="form-row">
        <Field
          name="recipient_phone"
          label="Phone"
          type="tel"
          required
          placeholder="+256770000001"
          hint="With the country code."
        />
        <Select name="network" label="Network">
          {networks.map(({ name, network, status }) => (
            <option key={network} value={network}>
              {status === "operational" ? name : `${name} (${status})`}
            </option>
          ))}
        </Select>
      </div>
      <Field
        name="recipient_name"
        label="Name"
        maxLength={200}
        hint="As the network knows it. Without a name the payout may be held."
      />
    </>
  )
}

const useBeneficiaries = (currency: TargetCurrency) => {
  const slugs = useNetworks().flatMap((each) => (each.currency === currency ? [each.slug] : []))
  const saved = useServiceQuery("beneficiaries", ["choice"], ({ api }, options) =>
    api.beneficiaries.list({ limit: 100 }, options)
  )
  return (saved.data?.data ?? []).filter((each) => slugs.includes(each.network))
}

const nameOf = ({ name, nickname, phone }: Beneficiary): string =>
  `${name}${nickname === null ? "" : ` (${nickname})`}, ${phone}`

const bodyOf = (quote: Quote, values: Values) => {
  const chosen = values.maybe("beneficiary_id")
  const recipient =
    chosen !== undefined && chosen !== fresh
      ? { beneficiary_id: chosen }
      : {
          recipient_phone: values.text("recipient_phone").replaceAll(/[\s()-]/g, ""),
          recipient_name: values.maybe("recipient_name"),
          network: values.text("network")
        }
  return {
    quote_id: quote.quote_id,
    reference: values.maybe("reference"),
    refund_address: values.maybe("refund_address"),
    ...recipient
  }
}

const CreateForm = ({ quote }: { readonly quote: Quote }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [search] = useSearchParams()
  const saved = useBeneficiaries(quote.target_currency)
  const [chosen, choose] = useState(search.get("beneficiary") ?? fresh)
  const isSaved = saved.some(({ id }) => id === chosen)
  const create = async (values: Values, sending: Sending) => {
    const payout = await api.payouts.create(bodyOf(quote, values), sending)
    refresh(client, ["payouts", "quotes"])
    navigate(`/payouts/${payout.payout_id}`)
  }
  return (
    <Section title="Recipient">
      <Form onSubmit={create} label="Create payout">
        {saved.length > 0 && (
          <Select
            name="beneficiary_id"
            label="Beneficiary"
            value={isSaved ? chosen : fresh}
            onChange={(event) => choose(event.target.value)}
          >
            <option value={fresh}>Someone new</option>
            {saved.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        )}
        {!isSaved && <RecipientFields currency={quote.target_currency} />}
        <Field
          name="reference"
          label="Reference"
          maxLength={128}
          hint="Your own, such as an invoice."
        />
        <Field
          name="refund_address"
          label="Refund address"
          pattern="0x[0-9a-fA-F]{40}"
          title="0x and 40 hexadecimal digits"
          spellCheck={false}
          hint="Address for a refund, if one becomes due. You can also set it later."
        />
      </Form>
    </Section>
  )
}

/** The currency of the beneficiary that was chosen on the page before. */
const usePreferred = (): TargetCurrency | undefined => {
  const [search] = useSearchParams()
  const id = search.get("beneficiary")
  const ask = useServiceQuery(
    "beneficiaries",
    ["one", id],
    ({ api }, options) => api.beneficiaries.get(id ?? "", options),
    { isOn: id !== null }
  )
  return useNetworks().find(({ slug }) => slug === ask.data?.network)?.currency
}

export default function PayoutNew() {
  const preferred = usePreferred()
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [quote, setQuote] = useState<Quote>()
  const lock = async (values: Values, sending: Sending) => {
    setQuote(await api.quotes.create(quoteBodyOf(values), sending))
    refresh(client, ["quotes"])
  }
  return (
    <div className="page page-narrow">
      <PageHead title="New payout" back={{ href: "/payouts", label: "Payouts" }} />
      {quote === undefined ? (
        <Section title="Amount" about="The rate is locked for a few minutes.">
          <Form onSubmit={lock} label="Get a quote">
            <QuoteFields key={preferred} preferred={preferred} />
          </Form>
        </Section>
      ) : (
        <>
          <Locked quote={quote} onAgain={() => setQuote(undefined)} />
          <CreateForm quote={quote} />
        </>
      )}
    </div>
  )
}
