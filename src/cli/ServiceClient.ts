/**
 * The client of a running service, for commands: address, key, and messages of failed calls. Keys
 * come from the environment only: arguments show in lists of processes.
 */
import { Config, Console, Effect, Schema } from "effect"
import { Flag } from "effect/cli"
import { type FieldProblem, PayoutClient, PayoutError } from "../client/main.ts"
import { common as CommonWords, serviceClient as Words } from "./Words.ts"

/** A command could not do its work; the message is all that its user needs. */
export class CommandFailed extends Schema.TaggedError<CommandFailed>()("CommandFailed", {
  message: Schema.String,
  /** Codes of the request's fields that the service refused. */
  codes: Schema.Array(Schema.String)
}) {}

/** The service does not answer, or answers that a retry may succeed. */
export class ServiceUnavailable extends Schema.TaggedError<ServiceUnavailable>()("ServiceAway", {
  message: Schema.String
}) {}

export const failed = (message: string) => new CommandFailed({ message, codes: [] })

export const url = Flag.String("url").pipe(
  Flag.withDescription(CommonWords.flags.url),
  Flag.withFallbackConfig(Config.String("PAYOUT_URL")),
  Flag.withDefault("http://127.0.0.1:8080")
)

/** The source of the money. Without the flag it is a deposit. */
export const funding = Flag.Literals("funding", ["deposit", "balance"]).pipe(
  Flag.withDescription(CommonWords.flags.funding),
  Flag.optional
)

/** Poll interval of commands that follow something, milliseconds: within the rate limits. */
const pollMsDefault = 1_000
const pollMsMin = 50

export const pollMs = Flag.Int("poll-ms").pipe(
  Flag.withDescription(CommonWords.flags.pollMs),
  Flag.filter(
    (ms) => ms >= pollMsMin,
    () => Words.pollTooOften(pollMsMin)
  ),
  Flag.withDefault(pollMsDefault)
)

/** The form of every API key. */
const isKey = /^[\x21-\x7e]{8,256}$/

const make = (baseUrl: string, variable: string) =>
  Effect.suspend(() => {
    const apiKey = process.env[variable]
    if (apiKey === undefined || apiKey === "") {
      return failed(Words.noKey(variable))
    }
    if (!isKey.test(apiKey)) {
      return failed(Words.notAKey(variable))
    }
    return URL.canParse(baseUrl)
      ? Effect.succeed(new PayoutClient({ apiKey, baseUrl }))
      : failed(Words.notAUrl(baseUrl))
  })

/** A client that acts for an account. */
export const account = (baseUrl: string) => make(baseUrl, "PAYOUT_API_KEY")

/** A client that acts for an operator. */
export const operator = (baseUrl: string) => make(baseUrl, "PAYOUT_ADMIN_KEY")

/** Refuses keys of production. */
export const sandboxOnly = Effect.suspend(() =>
  /^(sk_sandbox_|pk_test_)/.test(process.env.PAYOUT_API_KEY ?? "")
    ? Effect.void
    : failed(Words.sandboxOnly)
)

const line = ({ field, message, row }: FieldProblem): string =>
  Words.wrongField(row, field, message)

/** The error of the service; before it several invalid fields, which it only counts. */
const explain = (error: PayoutError): string => {
  const fields = error.errors.length > 1 ? error.errors.map(line) : []
  return [...fields, Words.refusal(error.code, error.message, error.requestId)].join("\n")
}

const isLater = ({ status }: PayoutError): boolean =>
  status === undefined || status === 429 || status >= 500

/** A call of the client; the signal ends it when the command ends. */
export const call = <A>(ask: (signal: AbortSignal) => Promise<A>) =>
  Effect.tryPromise({
    try: ask,
    catch: (error) => {
      if (!(error instanceof PayoutError)) return failed(String(error))
      const message = explain(error)
      const codes = error.errors.map(({ code }) => code)
      return isLater(error)
        ? new ServiceUnavailable({ message })
        : new CommandFailed({ message, codes })
    }
  })

/** Prints progress on stderr: stdout has the result. */
export const progress = (text: string) => Console.error(text)

/** Shows a text after Ctrl-C, such as the command to watch the object again. */
export const onStop = (text: string) => Effect.onInterrupt(() => progress(`\n${text}`))
