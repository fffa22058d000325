import { assert } from "@effect/vitest"
import { Effect } from "effect"
import * as Fixture from "../fixtures/nodes.ts"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const { first, node, run, second, third } = Fixture
const table = Fixture.table()

const status = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(["cluster", "status", ...words], {
    PAYOUT_ADMIN_KEY: Service.adminKey,
    PAYOUT_URL: url
  })

suite(
  "cluster status",
  { PARTITIONS: "6" },
  (test) => {
    test("shows a node in each line, and exits with 0 if there is no problem", async (service) => {
      table.says = Effect.succeed([
        node(first, { partitions: [run(0), run(1), run(2), run(5)] }),
        node(second, { followed: 97, version: "1.10.0", partitions: [run(3), run(4)] }),
        node(third)
      ])
      const { code, output } = await status(service)
      assert.strictEqual(code, 0, output)
      const started = "2023-11-14T22:13:20.000Z"
      assert.deepStrictEqual(output.split("\n"), [
        `NODE           STATE  VERSION  STARTED                   DIRECTORY  PARTITIONS`,
        `10.0.0.1:7000  alive  1.2.3    ${started}  100        4: 0-2, 5`,
        `10.0.0.2:7000  alive  1.10.0   ${started}  3 behind   2: 3-4`,
        `10.0.0.3:7000  alive  1.2.3    ${started}  100        0: none`,
        "6 of 6 partitions have an owner.",
        ""
      ])
    })

    test("exits with 1 if a node is silent, and names the node and the partitions without an owner", async (service) => {
      table.says = Effect.succeed([
        node(first, { partitions: [run(0), run(2), run(3)] }),
        node(second, { isAlive: false, partitions: [run(1), run(4), run(5)] })
      ])
      const { code, output, stdout } = await status(service)
      assert.strictEqual(code, 1)
      assert.include(stdout, `${second}  silent since 2023-11-14T22:14:20.000Z`)
      assert.include(output, `Silent: ${second}\nPartitions without an owner: 1, 4-5\n`)
    })

    test("exits with 1 if a live node does not reach another, or its clock is wrong", async (service) => {
      const all = [0, 1, 2, 3, 4, 5].map((number) => run(number))
      const health = { skewMs: 0, unreached: [second, third] }
      table.says = Effect.succeed([node(first, { partitions: all, health }), node(second)])
      const cutOff = await status(service)
      assert.strictEqual(cutOff.code, 1)
      assert.include(cutOff.output, `${first} does not reach ${second}, ${third}`)
      const skewed = (skewMs: number) => {
        table.says = Effect.succeed([
          node(first, { partitions: all, health: { skewMs, unreached: [] } })
        ])
        return status(service)
      }
      assert.strictEqual((await skewed(-500)).code, 0)
      const behind = await skewed(-501)
      assert.strictEqual(behind.code, 1)
      assert.include(behind.output, `The clock of ${first} is 0.5 s behind the database's`)
    })

    test("exits with 1 if only a partition has no owner, or only a node is silent", async (service) => {
      table.says = Effect.succeed([node(first, { partitions: [run(0), run(1)] })])
      const ownerless = await status(service)
      assert.strictEqual(ownerless.code, 1)
      assert.include(ownerless.output, "Partitions without an owner: 2-5")
      assert.notInclude(ownerless.output, "Silent")
      const all = [0, 1, 2, 3, 4, 5].map((number) => run(number))
      table.says = Effect.succeed([
        node(first, { partitions: all }),
        node(second, { isAlive: false })
      ])
      const silent = await status(service)
      assert.strictEqual(silent.code, 1)
      assert.include(silent.output, `Silent: ${second}`)
      assert.notInclude(silent.output, "without an owner")
    })

    test("prints the service's response as one line of JSON, with the same exit codes", async (service) => {
      table.says = Effect.succeed([node(first, { partitions: [run(0)] })])
      const answer = await service.call("GET", "/admin/v1/cluster", { key: Service.adminKey })
      const { code, stdout } = await status(service, "--json")
      assert.deepStrictEqual([code, stdout.split("\n").length], [1, 2])
      assert.deepStrictEqual(JSON.parse(stdout), answer.json)
    })
  },
  { adapters: Fixture.layer(table) }
)

suite("cluster status of one process", { PARTITIONS: "2" }, (test) => {
  test("reports a single process, and exits with 0", async (service) => {
    const { code, output } = await status(service)
    assert.strictEqual(code, 0, output)
    assert.strictEqual(
      output,
      "A single process without a cluster; 2 of 2 partitions take writes.\n"
    )
  })
})
