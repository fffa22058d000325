/** A batch of 1,000 rows: its problems, its review, its failed rows, and their retry. */
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const head = "phone,network,amount_usdc,name,idempotency_key"

const total = 1_000

/** Milliseconds within which the review of a file must appear. */
const reviewMsMax = 2_000

/** The mistakes of every hundredth row, alternating. */
const mistakes = [
  (row: string) => row.replace(/^\+\d+/, "0770"),
  (row: string) => row.replace("MTN_UG", "NOPE"),
  (row: string) => row.replace(",5,", ",5.1234567,")
]

/** The sandbox refuses this phone at the provider. */
const refusedPhone = "+256770000003"

/** True for the numbers of rows, from 1, that are refused later, which is every two hundredth. */
const isRefused = (number: number): boolean => number % 200 === 0

const rows = Array.from({ length: total }, (_, index) => {
  const number = index + 1
  const phone = isRefused(number) ? refusedPhone : `+2567701${String(number).padStart(5, "0")}`
  return `${phone},MTN_UG,5,Person ${number},row-${number}`
})

const broken = rows.map((row, index) =>
  index % 100 === 99 ? (mistakes[((index + 1) / 100) % mistakes.length]?.(row) ?? row) : row
)

const fileOf = (name: string, lines: ReadonlyArray<string>): string => {
  const file = path.join(fs.mkdtempSync(path.join(os.tmpdir(), "payout-csv-")), name)
  fs.writeFileSync(file, `${[head, ...lines].join("\n")}\n`)
  return file
}

/** Chooses a file, waits for its review, and returns the milliseconds. */
const review = async (page: Page, file: string): Promise<number> => {
  const region = page.getByRole("region", { name: path.basename(file) })
  const begun = performance.now()
  await page.getByLabel("CSV file").setInputFiles(file)
  await region.getByText(`in the order of the file`).waitFor()
  await page.getByRole("button", { name: "Submit batch" }).waitFor()
  return performance.now() - begun
}

const submitted = async (page: Page, count: number): Promise<string> => {
  await page.getByRole("button", { name: "Submit batch" }).click()
  await page.waitForURL(/\/batches\/bt_/)
  const done = `[role=progressbar][aria-valuenow="${count}"]`
  await page.locator(done).waitFor({ timeout: 60_000 })
  return new URL(page.url()).pathname.split("/").at(-1) ?? ""
}

const failedRows = async (page: Page): Promise<ReadonlyArray<string>> => {
  const downloading = page.waitForEvent("download")
  await page.getByRole("button", { name: "Download failed rows" }).click()
  const text = fs.readFileSync(await (await downloading).path(), "utf8")
  const [first, ...lines] = text.trimEnd().split("\n")
  assert.strictEqual(first, head)
  return lines
}

const isPaid = async (service: Service.Service): Promise<void> => {
  const ada = await Visitor.first(service)
  await Browser.within(service, async (opened) => {
    await Browser.signedIn(opened, service, ada)
    const { page } = opened
    await page.goto("/dashboard/batches/new")
    await page.getByLabel("CSV file").setInputFiles(fileOf("august.csv", broken))
    const wrong = page.getByRole("table", { name: "Rows with problems" })
    await wrong.waitFor()
    await page.getByText("10 rows of 1,000 have problems.").waitFor()
    const numbers = await wrong.getByRole("row").locator("td:first-child").allInnerTexts()
    const hundreds = Array.from({ length: 10 }, (_, index) => (index + 1) * 100)
    const places = hundreds.map((row) => `${row} line ${row + 1}`)
    assert.deepStrictEqual(
      numbers.map((text) => text.replace(/\s+/, " ")),
      places
    )
    for (const text of ["must be an E.164 number", "must be one of", "6 decimals"]) {
      await wrong.getByText(text).first().waitFor()
    }
    assert.strictEqual(await page.getByRole("button", { name: "Submit batch" }).count(), 0)

    const good = fileOf("august-corrected.csv", rows)
    const times: Array<number> = []
    for (let run = 0; run < 3; run++) {
      await page.goto("/dashboard/batches/new")
      times.push(await review(page, good))
    }
    assert.isBelow(Math.min(...times), reviewMsMax, `the fastest of ${times.map(Math.round)} ms`)
    const summary = page.getByRole("region", { name: "Review" })
    await summary.getByText("5,000.00 USDC").first().waitFor()
    await page.getByText("These rows pay the same amount to the same phone.").waitFor()
    await page.getByText("And 800 more.").waitFor()
    await page.getByRole("button", { name: "Show 200 more" }).click()
    await page.getByText("And 600 more.").waitFor()
    await page.getByRole("cell", { name: "row-400" }).waitFor()
    assert.isTrue(await page.getByRole("button", { name: "Submit batch" }).isDisabled())
    await page.getByLabel("I have checked the rows above that may be paid twice.").check()
    const batchId = await submitted(page, total)
    await page.getByRole("note", { name: "5 payouts of 1,000 failed" }).waitFor()
    const { json } = await service.call("GET", `/v1/batches/${batchId}`)
    assert.deepInclude(json, { total, completed: 995, failed: 5, pending: 0 })

    const failed = await failedRows(page)
    const shapes = failed.map((line) => line.replace(/retry-po_\w+$/, "retry"))
    const again = [200, 400, 600, 800, 1000].map(
      (number) => `${refusedPhone},mtn_uganda,5,Person ${number},retry`
    )
    assert.deepStrictEqual(shapes, again)
    const corrected = failed.map((line, index) => line.replace(/03,/, `${index + 11},`))
    await page.goto("/dashboard/batches/new")
    await review(page, fileOf("failed-corrected.csv", corrected))
    await submitted(page, failed.length)
    await page.getByText("5 settled").waitFor()
  })
}

describe.skipIf(!Browser.isThere)("A batch of 1,000 rows in a browser", () => {
  afterAll(Browser.close)

  suite("from a file", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("shows its problems, is reviewed at once, and pays its failed rows later", isPaid)
  })
})
