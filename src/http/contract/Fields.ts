/**
 * The wire's field types: what a value must be, and the message an integrator reads when it is not.
 * A rule's message is `code: text`; `Decode` turns it into one entry of `errors`.
 */

import { Result, Schema } from "effect"
import { HttpApiSchema } from "effect/http-api"
import { isAddress } from "viem"
import * as AddressRanges from "../../config/AddressRanges.ts"
import * as Limits from "../../config/Limits.ts"
import type * as ApiKey from "../../domain/account/ApiKey.ts"
import * as Role from "../../domain/account/Role.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as PayoutEvent from "../../domain/payout/PayoutEvent.ts"
import * as Sorting from "./Sorting.ts"

const rule = <A>(code: string, message: string, holds: (value: A) => boolean) =>
  Schema.makeFilter<A>((value) => holds(value), { message: `${code}: ${message}` })

const amountMessages: Record<Money.AmountProblem, string> = {
  not_a_number: "must be a number",
  negative: "must not be negative",
  too_many_decimals: "must have at most 6 decimals",
  too_large: `must be at most ${Money.usdcMax}`
}

const amountRule = Schema.makeFilter<number>((value) => {
  const read = Money.fromJson(value, 6)
  return Result.isSuccess(read) || `${read.failure}: ${amountMessages[read.failure]}`
})

/** USDC as a JSON number, at most six decimals. */
export const Usdc = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be at least 0.01", (value) => value >= 0.01)
).annotate({ description: "USDC, at most 6 decimals", examples: [25.5] })

/** USDC of any amount that is not nothing. */
export const Micro = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be more than 0", (value) => value > 0)
).annotate({ description: "USDC, at most 6 decimals" })

/** An amount of a recipient currency. */
export const Fiat = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be more than 0", (value) => value > 0)
).annotate({ description: "Amount in the target currency" })

/** Annotates a text field with how other spellings of a value become the same text. */
const canonical = (fold: (text: string) => string) => ({ canonical: fold })

const lowerCase = canonical((text) => text.toLowerCase())

