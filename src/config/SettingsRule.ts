/** What the value of a setting must be, and how the message reads when it is not. */
import { Duration, Option, Schema } from "effect"

const must = (message: string, holds: (text: string) => boolean) =>
  Schema.makeFilter<string>((text) => holds(text), { message: `must be ${message}` })

/** An optional variable that must fulfil something. */
export const text = (message: string, holds: (text: string) => boolean) =>
  Schema.optional(Schema.String.check(must(message, holds)))

export const isNumber = (low: number, high: number) => (value: string) =>
  value.trim() !== "" && Number(value) >= low && Number(value) <= high

/** Milliseconds of a text such as "5 minutes". */
export const durationMs = (value: string): Option.Option<number> =>
  Option.map(
    Duration.fromInput(value.replace(/\s+/g, " ").trim() as Duration.Input),
    Duration.toMillis
  )

export const isDuration = (value: string): boolean =>
  Option.exists(durationMs(value), (milliseconds) => milliseconds >= 1000)

export const isSwitch =
  (...values: ReadonlyArray<string>) =>
  (value: string) =>
    values.includes(value)

export const hex = (bytes: number) => (value: string) =>
  new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`).test(value)
