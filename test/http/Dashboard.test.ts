/** The dashboard's own API, called as its page does. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Receiver from "../support/receiver.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, assertProblem, suite, until } from "./suite.ts"

const settled = async (service: Service.Service, key: string, more = {}) => {
  const { json } = await service.payout(key, more)
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => ["SETTLED", "REVERSED"].includes(answer.json.status)
  )
  return json.payout_id as string
}

interface Figures {
  readonly delivered: number
  readonly failed: number
  readonly pending: number
  readonly last_success_at: string | null
  readonly attempts: ReadonlyArray<{
    readonly at: string
    readonly status_code: number | null
    readonly error: string | null
  }>
  readonly failing_since: string | null
}

/** Opens a stream, and returns the messages that arrived so far. */
const listen = async (service: Service.Service, who: Visitor.Visitor, path: string) => {
  const stop = new AbortController()
  const response = await fetch(`${service.url}${path}`, {
    headers: { "x-dashboard": "1", cookie: who.jar() },
    signal: stop.signal
  })
  let text = ""
  let notify = (): void => {}
  const done = (async () => {
    const decoder = new TextDecoder()
    for await (const piece of response.body ?? []) {
      text += decoder.decode(piece as Uint8Array, { stream: true })
      notify()
    }
  })().catch(() => undefined)
  const includes = (part: string): Promise<void> =>
    new Promise((resolve) => {
      notify = () => text.includes(part) && resolve()
      notify()
    })
  const end = () => {
    stop.abort()
    return done
  }
  return {
    status: response.status,
    type: response.headers.get("content-type"),
    includes,
    end,
    done
  }
}

suite("The dashboard's figures", {}, (test) => {
  test("count payouts by day, state and outcome, with exact volumes", async (service) => {
    const ada = await Visitor.first(service)
    for (const key of ["one", "two", "three"]) await settled(service, key)
    await settled(service, "failing", { recipient_name: "SANDBOX REVERSE" })
    await service.payout("waiting", { recipient_name: "SANDBOX UNFUNDED" })
    const { json } = await ada.ask("GET", "/dashboard/api/stats?days=7")
    assert.strictEqual(json.days.length, 7)
    const today = json.days.at(-1)
    assert.strictEqual(today.day, new Date().toISOString().slice(0, 10))
    assert.deepInclude(today, { created: 5, settled: 3, failed: 1, volume_usdc: 75 })
    assert.isAtLeast(today.median_seconds, 0)
    assert.isAtLeast(today.p95_seconds, today.median_seconds)
    assert.deepInclude(json.totals, { created: 5, settled: 3, failed: 1, success_rate: 0.75 })
    const count = (status: string) =>
      json.states.find((one: { status: string }) => one.status === status)?.count
    assert.strictEqual(count("SETTLED"), 3)
    assert.strictEqual(count("REVERSED"), 1)
    assert.strictEqual(count("AWAITING_FUNDS"), 1)
    assert.strictEqual(json.webhooks.hours.length, 24)
    const all = await ada.ask("GET", "/dashboard/api/staff/stats")
    assert.deepInclude(all.json.totals, { created: 5, settled: 3 })
    assertProblem(await ada.ask("GET", "/dashboard/api/stats?days=0"), 400, "VALIDATION_ERROR")
    assert.isAtLeast(all.json.totals.median_seconds, 0)
  })

  test("count the last day's payouts of each network by outcome", async (service) => {
    const ada = await Visitor.first(service)
    const path = "/dashboard/api/staff/network-figures"
    const of = async (network: string) => {
      const { json } = await ada.ask("GET", path)
      return json.data.find((each: { network: string }) => each.network === network)
    }
    const before = await of("MTN_UG")
    await settled(service, "at a network")
    await settled(service, "back from it", { recipient_name: "SANDBOX REVERSE" })
    const after = await of("MTN_UG")
    assert.deepInclude(after, { settled: before.settled + 1, failed: before.failed + 1 })
    assert.strictEqual(after.refused, before.refused, "a rejection by compliance is no refusal")
    assert.strictEqual(after.success_rate, after.settled / (after.settled + after.refused))
    await service.payout("refused", { recipient_phone: "+256770000004" })
    const refused = await until(
      () => ada.ask("GET", path),
      ({ json }) => json.data[0].refused === before.refused + 1
    )
    const { success_rate, ...counts } = refused.json.data[0]
    assert.strictEqual(success_rate, counts.settled / (counts.settled + counts.refused))
    assert.isAbove(after.median_seconds, 0)
    assert.deepInclude(await of("MPESA_KE"), {
      ...{ settled: 0, failed: 0, refused: 0, waiting: 0 },
      ...{ success_rate: null, median_seconds: null }
    })
  })
})

