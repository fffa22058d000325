/**
 * Inspects a page in a size and a colour scheme. It fits its width, no table on a phone is cut off,
 * no banner squeezes its text, and axe finds no violation of WCAG 2.2 A and AA and the best
 * practices. `SCREENSHOTS=<folder>` keeps a picture of each.
 */
import * as fs from "node:fs"
import { createRequire } from "node:module"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import type { Page } from "playwright-core"

/** A manner in which a page is inspected: its size and colour scheme. */
export interface Manner {
  readonly name: string
  readonly viewport: { readonly width: number; readonly height: number }
  readonly colorScheme: "light" | "dark"
}

export const wide: Manner = {
  name: "wide",
  viewport: { width: 1280, height: 800 },
  colorScheme: "light"
}

export const narrow: Manner = {
  name: "narrow",
  viewport: { width: 360, height: 740 },
  colorScheme: "dark"
}

const axe = fs.readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8")

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]

interface Found {
  readonly id: string
  readonly nodes: ReadonlyArray<{ readonly html: string; readonly failureSummary: string }>
}

/** A page of any browser. */
interface Scripted {
  readonly evaluate: (script: string) => Promise<unknown>
}

/** Loads axe into a page. */
export const prepare = (page: Scripted): Promise<unknown> => page.evaluate(axe)

/** The violations that axe finds on the page, which must have loaded axe. */
export const violations = async (page: Scripted): Promise<ReadonlyArray<string>> => {
  const options = JSON.stringify({ runOnly: rules, resultTypes: ["violations"] })
  const found = (await page.evaluate(`axe.run(${options})`)) as {
    readonly violations: ReadonlyArray<Found>
  }
  return found.violations.map(
    ({ id, nodes }) => `${id}: ${nodes[0]?.html.slice(0, 200)} (${nodes[0]?.failureSummary})`
  )
}

const folder = process.env.SCREENSHOTS

/** True if pictures are kept. Then pages are inspected in more manners. */
export const isPictured = folder !== undefined

const picture = async (page: Page, name: string): Promise<void> => {
  if (folder === undefined) return
  fs.mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: path.join(folder, `${name}.png`), fullPage: true })
}

export const dress = async (page: Page, { colorScheme, viewport }: Manner): Promise<void> => {
  await page.setViewportSize(viewport)
  await page.emulateMedia({ colorScheme })
}

/** The widest window, in pixels, whose tables are cards that must not exceed their frame. */
const cardsPx = 1024

const cutOff = `[...document.querySelectorAll(".table-frame")]
  .filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth)
  .map(({ textContent }) => textContent.slice(0, 100))`

/** Banners that squeeze their text into less than half of their width. */
const squeezed = `[...document.querySelectorAll(".banner")]
  .filter((each) => each.querySelector(".banner-title").clientWidth < each.clientWidth / 2)
  .map(({ textContent }) => textContent.slice(0, 100))`

/** Inspects a loaded page in one manner. */
export const inspect = async (page: Page, manner: Manner, name: string): Promise<void> => {
  await dress(page, manner)
  // Colours and charts are final once all animations have finished. The list keeps finished
  // animations of closed details, so the state of each is checked.
  await page.evaluate(`new Promise((done) => {
    const still = () => document.getAnimations().every(({ playState }) => playState === "finished")
    const look = () => requestAnimationFrame(() => (still() ? done() : look()))
    requestAnimationFrame(look)
  })`)
  await picture(page, `${name}-${manner.name}`)
  const overflow = await page.evaluate(
    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
  )
  assert.strictEqual(overflow, 0, `${name} is wider than its window when ${manner.name}`)
  if (manner.viewport.width <= cardsPx) {
    assert.deepStrictEqual(await page.evaluate(cutOff), [], `${name} is cut off, ${manner.name}`)
  }
  assert.deepStrictEqual(await page.evaluate(squeezed), [], `${name} is squeezed, ${manner.name}`)
  assert.deepStrictEqual(await violations(page), [], `${name}, ${manner.name}`)
}
