/** Creates a payout. The user locks a rate first, and then names the recipient while it holds. */
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { useLocation, useSearchParams } from "wouter"
import type { Beneficiary, Network, Quote, TargetCurrency } from "../../client/Generated.ts"
import * as Format from "../data/Format.ts"
import { limitsOf, useNetworkName, useNetworks } from "../data/Networks.ts"
import * as Phone from "../data/Phone.ts"
import * as Prefixes from "../data/Prefixes.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import * as Status from "../data/Status.ts"
import * as TestRecipients from "../data/TestRecipients.ts"
import { Skeleton } from "../parts/Answer.tsx"
import { Button } from "../parts/Button.tsx"
import { Dialog } from "../parts/Dialog.tsx"
import { Field, Select } from "../parts/Field.tsx"
import { Form, type Sending, type Values } from "../parts/Form.tsx"
import { MayNot } from "../parts/MayNot.tsx"
import { Facts, PageHead, Section } from "../parts/Page.tsx"
import { Countdown, Money, useNow } from "../parts/Value.tsx"
import { funding as FundingWords } from "../words/balance.ts"
import { common as CommonWords } from "../words/common.ts"
import { payoutNew as Words } from "../words/payouts.tsx"
import { FundingChoice, type FundingSource, useFundingSource } from "./payout/FundingChoice.tsx"
import { PaidBefore } from "./payout/PaidBefore.tsx"
import * as PayAgain from "./payout/PayAgain.ts"
import { QuoteFields, quoteBodyOf } from "./quote/QuoteFields.tsx"

const QuoteFacts = ({ of }: { readonly of: Quote }) => {
  const { exchange_rate, fee_usdc, mid_market_rate, spread_percent, target_currency } = of
  return (
    <Facts
      of={[
        [CommonWords.rate, Format.rate(exchange_rate, target_currency)],
        [CommonWords.midMarketRate, Format.rate(mid_market_rate, target_currency)],
        [
          CommonWords.fee,
          <span key="fee">
            <Money of={fee_usdc} currency="USDC" />{" "}
            <span className="faint">{Words.feeShare(Format.percent(spread_percent))}</span>
          </span>
        ]
      ]}
    />
  )
}

const Locked = ({ onAgain, quote }: { readonly quote: Quote; readonly onAgain: () => void }) => {
  const isOver = useNow() >= Date.parse(quote.expires_at)
  return (
    <Section
      title={CommonWords.rate}
      actions={
        <Button isSmall onClick={onAgain}>
          {isOver ? Words.locked.another : Words.locked.change}
        </Button>
      }
    >
      <div className="amounts">
        <strong className="amount">
          <Money of={quote.source_amount} currency="USDC" />
        </strong>
        <span className="faint">{Words.locked.becomes}</span>
        <strong className="amount">
          <Money of={quote.target_amount} currency={quote.target_currency} />
        </strong>
      </div>
      <QuoteFacts of={quote} />
      <p className="faint">{Words.holdsFor(<Countdown until={quote.expires_at} />)}</p>
      {isOver && <p className="note">{Words.locked.expired}</p>}
    </Section>
  )
}

const fresh = "new"

/** Values from the previous page: a beneficiary, or all fields of a payout to repeat. */
const usePrefill = (): PayAgain.Prefill => {
  const [search] = useSearchParams()
  return PayAgain.read(search)
}

/** A choice of sandbox recipients. It fills the fields below. */
const TestRecipient = ({
  currency,
  onChoose
}: {
  readonly currency: TargetCurrency
  readonly onChoose: (outcome: TestRecipients.Outcome | undefined) => void
}) => (
  <Select
    name="test_recipient"
    label={Words.testRecipient}
    hint={Words.hints.testRecipient}
    onChange={(event) => onChoose((event.target.value || undefined) as TestRecipients.Outcome)}
  >
    <option value="">{Words.noTestRecipient}</option>
    {(Object.keys(TestRecipients.of(currency)) as Array<TestRecipients.Outcome>).map((outcome) => (
      <option key={outcome} value={outcome}>
        {Words.testOutcomes[outcome]}
      </option>
    ))}
  </Select>
)