suite(
  "The dashboard's lists",
  {},
  {
    "of payouts and quotes": (test) => {
      test("find payouts by id, key, address, and words of name, phone or reference", async (service) => {
        const who = await Visitor.first(service)
        const more = { recipient_name: "Nakato Florence", reference: "INV-1042" }
        const { json } = await service.payout("found", more)
        await service.payout("other", {
          recipient_name: "Okello",
          recipient_phone: "+256770009999"
        })
        const whole = [json.payout_id, "found", json.deposit_address]
        const words = ["nakato", "flore", "0000001", "inv-10", "FLORENCE nák", "1042 +256 770"]
        for (const search of [...whole, ...words]) {
          const query = new URLSearchParams({ search })
          const answer = await who.ask("GET", `/v1/payouts?${query}`)
          const ids = answer.json.data.map((one: { payout_id: string }) => one.payout_id)
          assert.deepStrictEqual(ids, [json.payout_id], search)
          const staff = await who.ask("GET", `/admin/v1/payouts?${query}`)
          assert.strictEqual(staff.json.total, 1, search)
        }
        for (const search of ["%' or 1=1", "%", "\\", "kato", "nakato okello"]) {
          const query = new URLSearchParams({ search })
          const nothing = await who.ask("GET", `/v1/payouts?${query}`)
          assert.strictEqual(nothing.json.total, 0, search)
        }
        for (const search of ["", " "]) {
          for (const path of ["/v1/payouts", "/admin/v1/payouts"]) {
            const all = await who.ask("GET", `${path}?${new URLSearchParams({ search })}`)
            assert.deepInclude(all.json, { total: 2 }, all.text)
          }
          const file = await who.ask("GET", `/dashboard/api/payouts.csv?search=${search}`)
          assert.strictEqual(file.status, 200, file.text)
        }
      })

      test("save a list with its filters and its order", async (service) => {
        const who = await Visitor.first(service)
        const made: Array<{ readonly payout_id: string; readonly created_at: string }> = []
        for (const network of ["MTN_UG", "AIRTEL_UG", "MTN_UG"]) {
          made.push((await service.payout(`file ${made.length}`, { network })).json)
        }
        /** The payouts whose ids are in the saved file. */
        const saved = async (query: string) => {
          const from = `created_from=${made[0]?.created_at}`
          const { text } = await who.ask("GET", `/dashboard/api/payouts.csv?${from}&${query}`)
          const ids = [...text.matchAll(/po_\w{26}/g)].map(([id]) => id)
          return ids.map((id) => made.findIndex(({ payout_id }) => payout_id === id))
        }
        assert.deepStrictEqual(await saved("network=MTN_UG"), [2, 0])
        assert.deepStrictEqual(await saved("sort=created_at"), [0, 1, 2])
      })

      test("filter quotes by status", async (service) => {
        const who = await Visitor.first(service)
        const open = (await service.quote("open")).json.quote_id
        const ids = async (status: string) =>
          (await who.ask("GET", `/v1/quotes?status=${status}&limit=100`)).json.data.map(
            (one: { quote_id: string }) => one.quote_id
          )
        assert.deepStrictEqual(await ids("ACTIVE"), [open])
        assert.notInclude(await ids("USED"), open)
        const all = await who.ask("GET", "/v1/quotes")
        assert.strictEqual(all.json.data[0].quote_id, open)
      })
    },

    "of money to be returned": (test) => {
      test("show finished payouts with money to be returned, and no others", async (service) => {
        const who = await Visitor.first(service)
        await settled(service, "paid")
        const back = await settled(service, "back", { recipient_name: "SANDBOX REVERSE" })
        const { json } = await who.ask("GET", "/admin/v1/payouts?refund=open")
        assert.deepStrictEqual(
          json.data.map((one: { payout_id: string }) => one.payout_id),
          [back]
        )
      })

      test("show batches with money to be returned, of every account", async (service) => {
        const who = await Visitor.first(service)
        const row = { network: "MTN_UG", amount_usdc: 5, name: "Kato" }
        const payouts = [
          { ...row, phone: "+256770000001", idempotency_key: "paid row" },
          { ...row, phone: "+256770000003", idempotency_key: "refused row" }
        ]
        const made = await service.call("POST", "/v1/batches", { body: { payouts } })
        await until(
          () => service.call("GET", `/v1/batches/${made.json.id}`),
          ({ json }) => json.pending === 0
        )
        const open = await who.ask("GET", "/admin/v1/batches?refund=open")
        assert.strictEqual(open.json.total, 1)
        const [batch] = open.json.data
        assert.strictEqual(batch.id, made.json.id)
        assert.deepStrictEqual(batch.refund, { status: "due", amount_usdc: 5 })
        assert.match(batch.account_id, /^acct_/)
        assert.strictEqual((await who.ask("GET", "/admin/v1/batches")).json.total, 1)
        // The customer finds batches, bulk batches and payouts with money to be returned by the
        // same filter.
        const own = await service.call("GET", "/v1/batches?refund=open")
        assert.deepStrictEqual(
          own.json.data.map(({ id }: { id: string }) => id),
          [made.json.id]
        )
        assert.strictEqual(
          (await service.call("GET", "/v1/payouts/bulk?refund=open")).json.total,
          0
        )
        assertInvalid(await service.call("GET", "/v1/batches?refund=sent"), "refund")
      })
    },

    "of keys and of the audit log": (test) => {
      test("show when keys were last used", async (service) => {
        const who = await Visitor.first(service)
        const made = await who.ask("POST", "/dashboard/api/api-keys", {
          name: "fresh",
          scope: "read_only"
        })
        const find = async () =>
          (await who.ask("GET", "/dashboard/api/api-keys")).json.data.find(
            (one: { id: string }) => one.id === made.json.id
          )
        assert.isNull((await find()).last_used_at)
        assert.notProperty(await find(), "key")
        const { key } = made.json
        assert.strictEqual((await service.call("GET", "/v1/payouts", { key })).status, 200)
        assertProblem(await service.call("POST", "/v1/quotes", { key, body: {} }), 403, "FORBIDDEN")
        assert.isNotNull((await find()).last_used_at)
        const next = await who.ask("POST", `/dashboard/api/api-keys/${made.json.id}/rotate`, {
          overlap_hours: 0
        })
        assert.strictEqual(next.status, 201, next.text)
        assertProblem(await service.call("GET", "/v1/payouts", { key }), 401)
        const successor = { key: next.json.key }
        assert.strictEqual((await service.call("GET", "/v1/payouts", successor)).status, 200)
      })

      test("show the actor, act, time, address and reason of each audit log entry", async (service) => {
        const who = await Visitor.first(service)
        const me = (await who.ask("GET", "/dashboard/api/session")).json.person.id
        const quote = { source_amount_usdc: 30, target_currency: "KES", idempotency_key: "audited" }
        const { quote_id } = (await who.ask("POST", "/v1/quotes", quote)).json
        const { json } = await who.ask("GET", `/v1/audit-logs?subject_id=${quote_id}`)
        assert.strictEqual(json.total, 1)
        const [act] = json.data
        assert.deepStrictEqual(act.actor, { id: me, kind: "person", name: "Ada" })
        assert.strictEqual(act.action, "quote.created")
        assert.strictEqual(act.address, "127.0.0.1")
        assert.strictEqual(act.changes.source_amount, "30.000000 USDC")
        const byKey = await service.quote("by key")
        const kind = (of: string) =>
          who.ask("GET", `/v1/audit-logs?subject_id=${byKey.json.quote_id}&actor_kind=${of}`)
        assert.strictEqual((await kind("api_key")).json.total, 1)
        assert.strictEqual((await kind("person")).json.total, 0)
        assertProblem(await kind("engine"), 400, "VALIDATION_ERROR")
        const path = `/v1/audit-logs?subject_id=${byKey.json.quote_id}`
        const [keyed] = (await service.call("GET", path)).json.data
        assert.strictEqual(keyed.actor.kind, "api_key")
        assert.strictEqual(keyed.actor.name, "first key")
        const later = "2999-01-01"
        assert.strictEqual((await who.ask("GET", `/v1/audit-logs?from=${later}`)).json.total, 0)
        const all = await who.ask("GET", "/admin/v1/audit-logs?action=person.signed_in")
        assert.isAtLeast(all.json.total, 1)
        const held = (await service.payout("held", { recipient_name: "SANDBOX HOLD" })).json
          .payout_id
        await until(
          () => service.call("GET", `/v1/payouts/${held}`),
          (answer) => answer.json.status === "COMPLIANCE_HOLD"
        )
        await who.ask("POST", `/admin/v1/payouts/${held}/reject`, { reason: "no such person" })
        const [rejected] = (await who.ask("GET", `/admin/v1/audit-logs?subject_id=${held}`)).json
          .data
        assert.strictEqual(rejected.action, "payout.reversed")
        assert.strictEqual(rejected.reason, "no such person")
        const { account_id } = (await who.ask("GET", `/admin/v1/payouts/${held}`)).json
        assert.strictEqual(rejected.account_id, account_id)
      })
    }
  }
)

