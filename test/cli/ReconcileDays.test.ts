/** `reconcile` and `breaks` on a service whose provider contradicts the log. */
import { assert } from "@effect/vitest"
import * as ScriptedAdapters from "../http/scriptedAdapters.ts"
import { suite, until } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Command from "./command.ts"

const script = ScriptedAdapters.make()

const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

const run = ({ url }: Service.Service, ...words: ReadonlyArray<string>) =>
  Command.run(words, { PAYOUT_ADMIN_KEY: Service.adminKey, PAYOUT_URL: url })

suite(
  "A day",
  {},
  (test) => {
    test("is compared, shown again, and its break assigned and closed", async (service) => {
      const none = await run(service, "reconcile", "show", day)
      assert.strictEqual(none.code, 1)
      assert.include(none.output, `There is no reconciliation of ${day}.`)
      const { json } = await service.payout("a payout")
      await until(
        () => service.call("GET", `/v1/payouts/${json.payout_id}`),
        (answer) => answer.json.status === "SETTLED"
      )
      const clean = await run(service, "reconcile", "run", day, "--poll-ms", "100")
      assert.strictEqual(clean.code, 0, clean.output)
      assert.include(clean.stdout, `${day}: clean, 0 differences`)

      const refused = { _tag: "Refused", reason: "unspecified", retryable: false } as const
      script.checks.set(json.payout_id, refused)
      const found = await run(service, "reconcile", "run", day, "--poll-ms", "100", "--json")
      assert.strictEqual(found.code, 1, found.output)
      assert.strictEqual(JSON.parse(found.stdout).differences_total, 1)
      const shown = await run(service, "reconcile", "show", day)
      assert.include(shown.stdout, `${day}: differences, 1 difference`)
      assert.include(shown.stdout, `settled_not_delivered ${json.payout_id}`)

      const listed = await run(service, "breaks", "list", "--json")
      const [{ id }] = JSON.parse(listed.stdout).data
      assert.include((await run(service, "breaks", "list")).stdout, id)
      const unowned = await run(service, "breaks", "assign", id, "--owner", "none")
      assert.include(unowned.stdout, `${id}: owner –`)
      const unknown = await run(service, "breaks", "assign", id, "--owner", "x@example.com")
      assert.strictEqual(unknown.code, 1)
      assert.include(unknown.output, "owner")
      const words = ["--reason", "the provider's mistake", "--evidence", "ticket 4711"]
      const closed = await run(service, "breaks", "close", id, ...words)
      assert.include(closed.stdout, `${id}: closed, approved by 1 of 1`)
    })
  },
  { adapters: ScriptedAdapters.layer(script) }
)
