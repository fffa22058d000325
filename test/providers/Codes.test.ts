import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import * as MtnCodes from "../../src/providers/mtn/MtnCodes.ts"
import * as ProviderAlarms from "../../src/providers/ProviderAlarms.ts"
import * as PawaPayCodes from "../../src/providers/pawapay/PawaPayCodes.ts"
import type * as Mtn from "../support/mtn.ts"
import type * as PawaPay from "../support/pawapay.ts"
import * as Setting from "./setting.ts"

/** The outcome of a rejected request, that of a failed payout, and the alert, by failure code. */
const ofPawaPay: Readonly<Record<string, readonly [string, string, string]>> = {
  NO_AUTHENTICATION: ["Unknown", "Refused network_unavailable, retryable", "configuration"],
  AUTHENTICATION_ERROR: ["Unknown", "Refused network_unavailable, retryable", "configuration"],
  AUTHORISATION_ERROR: ["Unknown", "Refused network_unavailable, retryable", "configuration"],
  HTTP_SIGNATURE_ERROR: ["Unknown", "Refused network_unavailable, retryable", "configuration"],
  INVALID_INPUT: ["Unknown", "Refused network_unavailable, retryable", "request"],
  MISSING_PARAMETER: ["Unknown", "Refused network_unavailable, retryable", "request"],
  UNSUPPORTED_PARAMETER: ["Unknown", "Refused network_unavailable, retryable", "request"],
  INVALID_PARAMETER: ["Unknown", "Refused network_unavailable, retryable", "request"],
  DUPLICATE_METADATA_FIELD: ["Unknown", "Refused network_unavailable, retryable", "request"],
  PAYOUTS_NOT_ALLOWED: ["Unknown", "Refused network_unavailable, retryable", "notAllowed"],
  AMOUNT_OUT_OF_BOUNDS: ["Refused provider_rejected", "Refused provider_rejected", ""],
  AMOUNT_TOO_SMALL: ["Refused provider_rejected", "Refused provider_rejected", ""],
  AMOUNT_TOO_LARGE: ["Refused provider_rejected", "Refused provider_rejected", ""],
  INVALID_AMOUNT: ["Refused provider_rejected", "Refused provider_rejected", ""],
  INVALID_CURRENCY: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", "notAllowed"] as const)
  ],
  INVALID_PROVIDER: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", "notAllowed"] as const)
  ],
  INVALID_PHONE_NUMBER: ["Refused invalid_recipient", "Refused invalid_recipient", ""],
  INVALID_RECIPIENT_FORMAT: ["Refused invalid_recipient", "Refused invalid_recipient", ""],
  RECIPIENT_NOT_FOUND: ["Refused invalid_recipient", "Refused invalid_recipient", ""],
  RECIPIENT_LIMIT_REACHED: ["Refused recipient_limit", "Refused recipient_limit", ""],
  WALLET_LIMIT_REACHED: ["Refused recipient_limit", "Refused recipient_limit", ""],
  RECIPIENT_NOT_ALLOWED_TO_RECEIVE: ["Refused recipient_limit", "Refused recipient_limit", ""],
  PROVIDER_TEMPORARILY_UNAVAILABLE: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", ""] as const)
  ],
  CORRESPONDENT_TEMPORARILY_UNAVAILABLE: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", ""] as const)
  ],
  PAWAPAY_WALLET_OUT_OF_FUNDS: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", "float"] as const)
  ],
  BALANCE_INSUFFICIENT: [
    ...(["Refused network_unavailable, retryable"] as const),
    ...(["Refused network_unavailable, retryable", "float"] as const)
  ],
  TRANSACTION_ALREADY_IN_PROCESS: [
    ...(["Refused provider_rejected, retryable"] as const),
    ...(["Refused provider_rejected, retryable", ""] as const)
  ],
  MANUALLY_CANCELLED: ["Refused cancelled", "Refused cancelled", ""],
  UNSPECIFIED_FAILURE: [
    ...(["Refused unspecified, retryable", "Refused unspecified, retryable", ""] as const)
  ],
  OTHER_ERROR: ["Refused unspecified, retryable", "Refused unspecified, retryable", ""],
  UNKNOWN_ERROR: ["Unknown", "Refused unspecified, retryable", ""],
  NEVER_HEARD_OF: ["Refused provider_rejected", "Refused provider_rejected", ""]
}

