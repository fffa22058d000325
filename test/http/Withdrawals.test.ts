/** Withdrawals from a balance: addresses, requests, decisions of staff, and the proof on chain. */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as ScriptedAdapters from "./scriptedAdapters.ts"
import { assertInvalid, assertKeys, assertProblem, customer, suite, until } from "./suite.ts"

const root = "/v1/balance"
const staff = "/admin/v1/withdrawals"
const reason = { reason: "checked" }

const script = ScriptedAdapters.make()
const adapters = ScriptedAdapters.layer(script)

let used = 0
/** An address, or a transaction, that no other test has. */
const fresh = (digits: number): string => `0x${String(++used).padStart(digits, "a")}`

interface Owner {
  readonly id: string
  readonly key: string
  readonly call: Service.Service["call"]
}

/** A customer with 100 USDC. */
const owner = async (service: Service.Service): Promise<Owner> => {
  const { id, key } = await customer(service)
  const call: Service.Service["call"] = (method, path, more = {}) =>
    service.call(method, path, { key, ...more })
  await call("POST", "/v1/sandbox/balance/deposit", { body: { amount_usdc: 100 } })
  return { id, key, call }
}

const asStaff = ({ call }: Service.Service, path: string, body: object = reason) =>
  call("POST", path, { key: Service.adminKey, body })

const addAddress = ({ call }: Owner, address: string, name = "Treasury") =>
  call("POST", `${root}/addresses`, { body: { name, address } })

/** Adds an address that staff make usable at once. */
const usableAddress = async (service: Service.Service, who: Owner, address = fresh(40)) => {
  const added = await addAddress(who, address)
  const path = `/admin/v1/accounts/${who.id}/balance/addresses/${added.json.id}/activate`
  const activated = await asStaff(service, path)
  assert.isTrue(activated.json.data.at(-1).is_usable, activated.text)
  return { id: added.json.id as string, address }
}

const withdraw = ({ call }: Owner, address_id: string, amount_usdc: unknown, more = {}) =>
  call("POST", `${root}/withdrawals`, { body: { amount_usdc, address_id, ...more } })

const statusOf = async ({ call }: Owner, id: string, status: string) =>
  until(
    () => call("GET", `${root}/withdrawals/${id}`),
    ({ json }) => json.status === status
  )

const balanceOf = async ({ call }: Owner) => {
  const { available_usdc, reserved_usdc } = (await call("GET", root)).json
  return { available_usdc, reserved_usdc }
}

const movementsOf = async ({ call }: Owner): Promise<ReadonlyArray<string>> => {
  const { json } = await call("GET", `${root}/movements`)
  return json.data.map(
    ({ amount_usdc, balance_after_usdc, type }: Record<string, unknown>) =>
      `${type} ${amount_usdc} ${balance_after_usdc}`
  )
}

