/** Words about a call of the service: its key, its address, and what it answers. */
import { mustBe } from "./Common.ts"

export const pollTooOften = (msMin: number): string => mustBe(`at least ${msMin}`)

export const noKey = (variable: string): string =>
  `Set ${variable} to the key that this command may use.`
export const notAKey = (variable: string): string =>
  `${variable} is not a key: keys have 8 to 256 characters and no spaces.`
export const notAUrl = (given: string): string =>
  `--url must be a URL such as http://127.0.0.1:8080, got ${given}`
export const sandboxOnly =
  "This command works only in the sandbox: PAYOUT_API_KEY must be a sandbox key."

/** A field that the service refuses, in which row of a file. */
export const wrongField = (row: number | undefined, field: string, why: string): string =>
  `${row === undefined ? "" : `row ${row}: `}${field}: ${why}`

export const refusal = (code: string, message: string, requestId: string | undefined): string =>
  `${code}: ${message}${requestId === undefined ? "" : ` [${requestId}]`}`
