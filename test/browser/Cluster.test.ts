/** The page of nodes and partitions, over a table of nodes that the tests write. */

import * as os from "node:os"
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import * as Version from "../../src/config/Version.ts"
import * as Fixture from "../fixtures/nodes.ts"
import { suite } from "../http/suite.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

const { first, node, run, second, third } = Fixture
const count = 24

/** Every third partition, which are the partitions of one node. */
const thirds = (rest: number) =>
  Array.from({ length: count / 3 }, (_, index) => run(index * 3 + rest))

const all = [
  node(first, { partitions: thirds(0) }),
  node(second, { partitions: thirds(1), version: "1.3.0" }),
  node(third, { partitions: thirds(2) })
]

const broken = [
  node(first, { partitions: thirds(0) }),
  node(second, { partitions: thirds(1), followed: 99 }),
  node(third, { partitions: thirds(2), isAlive: false, followed: 95 })
]

/**
 * The number of partitions marked as without an owner. A banner about them, which appears later,
 * uses a full sentence.
 */
const withoutOwner = (page: Page) => page.getByText("No owner", { exact: true }).count()

const manners: ReadonlyArray<Inspection.Manner> = [
  { name: "wide", viewport: { width: 1440, height: 900 }, colorScheme: "light" },
  { name: "wide-dark", viewport: { width: 1440, height: 900 }, colorScheme: "dark" },
  { name: "narrow", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "narrow-dark", viewport: { width: 390, height: 844 }, colorScheme: "dark" }
]

// The limit allows for a browser, a service and other tests on two cores.
vi.setConfig({ testTimeout: 120_000 })

describe.skipIf(!Browser.isThere)("The page of the cluster", () => {
  afterAll(Browser.close)
  const table = Fixture.table()

  suite(
    "of several nodes",
    { PARTITIONS: String(count) },
    (test) => {
      test("is in the menu of the staff, and follows changes of the nodes", async (service) => {
        table.says = Effect.succeed(all)
        const { page, troubles } = await Browser.pageOf(service)
        await page.goto("/dashboard")
        await page.getByLabel("Acting for").selectOption({ label: "Operations" })
        await page.getByRole("link", { name: "Cluster" }).click()
        await page.getByText(`${count} of ${count} have an owner`).waitFor()
        const rows = page.getByRole("table", { name: "Nodes" }).getByRole("row")
        assert.strictEqual(await rows.count(), 4)
        assert.strictEqual(await rows.getByText("Running").count(), 3)
        assert.strictEqual(await withoutOwner(page), 0)
        assert.include(
          await page.getByRole("listitem").filter({ hasText: "Partition 4" }).first().innerText(),
          second
        )

        table.says = Effect.succeed(broken)
        await page.getByText("8 partitions have no owner: 2, 5, 8").waitFor()
        await page.getByText("16 of 24 have an owner").waitFor()
        assert.strictEqual(await withoutOwner(page), 8)
        assert.strictEqual(await rows.getByText("Not responding").count(), 1)
        await rows.getByText("1 entry behind").waitFor()

        table.says = Effect.succeed(all)
        await page.getByText(`${count} of ${count} have an owner`).waitFor()
        assert.strictEqual(await withoutOwner(page), 0)
        assert.deepStrictEqual(troubles, [])
      })

      test("fits its window and is accessible, with working and with failed nodes", async (service) => {
        const { page } = await Browser.pageOf(service)
        for (const [name, nodes] of Object.entries({ whole: all, broken })) {
          table.says = Effect.succeed(nodes)
          await page.goto("/dashboard/operations/cluster")
          await page.getByRole("table", { name: "Nodes" }).waitFor()
          await Inspection.prepare(page)
          for (const manner of manners) await Inspection.inspect(page, manner, `cluster-${name}`)
        }
      })
    },
    { adapters: Fixture.layer(table) }
  )

  suite("of a single process", {}, (test) => {
    test("shows that process, and how to add another", async (service) => {
      const { page } = await Browser.pageOf(service)
      await page.goto("/dashboard")
      await page.getByLabel("Acting for").selectOption({ label: "Operations" })
      await page.getByRole("link", { name: "Health" }).click()
      await page.getByText("The service works").waitFor()
      await page.getByRole("link", { name: "Processes and partitions" }).click()
      const process = page.getByRole("region", { name: "One process" })
      await process.getByText(os.hostname()).waitFor()
      for (const text of [Version.version, "Running", "1 of 1"]) {
        await process.getByText(text, { exact: true }).waitFor()
      }
      await page.getByText("This database has one partition").waitFor()
    })
  })
})