suite(
  "A withdrawal",
  {},
  {
    "to a new address": (test) => {
      test("waits for a day, and not after staff ended the wait", async (service) => {
        const who = await owner(service)
        const added = await addAddress(who, fresh(40))
        assert.strictEqual(added.status, 201, added.text)
        assertKeys(
          added.json,
          ...["id", "name", "address", "is_usable", "usable_from", "created_at"]
        )
        assert.isFalse(added.json.is_usable)
        const wait = Date.parse(added.json.usable_from) - Date.parse(added.json.created_at)
        assert.strictEqual(wait, Limits.withdrawals.addressWaitMs)
        const early = await withdraw(who, added.json.id, 10)
        assertProblem(early, 409, "INVALID_STATE")
        assert.include(early.json.message, added.json.usable_from)
        const path = `/admin/v1/accounts/${who.id}/balance/addresses/${added.json.id}/activate`
        assert.strictEqual((await asStaff(service, path)).status, 200)
        assert.strictEqual((await withdraw(who, added.json.id, 10)).status, 201)
      })

      test("is refused once the address is removed", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const remove = () => who.call("DELETE", `${root}/addresses/${id}`)
        assert.strictEqual((await remove()).status, 200)
        assertProblem(await remove(), 404, "WITHDRAWAL_ADDRESS_NOT_FOUND")
        assertProblem(await withdraw(who, id, 1), 404, "WITHDRAWAL_ADDRESS_NOT_FOUND")
        assert.isEmpty((await who.call("GET", `${root}/addresses`)).json.data)
      })

      test("keeps the wait of an address that is added twice", async (service) => {
        const who = await owner(service)
        const address = fresh(40)
        const first = await addAddress(who, address)
        const again = await addAddress(who, address, "Another name")
        assert.deepStrictEqual(again.json, first.json)
        assert.lengthOf((await who.call("GET", `${root}/addresses`)).json.data, 1)
      })

      test("is refused for addresses of the service, flagged ones, and more than 20", async (service) => {
        const who = await owner(service)
        const { deposit_address } = (await who.call("GET", root)).json
        assertInvalid(await addAddress(who, deposit_address), "address")
        const flagged = fresh(40)
        script.addresses.set(flagged, "flagged")
        assertInvalid(await addAddress(who, flagged), "address")
        assertInvalid(await addAddress(who, "0x12"), "address")
        for (let count = 0; count < 20; count++) await addAddress(who, fresh(40))
        assertProblem(await addAddress(who, fresh(40)), 409, "INVALID_STATE")
      })

      test("is refused for the address of another account", async (service) => {
        const { id } = await usableAddress(service, await owner(service))
        const other = await owner(service)
        assertProblem(await withdraw(other, id, 1), 404, "WITHDRAWAL_ADDRESS_NOT_FOUND")
      })
    },

    "from the balance": (test) => {
      test("goes from the request to the chain, and the balance follows", async (service) => {
        const who = await owner(service)
        const { address, id: addressId } = await usableAddress(service, who)
        const made = await withdraw(who, addressId, 40, { reference: "2026-03 surplus" })
        assert.strictEqual(made.status, 201, made.text)
        assertKeys(
          made.json,
          ...["id", "status", "amount_usdc", "address_id", "address", "reference", "tx_hash"],
          ...["created_at", "sent_at", "completed_at", "updated_at"]
        )
        assert.deepInclude(made.json, { status: "requested", amount_usdc: 40, address })
        const { id } = made.json
        assert.deepStrictEqual(await balanceOf(who), { available_usdc: 60, reserved_usdc: 40 })
        const approved = await asStaff(service, `${staff}/${id}/approve`)
        assert.strictEqual(approved.json.status, "approved", approved.text)
        assertProblem(
          await who.call("POST", `${root}/withdrawals/${id}/cancel`, { body: {} }),
          409,
          "INVALID_STATE"
        )
        const tx_hash = fresh(64)
        script.transactions.set(tx_hash, { _tag: "Pending", transfers: 1 })
        const sent = await asStaff(service, `${staff}/${id}/sent`, { ...reason, tx_hash })
        assert.deepInclude(sent.json, { status: "sent", tx_hash }, sent.text)
        assert.include(script.lookups, `${tx_hash} ${address} 40000000`)
        script.transactions.delete(tx_hash)
        const { json } = await statusOf(who, id, "completed")
        assert.isString(json.completed_at)
        assert.deepStrictEqual(await balanceOf(who), { available_usdc: 60, reserved_usdc: 0 })
        assert.deepStrictEqual(await movementsOf(who), ["withdrawal -40 60", "deposit 100 100"])
      })

      test("returns to it if the customer cancels, or staff reject", async (service) => {
        const who = await owner(service)
        const { id: addressId } = await usableAddress(service, who)
        const first = (await withdraw(who, addressId, 30)).json.id
        const second = (await withdraw(who, addressId, 20)).json.id
        const path = `${root}/withdrawals/${first}/cancel`
        assert.strictEqual((await who.call("POST", path, { body: {} })).json.status, "cancelled")
        assertProblem(await who.call("POST", path, { body: {} }), 409, "INVALID_STATE")
        await asStaff(service, `${staff}/${second}/approve`)
        const rejected = await asStaff(service, `${staff}/${second}/reject`)
        assert.strictEqual(rejected.json.status, "rejected", rejected.text)
        assert.deepStrictEqual(await balanceOf(who), { available_usdc: 100, reserved_usdc: 0 })
        assert.deepStrictEqual(await movementsOf(who), [
          ...["return 20 100", "return 30 80", "withdrawal -20 50", "withdrawal -30 70"],
          "deposit 100 100"
        ])
      })
    },

    "that the balance cannot pay": (test) => {
      test("is refused for more than it has, too little, and bad amounts", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const refused = await withdraw(who, id, 100.5)
        assert.strictEqual(refused.status, 409, refused.text)
        assert.deepInclude(refused.json, {
          ...{ error: "INSUFFICIENT_BALANCE", needed_usdc: 100.5, available_usdc: 100 }
        })
        for (const amount of [0.5, -1, "10", 1.0000001, null]) {
          assertInvalid(await withdraw(who, id, amount), "amount_usdc")
        }
        assert.deepStrictEqual(await balanceOf(who), { available_usdc: 100, reserved_usdc: 0 })
      })

      test("never overdraws it, if many come at once", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const answers = await Promise.all(Array.from({ length: 12 }, () => withdraw(who, id, 15)))
        assert.lengthOf(
          answers.filter(({ status }) => status === 201),
          6
        )
        assert.deepStrictEqual(await balanceOf(who), { available_usdc: 10, reserved_usdc: 90 })
      })

      test("is one for one idempotency key", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const more = { idempotency_key: "once" }
        const first = await withdraw(who, id, 5, more)
        assert.strictEqual((await withdraw(who, id, 5, more)).text, first.text)
        assert.strictEqual((await balanceOf(who)).available_usdc, 95)
      })

      test("is refused while the most that may be open have not ended", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const { openMax } = Limits.withdrawals
        for (let count = 0; count < openMax; count++) await withdraw(who, id, 1)
        assertProblem(await withdraw(who, id, 1), 409, "INVALID_STATE")
      })
    },

    "that staff decide": (test) => {
      test("is held if its address is flagged by then, until it is clear", async (service) => {
        const who = await owner(service)
        const { address, id: addressId } = await usableAddress(service, who)
        const { id } = (await withdraw(who, addressId, 5)).json
        script.addresses.set(address, "flagged")
        const held = await asStaff(service, `${staff}/${id}/approve`)
        assert.strictEqual(held.json.status, "held", held.text)
        assert.isString(held.json.hold_reason)
        const seen = await who.call("GET", `${root}/withdrawals/${id}`)
        assert.strictEqual(seen.json.status, "held")
        assert.notInclude(seen.text, held.json.hold_reason)
        script.addresses.delete(address)
        const approved = await asStaff(service, `${staff}/${id}/approve`)
        assert.deepInclude(approved.json, { status: "approved", hold_reason: null })
      })

      test("is not approved while its address cannot be screened", async (service) => {
        const who = await owner(service)
        const { address, id: addressId } = await usableAddress(service, who)
        const { id } = (await withdraw(who, addressId, 5)).json
        script.addresses.set(address, "inconclusive")
        assert.strictEqual((await asStaff(service, `${staff}/${id}/approve`)).status, 503)
        script.addresses.delete(address)
        assert.strictEqual((await asStaff(service, `${staff}/${id}/approve`)).status, 200)
      })

      test("takes no transaction of another withdrawal or of another amount", async (service) => {
        const who = await owner(service)
        const { id: addressId } = await usableAddress(service, who)
        const ids: Array<string> = []
        for (let count = 0; count < 2; count++) {
          const { id } = (await withdraw(who, addressId, 5)).json
          await asStaff(service, `${staff}/${id}/approve`)
          ids.push(id)
        }
        const send = (id: string | undefined, tx_hash: string) =>
          asStaff(service, `${staff}/${id}/sent`, { ...reason, tx_hash })
        const tx_hash = fresh(64)
        script.transactions.set(tx_hash, { _tag: "Wrong", reason: "sends 6 USDC", isFinal: true })
        assertInvalid(await send(ids[0], tx_hash), "tx_hash")
        script.transactions.delete(tx_hash)
        assert.strictEqual((await send(ids[0], tx_hash)).status, 200)
        assertInvalid(await send(ids[1], tx_hash), "tx_hash")
      })
    },

    "with a transaction": (test) => {
      test("is approved again if its transaction turns out not to exist", async (service) => {
        const who = await owner(service)
        const { id: addressId } = await usableAddress(service, who)
        const { id } = (await withdraw(who, addressId, 5)).json
        await asStaff(service, `${staff}/${id}/approve`)
        const tx_hash = fresh(64)
        script.transactions.set(tx_hash, { _tag: "Pending", transfers: 1 })
        await asStaff(service, `${staff}/${id}/sent`, { ...reason, tx_hash })
        assertProblem(await asStaff(service, `${staff}/${id}/reject`), 409, "INVALID_STATE")
        script.transactions.set(tx_hash, { _tag: "Wrong", reason: "is not there", isFinal: true })
        const { json } = await statusOf(who, id, "approved")
        assert.isNull(json.tx_hash)
      })

      test("is in the list of staff, and not in that of another account", async (service) => {
        const who = await owner(service)
        const { id: addressId } = await usableAddress(service, who)
        const { id } = (await withdraw(who, addressId, 5)).json
        const listed = await service.call("GET", `${staff}?account_id=${who.id}&status=requested`, {
          key: Service.adminKey
        })
        assert.deepStrictEqual(
          listed.json.data.map((one: { id: string; account_id: string }) => [
            one.id,
            one.account_id
          ]),
          [[id, who.id]]
        )
        const other = await owner(service)
        assert.isEmpty((await other.call("GET", `${root}/withdrawals`)).json.data)
        assertProblem(
          await other.call("GET", `${root}/withdrawals/${id}`),
          404,
          "WITHDRAWAL_NOT_FOUND"
        )
        assertProblem(
          await other.call("POST", `${root}/withdrawals/${id}/cancel`, { body: {} }),
          404,
          "WITHDRAWAL_NOT_FOUND"
        )
      })
    },

    "of a limited key": (test) => {
      test("is refused to a key that is confined to payouts", async (service) => {
        const who = await owner(service)
        const { id } = await usableAddress(service, who)
        const path = `/admin/v1/accounts/${who.id}/api-keys`
        const body = { name: "confined", scope: "payouts" }
        const { key } = (await asStaff(service, path, body)).json
        const confined: Owner = {
          ...who,
          call: (method, path, more = {}) => service.call(method, path, { key, ...more })
        }
        assertProblem(await addAddress(confined, fresh(40)), 403, "FORBIDDEN")
        assertProblem(await withdraw(confined, id, 1), 403, "FORBIDDEN")
        assert.strictEqual((await confined.call("GET", `${root}/withdrawals`)).status, 200)
      })
    }
  },
  { adapters }
)

