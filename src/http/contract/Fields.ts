/**
 * Field types of the API, with their rules and the messages that integrators read. A rule's message
 * is `code: text`; `Decode` turns each into an entry of `errors`.
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

/**
 * JSON Schema cannot express the project's rules. Without this empty schema the document would also
 * lose the description of a field whose last check is such a rule.
 */
const shown = { toJsonSchema: () => ({}) }

/** A rule with its code and message, such as `too_small` and "must be at least 0.01". */
export const rule = <A>(code: string, message: string, holds: (value: A) => boolean) =>
  Schema.makeFilter<A>((value) => holds(value), { message: `${code}: ${message}`, ...shown })

const amountMessages: Record<Money.AmountProblem, string> = {
  not_a_number: "must be a number",
  negative: "must not be negative",
  too_many_decimals: "must have at most 6 decimals",
  too_large: `must be at most ${Money.usdcMax}`
}

const amountRule = Schema.makeFilter<number>((value) => {
  const amount = Money.fromJson(value, 6)
  return Result.isSuccess(amount) || `${amount.failure}: ${amountMessages[amount.failure]}`
}, shown)

/** USDC as a JSON number, at most six decimals. */
export const Usdc = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be at least 0.01", (value) => value >= 0.01)
).annotate({ description: "Amount in USDC, with at most 6 decimals.", examples: [25.5] })

/** USDC of any amount above 0. */
export const Micro = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be more than 0", (value) => value > 0)
).annotate({ description: "Amount in USDC, with at most 6 decimals." })

/** USDC of at least an amount, micro-USDC. */
export const atLeastMicro = (min: Money.Micro) =>
  Schema.Finite.check(
    amountRule,
    rule(
      "too_small",
      `must be at least ${Money.toJson(min, 6)}`,
      (value) => value >= Money.toJson(min, 6)
    )
  ).annotate({
    description: `Amount in USDC, at least ${Money.toJson(min, 6)}, with at most 6 decimals.`
  })

/** An amount in the recipient's currency. */
export const Fiat = Schema.Finite.check(
  amountRule,
  rule("too_small", "must be more than 0", (value) => value > 0)
).annotate({ description: "Amount that the recipient gets, in the target currency." })

/** Annotates a text field with the function that turns equal spellings into one text. */
const canonical = (fold: (text: string) => string) => ({ canonical: fold })

const lowerCase = canonical((text) => text.toLowerCase())

/** Control characters, and marks that change the direction in which text is displayed. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
const control = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/

/** Any visible character: no blank, invisible character, lone accent or empty braille. */
const visible = /[^\s\p{M}\p{Cf}\p{Zl}\p{Zp}\p{Zs}\p{Default_Ignorable_Code_Point}\u2800]/u

/** True if a text has no visible character. */
const isBlank = (text: string): boolean => !visible.test(text)

/**
 * The reason that a text cannot be shown or stored. PostgreSQL and spreadsheets refuse half a
 * surrogate pair.
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

const readable = Schema.makeFilter<string>((value) => textProblem(value) ?? true, shown)

/**
 * Text of at most `max` characters, for every text field. The length is checked first, and a longer
 * text ends the checks: the cost of others may grow with the square of the length.
 */
export const bounded = (max: number) =>
  Schema.String.check(
    Schema.isMaxLength(max, { message: `too_long: must be at most ${max} characters` }).abort()
  )

/** A value whose form has a separate check, such as a phone number or a time. */
export const word = bounded(Limits.http.wordCharsMax)

/** Text of 1 to `max` characters that is not blank. */
export const text = (max: number) =>
  bounded(max).check(Schema.isMinLength(1, { message: "empty: must not be empty" }), readable)

/** Search text of a list. Empty or blank text means no search. */
export const searchText = (max: number) =>
  bounded(max).check(
    Schema.makeFilter<string>((value) => isBlank(value) || (textProblem(value) ?? true), shown)
  )

export const IdempotencyKey = text(128).annotate({
  description:
    "Your own key for this request, 1 to 128 characters. A retry with the same key and " +
    "parameters takes effect once. Keys are remembered for 24 hours. The header " +
    "`Idempotency-Key` can carry the key instead."
})