suite("The dashboard's search", { SANDBOX_REFUNDS: "simulated" }, (test) => {
  test("finds payouts by the provider's reference, by transactions and by the quote", async (service) => {
    const who = await Visitor.first(service)
    const ids = async (search: string) => {
      const query = new URLSearchParams({ search })
      const { json } = await who.ask("GET", `/v1/payouts?${query}`)
      return json.data.map((one: { payout_id: string }) => one.payout_id)
    }
    const paid = await settled(service, "by reference")
    const { json } = await service.call("GET", `/v1/payouts/${paid}`)
    const found = async () => [
      await ids(json.provider_reference),
      await ids(json.deposits[0].tx_hash),
      await ids(json.quote_id)
    ]
    assert.deepStrictEqual(await found(), [[paid], [paid], [paid]])
    // This list waits until the tables have every entry. Then the payout leaves memory.
    await service.call("GET", "/admin/v1/audit-logs?limit=1", { key: Service.adminKey })
    assert.deepStrictEqual(await found(), [[paid], [paid], [paid]])
    const back = await settled(service, "sent back", { recipient_name: "SANDBOX REVERSE" })
    const body = { address: "0x52908400098527886E0F7030069857D2E4169EE7" }
    await service.call("POST", `/v1/payouts/${back}/refund-address`, { body })
    const sent = await until(
      () => service.call("GET", `/v1/payouts/${back}`),
      (answer) => answer.json.refund?.tx_hash !== undefined
    )
    assert.deepStrictEqual(await ids(sent.json.refund.tx_hash.toUpperCase().replace("0X", "0x")), [
      back
    ])
    assert.deepStrictEqual(await ids(`0x${"0".repeat(64)}`), [])
  })
})

