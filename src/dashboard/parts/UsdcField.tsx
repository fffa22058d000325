/** A field for an amount in USDC, with at most six decimals. */
import type { ComponentProps } from "react"
import * as Format from "../data/Format.ts"
import { common as Words } from "../words/common.ts"
import { Field } from "./Field.tsx"

type Props = Omit<ComponentProps<typeof Field>, "inputMode" | "pattern" | "title">

export const UsdcField = (props: Props) => (
  <Field
    {...props}
    inputMode="decimal"
    pattern={Format.amountPattern(6)}
    title={Words.usdcFormat}
  />
)