/** Blanks around a name are ignored. */
export const BatchName = text(80).annotate({
  description:
    "Your own name for the batch, at most 80 characters. Several batches can have the " +
    "same name.",
  examples: ["Salaries March 2026"],
  ...canonical((name) => name.trim())
})

/** Names of objects in responses. */
export const KeyName = Schema.String.annotate({ description: "Name of the key." })
export const AccountName = Schema.String.annotate({ description: "Name of the account." })

/** The reason that a user or key gives for a change. */
export const GivenReason = text(500).annotate({
  description: "Your reason, which is kept in the audit log."
})

/** An optional field of a request. Absent and `null` have the same meaning. */
export const maybe = <S extends Schema.Top>(schema: S) => Schema.optionalKey(Schema.NullOr(schema))

/** The source of a payout's or batch's money. */
export const FundingSource = maybe(Schema.Literals(["deposit", "balance"])).annotate({
  description:
    "`balance` pays from the account's balance at once. Default is `deposit`, a transfer to the " +
    "`deposit_address` of the response."
})

/** The mark of what the balance pays for. */
export const fromBalance = Schema.optionalKey(Schema.Literal("balance")).annotate({
  description: "`balance` if the account's balance pays. Absent if a deposit does."
})

export const Currency = Schema.Literals(Network.currencies)

/** A network in either style. The error for an unknown network lists all in the given style. */
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
      description: "Mobile money network, such as `MTN_UG` or `mtn_uganda`, in any letter case.",
      examples: ["MTN_UG"],
      ...canonical((text) => Network.parse(text)?.slug ?? text)
    })

export const Slug = slugIn("slug")

/** Network of a beneficiary or batch, in the long style. */
export const LongSlug = slugIn("longSlug")

export const Phone = word.check(rule("not_e164", Network.e164Needed, Network.isE164)).annotate({
  description: "Phone number of the recipient in E.164 form, such as `+256770000001`.",
  examples: ["+256770000001"]
})

/** An Ethereum address. In mixed case it must have a valid checksum (EIP-55). */
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

export const ChainId = Schema.Finite.check(
  rule(
    "out_of_range",
    "must be the id of a chain, such as 8453",
    (id: number) => Number.isSafeInteger(id) && id > 0
  )
)

/** A deposit, at the latest block or final. */
export const Deposit = Schema.Struct({
  tx_hash: Schema.String,
  log_index: Schema.Finite,
  block_number: Schema.Finite,
  amount_usdc: Schema.Finite,
  status: Schema.Literals(["detected", "final"]),
  seen_at: Schema.String,
  /**
   * Blocks since the deposit, its own included, at the last check. Present if the chain is real.
   */
  confirmations: Schema.optionalKey(Schema.Finite)
})

export const DepositMessage = Schema.String.annotate({
  description: "Instruction for the deposit, with the exact amount and the address."
})

/** The amount due, its token and the deadline. */
export const payment = {
  amount_received_usdc: Schema.Finite.annotate({
    description: "USDC that arrived and is final."
  }),
  amount_due_usdc: Schema.Finite.annotate({
    description:
      "USDC that you still have to send. A detected deposit counts as sent before it is " +
      "final. 0 for a row of a batch, which is funded as a whole."
  }),
  funding_expires_at: Schema.String.annotate({
    description: "Time by which the deposit must be seen on the chain. ISO 8601 in UTC."
  }),
  chain_id: Schema.Finite.annotate({
    description:
      "EIP-155 id of the chain, such as 1 for Ethereum and 8453 for Base. The sandbox shows " +
      "11155111, which is Ethereum's test network Sepolia."
  }),
  token_address: Schema.String.annotate({
    description: "Address of the USDC contract on the chain."
  }),
  payment_uri: Schema.NullOr(Schema.String).annotate({
    description: "Payment link (EIP-681) for the amount due. `null` if nothing is due."
  })
}

/** Faults that production would refuse and the sandbox accepts. */
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
      "Faults that production would refuse. Only the sandbox returns warnings. A batch has " +
      "one warning per kind of fault, with the first row."
  })
)

export const FundingStatus = Schema.Literals(["awaiting", "detected", "underpaid", "funded"])

export const PayoutStatus = Schema.Literals(PayoutEvent.statuses)