suite("The dashboard's figures of endpoints", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("show the outcomes of the newest deliveries to each endpoint", (service) =>
    Receiver.within(500, async (receiver) => {
      // PostgreSQL's json takes neither a NUL nor half a surrogate pair, escaped or not.
      receiver.body = '\u0000 \\u0000 \\\\u0000 \\ud800 "'
      const ada = await Visitor.first(service)
      const endpoint = async (events: ReadonlyArray<string>) => {
        const body = { url: receiver.url, events }
        return (await service.call("POST", "/v1/webhooks/endpoints", { body })).json.id
      }
      const failing = await endpoint(["payout.created"])
      const unused = await endpoint(["quote.expired"])
      const ask = () => ada.ask("GET", "/dashboard/api/webhooks/figures")
      const figuresIn = ({ json }: Service.Answer, id: string): Figures =>
        json.data.find((each: { endpoint_id: string }) => each.endpoint_id === id)
      const none = {
        ...{ delivered: 0, failed: 0, pending: 0, last_success_at: null, attempts: [] },
        failing_since: null
      }
      assert.deepInclude(figuresIn(await ask(), unused), none)
      await service.payout("told")
      const isOver = (answer: Service.Answer) => figuresIn(answer, failing).failed === 1
      const failed = figuresIn(await until(ask, isOver, 30_000), failing)
      assert.deepInclude(failed, { delivered: 0, pending: 0, last_success_at: null })
      assert.deepStrictEqual(
        failed.attempts.map(({ status_code }) => status_code),
        [500, 500, 500, 500, 500]
      )
      assert.strictEqual(failed.failing_since, failed.attempts[0]?.at)
      assert.strictEqual(failed.attempts[0]?.error, "answered 500")
      receiver.answer = 200
      const tested = await service.call("POST", `/v1/webhooks/endpoints/${failing}/test`)
      assert.isTrue(tested.json.delivered)
      const after = figuresIn(await ask(), failing)
      assert.deepInclude(after, { delivered: 1, failed: 1, failing_since: null })
      assert.strictEqual(after.attempts.at(-1)?.status_code, 200)
      assert.strictEqual(after.last_success_at, after.attempts.at(-1)?.at)
      assert.deepInclude(figuresIn(await ask(), unused), none)
    }))
})

