import { assert } from "@effect/vitest"
import { Result } from "effect"
import fc from "fast-check"
import { describe, it } from "vitest"
import * as FailedRows from "../../src/client/FailedRows.ts"
import type { FieldError, Refusal } from "../../src/http/contract/Rejection.ts"
import * as Csv from "../../src/http/decoding/Csv.ts"
import * as CsvText from "../../src/usecases/CsvText.ts"

const header = "phone,network,amount_usdc,name,idempotency_key"

/** Reads a file in pieces, as they would arrive. */
const read = (...pieces: ReadonlyArray<Buffer>) =>
  new Promise<Result.Result<Csv.Table, Refusal>>((resolve) => {
    const reader = Csv.reader(resolve)
    for (const piece of pieces) reader.write(piece)
    reader.end()
  })

const readText = (text: string) => read(Buffer.from(text))

const tableOf = async (text: string): Promise<Csv.Table> => {
  const table = await readText(text)
  if (Result.isFailure(table)) assert.fail(JSON.stringify(table.failure))
  return table.success
}

const refusalOf = async (...pieces: ReadonlyArray<Buffer>): Promise<Partial<FieldError>> => {
  const table = await read(...pieces)
  if (Result.isSuccess(table) || table.failure._tag !== "Invalid") return assert.fail("no refusal")
  return table.failure.errors[0] ?? {}
}

/** The row and the code of every problem. */
const codes = ({ problems }: Csv.Table) =>
  problems.map(({ code, field, row }) => [row, field, code])

const row = (n: number) => `+25677${String(n).padStart(7, "0")},mtn_uganda,25.5,Jo ${n},key-${n}`

const one = {
  phone: "+256770000001",
  network: "mtn_uganda",
  amount_usdc: 25.5,
  name: "Jo 1",
  idempotency_key: "key-1"
}

describe("A CSV batch's cells", () => {
  it("are read with LF or CRLF, with and without a byte order mark and a last line end", async () => {
    for (const end of ["\n", "\r\n"]) {
      for (const mark of ["", "\ufeff"]) {
        for (const last of ["", end, end + end]) {
          const table = await tableOf(`${mark}${header}${end}${row(1)}${end}${row(2)}${last}`)
          assert.deepStrictEqual(table.problems, [])
          assert.strictEqual(table.rows.length, 2)
          assert.deepStrictEqual(table.rows[0], one)
        }
      }
    }
  })

  it("may be quoted, with separators, line ends and doubled quotes", async () => {
    const table = await tableOf(`${header}\n"+256770000001",MTN_UG,1,"O""Neill, J\nJr","k,1"\n`)
    assert.deepStrictEqual(table.problems, [])
    assert.strictEqual(table.rows[0]?.name, 'O"Neill, J\nJr')
    assert.strictEqual(table.rows[0]?.idempotency_key, "k,1")
  })

  it("may have a phone as this service exports it", async () => {
    const [, exported] = CsvText.of(["phone"], [[one.phone]])
      .trim()
      .split("\r\n")
    assert.strictEqual(exported, `"${one.phone}"`)
    // Older exports have an apostrophe before the plus.
    for (const cell of [exported, `"'${one.phone}"`]) {
      const { rows } = await tableOf(`${header}\n${cell},mtn_uganda,25.5,Jo 1,key-1`)
      assert.deepStrictEqual(rows, [one])
    }
    const { rows: others } = await tableOf(`${header}\n'256770000001,mtn_uganda,25.5,Jo 1,key-1`)
    assert.strictEqual(others[0]?.phone, "'256770000001")
  })

  it("may omit the name", async () => {
    const table = await tableOf(`${header}\n+256770000001,MTN_UG,1,,k`)
    assert.notProperty(table.rows[0], "name")
    assert.deepStrictEqual(table.problems, [])
  })

  it("are read back from any written table, however it is split into chunks", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 }), {
          minLength: 1,
          maxLength: 20
        }),
        fc.constantFrom("\n", "\r\n"),
        fc.infiniteStream(fc.integer({ min: 1, max: 9 })),
        async (names, end, sizes) => {
          const lines = names.map((name, at) => `+2567,n,1,"${name.replaceAll('"', '""')}",k${at}`)
          const file = Buffer.from([header, ...lines].join(end))
          const pieces: Array<Buffer> = []
          for (let at = 0; at < file.length; ) {
            const size = sizes.next().value ?? 1
            pieces.push(file.subarray(at, at + size))
            at += size
          }
          const table = await read(...pieces)
          assert.isTrue(Result.isSuccess(table))
          if (Result.isFailure(table)) return
          assert.deepStrictEqual(
            table.success.rows.map(({ name }) => name),
            names
          )
        }
      ),
      { numRuns: 100 }
    ))
})

