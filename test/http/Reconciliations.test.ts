/** Kept reconciliations and breaks over HTTP, with a provider that contradicts the log. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Scope } from "effect"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import * as Postgres from "../support/postgres.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertInvalid, assertProblem, quiet, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

/** A day that has ended, some days ago. */
const day = new Date(Date.now() - 2 * 86_400_000).toISOString().slice(0, 10)

const delivered: Provider.Outcome = { _tag: "Delivered", providerReference: "paid" }
const refused: Provider.Outcome = { _tag: "Refused", reason: "unspecified", retryable: false }
const lost: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: true }
const silent: Provider.Outcome = { _tag: "Unknown", checkAgainAt: null, isPermanent: false }

type Caller = Pick<Service.Service, "call">

const see = ({ call }: Caller, path: string) => call("GET", `/admin/v1/${path}`, admin)

const say = ({ call }: Caller, path: string, body: object) =>
  call("POST", `/admin/v1/${path}`, { ...admin, body })

/** Asserts that one field is refused, with this code. */
const assertRefused = (answer: Service.Answer, field: string, code: string): void => {
  assertInvalid(answer, field)
  assert.strictEqual(answer.json.errors[0].code, code)
}

/** A payout that reached a status. */
const payoutIn = async (service: Service.Service, status: string, more = {}) => {
  const { json } = await service.payout(`${status} ${Math.random()}`, more)
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === status
  )
  return String(json.payout_id)
}

/** Starts a reconciliation, and returns it when it has finished. */
const reconcile = async (service: Service.Service) => {
  const started = await say(service, "reconciliations", { day })
  assert.strictEqual(started.status, 202, started.text)
  assert.deepInclude(started.json, { day, outcome: null, started_by: "first operator" })
  const finished = await until(
    () => see(service, `reconciliations/${started.json.id}`),
    ({ json }) => json.status === "finished"
  )
  return finished.json
}

/** The only break of a payout. */
const breakOf = async (service: Caller, payoutId: string) => {
  const { json } = await see(service, "breaks?limit=100")
  const found = json.data.filter((one: { subject_id: string }) => one.subject_id === payoutId)
  assert.lengthOf(found, 1, JSON.stringify(json))
  return found[0]
}

const script = ScriptedAdapters.make()
const adapters = ScriptedAdapters.layer(script)
const explanation = { reason: "the provider's mistake", evidence: "ticket 4711" }

suite(
  "A reconciliation",
  { HOLD_APPROVALS: "2" },
  {
    "of books that agree": (test) => {
      test("is clean, with the figures of the books and the provider", async (service) => {
        await payoutIn(service, "SETTLED")
        const run = await reconcile(service)
        assert.deepInclude(run, {
          outcome: "clean",
          differences_total: 0,
          differences: [],
          gaps: []
        })
        assert.isAtLeast(run.compared.transfers, 1)
        const float = run.figures.find((each: { account: string }) => each.account === "customers")
        assert.isUndefined(float, "settled payouts leave nothing with customers")
        assert.include(
          run.figures.map((each: { account: string }) => each.account),
          "deposits"
        )
      })
    },
    "with differences": (test) => {
      test("names each, and opens a break that lasts until it is gone", async (service) => {
        const unpaid = await payoutIn(service, "SETTLED")
        const unknown = await payoutIn(service, "SETTLED")
        const paid = await payoutIn(service, "MANUAL_REVIEW", {
          recipient_name: "SANDBOX REVIEW"
        })
        script.checks.set(unpaid, refused).set(unknown, lost).set(paid, delivered)
        const run = await reconcile(service)
        assert.deepInclude(run, { outcome: "differences", differences_total: 3 })
        assert.deepStrictEqual(
          new Map(
            run.differences.map((one: { subject_id: string; kind: string }) => [
              ...[one.subject_id, one.kind]
            ])
          ),
          new Map([
            [unpaid, "settled_not_delivered"],
            [unknown, "unknown_at_provider"],
            [paid, "delivered_not_settled"]
          ])
        )
        const first = await breakOf(service, unpaid)
        assert.deepInclude(first, {
          ...{ status: "open", owner: null, age_days: 0, last_found_by: run.id },
          ...{ currency: "UGX", reported_amount: "0" }
        })
        script.checks.delete(paid)
        const again = await reconcile(service)
        assert.strictEqual(again.differences_total, 2)
        assert.deepInclude(await breakOf(service, unpaid), {
          ...{ id: first.id, first_seen_at: first.first_seen_at, last_found_by: again.id }
        })
        assert.strictEqual((await breakOf(service, paid)).status, "resolved")
        const kept = await see(service, `reconciliations/${run.id}`)
        assert.deepStrictEqual(kept.json, run, "a past day is shown as it was")
        const ofDay = await see(service, `reconciliations?day=${day}&limit=1`)
        assert.deepInclude(ofDay.json.data[0], { id: again.id, outcome: "differences" })
      })

      test("is incomplete while a provider is silent, and resolves nothing there", async (service) => {
        const hidden = await payoutIn(service, "SETTLED")
        script.checks.set(hidden, refused)
        await reconcile(service)
        script.checks.set(hidden, silent)
        const run = await reconcile(service)
        assert.strictEqual(run.outcome, "incomplete")
        assert.deepInclude(run.gaps, {
          ...{ source: "sandbox", reason: "The provider did not report 1 of the transfers." }
        })
        assert.strictEqual((await breakOf(service, hidden)).status, "open")
        script.checks.delete(hidden)
        await reconcile(service)
        assert.strictEqual((await breakOf(service, hidden)).status, "resolved")
      })
    },
    "for a day": (test) => {
      test("that has not ended, or is no day, is refused", async (service) => {
        const today = new Date().toISOString().slice(0, 10)
        assertRefused(await say(service, "reconciliations", { day: today }), "day", "out_of_range")
        assertRefused(await say(service, "reconciliations", { day: "?" }), "day", "not_a_date")
      })

      test("that does not exist is 404", async (service) => {
        assertProblem(
          await see(service, "reconciliations/rec_none"),
          404,
          "RECONCILIATION_NOT_FOUND"
        )
        assertProblem(await see(service, "breaks/brk_none"), 404, "BREAK_NOT_FOUND")
      })
    }
  },
  { adapters }
)