suite("The dashboard's deliveries of an event", {}, (test) => {
  test("are listed once per endpoint that got it, for events of the account alone", async (service) => {
    const ada = await Visitor.first(service)
    const endpoint = async (events: ReadonlyArray<string>) => {
      const body = { url: "http://127.0.0.1:9/gone", events }
      return (await service.call("POST", "/v1/webhooks/endpoints", { body })).json.id as string
    }
    const ends = [await endpoint(["payout.created"]), await endpoint(["*"])]
    const payout = (await service.payout("two")).json.payout_id
    const events = await service.call("GET", `/v1/events?type=payout.created&payout_id=${payout}`)
    const event = events.json.data[0].id
    const deliveriesOf = (id: string) => ada.ask("GET", `/dashboard/api/events/${id}/deliveries`)
    const { json } = await deliveriesOf(event)
    const found = json.data as ReadonlyArray<{ endpoint_id: string; event_id: string }>
    assert.sameMembers(
      found.map((each) => each.endpoint_id),
      ends
    )
    assert.isTrue(found.every((each) => each.event_id === event))
    const tested = await service.call("POST", `/v1/webhooks/endpoints/${ends[0]}/test`)
    const ofTest = await deliveriesOf(tested.json.event_id)
    assert.deepStrictEqual(
      ofTest.json.data.map((each: { id: string }) => each.id),
      [tested.json.delivery_id]
    )
    assertProblem(await deliveriesOf("evt_unknown"), 404, "EVENT_NOT_FOUND")
  })
})