describe("The cells of an export", () => {
  it("become text in an export where a spreadsheet would run them as formulas", () => {
    const signs = ["=", "+", "-", "@", "\uff1d", "\uff0b", "\uff0d", "\uff20", "\ufe66", "\ufe62"]
    const before = [
      "",
      " ",
      "\u00a0",
      "\u200b",
      "\ufeff",
      "\u00ad",
      "\u2060",
      "\u202e",
      "\t",
      ";",
      "\u0000"
    ]
    for (const formula of ["+1+1", "+256-1", "+", "+1234567890123456", "+25677000000a", "-1-1"]) {
      assert.strictEqual(CsvText.line([formula]), `"'${formula}"\r\n`)
    }
    for (const amount of ["-1", "-0.25", "-24.750000"]) {
      assert.strictEqual(CsvText.line([amount]), `"${amount}"\r\n`)
    }
    for (const sign of signs) {
      for (const start of before) {
        const name = `${start}${sign}cmd|' /C calc'!A0`
        assert.include(CsvText.line([name]), `'${sign}`, JSON.stringify(name))
        if (start === ";") continue
        const failed = FailedRows.csvOf([["+256770000001", "MTN_UG", "1", name, "k"]])
        assert.include(failed, `,'${start}${sign}`, JSON.stringify(name))
        assert.include(failed, "\n+256770000001,", "the service takes a phone number as it is")
      }
    }
  })
})

describe("A CSV batch in another form", () => {
  it("is refused with the text found in place of its header, and advice", async () => {
    const cases: ReadonlyArray<readonly [string, RegExp]> = [
      [header.replace("name,", ""), /idempotency_key$/],
      [
        "network,phone,amount_usdc,name,idempotency_key",
        /Use exactly these columns, in this order/
      ],
      [header.replaceAll(",", ";"), /separated by semicolons\. Save the file with commas/],
      [header.replaceAll(",", "\t"), /separated by tabs\. Save the file with commas/],
      ["sep=;", /Remove the first line, which names a separator for Excel/],
      [`${header},,`, /Delete the empty columns at the end/],
      [`${header},extra`, /Use exactly these columns, in this order/],
      [header.toUpperCase(), /lower case and without spaces/],
      [header.replaceAll(",", " , "), /lower case and without spaces/]
    ]
    for (const [found, hint] of cases) {
      const error = await refusalOf(Buffer.from(`${found}\n${row(1)}`))
      assert.strictEqual(error.code, "wrong_header")
      assert.include(error.message, "must begin with the header")
      assert.match(error.message ?? "", hint, found)
    }
    const macintosh = await refusalOf(Buffer.from(`${header}\r${row(1)}\r`))
    assert.match(macintosh.message ?? "", /Its lines end with CR alone/)
    assert.strictEqual((await refusalOf()).code, "wrong_header")
    assert.strictEqual((await refusalOf(Buffer.from(header))).code, "empty")
  })

  it("is refused with its file type, and with the program and menu that export CSV", async () => {
    const text = `${header}\n${row(1)}\n`
    const swapped = Buffer.from(text, "utf16le").swap16()
    const cases: ReadonlyArray<readonly [Buffer, RegExp]> = [
      [
        Buffer.from("PK\u0003\u0004....xl/workbook.xml...\u0080", "latin1"),
        /Excel workbook \(\.xlsx\)\. In Excel choose/
      ],
      [
        Buffer.from("PK\u0003\u0004mimetypeapplication/vnd.oasis.opendocument.spreadsheet"),
        /OpenDocument spreadsheet \(\.ods\)/
      ],
      [Buffer.from("PK\u0003\u0004 salaries.csv"), /is a ZIP archive\. Unpack it/],
      [Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1]), /Excel workbook \(\.xls\)/],
      [Buffer.from("%PDF-1.7\n"), /is a PDF/],
      [Buffer.from([0x1f, 0x8b, 0x08, 0x00]), /is a gzip archive/],
      [Buffer.from("<!DOCTYPE html><html>"), /is a web page/],
      [Buffer.from(`\ufeff${text}`, "utf16le"), /is in UTF-16, which Excel calls Unicode Text/],
      [Buffer.from(text, "utf16le"), /is in UTF-16/],
      [Buffer.concat([Buffer.from([0xfe, 0xff]), swapped]), /is in UTF-16/]
    ]
    for (const [bytes, message] of cases) {
      const whole = await refusalOf(bytes)
      assert.match(whole.message ?? "", message)
      assert.strictEqual(whole.code, "wrong_form", whole.message)
      const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
      assert.match((await refusalOf(...pieces)).message ?? "", message, "byte by byte")
    }
  })

  it("is refused with line and column of the first byte that is not UTF-8", async () => {
    const bytes = Buffer.from(
      `${header}\n${row(1)}\n+256770000002,mtn_uganda,9,Jos\u00e9,k\n`,
      "latin1"
    )
    const expected = /not valid UTF-8 at line 3, column 31\. It is probably in Windows-1252/
    assert.match((await refusalOf(bytes)).message ?? "", expected)
    const pieces = Array.from(bytes, (byte) => Buffer.from([byte]))
    assert.match((await refusalOf(...pieces)).message ?? "", expected, "byte by byte")
  })
})