/** Controls, and marks that show a text in another order than it is written in. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Characters that show nothing: blanks, invisible ones, accents without a letter, empty braille. */
const shown = /[^\s\p{M}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** Whether a reader sees nothing of a text. */
const isBlank = (text: string): boolean => !shown.test(text)

/**
 * Why a text cannot be shown or stored; PostgreSQL and spreadsheets refuse half a surrogate pair.
 */
const textProblem = (value: string): string | undefined => {
  if (control.test(value)) {
    return "invalid_characters: must not contain control characters or marks of text direction"
  }
  if (!value.isWellFormed()) {
    return "invalid_characters: must be well-formed Unicode, without half a surrogate pair"
  }
  return isBlank(value) ? "empty: must not be blank" : undefined
}

const readable = Schema.makeFilter<string>((value) => textProblem(value) ?? true)

/**
 * Text of at most `max` characters, for every field that is a text. The length is its first check,
 * and a longer text ends the checks: the cost of another may grow with the square of the length.
 */
const bounded = (max: number) =>
  Schema.String.check(
    Schema.isMaxLength(max, { message: `too_long: must be at most ${max} characters` }).abort()
  )

/** A value with a form that its own check knows, such as a phone number or a time. */
export const word = bounded(Limits.http.wordCharsMax)

/** Text of 1 to `max` characters, not of blanks alone. */
export const text = (max: number) =>
  bounded(max).check(Schema.isMinLength(1, { message: "empty: must not be empty" }), readable)

/** What a list is searched for; nothing, or blanks, are no search. */
export const searchText = (max: number) =>
  bounded(max).check(
    Schema.makeFilter<string>((value) => isBlank(value) || (textProblem(value) ?? true))
  )

export const IdempotencyKey = text(128).annotate({
  description: "Makes retries safe for 24 hours; may come as the Idempotency-Key header instead"
})

/** Blanks around it are no part of a name. */
export const BatchName = text(80).annotate({
  description: "What the batch is for, to tell it from others; need not be unique",
  examples: ["Salaries March 2026"],
  ...canonical((name) => name.trim())
})

/** Optional on the way in: absent and `null` mean the same. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

export const Currency = Schema.Literals(Network.currencies)

/** A network in either style; the message of an unknown one lists all in the given style. */
const slugIn = (style: "slug" | "longSlug") =>
  word
    .check(
      rule(
        "unknown_network",
        `must be one of ${Network.all.map((each) => each[style]).join(", ")}`,
        (value: string) => Network.parse(value) !== undefined
      )
    )
    .annotate({
      description: "Mobile money network, either slug style, in any letter case",
      examples: ["MTN_UG"],
      ...canonical((text) => Network.parse(text)?.slug ?? text)
    })

export const Slug = slugIn("slug")

/** Of beneficiaries and batches, which write their networks so. */
export const LongSlug = slugIn("longSlug")

export const Phone = word
  .check(rule("not_e164", Network.e164Needed, Network.isE164))
  .annotate({ description: "E.164", examples: ["+256770000001"] })

/** An address of Ethereum; one in mixed case carries its own checksum (EIP-55). */
export const Address = word
  .check(
    rule(
      "not_an_address",
      "must be an Ethereum address: 0x and 40 hex digits, with a right checksum if in mixed case",
      (value: string) => isAddress(value) && /[1-9a-f]/i.test(value.slice(2))
    )
  )
  .annotate({ examples: ["0x52908400098527886E0F7030069857D2E4169EE7"], ...lowerCase })

export const TransactionHash = word
  .check(
    rule("not_a_hash", "must be a transaction hash: 0x and 64 hex digits", (value: string) =>
      /^0x[0-9a-f]{64}$/i.test(value)
    )
  )
  .annotate(lowerCase)

/** What arrived: at the latest block, or final. */
export const Deposit = Schema.Struct({
  tx_hash: Schema.String,
  log_index: Schema.Finite,
  block_number: Schema.Finite,
  amount_usdc: Schema.Finite,
  status: Schema.Literals(["detected", "final"]),
  seen_at: Schema.String,
  /** Blocks on top of it and its own, as of the last look; where the chain is real. */
  confirmations: Schema.optionalKey(Schema.Finite)
})

/** What is still to be paid, with what, and until when. */
export const payment = {
  amount_received_usdc: Schema.Finite.annotate({
    description: "USDC that arrived and is final"
  }),
  amount_due_usdc: Schema.Finite.annotate({
    description:
      "USDC still to be sent; a deposit that is detected and not final yet counts as sent. 0 when " +
      "nothing is due, and for rows of a batch, which is paid for as a whole"
  }),
  funding_expires_at: Schema.String.annotate({
    description: "Until when the deposit must be seen on the chain. ISO 8601, UTC, milliseconds"
  }),
  chain_id: Schema.Finite.annotate({
    description: "EIP-155 number of the chain: 1 is Ethereum, 11155111 Sepolia"
  }),
  token_address: Schema.String.annotate({ description: "Contract of USDC on that chain" }),
  payment_uri: Schema.NullOr(Schema.String).annotate({
    description: "Payment link (EIP-681) for the amount due; null when nothing is due"
  })
}

/** What production would refuse of a request that the sandbox takes. */
export const warnings = Schema.optionalKey(
  Schema.Array(
    Schema.Struct({
      row: Schema.optionalKey(Schema.Finite),
      field: Schema.String,
      code: Schema.String,
      message: Schema.String
    })
  ).annotate({
    description:
      "Sandbox: what production would refuse. In a batch, one for each kind, with its first row"
  })
)

export const FundingStatus = Schema.Literals(["awaiting", "detected", "underpaid", "funded"])

export const PayoutStatus = Schema.Literals(PayoutEvent.statuses)

/** What is due back, or went back. */
export const Refund = Schema.Struct({
  /** `held`: due, and kept back until a compliance review of who sent the money. */
  status: Schema.Literals(["due", "held", "sent", "confirmed"]).annotate({
    description:
      "`held`: it is due, and kept back by a compliance review; `sent`: an operator recorded the " +
      "transaction; `confirmed`: the transaction is final"
  }),
  amount_usdc: Schema.Finite,
  address: Schema.optionalKey(Schema.String),
  tx_hash: Schema.optionalKey(Schema.String)
})

/** Checked here and not by the record's schema, which leaves out what its names do not fit. */
const hasGoodNames = (pairs: Readonly<Record<string, string>>): boolean =>
  Object.keys(pairs).every(
    (name) => name.length <= Limits.http.metadataNameCharsMax && textProblem(name) === undefined
  )

export const Metadata = Schema.Record(Schema.String, text(500)).check(
  rule(
    "too_many",
    `must have at most ${Limits.http.metadataPairsMax} pairs`,
    (value) => Object.keys(value).length <= Limits.http.metadataPairsMax
  ),
  rule(
    "invalid_name",
    `must have readable names of 1 to ${Limits.http.metadataNameCharsMax} characters`,
    hasGoodNames
  )
)

/** How long an old secret or key remains valid beside its successor. */
export const OverlapHours = Schema.Finite.check(
  rule(
    "out_of_range",
    `must be a number of hours from 0 to ${Limits.http.overlapHoursMax}`,
    (value: number) => value >= 0 && value <= Limits.http.overlapHoursMax
  )
).annotate({ description: "How long the old one keeps working; default 24, at most 24" })

/** Milliseconds of an overlap; a day where none is given. */
export const overlapMs = (hours: number | null | undefined): number =>
  Math.round((hours ?? Limits.http.overlapHoursMax) * 3_600_000)

export const Instant = Schema.String.annotate({
  description: "ISO 8601, UTC, milliseconds",
  format: "date-time"
})

/** What is wrong with a payout, or what it waits for. */
export const reason = {
  reason: Schema.optionalKey(Schema.String).annotate({
    description:
      "Why it is held, in review, failed or reversed, as a code: that of its event. Of a payout " +
      "that the service cannot continue right now: `network_unreachable`, `provider_balance_low` " +
      "or `chain_unreachable`. It then continues automatically, and no event has this reason"
  }),
  reason_message: Schema.optionalKey(Schema.String).annotate({
    description: "The reason as a sentence for people, which may change"
  }),
  reason_since: Schema.optionalKey(Instant).annotate({
    description:
      "Since when the service cannot continue the payout. ISO 8601, UTC, milliseconds. Only with " +
      "`network_unreachable`, `provider_balance_low` and `chain_unreachable`"
  })
} as const

/** Field of a payout or batch as operators see it. */
export const approvalsNeeded = Schema.Finite.annotate({
  description: "How many people must approve the release of a hold, and a `pending_action`"
})

/** What operators see of an action that more than one person must approve. */
export const PendingAction = Schema.Struct({
  action: Schema.String.annotate({
    description: "settle, fail, reverse, unfreeze, send_refund or release_refunds"
  }),
  terms: Schema.Record(
    Schema.String,
    Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))
  ).annotate({ description: "Its parameters: the next person must give the same" }),
  approvals: Schema.Array(Schema.String).annotate({ description: "Who gave it" }),
  since: Instant
}).annotate({
  identifier: "PendingAction",
  description: "It happens once as many people as release a hold have given it alike"
})

