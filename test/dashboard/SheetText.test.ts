/** Files of accounting programs, as the page New batch converts them. */
import { assert, describe, it } from "vitest"
import * as SheetText from "../../src/dashboard/data/SheetText.ts"

const countries = [
  { name: "MTN MoMo · Uganda", network: "MTN_UG", slug: "mtn_uganda", calling_code: "256" },
  { name: "M-Pesa · Kenya", network: "MPESA_KE", slug: "mpesa_kenya", calling_code: "254" }
] as const

const convert = (bytes: Uint8Array, choice?: SheetText.Choice) =>
  SheetText.convert(new Uint8Array(bytes), countries, choice)

const converted = async (
  bytes: Uint8Array,
  choice?: SheetText.Choice
): Promise<SheetText.Converted> => {
  const found = await convert(bytes, choice)
  return "rows" in found ? found : assert.fail(JSON.stringify(found))
}

const cellsOf = ({ rows }: SheetText.Converted) => rows.map(({ cells }) => cells)

const asked = "phone,network,amount_usdc,name,idempotency_key"

describe("A file of a new batch", () => {
  it("is unchanged if the service accepts it unchanged", async () => {
    const found = await converted(Buffer.from(`${asked}\n+256770000001,mtn_uganda,25.5,Jo,key-1\n`))
    assert.deepStrictEqual(found.notes, [])
    assert.deepStrictEqual(cellsOf(found), [["+256770000001", "mtn_uganda", "25.5", "Jo", "key-1"]])
  })

  it("is converted from Excel's own CSV of a country with decimal commas", async () => {
    const text =
      "Name;Mobile number;Network;Amount\r\nJosé;0770000001;MTN_UG;12,5\r\nÅsa;256 770-000002;mtn_uganda;7\r\n;;;\r\n"
    const found = await converted(Buffer.from(text, "latin1"))
    const [first, second, ...more] = cellsOf(found)
    assert.deepStrictEqual(more, [])
    assert.deepStrictEqual(first?.slice(0, 4), ["+256770000001", "MTN_UG", "12.5", "José"])
    assert.deepStrictEqual(second?.slice(0, 4), ["+256770000002", "mtn_uganda", "7", "Åsa"])
    assert.match(first?.[4] ?? "", /^file-[0-9a-f]{16}-1$/)
    assert.deepStrictEqual(
      found.rows.map(({ line }) => line),
      [2, 3]
    )
    for (const part of ["Windows-1252", "semicolons", "“Mobile number” was read as phone"]) {
      assert.include(found.notes.join(" "), part)
    }
    assert.include(found.notes.join(" "), "Keys of 2 rows")
  })

  it("is read in UTF-16 with tabs, and after a line that names the separator", async () => {
    const rows = "phone\tnetwork\tamount_usdc\n0712000001\tmpesa_kenya\t9\n"
    const marked = await converted(Buffer.from(`\ufeff${rows}`, "utf16le"))
    assert.strictEqual(cellsOf(marked)[0]?.[0], "+254712000001")
    const named = await converted(Buffer.from(`sep=\t\n${rows}`))
    assert.strictEqual(cellsOf(named)[0]?.[0], "+254712000001")
    assert.strictEqual(named.rows[0]?.line, 3)
  })

  it("gets the same keys each time, and another file gets other keys", async () => {
    const bytes = Buffer.from("phone,network,amount\n0770000001,MTN_UG,1\n")
    const [once, again] = [await converted(bytes), await converted(bytes)]
    assert.deepStrictEqual(cellsOf(once), cellsOf(again))
    const other = await converted(Buffer.concat([bytes, Buffer.from("0770000002,MTN_UG,1\n")]))
    assert.notStrictEqual(cellsOf(other)[0]?.[4], cellsOf(once)[0]?.[4])
  })

  it("leaves ambiguous cells to the service's check", async () => {
    const text = `phone,network,amount\n0770000001,NOWHERE,"1,234"\n2.56E+11,MTN_UG,5\n`
    const found = await converted(Buffer.from(text))
    assert.deepStrictEqual(
      cellsOf(found).map((cells) => cells.slice(0, 3)),
      [
        ["0770000001", "NOWHERE", "1,234"],
        ["2.56E+11", "MTN_UG", "5"]
      ]
    )
  })

  it("gets the service's columns if its own are in another order or more", async () => {
    const text =
      "network,phone,amount_usdc,name,idempotency_key,note\nMTN_UG,+256770000001,5,Jo,k,x\n"
    const found = await converted(Buffer.from(text))
    assert.deepStrictEqual(cellsOf(found), [["+256770000001", "MTN_UG", "5", "Jo", "k"]])
    assert.lengthOf(found.notes, 1)
  })
})