/** A refund that is due or was sent. */
export const Refund = Schema.Struct({
  /** A `held` refund is due, and kept back until a compliance review of the sender. */
  status: Schema.Literals(["due", "held", "sent", "confirmed", "credited"]).annotate({
    description:
      "Progress of the refund. `due`: the refund was not sent yet. `held`: a compliance " +
      "review withholds the refund. `sent`: an operator recorded the transaction. " +
      "`confirmed`: the transaction is final. `credited`: the refund is part of the balance."
  }),
  amount_usdc: Schema.Finite,
  address: Schema.optionalKey(Schema.String),
  tx_hash: Schema.optionalKey(Schema.String)
})

/** A chain and a token that the service does not count deposits in. */
const foreignAsset = {
  chain_id: Schema.Finite.annotate({ description: "EIP-155 id of the chain." }),
  chain: Schema.String.annotate({ description: "Name of the chain, such as Base." }),
  token_address: Schema.String.annotate({ description: "Address of the token, in lower case." }),
  token_amount: Schema.String.annotate({ description: "Amount in whole tokens, as a decimal." })
}

/** Amounts of foreign assets, each with its chain. */
export const foreignAmountList = Schema.Array(
  Schema.Struct(foreignAsset).annotate({ identifier: "ForeignAmount" })
)
export const foreignAmounts = Schema.optionalKey(foreignAmountList)

/** Refunds of foreign deposits. */
export const foreignRefunds = Schema.optionalKey(
  Schema.Array(
    Schema.Struct({
      status: Refund.fields.status,
      ...foreignAsset,
      address: Refund.fields.address,
      tx_hash: Refund.fields.tx_hash
    }).annotate({ identifier: "ForeignRefund" })
  )
).annotate({
  description:
    "Refunds of money that arrived on another chain or in another token. Each is sent on that " +
    "chain and in that token. Present only if there is one."
})

/** Foreign deposits that an operator booked. */
export const foreignDeposits = Schema.optionalKey(
  Schema.Array(
    Schema.Struct({
      ...foreignAsset,
      tx_hash: Schema.String,
      log_index: Schema.Finite,
      from: Schema.String.annotate({ description: "Address that the deposit came from." }),
      is_screened: Schema.Boolean.annotate({
        description: "`true` after the sender was screened."
      })
    }).annotate({ identifier: "ForeignDeposit" })
  )
).annotate({
  description:
    "Deposits that arrived on another chain or in another token, and that an operator booked. " +
    "Present only if there is one."
})

/** Checks names here, because the record's schema drops pairs whose names do not fit. */
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

/** Hours in which an old secret or key stays valid next to its successor. */
export const OverlapHours = Schema.Finite.check(
  rule(
    "out_of_range",
    `must be a number of hours from 0 to ${Limits.http.overlapHoursMax}`,
    (value: number) => value >= 0 && value <= Limits.http.overlapHoursMax
  )
).annotate({
  description:
    "Hours for which the old secret or key keeps working, from 0 to 24. The default is 24."
})

/** Milliseconds of an overlap; a day by default. */
export const overlapMs = (hours: number | null | undefined): number =>
  Math.round((hours ?? Limits.http.overlapHoursMax) * 3_600_000)

export const Instant = Schema.String.annotate({ format: "date-time" })

/** The reason that a payout failed, is held or waits. */
export const reason = {
  reason: Schema.optionalKey(Schema.String).annotate({
    description:
      "Code of the reason why the payout is held, in review, failed or reversed, as in its " +
      "event. `network_unreachable`, `provider_balance_low` and `chain_unreachable` mean " +
      "that the service cannot continue the payout now. It continues automatically, and no " +
      "event has these reasons."
  }),
  reason_message: Schema.optionalKey(Schema.String).annotate({
    description: "The reason as a sentence for people. The text can change."
  }),
  reason_since: Schema.optionalKey(Instant).annotate({
    description:
      "Time since which the service cannot continue the payout. ISO 8601 in UTC. Present " +
      "only with `network_unreachable`, `provider_balance_low` and `chain_unreachable`."
  })
} as const

/** Field of payouts and batches in the operators' API. */
export const approvalsNeeded = Schema.Finite.annotate({
  description: "Number of people who must approve the release of a hold or a `pending_action`."
})