/** The chosen network, or the first one of the currency. */
const useNetworkChoice = (currency: TargetCurrency, given: string | undefined) => {
  const [choice, choose] = useState(given)
  const networks = useNetworks().filter((network) => network.currency === currency)
  const chosen = networks.find(({ network }) => network === choice) ?? networks[0]
  return { networks, chosen, choose }
}

/** Warns that production refuses an amount that the sandbox accepts. */
const OutsideLimits = ({
  network,
  quote
}: {
  readonly network: Network
  readonly quote: Quote
}) => {
  const { max_amount, min_amount, name } = network
  if (quote.target_amount >= min_amount && quote.target_amount <= max_amount) return null
  return <p className="note">{Words.outsideLimits(name, ...limitsOf(network))}</p>
}

/** Warns that a payout waits while its network is down. */
const Unreachable = ({ network: { name, status } }: { readonly network: Network }) =>
  status === "down" && (
    <p className="note tone-warn" role="status">
      {Words.unreachable(name)}
    </p>
  )

/**
 * Warns about a prefix of another network. People keep their number when they change the network,
 * so the form accepts it.
 */
const OtherNetwork = ({
  network,
  phone
}: {
  readonly network: Network
  readonly phone: string
}) => {
  const number = Phone.international(phone, network.currency)
  const usual = useNetworkName(Prefixes.networkOf(number) ?? network.network)
  if (!Prefixes.isOfAnother(number, network.network)) return null
  return (
    <p className="note tone-warn" role="status">
      {Words.otherNetwork(usual, network.name)}
    </p>
  )
}