/** A whole number in a query, which the published document shows as an integer. */
export const integer = (low: number, high: number) => {
  const range = high === Number.MAX_SAFE_INTEGER ? `from ${low}` : `from ${low} to ${high}`
  return word.check(
    Schema.makeFilter<string>(
      (value) => /^\d{1,15}$/.test(value) && Number(value) >= low && Number(value) <= high,
      {
        message: `out_of_range: must be a whole number ${range}`,
        toJsonSchema: () => ({ format: "integer", minimum: low, maximum: high })
      }
    )
  )
}

/** `limit` and `offset` of every list. */
export const page = {
  limit: Schema.optionalKey(integer(1, 100)),
  offset: Schema.optionalKey(integer(0, Number.MAX_SAFE_INTEGER))
}

/** Prefixes of the ids of a list: `po`; of one that has two kinds, both. */
type Prefixes = string | ReadonlyArray<string>

/** Where a page begins: behind an id of the list's kind, such as `po_…`, in one of its orders. */
export const cursor = (prefixes: Prefixes, sorts: ReadonlyArray<Sorting.Sort> = ["-created_at"]) =>
  bounded(Limits.http.cursorCharsMax)
    .check(
      rule(
        "not_a_cursor",
        "must be the `next_cursor` of an earlier page of this list",
        (value: string) => {
          const found = Sorting.parseCursor(value)
          if (found === undefined || !sorts.includes(found.sort)) return false
          return [prefixes].flat().some((prefix) => found.position.id.startsWith(`${prefix}_`))
        }
      )
    )
    .annotate({
      description:
        "`next_cursor` of the page before: what was created since shifts nothing. `offset` counts " +
        "from there"
    })