/** An action that more than one person must approve, as operators see it. */
export const PendingAction = Schema.Struct({
  action: Schema.String.annotate({
    description:
      "Name of the action: `settle`, `fail`, `reverse`, `unfreeze`, `send_refund`, " +
      "`release_refunds`, `return_recall`, `close_recall`, `release_hold`, `correct`, " +
      "`activate_address`, `approve_withdrawal` or `reject_withdrawal`."
  }),
  terms: Schema.Record(
    Schema.String,
    Schema.NullOr(Schema.Union([Schema.String, Schema.Finite]))
  ).annotate({
    description: "Parameters of the action. The next approver must send the same ones."
  }),
  approvals: Schema.Array(Schema.String).annotate({
    description: "Users (e-mail addresses) and keys (names) that requested the action."
  }),
  since: Instant
}).annotate({
  identifier: "PendingAction",
  description:
    "Action that waits for more approvals. It takes effect once as many people as release " +
    "a hold have requested it with the same parameters."
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

/** Id prefixes of a list, such as `po`; several if the list has several kinds. */
type Prefixes = string | ReadonlyArray<string>

/** Start of a page: after an id of the list's kind, such as `po_…`, in one of the list's orders. */
export const cursor = (prefixes: Prefixes, sorts: ReadonlyArray<Sorting.Sort> = ["-created_at"]) =>
  bounded(Limits.http.cursorCharsMax).check(
    rule(
      "not_a_cursor",
      "must be the `next_cursor` of an earlier page of this list",
      (value: string) => {
        const parsedCursor = Sorting.parseCursor(value)
        if (parsedCursor === undefined || !sorts.includes(parsedCursor.sort)) return false
        return [prefixes].flat().some((prefix) => parsedCursor.position.id.startsWith(`${prefix}_`))
      }
    )
  )

export const NextCursor = Schema.NullOr(Schema.String).annotate({
  description: "Cursor of the next page. `null` if this is the last page."
})

/** `limit`, `offset` and `cursor` of a list, newest first. New rows do not shift a cursor. */
export const cursorPage = (prefix: string) => ({
  ...page,
  cursor: Schema.optionalKey(cursor(prefix))
})

/** The order of a list, one of `sorts`. */
export const sort = <S extends Sorting.Sort>(sorts: ReadonlyArray<S>, about = "") =>
  Schema.optionalKey(
    Schema.Literals(sorts).annotate({ description: `${Sorting.meaningOf(sorts)}${about}` })
  )

export const lastUsedAt = Schema.NullOr(Instant).annotate({
  description: "Time of the last request with the key. `null` if none is known."
})

/** Ids of the accounts that a page of a list shows. */
export const AccountIds = bounded(Limits.http.accountIdsCharsMax).check(
  rule("out_of_range", "must be 1 to 100 account ids, with a comma between them", (value: string) =>
    /^[\w-]{1,64}(,[\w-]{1,64}){0,99}$/.test(value)
  )
)

/** Filter by refund in the staff's payout and batch lists. */
export const refundState = Schema.optionalKey(Schema.Literals(["open", "sent"])).annotate({
  description:
    "`open` returns only objects with a refund that is neither confirmed nor credited. `sent` returns " +
    "only objects with a refund that was sent."
})

/** Filter by recall in the staff's payout list. */
export const recallOpen = Schema.optionalKey(Schema.Literal("open")).annotate({
  description: "`open` returns only payouts with a recall that is not closed."
})

/** Filter by refund in payout and batch lists. */
export const refundOpen = Schema.optionalKey(Schema.Literal("open")).annotate({
  description: "`open` returns only objects with a refund that is not confirmed yet."
})

/** `limit`, `offset`, `cursor` and `sort` of a list with these orders. */
export const sortedPage = <S extends Sorting.Sort>(
  prefixes: Prefixes,
  sorts: ReadonlyArray<S>
) => ({
  ...page,
  cursor: Schema.optionalKey(cursor(prefixes, sorts)),
  sort: sort(sorts, " Send the same `sort` with each `cursor`.")
})

const isoTime =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?)(Z|[+-]\d{2}:\d{2})?)?$/i