/** Fields for a new recipient, in place of a saved beneficiary. */
const RecipientFields = ({ quote }: { readonly quote: Quote }) => {
  const { target_currency: currency } = quote
  const prefill = usePrefill()
  const { session } = useSignedIn()
  const [outcome, choose] = useState<TestRecipients.Outcome>()
  const given = {
    ...prefill,
    ...(outcome === undefined ? {} : TestRecipients.of(currency)[outcome])
  }
  const [typed, type] = useState<string>()
  const { choose: chooseNetwork, chosen, networks } = useNetworkChoice(currency, given.network)
  return (
    <>
      {session.environment === "sandbox" && <TestRecipient currency={currency} onChoose={choose} />}
      <div className="form-row">
        <Field
          key={outcome}
          name="recipient_phone"
          label={CommonWords.phone}
          type="tel"
          required
          autoFocus={outcome === undefined}
          placeholder="+256770000001"
          defaultValue={given.phone}
          pattern={Phone.pattern}
          title={CommonWords.phoneFormat}
          onChange={(event) => type(event.target.value)}
          hint={CommonWords.phoneHint}
        />
        <Select
          name="network"
          label={CommonWords.network}
          value={chosen?.network}
          onChange={(event) => chooseNetwork(event.target.value)}
          hint={chosen && CommonWords.networkLimits(...limitsOf(chosen))}
        >
          {networks.map(({ name, network, status }) => (
            <option key={network} value={network}>
              {status === "operational" ? name : `${name} (${status})`}
            </option>
          ))}
        </Select>
      </div>
      {chosen !== undefined && <OutsideLimits network={chosen} quote={quote} />}
      {chosen !== undefined && <Unreachable network={chosen} />}
      {chosen !== undefined && <OtherNetwork network={chosen} phone={typed ?? given.phone ?? ""} />}
      <Field
        key={outcome}
        name="recipient_name"
        label={CommonWords.name}
        required={chosen?.recipient_name === "required"}
        maxLength={200}
        defaultValue={given.name}
        hint={Words.hints.name}
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

const bodyOf = (quote: Quote, values: Values, funding: FundingSource) => {
  const chosen = values.maybe("beneficiary_id")
  const recipient =
    chosen !== undefined && chosen !== fresh
      ? { beneficiary_id: chosen }
      : {
          recipient_phone: Phone.international(
            values.text("recipient_phone"),
            quote.target_currency
          ),
          recipient_name: values.maybe("recipient_name"),
          network: values.text("network")
        }
  return {
    quote_id: quote.quote_id,
    reference: values.maybe("reference"),
    ...(funding === "balance" ? { funding } : { refund_address: values.maybe("refund_address") }),
    ...recipient
  }
}

type Body = ReturnType<typeof bodyOf>

interface LookProps {
  readonly body: Body
  readonly quote: Quote
  readonly saved: Beneficiary | undefined
  readonly onAnswer: (isRight: boolean) => void
}

/** The review of the payout before it is created. */
const LastLook = ({ body, onAnswer, quote, saved }: LookProps) => {
  const phone = "recipient_phone" in body ? body.recipient_phone : saved?.phone
  const name = "recipient_name" in body ? body.recipient_name : saved?.name
  const network = useNetworkName(("network" in body ? body.network : saved?.network) ?? "")
  const { fee_usdc, source_amount, target_amount, target_currency } = quote
  const isFromBalance = "funding" in body
  return (
    <Dialog title={Words.look.title} onClose={() => onAnswer(false)}>
      <div className="dialog-body">
        <Facts
          of={[
            [CommonWords.name, name],
            [CommonWords.phone, phone],
            [CommonWords.network, network],
            [
              CommonWords.recipientGets,
              <Money key="gets" of={target_amount} currency={target_currency} />
            ],
            [CommonWords.youSend, <Money key="sends" of={source_amount} currency="USDC" />],
            [CommonWords.feeIncluded, <Money key="fee" of={fee_usdc} currency="USDC" />],
            [FundingWords.label, isFromBalance ? FundingWords.fromBalance : FundingWords.byDeposit],
            [CommonWords.reference, body.reference],
            [CommonWords.refundAddress, "refund_address" in body && body.refund_address]
          ]}
        />
        {phone !== undefined && <PaidBefore phone={phone} amount={source_amount} />}
        <p className="faint">{isFromBalance ? FundingWords.effect : Words.look.effect}</p>
      </div>
      <div className="dialog-foot">
        <Button onClick={() => onAnswer(false)}>{CommonWords.goBack}</Button>
        <Button look="primary" onClick={() => onAnswer(true)}>
          {Words.create}
        </Button>
      </div>
    </Dialog>
  )
}

interface Looking {
  readonly body: Body
  readonly answer: (isRight: boolean) => void
}

/** Shows the review, and waits for the user's decision. */
const useLastLook = () => {
  const [looking, setLooking] = useState<Looking>()
  const look = (body: Body): Promise<boolean> =>
    new Promise((resolve) => {
      const answer = (isRight: boolean) => {
        setLooking(undefined)
        resolve(isRight)
      }
      setLooking({ body, answer })
    })
  return { look, looking }
}

const CreateForm = ({ quote }: { readonly quote: Quote }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const { beneficiary, reference } = usePrefill()
  const saved = useBeneficiaries(quote.target_currency)
  const [chosen, choose] = useState(beneficiary || fresh)
  const own = saved.find(({ id }) => id === chosen)
  const isSaved = own !== undefined
  const { look, looking } = useLastLook()
  const funding = useFundingSource(quote.source_amount)
  const create = async (values: Values, sending: Sending) => {
    const body = bodyOf(quote, values, funding.source)
    if (!(await look(body))) return false
    const payout = await api.payouts.create(body, sending).finally(() => {
      // After a refusal, the choice shows what the balance has now.
      refresh(client, ["balance"])
    })
    refresh(client, ["payouts", "quotes"])
    navigate(`/payouts/${payout.payout_id}`)
    return true
  }
  return (
    <Section title={CommonWords.recipient}>
      <Form onSubmit={create} label={Words.look.open}>
        {saved.length > 0 && (
          <Select
            name="beneficiary_id"
            label={Words.beneficiary}
            value={isSaved ? chosen : fresh}
            onChange={(event) => choose(event.target.value)}
          >
            <option value={fresh}>{Words.newRecipient}</option>
            {saved.map((each) => (
              <option key={each.id} value={each.id}>
                {nameOf(each)}
              </option>
            ))}
          </Select>
        )}
        {!isSaved && <RecipientFields quote={quote} />}
        <Field
          name="reference"
          label={CommonWords.reference}
          maxLength={128}
          defaultValue={reference}
          hint={Words.hints.reference}
        />
        <FundingChoice of={funding} needed={quote.source_amount} />
        {funding.source === "deposit" && (
          <Field
            name="refund_address"
            label={CommonWords.refundAddress}
            pattern="0x[0-9a-fA-F]{40}"
            title={CommonWords.addressFormat}
            spellCheck={false}
            hint={Words.hints.refundAddress}
          />
        )}
      </Form>
      {looking !== undefined && (
        <LastLook body={looking.body} onAnswer={looking.answer} quote={quote} saved={own} />
      )}
    </Section>
  )
}

/** The currency from the previous page or of its beneficiary, and the beneficiary's name. */
const usePreferred = () => {
  const { beneficiary: id, currency } = usePrefill()
  const given = Status.currencies.find((each) => each === currency)
  const ask = useServiceQuery(
    "beneficiaries",
    ["one", id],
    ({ api }, options) => api.beneficiaries.get(id, options),
    { isOn: id !== "" }
  )
  const ofBeneficiary = useNetworks().find(({ slug }) => slug === ask.data?.network)?.currency
  return { preferred: given ?? ofBeneficiary, to: ask.data?.name }
}

const isUsable = (quote: Quote): boolean =>
  quote.status === "ACTIVE" && Date.now() < Date.parse(quote.expires_at)

/** The quote for the payout, from the previous page or locked here. */
const useQuote = () => {
  const { quote: id } = usePrefill()
  const [chosen, choose] = useState<Quote | "another">()
  const given = useServiceQuery(
    "quotes",
    ["one", id],
    ({ api }, call) => api.quotes.get(id, call),
    {
      isOn: id !== "" && chosen === undefined
    }
  )
  const isPending = id !== "" && chosen === undefined && given.isPending
  const [first, keep] = useState<Quote>()
  // The first read is kept. When the quote expires, the page shows that and stays at this step.
  if (first === undefined && given.data !== undefined && isUsable(given.data)) keep(given.data)
  const isLost = id !== "" && chosen === undefined && !isPending && first === undefined
  const quote = chosen === undefined ? first : chosen === "another" ? undefined : chosen
  return { quote, isPending, isLost, choose }
}

export default function PayoutNew() {
  if (useSignedIn().may("write")) return <Making />
  return (
    <div className="page page-narrow">
      <PageHead
        title={CommonWords.newPayout}
        back={{ href: "/payouts", label: CommonWords.payouts }}
      />
      <MayNot />
    </div>
  )
}

/** A sentence with the lock time of a rate, or `undefined` until it is known. */
const useLockTime = (): string | undefined => {
  const { data } = useServiceQuery("accounts", ["own"], ({ api }, options) =>
    api.account.get(options)
  )
  return data && Words.amountAbout(Words.lockTime(data.limits.quote_ttl_seconds))
}

const Making = () => {
  const { preferred, to } = usePreferred()
  const { amount } = usePrefill()
  const { api } = useSignedIn()
  const client = useQueryClient()
  const { choose, isLost, isPending, quote } = useQuote()
  const about = useLockTime()
  const lock = async (values: Values, sending: Sending) => {
    choose(await api.quotes.create(quoteBodyOf(values), sending))
    refresh(client, ["quotes"])
  }
  return (
    <div className="page page-narrow">
      <PageHead
        title={CommonWords.newPayout}
        about={to && Words.to(to)}
        back={{ href: "/payouts", label: CommonWords.payouts }}
      />
      {isLost && <p className="note">{Words.quoteLost}</p>}
      {isPending && <Skeleton />}
      {isPending ? null : quote === undefined ? (
        <Section title={CommonWords.amount} about={about}>
          <Form onSubmit={lock} label={Words.getQuote}>
            <QuoteFields key={preferred} preferred={preferred} target={amount} />
          </Form>
        </Section>
      ) : (
        <>
          <Locked quote={quote} onAgain={() => choose("another")} />
          <CreateForm quote={quote} />
        </>
      )}
    </div>
  )
}
