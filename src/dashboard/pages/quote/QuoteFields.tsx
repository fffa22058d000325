/** The fields of a quote: either what is sent, or what the recipient gets. */
import { useState } from "react"
import type { CreateQuoteBody, Rate, TargetCurrency } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { useServiceQuery } from "../../data/Queries.ts"
import * as Status from "../../data/Status.ts"
import { Field, Select } from "../../parts/Field.tsx"
import type { Values } from "../../parts/Form.tsx"

type Side = "source" | "target"

export const quoteBodyOf = (values: Values): CreateQuoteBody => ({
  target_currency: values.text("target_currency") as TargetCurrency,
  ...(values.has("target_amount")
    ? { target_amount: Number(values.text("target_amount")) }
    : { source_amount_usdc: Number(values.text("source_amount_usdc")) })
})

/** What one USDC costs, and what the margin takes of it. */
const aboutRate = ({ exchange_rate, mid_market_rate, spread_percent }: Rate, currency: string) =>
  `Now ${Format.rate(exchange_rate, currency)}, after a fee of ${Format.percent(spread_percent)} ` +
  `on the mid-market rate of ${Format.amount(mid_market_rate, currency)}.`

interface Props {
  readonly preferred?: string | undefined
  /** What the recipient gets, where it is known before. */
  readonly target?: string
}

export const QuoteFields = ({ preferred = "UGX", target = "" }: Props) => {
  const [side, setSide] = useState<Side>(target === "" ? "source" : "target")
  const [currency, setCurrency] = useState(preferred)
  const rates = useServiceQuery(
    "public",
    ["rates"],
    ({ api }, options) => api.rates.list(options),
    {
      everyMs: 30_000
    }
  )
  const rate = rates.data?.data.find((each) => each.target_currency === currency)
  const about = rate === undefined ? undefined : aboutRate(rate, currency)
  return (
    <>
      <fieldset className="segments" aria-label="Which amount is given">
        <button type="button" aria-pressed={side === "source"} onClick={() => setSide("source")}>
          You send
        </button>
        <button type="button" aria-pressed={side === "target"} onClick={() => setSide("target")}>
          Recipient gets
        </button>
      </fieldset>
      <div className="form-row">
        {side === "source" ? (
          <Field
            key="source"
            name="source_amount_usdc"
            label="Amount, USDC"
            required
            inputMode="decimal"
            pattern="\d+(\.\d{1,6})?"
            title="A number with at most 6 decimals, such as 25.5"
            placeholder="25.00"
          />
        ) : (
          <Field
            key="target"
            name="target_amount"
            label={`Amount, ${currency}`}
            required
            inputMode="decimal"
            pattern="\d+(\.\d{1,2})?"
            title="A number with at most 2 decimals"
            defaultValue={target}
          />
        )}
        <Select
          name="target_currency"
          label="Recipient's currency"
          value={currency}
          onChange={(event) => setCurrency(event.target.value)}
          hint={about}
        >
          {Status.currencies.map((each) => (
            <option key={each}>{each}</option>
          ))}
        </Select>
      </div>
    </>
  )
}
