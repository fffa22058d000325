/** Contract of `/admin/v1/reconciliations/statements`: files of providers, compared with the books. */
import { Schema } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as ProviderRoutes from "../../config/ProviderRoutes.ts"
import * as Statement from "../../domain/books/Statement.ts"
import * as StatementColumns from "../../domain/books/StatementColumns.ts"
import * as Fields from "../contract/Fields.ts"

const { statementCharsMax, statementLinesMax, statementOutcomesMax } = Limits.reconcile

const column = (description: string) => Fields.text(100).annotate({ description })

const Columns = Schema.Struct({
  delimiter: Fields.maybe(Schema.Literals(StatementColumns.delimiters)).annotate({
    description: "Character between two cells. Default is a comma."
  }),
  reference: column("Column of the id that the service gave."),
  identifies: Fields.maybe(Schema.Literals(Statement.identified)).annotate({
    description:
      "Meaning of `reference`. `transfer`, the default: the reference of a transfer. `payout`: the " +
      "id of a payout."
  }),
  provider_reference: Fields.maybe(Fields.text(100)).annotate({
    description: "Column of the provider's id. Default is none."
  }),
  amount: column("Column of the amount. Its sign is ignored."),
  fee: Fields.maybe(Fields.text(100)).annotate({
    description:
      "Column of the fee that the provider charged for the line's payout. Default is none."
  }),
  decimal_separator: Fields.maybe(Schema.Literals(StatementColumns.decimalSeparators)).annotate({
    description: "Character before the decimals. Default is a point."
  }),
  currency: column("Column of the ISO 4217 code of the currency."),
  type: Fields.maybe(
    Schema.Struct({
      column: column("Column of the type."),
      payouts: Schema.Array(Fields.text(100)).annotate({
        description: "Types of payouts, in any letter case. Lines of other types are ignored."
      })
    })
  ).annotate({
    description: "Column that tells payouts from other lines. Default is none."
  }),
  status: column("Column of the status, or of a type that serves as one."),
  outcomes: Schema.Record(Schema.String, Schema.Literals(StatementColumns.outcomes))
    .check(
      Fields.rule(
        "too_many",
        `must have at most ${statementOutcomesMax} values`,
        (value: Readonly<Record<string, string>>) =>
          Object.keys(value).length <= statementOutcomesMax
      )
    )
    .annotate({
      description:
        "Outcome of each value of the status column, in any letter case. `fee`: the line is a fee. " +
        "`ignored`: the line is about no payout and no fee. " +
        `At most ${statementOutcomesMax} values.`
    }),
  time: column("Column of the time."),
  time_format: Fields.maybe(
    Fields.text(40).check(
      Fields.rule(
        "not_a_time_format",
        "must be iso, or have YYYY, MM, DD, HH and mm once each, such as DD/MM/YYYY HH:mm:ss",
        StatementColumns.isTimeFormat
      )
    )
  ).annotate({
    description: "`iso`, the default, or a pattern such as `DD/MM/YYYY HH:mm:ss`."
  }),
  utc_offset: Fields.maybe(
    Fields.word.check(
      Fields.rule(
        "not_an_offset",
        "must be an offset from UTC such as +03:00",
        (value: string) => StatementColumns.offsetMs(value) !== undefined
      )
    )
  ).annotate({
    description:
      "Offset of the provider's days, and of times without an offset. Default is `+00:00`."
  })
}).annotate({ identifier: "StatementColumns" })
type ColumnsJson = typeof Columns.Type

/** The description of a request's columns. */
export const columnsOf = (json: ColumnsJson): StatementColumns.StatementColumns => ({
  delimiter: json.delimiter ?? ",",
  reference: json.reference,
  identifies: json.identifies ?? "transfer",
  providerReference: json.provider_reference ?? null,
  amount: json.amount,
  fee: json.fee ?? null,
  decimalSeparator: json.decimal_separator ?? ".",
  currency: json.currency,
  type: json.type ?? null,
  status: json.status,
  outcomes: json.outcomes,
  time: json.time,
  timeFormat: json.time_format ?? "iso",
  utcOffset: json.utc_offset ?? "+00:00"
})

const described = [...StatementColumns.builtIn.keys()].map((name) => `\`${name}\``).join(" and ")

export const payload = Schema.Struct({
  provider: Schema.Literals(ProviderRoutes.providerNames).annotate({
    description: "Provider that made the file."
  }),
  name: Fields.text(200).annotate({ description: "Name of the file." }),
  content: Fields.bounded(statementCharsMax).annotate({
    description:
      `CSV text with a header. At most ${statementCharsMax.toLocaleString("en")} characters, ` +
      `${Statement.daysMax} days and ${statementLinesMax.toLocaleString("en")} lines about payouts.`
  }),
  columns: Fields.maybe(Columns).annotate({
    description: `Description of the columns. Default is the provider's own, for ${described}.`
  }),
  idempotency_key: Fields.maybe(Fields.IdempotencyKey)
})

/** The file of a reconciliation. */
export const File = Schema.Struct({
  provider: Schema.String,
  name: Schema.String.annotate({ description: "Name of the file." }),
  sha256: Schema.String.annotate({ description: "SHA-256 of the file in UTF-8." }),
  from: Fields.Instant.annotate({ description: "Start of the statement's first day." }),
  to: Fields.Instant.annotate({
    description: "End of the statement's last day, or its last line if that day had not ended."
  }),
  lines: Schema.Finite.annotate({ description: "Lines about payouts." })
}).annotate({ identifier: "StatementFile" })

/** An example of a file, as pawaPay exports it. */
export const example = {
  body: {
    ...{ provider: "pawapay", name: "uganda-2026-03-01.csv" },
    content: [
      "Creation Date,MSISDN,Transaction ID,Amount,Currency,Country,MNO,Type,Balance,Reason,Metadata",
      "2026-03-01T09:12:44Z,256770000001,7f9c24e8-3b12-4ef1-9a33-5d1f0c0f7a10,92500,UGX,UGA,MTN,Payout,4100000,,"
    ].join("\n")
  },
  statement: {
    ...{ provider: "pawapay", name: "uganda-2026-03-01.csv" },
    sha256: "5f0c1d2b7a1e4c9d8b3f6a2e1c0d9b8a7f6e5d4c3b2a19081726354433221100",
    ...{ from: "2026-03-01T00:00:00.000Z", to: "2026-03-02T00:00:00.000Z", lines: 1 }
  }
} as const