suite(
  "A break under HOLD_APPROVALS=2",
  { HOLD_APPROVALS: "2" },
  (test) => {
    test("is assigned, explained and closed by two people", async (service) => {
      const id = await payoutIn(service, "SETTLED")
      script.checks.set(id, refused)
      await reconcile(service)
      const { id: breakId } = await breakOf(service, id)
      const ada = await Visitor.first(service)
      assertRefused(
        await say(service, `breaks/${breakId}/assign`, { owner: "nobody@example.com" }),
        ...(["owner", "unknown"] as const)
      )
      const owned = await say(service, `breaks/${breakId}/assign`, { owner: ada.email })
      assert.strictEqual(owned.json.owner, ada.email, owned.text)
      const filtered = await see(service, `breaks?status=open&owner=${ada.email}&age_days_min=0`)
      assert.deepStrictEqual(
        filtered.json.data.map((one: { id: string }) => one.id),
        [breakId]
      )
      const other = await see(service, "breaks?owner=none&kind=settled_not_delivered")
      assert.deepStrictEqual(other.json.data, [])
      const text = "The provider is asked."
      const commented = await say(service, `breaks/${breakId}/comments`, { text })
      assert.deepInclude(commented.json.comments[0], { by: "first operator", text })

      const close = `breaks/${breakId}/close`
      assertRefused(await say(service, close, { reason: "why" }), "evidence", "required")
      const proposed = await say(service, close, explanation)
      assert.deepInclude(proposed.json, {
        ...{ status: "open", approvals: ["first operator"], approvals_needed: 2, ...explanation }
      })
      const same = await say(service, close, explanation)
      assert.strictEqual(same.json.status, "open", "one person does not suffice")
      const closed = await ada.ask("POST", `/admin/v1/${close}`, {
        ...{ reason: "seen", evidence: "their e-mail" }
      })
      assert.deepInclude(closed.json, {
        ...{ status: "closed", approvals: ["first operator", ada.email], ...explanation }
      })
      assertProblem(await say(service, close, explanation), 409, "INVALID_STATE")
      await reconcile(service)
      assert.strictEqual((await breakOf(service, id)).status, "closed", "it stays closed")
      const audit = await see(service, "audit-logs?limit=20")
      assert.includeMembers(
        audit.json.data.map((act: { action: string }) => act.action),
        ["break.assigned", "break.commented", "break.close_proposed", "break.closed"]
      )
    })

    test("is listed page by page", async (service) => {
      for (let n = 0; n < 3; n++) script.checks.set(await payoutIn(service, "SETTLED"), refused)
      await reconcile(service)
      const page = await see(service, "breaks?limit=2")
      assert.lengthOf(page.json.data, 2)
      const next = await see(service, `breaks?limit=2&cursor=${page.json.next_cursor}`)
      const ids = [...page.json.data, ...next.json.data].map((one: { id: string }) => one.id)
      assert.lengthOf(new Set(ids), 4)
    })
  },
  { adapters }
)

describe("After a restart", () => {
  it.live("reconciliations and breaks are those of before", () =>
    Effect.gen(function* () {
      const connection = yield* Postgres.database
      const scope = yield* Scope.make()
      const before = yield* Service.start({}, connection, adapters).pipe(Scope.provide(scope))
      const [first, run] = yield* Effect.promise(async () => {
        const id = await payoutIn(before, "SETTLED")
        script.checks.set(id, refused)
        const run = await reconcile(before)
        const { id: breakId } = await breakOf(before, id)
        await say(before, `breaks/${breakId}/close`, explanation)
        return [await breakOf(before, id), run]
      })
      yield* Scope.close(scope, Exit.void)
      const after = yield* Service.start({}, connection, adapters)
      yield* Effect.promise(async () => {
        assert.strictEqual(first.status, "closed", "one person suffices by default")
        const { json } = await see(after, `breaks/${first.id}`)
        assert.deepStrictEqual(json, first)
        assert.deepStrictEqual((await see(after, `reconciliations/${run.id}`)).json, run)
      })
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})
