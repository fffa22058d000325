/** Output of results: tables, colours of states on a terminal, JSON. */
import type { Writable } from "node:stream"
import { styleText } from "node:util"
import { Console, Effect } from "effect"
import { Flag } from "effect/cli"
import * as ServiceClient from "./ServiceClient.ts"
import { common as CommonWords } from "./Words.ts"

export const json = Flag.Boolean("json").pipe(
  Flag.withDescription(CommonWords.flags.json),
  Flag.withDefault(false)
)

/** Columns as wide as their widest cell. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const columns = rows[0]?.length ?? 0
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0))
  )
  return rows.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd()
  )
}

const colours = {
  green: ["SETTLED", "completed", "ACTIVE", "APPROVED"],
  red: ["FAILED", "REVERSED", "cancelled", "SUSPENDED", "REJECTED"],
  yellow: ["COMPLIANCE_HOLD", "MANUAL_REVIEW", "PENDING"]
} as const

type Colour = keyof typeof colours

const colourOf = new Map(
  (Object.keys(colours) as Array<Colour>).flatMap((colour) =>
    colours[colour].map((state) => [state as string, colour] as const)
  )
)

const words = new RegExp(`\\b(${[...colourOf.keys()].join("|")})\\b`, "g")

/** Colours the states in a text where the stream is a terminal and NO_COLOR is not set. */
export const coloured = (text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  text.replaceAll(words, (state) => styleText(colourOf.get(state) ?? "green", state, { stream }))

/** Writes a text and waits until it is taken: a slow reader makes nothing gather in memory. */
export const writer = (to: Writable) => {
  // The callback of the write reports the error; without a listener Node would end the process.
  to.on("error", () => undefined)
  return (text: string): Effect.Effect<void, ServiceClient.CommandFailed> =>
    Effect.callback((resume) => {
      to.write(text, (error) =>
        resume(error ? Effect.fail(ServiceClient.failed(error.message)) : Effect.void)
      )
    })
}

export const printJson = (value: unknown) => Console.log(JSON.stringify(value))