export const NextCursor = Schema.NullOr(Schema.String).annotate({
  description: "Where the next page begins; null: this page is not full, so it is the last"
})

/** The same of a list, newest first, that can be read on from a place that does not shift. */
export const cursorPage = (prefix: string) => ({
  ...page,
  cursor: Schema.optionalKey(cursor(prefix))
})

/** The order of a list, one of these. */
export const sort = <S extends Sorting.Sort>(sorts: ReadonlyArray<S>, about = "") =>
  Schema.optionalKey(
    Schema.Literals(sorts).annotate({ description: `${Sorting.meaningOf(sorts)}${about}` })
  )

export const lastUsedAt = Schema.NullOr(Instant).annotate({
  description: "When the key was last used; null: no use is known"
})

/** Accounts of a page of a list. */
export const AccountIds = bounded(Limits.http.accountIdsCharsMax).check(
  rule("out_of_range", "must be 1 to 100 account ids, with a comma between them", (value: string) =>
    /^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/.test(value)
  )
)

/** Of the staff's lists of payouts and batches. */
export const refundState = Schema.optionalKey(Schema.Literals(["open", "sent"])).annotate({
  description:
    "`open`: only those with money to go back that is not proven to have gone; `sent`: only those " +
    "with a refund that was sent, with its transaction"
})

/** Of lists of payouts and batches. */
export const refundOpen = Schema.optionalKey(Schema.Literal("open")).annotate({
  description: "Only those with money to go back that is not proven to have gone"
})