suite("A withdrawal under HOLD_APPROVALS=2", { HOLD_APPROVALS: "2" }, (test) => {
  test("and its address need two people", async (service) => {
    const person = await Visitor.first(service)
    const who = await owner(service)
    const added = await addAddress(who, fresh(40))
    const path = `/admin/v1/accounts/${who.id}/balance/addresses/${added.json.id}/activate`
    const one = await asStaff(service, path)
    assert.isFalse(one.json.data[0].is_usable, one.text)
    assert.strictEqual(one.json.pending_action.action, "activate_address")
    const two = await person.ask("POST", path, reason)
    assert.isTrue(two.json.data[0].is_usable, two.text)
    const { id } = (await withdraw(who, added.json.id, 5)).json
    const approve = `${staff}/${id}/approve`
    const first = await asStaff(service, approve)
    assert.strictEqual(first.json.status, "requested", first.text)
    assert.deepInclude(first.json.pending_action, { action: "approve_withdrawal" })
    assert.strictEqual((await asStaff(service, approve)).json.status, "requested")
    assert.strictEqual((await person.ask("POST", approve, reason)).json.status, "approved")
  })
})

suite("A withdrawal in the sandbox", {
  ...{ SANDBOX_TIME_SCALE: "0.001", SANDBOX_REFUNDS: "simulated" }
}, (test) => {
  test("is completed without staff, or rejected if its reference says so", async (service) => {
    const who = await owner(service)
    const added = await addAddress(who, fresh(40))
    await until(
      () => who.call("GET", `${root}/addresses`),
      ({ json }) => json.data[0].is_usable
    )
    const { id } = (await withdraw(who, added.json.id, 5)).json
    const { json } = await statusOf(who, id, "completed")
    assert.match(json.tx_hash, /^0x73616e64626f78/)
    const refused = await withdraw(who, added.json.id, 5, { reference: "SANDBOX REJECT" })
    await statusOf(who, refused.json.id, "rejected")
    assert.strictEqual((await balanceOf(who)).available_usdc, 95)
  })
})