describe("A cell of a file", () => {
  it("with an amount is unchanged unless it has a decimal comma with one to six digits after it", async () => {
    // "1,234" may mean more than a thousand. Paid as 1.234 it would be a thousandth of that.
    const amounts = ["12,5", "12,123456", "12,1234567", "12,", ",5", "1,2,3", "1,234", "12,50"]
    const rows = amounts.map((amount) => `0770000001,MTN_UG,"${amount}"\n`)
    const found = await converted(Buffer.from(`phone,network,amount\n${rows.join("")}`))
    assert.deepStrictEqual(
      cellsOf(found).map(([, , amount]) => amount),
      ["12.5", "12.123456", "12,1234567", "12,", ",5", "1,2,3", "1,234", "12.50"]
    )
  })

  it("loses the thousands separators if another separator precedes the decimals", async () => {
    const amounts = [
      ...["1.234,50", "1,234.50", "12 345,5", "1\u00a0234,50", "1'234.50", "1.234.567,89"],
      ...["1.234.567", "1,234,567", "1.23,45", "12,34.5", "1 234", "1,234 50", "1.234,"]
    ]
    const rows = amounts.map((amount) => `0770000001,MTN_UG,"${amount}"\n`)
    const found = await converted(Buffer.from(`phone,network,amount\n${rows.join("")}`))
    assert.deepStrictEqual(
      cellsOf(found).map(([, , amount]) => amount),
      [
        ...["1234.50", "1234.50", "12345.5", "1234.50", "1234.50", "1234567.89"],
        ...["1.234.567", "1,234,567", "1.23,45", "12,34.5", "1 234", "1,234 50", "1.234,"]
      ]
    )
  })

  it("is spelled like the service's slug if it names one network", async () => {
    const names = ["MTN Uganda", "mtn momo uganda", "M-PESA Kenya", "mtn_ug", "mtn_uganda", "MTN"]
    const rows = names.map((name) => `0770000001,${name},1\n`)
    const found = await converted(Buffer.from(`phone,network,amount\n${rows.join("")}`))
    assert.deepStrictEqual(
      cellsOf(found).map(([, network]) => network),
      ["MTN_UG", "MTN_UG", "MPESA_KE", "MTN_UG", "mtn_uganda", "MTN"]
    )
    assert.include(found.notes, "The networks in 4 rows were recognized by name.")
  })

  it("with a reference is not used as a key, because next month's row may have the same one", async () => {
    const text = "phone,network,amount,reference,id\n0770000001,MTN_UG,1,salary,E-17\n"
    const found = await converted(Buffer.from(text))
    assert.match(cellsOf(found)[0]?.[4] ?? "", /^file-[0-9a-f]{16}-1$/)
  })

  it("gets the country's code if it is a phone number of national length", async () => {
    const phones = [
      ...["0770000001", "07700000012", "256770000001", "2567700000012", "00256770000001"],
      ...["077000001", "077000000123", "25677000001", "25677000000123", "770000001"]
    ]
    const rows = phones.map((phone) => `${phone},MTN_UG,5\n`)
    const found = await converted(Buffer.from(`phone,network,amount\n${rows.join("")}`))
    assert.deepStrictEqual(
      cellsOf(found).map(([phone]) => phone),
      [
        ...["+256770000001", "+2567700000012", "+256770000001", "+2567700000012"],
        ...["+256770000001", "077000001", "077000000123", "25677000001", "25677000000123"],
        "770000001"
      ]
    )
  })
})

describe("A file without the required column names", () => {
  it("with unknown names is read by the columns that the user chooses, and never without", async () => {
    const bytes = Buffer.from("Wer;Nummer;Betrag\nJosé;0770000001;12,5\nÅsa;0770000002;7\n")
    const found = await convert(bytes)
    assert.deepStrictEqual("unmapped" in found && found.unmapped.header, [
      "Wer",
      "Nummer",
      "Betrag"
    ])
    assert.deepStrictEqual("unmapped" in found && found.unmapped.example[1], "0770000001")
    const places = new Map([["phone", 1] as const, ["amount_usdc", 2] as const])
    const part = await convert(bytes, { places, network: undefined })
    assert.isTrue("unmapped" in part, "there is no network yet")
    const whole = await converted(bytes, { places, network: "mtn_uganda" })
    assert.deepStrictEqual(
      cellsOf(whole).map((cells) => cells.slice(0, 4)),
      [
        ["+256770000001", "mtn_uganda", "12.5", ""],
        ["+256770000002", "mtn_uganda", "7", ""]
      ]
    )
    assert.include(whole.notes.join(" "), "Every row was given the network mtn_uganda.")
  })

  it("is refused with its file type, or with the requirement for its first line", async () => {
    const workbook = await convert(Buffer.from("PK\u0003\u0004 xl/workbook.xml", "latin1"))
    assert.include("refusal" in workbook ? workbook.refusal : "", "an Excel workbook (.xlsx)")
    for (const text of ["+256770000001,MTN_UG,5\n+256770000002,MTN_UG,6\n", "total\n2\n"]) {
      const other = await convert(Buffer.from(text))
      assert.include("refusal" in other ? other.refusal : "", "The first line must contain the")
    }
    const empty = await convert(Buffer.from("\n\n"))
    assert.deepStrictEqual(empty, { refusal: "This file is empty." })
  })
})