/** The outcome of a failed transfer, and the alert, by reason code. */
const ofMtn: Readonly<Record<string, readonly [string, string]>> = {
  PAYEE_NOT_FOUND: ["Refused invalid_recipient", ""],
  PAYEE_NOT_ALLOWED_TO_RECEIVE: ["Refused recipient_limit", ""],
  NOT_ENOUGH_FUNDS: ["Refused network_unavailable, retryable", "float"],
  PAYER_LIMIT_REACHED: ["Refused network_unavailable, retryable", "float"],
  NOT_ALLOWED: ["Refused network_unavailable, retryable", "notAllowed"],
  NOT_ALLOWED_TARGET_ENVIRONMENT: ["Refused network_unavailable, retryable", "notAllowed"],
  INVALID_CALLBACK_URL_HOST: ["Refused network_unavailable, retryable", "notAllowed"],
  INVALID_CURRENCY: ["Refused network_unavailable, retryable", "notAllowed"],
  TRANSFER_TYPE_UNKNOWN: ["Refused network_unavailable, retryable", "notAllowed"],
  INTERNAL_PROCESSING_ERROR: ["Queued", ""],
  SERVICE_UNAVAILABLE: ["Refused network_unavailable, retryable", ""],
  COULD_NOT_PERFORM_TRANSACTION: ["Queued", ""],
  EXPIRED: ["Refused provider_rejected", ""],
  REJECTED: ["Refused provider_rejected", ""],
  APPROVAL_REJECTED: ["Refused provider_rejected", ""],
  TRANSACTION_CANCELED: ["Refused provider_rejected", ""],
  ONGOING: ["Accepted", ""],
  PENDING: ["Accepted", ""],
  DELAYED: ["Accepted", ""],
  NEVER_HEARD_OF: ["Refused provider_rejected", ""]
}

const alarms = (provider: string) =>
  Effect.map(
    Effect.forEach(ProviderAlarms.alarming, (kind) =>
      Effect.map(
        Setting.metric("payout_provider_alarms_total", { provider, kind }),
        (count) => [kind, count] as const
      )
    ),
    (all) => new Map(all)
  )

/** Kinds of the alerts whose counts rose. */
const risen = (before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): string =>
  [...after].flatMap(([kind, count]) => (count > (before.get(kind) ?? 0) ? [kind] : [])).join(" ")

/** Longer than any pause. */
const calm = TestClock.adjust(Limits.providers.configurationPauseMs + 60_000)

describe("A failure code of a provider", () => {
  it("is in the tested tables or is unknown", () => {
    const others = "NEVER_HEARD_OF"
    assert.deepStrictEqual(Object.keys(ofPawaPay).sort(), [...PawaPayCodes.codes, others].sort())
    assert.deepStrictEqual(Object.keys(ofMtn).sort(), [...MtnCodes.codes, others].sort())
  })

  it.effect("at pawaPay has its outcome and its alert, for rejected and failed payouts", () =>
    Effect.gen(function* () {
      const state: { fate: PawaPay.Fate } = { fate: "complete" }
      const servers = yield* Setting.simulators({ pawapay: { fate: () => state.fate } })
      const options = Setting.optionsFor(servers, "MTN_UG=pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      // At first, no refusal is final, since an earlier process may have sent the same request.
      yield* finish(provider.submit(Setting.payout(0), Setting.transfer(0, "pawapay"), Effect.void))
      yield* calm
      const seen: Record<string, readonly [string, string, string]> = {}
      let n = 0
      for (const code of Object.keys(ofPawaPay)) {
        const before = yield* alarms("pawapay")
        n += 2
        state.fate = { reject: code }
        const rejected = Setting.payout(n)
        const first = yield* finish(
          provider.submit(rejected, Setting.transfer(n, "pawapay"), Effect.void)
        )
        yield* calm
        state.fate = { fail: code }
        const failed = Setting.payout(n + 1)
        const transfer = Setting.transfer(n + 1, "pawapay")
        yield* finish(provider.submit(failed, transfer, Effect.void))
        const second = yield* finish(provider.check(failed, transfer))
        yield* calm
        const alarm = risen(before, yield* alarms("pawapay"))
        seen[code] = [Setting.summary(first), Setting.summary(second), alarm]
        assert.strictEqual(servers.pawapay.payments(failed.id), 0)
      }
      assert.deepStrictEqual(seen, ofPawaPay)
    })
  )

  for (const reasons of ["string", "object"] as const) {
    it.effect(`at MTN, written as a ${reasons}, has its outcome and its alert`, () =>
      Effect.gen(function* () {
        const state: { fate: Mtn.Fate } = { fate: "complete" }
        const servers = yield* Setting.simulators({ mtn: { fate: () => state.fate, reasons } })
        const options = Setting.optionsFor(servers, "MTN_UG=mtn")
        const { finish, provider } = yield* Setting.begin(servers, options)
        const seen: Record<string, readonly [string, string]> = {}
        for (const [n, code] of Object.keys(ofMtn).entries()) {
          const before = yield* alarms("mtn")
          state.fate = { fail: code }
          const payout = Setting.payout(n)
          const transfer = Setting.transfer(n, "mtn")
          yield* finish(provider.submit(payout, transfer, Effect.void))
          const outcome = yield* finish(provider.check(payout, transfer))
          yield* calm
          seen[code] = [Setting.summary(outcome), risen(before, yield* alarms("mtn"))]
        }
        assert.deepStrictEqual(seen, ofMtn)
      })
    )
  }
})

describe("A response of a provider", () => {
  it.effect("to an instruction at MTN is never a refusal without a status", () =>
    Effect.gen(function* () {
      const state: { fate: Mtn.Fate } = { fate: "complete" }
      const servers = yield* Setting.simulators({ mtn: { fate: () => state.fate } })
      const options = Setting.optionsFor(servers, "MTN_UG=mtn")
      const { finish, provider } = yield* Setting.begin(servers, options)
      let n = 0
      for (const refuse of [400, 401, 403, 404, 429, 500, 503]) {
        for (const code of MtnCodes.codes) {
          n += 1
          state.fate = { refuse, code }
          const ask = provider.submit(Setting.payout(n), Setting.transfer(n, "mtn"), Effect.void)
          const { _tag } = yield* finish(ask)
          assert.include(["Unknown", "Queued"], _tag, `${refuse} ${code}`)
        }
      }
    })
  )

  it.effect("with a different transfer under our reference causes a review and an alert", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators()
      const options = Setting.optionsFor(servers, "*=pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      let n = 0
      for (const name of ["pawapay", "mtn"] as const) {
        const others = [
          { targetAmount: 91_574 },
          { phone: "+256770000009" },
          { currency: "KES" as const },
          { id: "po_other" }
        ]
        for (const other of others) {
          n += 1
          const payout = Setting.payout(n)
          const transfer = Setting.transfer(n, name)
          yield* finish(provider.submit(payout, transfer, Effect.void))
          const before = yield* alarms(name)
          const outcome = yield* finish(provider.check({ ...payout, ...other }, transfer))
          assert.strictEqual(Setting.summary(outcome), "Unknown, permanent")
          assert.strictEqual(risen(before, yield* alarms(name)), "mismatch")
          assert.strictEqual((yield* finish(provider.check(payout, transfer)))._tag, "Delivered")
        }
      }
    })
  )

  it.effect("without an accepted transfer is no failure, and raises an alert", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators()
      const options = Setting.optionsFor(servers, "MTN_UG=mtn,pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      for (const [n, name] of (["mtn", "pawapay"] as const).entries()) {
        const before = yield* alarms(name)
        const outcome = yield* finish(provider.check(Setting.payout(n), Setting.transfer(n, name)))
        assert.strictEqual(Setting.summary(outcome), "Unknown")
        assert.strictEqual(risen(before, yield* alarms(name)), "contradiction")
      }
    })
  )
})