/** The same of a list that has these orders. */
export const sortedPage = <S extends Sorting.Sort>(
  prefixes: Prefixes,
  sorts: ReadonlyArray<S>
) => ({
  ...page,
  cursor: Schema.optionalKey(cursor(prefixes, sorts)),
  sort: sort(sorts, ". A `cursor` is of one order")
})

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** ISO 8601 as milliseconds; UTC where no zone is given. `undefined`: not a time that exists. */
export const parseInstant = (text: string): number | undefined => {
  const [, day, time = "00:00", zone = "Z"] = isoTime.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${day}T`)) {
    return undefined
  }
  // RFC 3339 takes both letters in lower case too; Date.parse does not.
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}

/** A moment in a query string or a body. */
export const QueryInstant = word
  .check(
    rule(
      "not_a_time",
      "must be an ISO 8601 time such as 2025-06-15T12:00:00Z",
      (value: string) => parseInstant(value) !== undefined
    )
  )
  .annotate(canonical((text) => String(parseInstant(text) ?? text)))

const keyAddressesMax = Limits.identity.keyAddressesMax

/** What a customer's API key may do, as it is shown. */
export const KeyScope = Role.KeyScope

/** What bounds an API key beside its scope, as it is shown. */
export const keyBounds = {
  expires_at: Schema.NullOr(Instant).annotate({
    description:
      "When the key ends by itself: as it was issued, or because it was replaced; null: never"
  }),
  allowed_ips: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description: "Addresses and ranges that the key works from; null: from everywhere"
  })
}

/** The same as it is asked for. */
export const newKeyBounds = {
  expires_at: maybe(
    QueryInstant.annotate({
      description: "When the key ends by itself: in the future, at most 5 years away; none: never"
    })
  ),
  allowed_ips: maybe(
    Schema.Array(
      word.check(
        rule(
          "not_an_address",
          "must be an IPv4 or IPv6 address, or a range such as 203.0.113.0/24",
          (value: string) => AddressRanges.parseStrict(value) !== undefined
        )
      )
    )
      .check(
        Schema.isMinLength(1, {
          message: "empty: must list an address; leave it out for a key that works from everywhere"
        }),
        Schema.isMaxLength(keyAddressesMax, {
          message: `too_many: must list at most ${keyAddressesMax} addresses or ranges`
        })
      )
      .annotate({
        description: "Addresses and ranges (CIDR) that the key works from; none: from everywhere",
        examples: [["203.0.113.0/24", "2001:db8::7"]]
      })
  )
}

interface AskedBounds {
  readonly expires_at?: string | null
  readonly allowed_ips?: ReadonlyArray<string> | null
}

/** The bounds of a key from the body that asks for them. */
export const boundsOf = ({ allowed_ips, expires_at }: AskedBounds): ApiKey.Bounds => {
  const expiresAt = parseInstant(expires_at ?? "")
  return {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(allowed_ips === undefined || allowed_ips === null ? {} : { allowedIps: allowed_ips })
  }
}

export const list = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    total: Schema.Finite,
    limit: Schema.Finite,
    offset: Schema.Finite
  })

export const cursorList = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: Schema.Array(item),
    total: Schema.Finite,
    limit: Schema.Finite,
    offset: Schema.Finite,
    next_cursor: NextCursor
  })

export const FieldError = Schema.Struct({
  row: Schema.optionalKey(Schema.Finite),
  field: Schema.String,
  code: Schema.String,
  message: Schema.String
})

const Problem = Schema.Struct({
  error: Schema.String,
  message: Schema.String,
  error_code: Schema.String,
  request_id: Schema.String,
  errors: Schema.optionalKey(Schema.Array(FieldError))
}).annotate({ identifier: "Problem", description: "Every error" })

const problem = (status: number, description: string) =>
  Problem.annotate({ description }).pipe(HttpApiSchema.status(status))

const unauthorized = problem(401, "UNAUTHORIZED")
const limited = problem(429, "RATE_LIMIT_EXCEEDED")
const broken = [problem(500, "INTERNAL_ERROR"), problem(503, "SERVICE_UNAVAILABLE")] as const

/** The errors of a reading call. */
export const readErrors = [
  problem(400, "VALIDATION_ERROR"),
  unauthorized,
  problem(403, "FORBIDDEN or KYC_REQUIRED"),
  problem(404, "No such object for this account"),
  limited,
  ...broken
] as const

/** The errors of a writing call. */
export const writeErrors = [
  ...readErrors,
  problem(409, "DUPLICATE_IDEMPOTENCY_KEY, or the object's state does not allow the call"),
  problem(413, "PAYLOAD_TOO_LARGE"),
  problem(415, "UNSUPPORTED_MEDIA_TYPE")
] as const

export const publicErrors = [limited, ...broken] as const

/** The author of an act: a person or a key, under its present name. */
export const Actor = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["person", "api_key"]),
  name: Schema.String
})