/** ISO 8601 as milliseconds, UTC by default; `undefined` if the time does not exist. */
export const parseInstant = (text: string): number | undefined => {
  const [, day, time = "00:00", zone = "Z"] = isoTime.exec(text) ?? []
  const midnight = Date.parse(`${day}T00:00:00Z`)
  // Date.parse takes 30 February for 2 March.
  if (Number.isNaN(midnight) || !new Date(midnight).toISOString().startsWith(`${day}T`)) {
    return undefined
  }
  // RFC 3339 allows both letters in lower case; Date.parse does not.
  const at = Date.parse(`${day}T${time}${zone.toUpperCase()}`)
  return Number.isNaN(at) ? undefined : at
}

const isDay = (text: string): boolean =>
  /^\d{4}-\d{2}-\d{2}$/.test(text) && parseInstant(text) !== undefined

/** A day in UTC of a request. */
export const Day = word.check(rule("not_a_date", "must be a day such as 2026-03-02", isDay))

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

/** Permissions of a customer's API key, in responses. */
export const KeyScope = Role.KeyScope

/** Bounds of an API key in responses, in addition to its scope. */
export const keyBounds = {
  expires_at: Schema.NullOr(Instant).annotate({
    description: "Time at which the key expires. `null` if it never expires."
  }),
  allowed_ips: Schema.NullOr(Schema.Array(Schema.String)).annotate({
    description:
      "Addresses and ranges (CIDR) from which the key works. `null` if it works from " +
      "everywhere."
  })
}

/** Bounds of an API key in requests. */
export const newKeyBounds = {
  expires_at: maybe(
    QueryInstant.annotate({
      description:
        "Time at which the key expires, at most 5 years from now. Without it the key never " +
        "expires."
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
        description:
          "Addresses and ranges (CIDR) from which the key works. Without them it works from " +
          "everywhere.",
        examples: [["203.0.113.0/24", "2001:db8::7"]]
      })
  )
}

interface KeyBoundsBody {
  readonly expires_at?: string | null
  readonly allowed_ips?: ReadonlyArray<string> | null
}

/** The bounds of a key from a request's body. */
export const boundsOf = ({ allowed_ips, expires_at }: KeyBoundsBody): ApiKey.Bounds => {
  const expiresAt = parseInstant(expires_at ?? "")
  return {
    ...(expiresAt === undefined ? {} : { expiresAt }),
    ...(allowed_ips === undefined || allowed_ips === null ? {} : { allowedIps: allowed_ips })
  }
}

const objectsOf = <S extends Schema.Top>(item: S) =>
  Schema.Array(item).annotate({ description: "Objects of this page." })

export const list = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: objectsOf(item),
    total: Schema.Finite,
    limit: Schema.Finite,
    offset: Schema.Finite
  })

export const cursorList = <S extends Schema.Top>(item: S) =>
  Schema.Struct({
    data: objectsOf(item),
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
  doc_url: Schema.String,
  errors: Schema.optionalKey(Schema.Array(FieldError)),
  needed_usdc: Schema.optionalKey(Schema.Finite),
  available_usdc: Schema.optionalKey(Schema.Finite)
}).annotate({ identifier: "Problem", description: "Body of every error." })

const problem = (status: number, description: string) =>
  Problem.annotate({ description }).pipe(HttpApiSchema.status(status))

const unauthorized = problem(401, "UNAUTHORIZED")
const limited = problem(429, "RATE_LIMIT_EXCEEDED")
const serverErrors = [problem(500, "INTERNAL_ERROR"), problem(503, "SERVICE_UNAVAILABLE")] as const

/** Errors of reading operations. */
export const readErrors = [
  problem(400, "VALIDATION_ERROR"),
  unauthorized,
  problem(403, "FORBIDDEN or KYC_REQUIRED"),
  problem(404, "The code of the missing object, or NOT_FOUND"),
  limited,
  ...serverErrors
] as const

/** Errors of writing operations. */
export const writeErrors = [
  ...readErrors,
  problem(409, "DUPLICATE_IDEMPOTENCY_KEY, or the object's status does not allow the request"),
  problem(413, "PAYLOAD_TOO_LARGE"),
  problem(415, "UNSUPPORTED_MEDIA_TYPE")
] as const

export const publicErrors = [limited, ...serverErrors] as const

/** The author of an action: a user or a key, under its current name. */
export const Actor = Schema.Struct({
  id: Schema.String,
  kind: Schema.Literals(["person", "api_key"]),
  name: Schema.String
})