suite("The dashboard's streams", {}, (test) => {
  test("report an account's changes to its pages, and all changes to the staff's", async (service) => {
    const ada = await Visitor.first(service)
    const own = await listen(service, ada, "/dashboard/api/stream")
    const staff = await listen(service, ada, "/dashboard/api/staff/stream")
    assert.strictEqual(own.status, 200)
    assert.strictEqual(own.type, "text/event-stream")
    const payout = (await service.payout("live")).json.payout_id
    await own.includes(payout)
    await staff.includes(payout)
    const elsewhere = { name: "Elsewhere", email: "else@example.com" }
    const { id } = (await ada.ask("POST", "/admin/v1/accounts", elsewhere)).json
    await staff.includes(id)
    let isTold = false
    own.includes(id).then(() => {
      isTold = true
    })
    // The account's own later change has arrived, so an earlier change of another account would
    // have too.
    const last = (await service.payout("last")).json.payout_id
    await own.includes(last)
    assert.isFalse(isTold)
    await own.end()
    await staff.end()
  })

  test("report a deposit to the balance to its account and to the staff", async (service) => {
    const ada = await Visitor.first(service)
    const own = await listen(service, ada, "/dashboard/api/stream")
    const staff = await listen(service, ada, "/dashboard/api/staff/stream")
    const body = { amount_usdc: 5 }
    const deposit = await service.call("POST", "/v1/sandbox/balance/deposit", { body })
    assert.strictEqual(deposit.status, 200, deposit.text)
    await own.includes('"balance"')
    await staff.includes('"balance"')
    await own.end()
    await staff.end()
  })

  test("are bounded per user, and release their slots", async (service) => {
    const token = await Visitor.staffToken(service, "eve@example.com", "operator")
    const eve = await Visitor.accept(service, token, { name: "Eve" })
    await Visitor.secure(eve)
    const path = "/dashboard/api/staff/stream"
    const open = []
    for (let count = 0; count < Limits.changeStream.streamsPerUserMax; count++) {
      open.push(await listen(service, eve, path))
    }
    assertProblem(await eve.ask("GET", path), 409, "INVALID_STATE")
    await open[0]?.end()
    await until(
      async () => {
        const next = await listen(service, eve, path)
        open.push(next)
        const { status } = next
        return { status, headers: new Headers(), text: "", json: null, origin: service.url }
      },
      ({ status }) => status === 200
    )
    for (const one of open) await one.end()
  })
})

/** Invites a user of the staff, who signs in twice. */
const twice = async (service: Service.Service, email: string) => {
  const token = await Visitor.staffToken(service, email)
  const here = await Visitor.accept(service, token, { name: "Second" })
  const there = Visitor.visitor(service)
  const credentials = { email, password: Visitor.password }
  assert.strictEqual((await there.ask("POST", "/dashboard/api/sign-in", credentials)).status, 200)
  const open = (await here.ask("GET", "/dashboard/api/sessions")).json.data
  assert.strictEqual(open.length, 2)
  return { here, there, open }
}