describe("A transfer status of a provider", () => {
  it.effect("decides nothing if it is unknown", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators()
      const options = Setting.optionsFor(servers, "MTN_UG=mtn,pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      for (const [n, name] of (["mtn", "pawapay"] as const).entries()) {
        const payout = Setting.payout(n)
        const transfer = Setting.transfer(n, name)
        yield* finish(provider.submit(payout, transfer, Effect.void))
        const entry = servers[name].books.get(transfer.reference)
        assert.isDefined(entry)
        for (const status of ["TIMEOUT", "CREATED", "CANCELLED", "SUCCESS", "", "failed"]) {
          entry.status = status
          const outcome = yield* finish(provider.check(payout, transfer))
          assert.strictEqual(Setting.summary(outcome), "Unknown", `${name} ${status}`)
          const again = yield* finish(provider.submit(payout, transfer, Effect.void))
          assert.strictEqual(Setting.summary(again), "Unknown", `${name} ${status}`)
          yield* TestClock.adjust(Limits.providers.openMsMax)
        }
      }
    })
  )
})

it.effect("A transfer in progress stays accepted, without a code", () =>
  Effect.gen(function* () {
    const state: { fate: PawaPay.Fate } = { fate: "complete" }
    const servers = yield* Setting.simulators({ pawapay: { fate: () => state.fate } })
    const options = Setting.optionsFor(servers, "MTN_UG=pawapay")
    const { finish, provider } = yield* Setting.begin(servers, options)
    for (const [n, fate] of (["ENQUEUED", "PROCESSING", "IN_RECONCILIATION"] as const).entries()) {
      state.fate = fate
      const payout = Setting.payout(n)
      const transfer = Setting.transfer(n, "pawapay")
      assert.strictEqual(
        (yield* finish(provider.submit(payout, transfer, Effect.void)))._tag,
        "Accepted"
      )
      assert.strictEqual((yield* finish(provider.check(payout, transfer)))._tag, "Accepted")
      // A second submission, as after a restart, looks the transfer up.
      assert.strictEqual(
        (yield* finish(provider.submit(payout, transfer, Effect.void)))._tag,
        "Accepted"
      )
    }
  })
)

it.effect("A 429 is checked again after the requested pause", () =>
  Effect.gen(function* () {
    const servers = yield* Setting.simulators()
    const options = Setting.optionsFor(servers, "MTN_UG=mtn,pawapay")
    const { finish, provider } = yield* Setting.begin(servers, options)
    for (const [n, name] of (["mtn", "pawapay"] as const).entries()) {
      servers[name].server.script = ({ operation }) =>
        operation === "submit" ? Setting.fault("never", "429") : undefined
      const ask = provider.submit(Setting.payout(n), Setting.transfer(n, name), Effect.void)
      const checkAgainAt = Setting.t0 + 7_000
      assert.deepStrictEqual(yield* finish(ask), {
        ...{ _tag: "Unknown", checkAgainAt, isPermanent: false }
      })
    }
  })
)