describe("A malformed CSV batch", () => {
  it("may end with any number of lines of empty cells or spaces", async () => {
    for (const blank of ["", ",,,,", " ", ",, ,,", ",,,,,,,,", "\u00a0"]) {
      const table = await tableOf(`${header}\n${row(1)}\n${`${blank}\n`.repeat(1_247)}`)
      assert.deepStrictEqual([table.rows, table.problems], [[one], []], blank)
    }
  })

  it("is refused with a blank line before its end", async () => {
    const table = await tableOf(`${header}\n${row(1)}\n,,,,\n\n${row(2)}\n\n\n`)
    assert.deepStrictEqual(codes(table), [
      [2, "row", "blank_line"],
      [3, "row", "blank_line"]
    ])
    assert.strictEqual(table.rows.length, 4)
  })

  it("is refused with the row whose quotes do not match, and the problems of the rows before it", async () => {
    const cases = {
      '"never closed': "unclosed_quote",
      '"a"b,': "stray_quote",
      'a"b,': "stray_quote"
    }
    for (const [cell, code] of Object.entries(cases)) {
      const table = await tableOf(`${header}\n1,2\n${row(2)}\n${cell}\n`)
      assert.deepStrictEqual(codes(table), [
        [1, "row", "wrong_cells"],
        [3, "row", code]
      ])
    }
  })
})

describe("A CSV batch with wrong rows", () => {
  it("is refused with the number of every wrong row", async () => {
    const lines = [
      row(1),
      "+256770000002,mtn_uganda,25.5,Jo",
      "2.56E+11,mtn_uganda,25.5,Jo,key-3",
      "+256770000004,mtn_uganda,1.2345678,Jo,key-4",
      `${row(5)},more`,
      ",,,,",
      row(7)
    ]
    const table = await tableOf(`${header}\n${lines.join("\n")}\n`)
    assert.strictEqual(table.rows.length, 7)
    assert.deepStrictEqual(table.rows[6]?.idempotency_key, "key-7")
    assert.deepStrictEqual(codes(table), [
      [2, "row", "wrong_cells"],
      [3, "phone", "spreadsheet_number"],
      [4, "amount_usdc", "too_many_decimals"],
      [5, "row", "wrong_cells"],
      [6, "row", "blank_line"]
    ])
  })

  it("is refused with the invisible characters of a phone number", async () => {
    const cases: ReadonlyArray<readonly [string, string, RegExp]> = [
      [
        "256770000001",
        "missing_plus",
        /has no plus sign\. Write \+256770000001, and format the column as text/
      ],
      ["256770000001.0", "spreadsheet_number", /Format the column as text/],
      ["+256\u00a0770000001", "invisible_character", /U\+00A0, at position 5\. Remove it/],
      ["\u202d+256770000001\u202c", "invisible_character", /U\+202D, at position 1/]
    ]
    for (const [phone, code, message] of cases) {
      const { problems } = await tableOf(`${header}\n${phone},MTN_UG,1,,k`)
      assert.strictEqual(problems[0]?.code, code, phone)
      assert.match(problems[0]?.message ?? "", message)
    }
  })

  it("is refused with the spreadsheet format that a phone number has", async () => {
    for (const phone of ["2.56E+11", "2,56E+11", "2.5677E11", "+2.56e+11"]) {
      const cell = phone.includes(",") ? `"${phone}"` : phone
      const table = await tableOf(`${header}\n${cell},MTN_UG,1,,k`)
      assert.strictEqual(
        table.problems[0]?.message,
        `was changed to ${phone} by a spreadsheet. Format the column as text`
      )
    }
  })
})