suite(
  "A user",
  {},
  {
    "who lost their second factor": (test) => {
      test("signs in again through an admin's link, and the old session and password no longer work", async (service) => {
        const ada = await Visitor.first(service)
        const lost = await Visitor.invited(service, ada, "viewer")
        const { id } = (await lost.ask("GET", "/dashboard/api/session")).json.person
        const path = `/dashboard/api/staff/people/${id}/reset`
        const { json } = await ada.ask("POST", path, { reason: "phone stolen, met in person" })
        const token = Visitor.tokenOf(json.link)
        const back = Visitor.visitor(service)
        const password = "another long password"
        const accepted = await back.ask("POST", "/dashboard/api/invitation/accept", {
          token,
          password
        })
        assert.strictEqual(accepted.status, 200, accepted.text)
        const session = await back.ask("GET", "/dashboard/api/session")
        assert.strictEqual(session.json.person.id, id)
        assert.isFalse(session.json.person.has_second_factor)
        // The old session no longer works.
        assertProblem(await lost.ask("GET", "/dashboard/api/session"), 401)
        const old = { email: lost.email, password: Visitor.password }
        assertProblem(await lost.ask("POST", "/dashboard/api/sign-in", old), 401, "SIGN_IN_REFUSED")
        const own = (await ada.ask("GET", "/dashboard/api/session")).json.person.id
        const self = `/dashboard/api/staff/people/${own}/reset`
        assertProblem(await ada.ask("POST", self, { reason: "mine" }), 409, "INVALID_STATE")
      })
    },

    "with several sessions": (test) => {
      test("ends one session from another, and no session of another user", async (service) => {
        const stranger = await twice(service, "stranger@example.com")
        const { here, open, there } = await twice(service, "twice@example.com")
        const other = open.find((one: { is_current: boolean }) => !one.is_current)
        const path = `/dashboard/api/sessions/${other.id}`
        assertProblem(await stranger.here.ask("DELETE", path), 404, "SESSION_NOT_FOUND")
        assert.strictEqual((await there.ask("GET", "/dashboard/api/session")).status, 200)
        assert.strictEqual((await here.ask("DELETE", path)).status, 200)
        assertProblem(await there.ask("GET", "/dashboard/api/session"), 401)
        assertProblem(await here.ask("DELETE", path), 404, "SESSION_NOT_FOUND")
        const { id } = (await here.ask("GET", "/dashboard/api/session")).json.person
        const audit = `/admin/v1/audit-logs?action=person.signed_out&actor_id=${id}`
        const sessionsEnded = async () => {
          const { json } = await service.call("GET", audit, { key: Service.adminKey })
          return json.data.map((act: { changes: unknown }) => act.changes)
        }
        assert.deepStrictEqual(await sessionsEnded(), [{ session: "another" }])
        assert.strictEqual((await here.ask("POST", "/dashboard/api/sign-out", {})).status, 200)
        assert.deepStrictEqual(await sessionsEnded(), [{ session: "this" }, { session: "another" }])
      })

      test("ends all other sessions with a new password, and must give the old one", async (service) => {
        const { here, there } = await twice(service, "second@example.com")
        const change = (current_password: string) =>
          here.ask("POST", "/dashboard/api/password", {
            current_password,
            new_password: "a new long password"
          })
        assertProblem(await change("not this one"), 400, "VALIDATION_ERROR")
        assert.strictEqual((await change(Visitor.password)).status, 200)
        assertProblem(await there.ask("GET", "/dashboard/api/session"), 401)
        assert.strictEqual((await here.ask("GET", "/dashboard/api/session")).status, 200)
      })
    },

    "who is invited to another account": (test) => {
      test("accepts the invitation while signed in, and then acts for both accounts", async (service) => {
        const token = await Visitor.staffToken(service, "third@example.com")
        const admin = await Visitor.accept(service, token, { name: "Third" })
        await Visitor.secure(admin)
        const ids: Array<string> = []
        for (const name of ["First", "Second"]) {
          const body = { name, email: "a@b.example", kyc_status: "APPROVED" }
          ids.push((await admin.ask("POST", "/admin/v1/accounts", body)).json.id)
        }
        const owner = { email: "both@example.com", role: "owner" }
        const link = async (id: string | undefined): Promise<string> => {
          const path = `/dashboard/api/staff/accounts/${id}/invitations`
          const { json } = await admin.ask("POST", path, owner)
          return Visitor.tokenOf(json.link)
        }
        const both = await Visitor.accept(service, await link(ids[0]), { name: "Both" })
        const second = await link(ids[1])
        const accept = "/dashboard/api/invitation/accept"
        assertProblem(
          await Visitor.visitor(service).ask("POST", accept, { token: second }),
          401,
          "SIGN_IN_REFUSED"
        )
        const accepted = await both.ask("POST", accept, { token: second })
        assert.strictEqual(accepted.status, 200, accepted.text)
        const session = await both.ask("GET", "/dashboard/api/session")
        assert.deepStrictEqual(
          session.json.grants.map((grant: { account_name: string }) => grant.account_name),
          ["First", "Second"]
        )
        for (const id of ids) {
          const team = await both.ask("GET", "/dashboard/api/team", undefined, { "x-account": id })
          assert.strictEqual(team.json.members.length, 1)
        }
      })
    }
  }
)
