/**
 * The nodes and partitions of several processes over one database, as operators see them. A test
 * writes the nodes.
 */
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import * as Fixture from "../fixtures/nodes.ts"
import * as Service from "../support/service.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const { first, node, run, second, third } = Fixture
const admin = { key: Service.adminKey }
const table = Fixture.table()

const read = ({ call }: Service.Service, key = Service.adminKey) =>
  call("GET", "/admin/v1/cluster", { key })

const owners = (answer: Service.Answer) =>
  answer.json.partitions.of.map(({ owner }: { owner: string | null }) => owner)

suite(
  "Operators of several nodes",
  { PARTITIONS: "3" },
  (test) => {
    test("see nodes, and each partition's owner, epoch, position and start", async (service) => {
      table.says = Effect.succeed([
        node(first, { partitions: [run(2), run(0)] }),
        node(second, { followed: 97, partitions: [run(1, 8)] })
      ])
      const answer = await read(service)
      assert.strictEqual(answer.status, 200, answer.text)
      const of = {
        ...{ version: "1.2.3", is_alive: true, clock_skew_ms: 0, unreached: [] },
        ...{ started_at: "2023-11-14T22:13:20.000Z", seen_at: "2023-11-14T22:14:20.000Z" }
      }
      const since = "2023-11-14T22:13:20.00"
      assert.deepStrictEqual(answer.json, {
        clustered: true,
        nodes: [
          { address: first, ...of, directory_seq: 100, directory_lag: 0, partitions: [0, 2] },
          { address: second, ...of, directory_seq: 97, directory_lag: 3, partitions: [1] }
        ],
        partitions: {
          total: 3,
          owned: 3,
          of: [
            { number: 0, owner: first, epoch: 3, seq: 100, since: `${since}0Z` },
            { number: 1, owner: second, epoch: 8, seq: 101, since: `${since}1Z` },
            { number: 2, owner: first, epoch: 3, seq: 102, since: `${since}2Z` }
          ]
        }
      })
    })

    test("see no secret of a node", async (service) => {
      table.says = Effect.succeed([node(first)])
      assert.notInclude((await read(service)).text, "sha256")
    })

    test("see partitions of silent nodes without an owner", async (service) => {
      table.says = Effect.succeed([
        node(first, { partitions: [run(0)] }),
        node(second, { isAlive: false, partitions: [run(1)] })
      ])
      const answer = await read(service)
      assert.deepStrictEqual(owners(answer), [first, null, null])
      assert.strictEqual(answer.json.partitions.owned, 1)
      const nothing = { number: 1, owner: null, epoch: null, seq: null, since: null }
      assert.deepStrictEqual(answer.json.partitions.of[1], nothing)
      const [, silent] = answer.json.nodes
      assert.deepStrictEqual([silent.is_alive, silent.partitions], [false, [1]])
    })

    test("see the later writer of a partition that two nodes briefly claim", async (service) => {
      table.says = Effect.succeed([
        node(first, { partitions: [run(0, 4)] }),
        node(second, { partitions: [run(0, 5)] }),
        node(third, { partitions: [run(0, 3)] })
      ])
      const answer = await read(service)
      assert.strictEqual(answer.json.partitions.of[0].owner, second)
      assert.strictEqual(answer.json.partitions.of[0].epoch, 5)
    })

    test("see the lag against the newest entry that any node knows", async (service) => {
      table.says = Effect.succeed([node(first, { followed: 240 }), node(second, { followed: 90 })])
      const answer = await read(service)
      assert.deepStrictEqual(
        answer.json.nodes.map((each: { directory_lag: number }) => each.directory_lag),
        [0, 150]
      )
    })

    test("get 503 while the table cannot be read", async (service) => {
      table.says = Effect.fail(new Unavailable({ message: "Not now.", detail: "a secret" }))
      const answer = await read(service)
      assertProblem(answer, 503, "SERVICE_UNAVAILABLE")
      assert.notInclude(answer.text, "a secret")
      assert.strictEqual(answer.json.message, "Not now. Try again in a moment.")
    })

    test("are the only ones who may see the nodes", async (service) => {
      table.says = Effect.succeed([])
      const { key } = await customer(service)
      assertProblem(await read(service, key), 401)
      assertProblem(await service.call("GET", "/admin/v1/cluster", { key: null }), 401)
    })
  },
  { adapters: Fixture.layer(table) }
)

suite(
  "Operators of nodes in trouble",
  { PARTITIONS: "3" },
  (test) => {
    test("see incidents for a node that does not reach another and for a node with a wrong clock", async (service) => {
      table.says = Effect.succeed([
        node(first, {
          partitions: [run(0), run(1)],
          health: { skewMs: 0, unreached: [second, third] }
        }),
        node(second, { partitions: [run(2)], health: { skewMs: -700, unreached: [] } }),
        node(third, { isAlive: false, health: { skewMs: 9_000, unreached: [first] } })
      ])
      const ofNodes = ({ json }: Service.Answer): ReadonlyArray<{ id: string; cause: string }> =>
        json.data.filter(({ kind }: { kind: string }) => kind === "nodes")
      const answer = await until(
        () => service.call("GET", "/admin/v1/incidents", admin),
        (each) => ofNodes(each).length === 3
      )
      const found = ofNodes(answer)
      assert.sameMembers(
        found.map(({ id }) => id),
        [`nodes.${first}.cut_off`, `nodes.${second}.clock`, `nodes.${third}`]
      )
      const cutOff = found.find(({ id }) => id.endsWith("cut_off"))
      assert.include(cutOff?.cause, second)
      assert.notInclude(cutOff?.cause, third, "it is silent, which is another incident")
      table.says = Effect.succeed([])
    })
  },
  { adapters: Fixture.layer(table) }
)

suite("Operators of one process with three partitions", { PARTITIONS: "3" }, (test) => {
  test("see its partitions, without owners", async (service) => {
    const answer = await read(service)
    const { clustered, nodes, partitions } = answer.json
    assert.deepStrictEqual([clustered, nodes], [false, []])
    assert.deepStrictEqual([partitions.total, partitions.owned], [3, 3])
    const metrics = await service.call("GET", "/metrics", admin)
    for (const [number, row] of partitions.of.entries()) {
      assert.deepStrictEqual([row.number, row.owner, row.since], [number, null, null])
      assert.include(metrics.text, `payout_log_seq{partition="${number}"} ${row.seq}\n`)
      assert.include(metrics.text, `payout_log_epoch{partition="${number}"} ${row.epoch}\n`)
    }
  })
})

suite("Operators of one process with one partition", { PARTITIONS: "1" }, (test) => {
  test("see that partition", async (service) => {
    const [before, answer] = [await service.call("GET", "/readyz"), await read(service)]
    const { epoch, seq } = before.json
    assert.deepStrictEqual(answer.json, {
      clustered: false,
      nodes: [],
      partitions: {
        ...{ total: 1, owned: 1 },
        of: [{ number: 0, owner: null, epoch, seq, since: null }]
      }
    })
  })
})