describe("A CSV batch's bounds", () => {
  it("refuse the 1,001st row without reading on, and accept a thousand", async () => {
    const lines = Array.from({ length: 1_001 }, (_, at) => row(at + 1))
    const table = await tableOf(`${header}\n${lines.slice(0, 1_000).join("\n")}\n\n`)
    assert.strictEqual(table.rows.length, 1_000)
    let refused = 0
    const reader = Csv.reader((read) => {
      assert.isTrue(Result.isFailure(read))
      refused += 1
    })
    reader.write(Buffer.from(`${header}\n${lines.join("\n")}\n${row(1_002)}\n`))
    assert.strictEqual(refused, 1, "before the end is known")
    reader.write(Buffer.from(row(1)))
    reader.end()
    assert.strictEqual(refused, 1)
    const blanks = Buffer.from(`${header}\n${"\n".repeat(1_500)}${row(1)}`)
    assert.strictEqual((await refusalOf(blanks)).code, "too_many")
  })

  it("refuse an endless row and bytes that are not UTF-8", async () => {
    const long = await tableOf(`${header}\n${row(1)}\n"${"x".repeat(20_000)}`)
    assert.deepStrictEqual(codes(long), [[2, "row", "too_long"]])
    for (const bytes of [[0xff], [0xe2, 0x82], [0xc3, 0x28]]) {
      const file = Buffer.concat([Buffer.from(`${header}\n`), Buffer.from(bytes)])
      assert.strictEqual((await refusalOf(file)).code, "not_utf8")
    }
  })
})

describe("A CSV reader", () => {
  it("emits nothing after a stop", async () => {
    const reader = Csv.reader(() => assert.fail("emitted something"))
    reader.write(Buffer.from(`${header}\n${row(1)}`))
    reader.stop()
    reader.end()
    await new Promise(setImmediate)
  })
})

describe("An amount in a cell", () => {
  it("is a plain decimal of at most six places, exact", () => {
    for (const text of ["0", "1", "0.01", "25.5", "10000", "0.000001", "499999999.999999"]) {
      assert.deepStrictEqual(Csv.amount(text), Result.succeed(Number(text)))
    }
  })

  it("is refused in any other notation", () => {
    const wrong = {
      not_a_number: [
        "",
        " 1",
        "1 ",
        "+1",
        "1e3",
        "1,5",
        "1,000.50",
        ".5",
        "5.",
        "01",
        "0x1",
        "NaN"
      ],
      negative: ["-1", "-0.5"],
      too_many_decimals: ["0.1234567"],
      too_large: ["500000000.000001", "1".repeat(400)]
    }
    for (const [code, texts] of Object.entries(wrong)) {
      for (const text of texts) {
        const read = Csv.amount(text)
        assert.strictEqual(Result.isFailure(read) ? read.failure.code : "", code, text)
      }
    }
  })

  it("equals JSON's number of the same text", () =>
    fc.assert(
      fc.property(fc.nat(499_999_999), fc.nat(999_999), (whole, micro) => {
        const text = `${whole}.${String(micro).padStart(6, "0")}`
        assert.deepStrictEqual(Csv.amount(text), Result.succeed(JSON.parse(text)))
      })
    ))
})

describe("The errors of a table and its schema", () => {
  it("are one per field and row, in the order of rows", () => {
    const already = [
      { row: 2, field: "row", code: "wrong_cells", message: "m" },
      { row: 3, field: "phone", code: "spreadsheet_number", message: "m" }
    ]
    const found = [
      { row: 1, field: "network", code: "unknown_network", message: "m" },
      { row: 2, field: "phone", code: "required", message: "m" },
      { row: 3, field: "phone", code: "required", message: "m" },
      { row: 3, field: "network", code: "unknown_network", message: "m" }
    ]
    assert.deepStrictEqual(
      Csv.join(already, found).map(({ code, row }) => `${row} ${code}`),
      ["1 unknown_network", "2 wrong_cells", "3 spreadsheet_number", "3 unknown_network"]
    )
  })
})
