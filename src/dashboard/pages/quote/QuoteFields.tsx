/** The fields of a quote, which has either the sent or the received amount. */
import { useState } from "react"
import type { CreateQuoteBody, Rate, TargetCurrency } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useNetworks } from "../../data/Networks.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { Field, Select } from "../../parts/Field.tsx"
import type { Values } from "../../parts/Form.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { UsdcField } from "../../parts/UsdcField.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { quoteFields as Words } from "../../words/quotes.ts"

type Side = "source" | "target"

export const quoteBodyOf = (values: Values): CreateQuoteBody => ({
  target_currency: values.text("target_currency") as TargetCurrency,
  ...(values.has("target_amount")
    ? { target_amount: Format.readAmount(values.text("target_amount")) }
    : { source_amount_usdc: Format.readAmount(values.text("source_amount_usdc")) })
})

const aboutRate = ({ exchange_rate, mid_market_rate, spread_percent }: Rate, currency: string) =>
  Words.nowRate(
    Format.rate(exchange_rate, currency),
    Format.percent(spread_percent),
    Format.amount(mid_market_rate, currency)
  )

/** The estimate of the other amount, or `undefined` unless the text is an amount. */
const otherSide = (side: Side, text: string, { exchange_rate }: Rate, currency: string) => {
  const amount = Format.readAmount(text)
  if (!(amount > 0)) return undefined
  return side === "source"
    ? Words.recipientGets(Format.money(Math.floor(amount * exchange_rate), currency))
    : Words.youSend(Format.money(Number((amount / exchange_rate).toFixed(2)), "USDC"))
}

interface Props {
  readonly preferred?: string | undefined
  /** The recipient's amount, if the previous page has it. */
  readonly target?: string
}

export const QuoteFields = ({ preferred = "UGX", target = "" }: Props) => {
  const [side, setSide] = useState<Side>(target === "" ? "source" : "target")
  const [currency, setCurrency] = useState(preferred)
  const [text, setText] = useState(target)
  // The amount has the first focus. A later choice of the side keeps the focus.
  const [isArrived, setArrived] = useState(true)
  const rates = useServiceQuery(
    "public",
    ["rates"],
    ({ api }, options) => api.rates.list(options),
    {
      everyMs: 30_000
    }
  )
  const rate = rates.data?.data.find((each) => each.target_currency === currency)
  const about = rate && aboutRate(rate, currency)
  const other = rate && otherSide(side, text, rate, currency)
  const networks = useNetworks()
  const nameOf = (each: string): string => {
    const country = networks.find((network) => network.currency === each)?.country
    return country === undefined ? each : Words.currencyOf(each, Format.country(country))
  }
  const choose = (next: Side) => {
    setSide(next)
    setArrived(false)
    setText(next === "source" ? "" : target)
  }
  return (
    <>
      <Segments
        label={Words.sides.label}
        of={[
          ["source", Words.sides.source],
          ["target", CommonWords.recipientGets]
        ]}
        value={side}
        onChoose={choose}
      />
      <div className="form-row">
        {side === "source" ? (
          <UsdcField
            key="source"
            autoFocus={isArrived}
            name="source_amount_usdc"
            label={Words.amountUsdc}
            required
            placeholder="25.00"
            onChange={(event) => setText(event.target.value)}
            hint={other}
          />
        ) : (
          <Field
            key="target"
            autoFocus={isArrived}
            name="target_amount"
            label={Words.amountIn(currency)}
            required
            inputMode="decimal"
            pattern={Format.amountPattern(2)}
            title={Words.fiatFormat}
            defaultValue={target}
            onChange={(event) => setText(event.target.value)}
            hint={other}
          />
        )}
        <Select
          name="target_currency"
          label={Words.currency}
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          hint={about}
        >
          {Status.currencies.map((each) => (
            <option key={each} value={each}>
              {nameOf(each)}
            </option>
          ))}
        </Select>
      </div>
    </>
  )
}
