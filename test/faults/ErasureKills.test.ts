/**
 * An erasure is one statement: the entry, the destruction of the keys and the deletion of the texts
 * happen together, or nothing does. The same holds for a restriction, which destroys no key.
 */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type * as Tables from "../fixtures/tables.ts"
import * as History from "../support/history.ts"
import * as OwnServer from "../support/ownServer.ts"
import * as Gate from "./gate.ts"
import * as Gauges from "./gauges.ts"
import * as Life from "./life.ts"
import * as Moments from "./moments.ts"
import * as People from "./people.ts"
import * as Seed from "./seed.ts"
import * as Servers from "./servers.ts"

const kills = 50

const adminKey = "ak_sandbox_faults_0123456789"

/** A law demands the data of paid recipients in Kenya alone. */
const environment = { ADMIN_API_KEY: adminKey, RETENTION_YEARS: "KE=10,*=0" }

interface Recipient {
  readonly phone: string
  readonly name: string
  readonly network: string
  readonly currency: string
  /** The status of its data after an erasure. */
  readonly end: "erased" | "restricted"
}

const recipientOf = (number: number): Recipient => {
  const name = `Recipient${String(number).padStart(3, "0")}`
  const digits = String(number).padStart(5, "0")
  return number % 3 === 2
    ? { name, phone: `+2547005${digits}`, network: "MPESA_KE", currency: "KES", end: "restricted" }
    : { name, phone: `+2567705${digits}`, network: "MTN_UG", currency: "UGX", end: "erased" }
}

/** Changes of rows that the statement makes, after which a gate can hold it. */
const placesOf = ({ end }: Recipient): ReadonlyArray<Gate.Place> => [
  ...(["log insert", "text delete"] as const),
  ...(end === "erased" ? (["key delete"] as const) : [])
]

interface Known extends Recipient {
  readonly payoutId: string
  readonly beneficiaryId: string
}

/** Saves and pays a recipient. `mark` distinguishes requests for one phone number. */
const know = async (url: string, history: History.History, recipient: Recipient, mark = "") => {
  const { currency, name, network, phone } = recipient
  const send = async (path: string, body: Readonly<Record<string, unknown>>) => {
    const operation = history.operation(path, `${path} ${phone.slice(-5)}${mark}`, body)
    assert.isDefined(await history.send(url, operation), operation.key)
    return History.bodyOf(operation)
  }
  const saved = await send("/v1/beneficiaries", { name, phone, network })
  const quote = await send("/v1/quotes", { source_amount_usdc: 25, target_currency: currency })
  const paid = await send("/v1/payouts", {
    ...{ quote_id: quote.quote_id, network, recipient_phone: phone, recipient_name: name },
    ...{ reference: `for ${name}`, metadata: { to: name } }
  })
  return { ...recipient, payoutId: paid.payout_id, beneficiaryId: saved.id } satisfies Known
}

/** The ids of the keys that sealed each recipient's payout. */
const keysOf = async (database: People.Database, known: ReadonlyArray<Known>) => {
  const entries = await People.clearEntries(database)
  return new Map(
    known.map(({ payoutId, phone }) => {
      const made = entries.find(({ events }) => events.some(({ id }) => id === payoutId))
      assert.lengthOf(made?.named ?? [], 1, phone)
      return [phone, made?.named ?? []] as const
    })
  )
}

/** True if the log has the whole erasure or restriction, and false if it has nothing of it. */
const isEnded = (entries: ReadonlyArray<People.ClearEntry>, { beneficiaryId, end }: Known) => {
  const deleting = entries.filter(({ events }) =>
    events.some(({ _tag, id }) => _tag === "BeneficiaryDeleted" && id === beneficiaryId)
  )
  const tag = end === "erased" ? "RecipientErased" : "RecipientRestricted"
  const ending = deleting.filter(({ events }) => events.some(({ _tag }) => _tag === tag))
  assert.lengthOf(ending, deleting.length, beneficiaryId)
  assert.isAtMost(ending.length, 1, beneficiaryId)
  return ending.length === 1
}

/** Checks that the API shows a recipient's data, or that none of it is left. */
const assertShown = async (url: string, known: Known, isEnded: boolean): Promise<void> => {
  const { beneficiaryId, end, name, payoutId, phone } = known
  const saved = await People.read(url, `/v1/beneficiaries/${beneficiaryId}`)
  assert.strictEqual(saved.status, isEnded ? 404 : 200, name)
  const paid = await People.read(url, `/v1/payouts/${payoutId}`)
  const [shownName, shownPhone] = isEnded ? [end, end] : [name, phone]
  assert.deepInclude(paid.json, {
    ...{ recipient_name: shownName, recipient_phone: shownPhone, status: "SETTLED" },
    ...(isEnded ? { reference: end, metadata: {} } : { reference: `for ${name}` })
  })
  for (const words of [name, phone.slice(1)]) {
    const found = await People.read(url, `/v1/payouts?search=${words}`)
    assert.strictEqual(found.json.total, isEnded ? 0 : 1, `payouts found by ${words}`)
  }
}

/** Checks that the tables have no text of these recipients. */
const assertNoTexts = (tables: Tables.Rows | undefined, ended: Iterable<Known>): void => {
  const texts = JSON.stringify(tables ?? {})
  for (const { name, phone } of ended) {
    assert.notInclude(texts, name)
    assert.notInclude(texts, phone.slice(1))
  }
}

interface World {
  readonly mortal: Moments.Mortal
  /** The requests for erasures. */
  readonly erasures: History.History
  readonly path: string
  readonly known: ReadonlyArray<Known>
  /** The ids of the keys of each recipient's data. */
  readonly keys: ReadonlyMap<string, ReadonlyArray<string>>
  /** The recipients whose data is erased or restricted. */
  readonly ended: Set<Known>
}

/** Saves and pays all recipients. */
const makeWorld = async (mortal: Moments.Mortal): Promise<World> => {
  const url = await mortal.url()
  const history = History.make(Life.environment.SANDBOX_API_KEY ?? "")
  const recipients = Array.from({ length: kills }, (_, number) => recipientOf(number))
  const known = await Promise.all(recipients.map((each) => know(url, history, each)))
  const { json } = await People.read(url, "/v1/account")
  await People.rested(mortal.database)
  // The next start writes all payouts to the tables. Before, their recipients are busy.
  await mortal.close()
  return {
    ...{ mortal, known, erasures: History.make(adminKey), ended: new Set() },
    path: `/admin/v1/accounts/${json.id}/recipients/erase`,
    keys: await keysOf(mortal.database, known)
  }
}

/** Checks the keys of all recipients: only an erasure destroys any. */
const assertKeys = ({ ended, keys, known }: World, { stored }: People.KeyIds): void => {
  for (const recipient of known) {
    const isDestroyed = recipient.end === "erased" && ended.has(recipient)
    for (const id of keys.get(recipient.phone) ?? []) {
      assert.strictEqual(stored.has(id), !isDestroyed, `the key of ${recipient.phone}`)
    }
  }
}

/** Retries all erasures. A retry gets the first response, or erases what was not erased. */
const finish = async ({ ended, erasures, known, mortal }: World): Promise<string> => {
  const url = await mortal.url()
  const operations = erasures.operations()
  await Promise.all(operations.map((each) => erasures.send(url, each)))
  for (const { answer, key } of operations) assert.isDefined(answer, key)
  for (const recipient of known.slice(0, operations.length)) ended.add(recipient)
  return url
}

/** Kills the program at a moment of a recipient's erasure; returns what became of the erasure. */
const killDuring = async (world: World, moment: Moments.Moment, recipient: Known) => {
  const { ended, erasures, mortal, path } = world
  const { end, phone } = recipient
  await finish(world)
  // Keys of requests and reasons of erasures stay readable.
  const number = phone.slice(-5)
  const erasure = erasures.operation(path, number, { phone, reason: `request ${number}` })
  const places = placesOf(recipient)
  await mortal.kill(moment, places[mortal.draw(places.length)] ?? assert.fail(), (to) =>
    erasures.send(to, erasure)
  )
  const { keys, tables } = await mortal.audit()
  const isDurable = isEnded(await People.clearEntries(mortal.database), recipient)
  Moments.assertEnd(moment, [isDurable])
  if (isDurable) ended.add(recipient)
  assertKeys(world, keys)
  assertNoTexts(tables, ended)
  await assertShown(await mortal.url(), recipient, isDurable)
  if (!History.isOk(erasure)) return isDurable ? "durable" : "absent"
  assert.isTrue(isDurable, `the erasure of ${phone} is lost`)
  assert.strictEqual(History.bodyOf(erasure).status, end)
  return "acknowledged"
}

const post = (url: string, path: string, key: string, body: object): Promise<Response> =>
  fetch(`${url}${path}`, {
    method: "POST",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify(body)
  })

let server: OwnServer.OwnServer

beforeAll(async () => {
  server = await OwnServer.start()
})
afterAll(() => server.close())

describe("The program, killed while it erases a recipient's data,", () => {
  it(`erases the whole or nothing, FAULTS_SEED=${Seed.seed}`, { timeout: 900_000 }, async () => {
    const draw = Seed.make(Seed.seed)
    const mortal = await Moments.make(server, await Servers.create(server), draw, environment)
    const outcomes = { absent: 0, durable: 0, acknowledged: 0 }
    try {
      const world = await makeWorld(mortal)
      for (const [kill, recipient] of world.known.entries()) {
        const moment = Moments.moments[kill % Moments.moments.length] ?? assert.fail()
        outcomes[await killDuring(world, moment, recipient)] += 1
      }
      const url = await finish(world)
      assert.lengthOf(world.erasures.ok(world.path), kills)
      for (const each of world.known) await assertShown(url, each, true)
    } finally {
      await mortal.close()
    }
    console.log(`seed ${Seed.seed}: ${kills} kills, erasures by outcome`, outcomes)
    for (const [outcome, count] of Object.entries(outcomes)) assert.isAbove(count, 0, outcome)
  })
})

/** Requests the erasure of a recipient of the only account; returns the status of the response. */
const erase = async (url: string, phone: string): Promise<number> => {
  const { json } = await People.read(url, "/v1/account")
  const path = `/admin/v1/accounts/${json.id}/recipients/erase`
  return (await post(url, path, adminKey, { phone, reason: "request 1" })).status
}

describe("An erasure of a recipient", () => {
  it("waits while the recipient's first entry is written, and erases it then", async () => {
    const name = await Servers.create(server)
    const life = Life.start("src/main.ts", { ...environment, DATABASE_URL: server.url(name) })
    try {
      const url = (await life.listening) ?? assert.fail(life.output())
      const gate = await Gate.install(server, name)
      const { network, phone, ...recipient } = recipientOf(0)
      await gate.close("key insert")
      const saved = post(url, "/v1/beneficiaries", Life.environment.SANDBOX_API_KEY ?? "", {
        ...{ name: recipient.name, phone, network }
      })
      await gate.reached()
      const erased = erase(url, phone)
      await gate.open()
      assert.strictEqual((await saved).status, 201)
      assert.strictEqual(await erased, 200)
      const { json } = await People.read(url, "/v1/beneficiaries")
      assert.strictEqual(json.total, 0)
      await People.auditLog({ server, name, environment })
    } finally {
      await life.kill("SIGKILL")
    }
  })

  it("still hides restricted data after a rebuild", { timeout: 120_000 }, async () => {
    const name = await Servers.create(server)
    const settings = { ...environment, DATABASE_URL: server.url(name) }
    const history = History.make(Life.environment.SANDBOX_API_KEY ?? "")
    const first = Life.start("src/main.ts", settings)
    let second: Life.Life | undefined
    try {
      const url = (await first.listening) ?? assert.fail(first.output())
      const known = await know(url, history, recipientOf(2))
      await People.rested({ server, name, environment })
      // The recipient is busy until the payout is in the tables.
      await Gate.poll("the restriction", async () =>
        (await erase(url, known.phone)) === 200 ? true : undefined
      )
      await assertShown(url, known, true)
      // Late money opens the payout again.
      const key = Life.environment.SANDBOX_API_KEY ?? ""
      const late = { deposit: { amount_usdc: 5 } }
      const path = `/v1/sandbox/payouts/${known.payoutId}/simulate`
      assert.strictEqual((await post(url, path, key, late)).status, 200)
      await assertShown(url, known, true)
      assert.strictEqual(await first.kill("SIGTERM"), 0)
      await People.auditTables({ server, name, environment })
      const rebuild = Life.start("src/cli/main.ts", settings, ["log", "rebuild"])
      assert.strictEqual(await rebuild.ended, 0, rebuild.output())
      second = Life.start("src/main.ts", settings)
      await assertShown((await second.listening) ?? assert.fail(second.output()), known, true)
    } finally {
      await first.kill("SIGKILL")
      await second?.kill("SIGKILL")
    }
  })
})

describe("A standby", () => {
  it("shows the erasures of the primary that it takes over from, as a rebuild does", {
    timeout: 120_000
  }, async () => {
    const name = await Servers.create(server)
    const settings = { ...environment, DATABASE_URL: server.url(name) }
    const database = { server, name, environment }
    const history = History.make(Life.environment.SANDBOX_API_KEY ?? "")
    const primary = await Gauges.serving(settings)
    const standby = await Gauges.start(settings, ["--standby"])
    try {
      await Gauges.until(standby, "standby")
      // The standby folds these entries with the keys of the recipients.
      const known = [
        await know(primary.url, history, recipientOf(0)),
        await know(primary.url, history, recipientOf(2))
      ]
      await People.rested(database)
      for (const { phone } of known) {
        await Gauges.eventually(
          "the erasure",
          async () => (await erase(primary.url, phone)) === 200
        )
      }
      await primary.kill("SIGKILL")
      await Gauges.until(standby, "ready")
      for (const each of known) await assertShown(standby.url, each, true)
      // New data of the same recipients has other keys.
      const again = { ...recipientOf(0), name: "Again" }
      const paid = await know(standby.url, history, again, " again")
      await People.rested(database)
      await assertShown(standby.url, paid, false)
      await People.auditLog(database)
      assert.strictEqual(await standby.kill("SIGTERM"), 0, standby.output())
      const tables = await People.auditTables(database)
      assertNoTexts(tables, known.slice(1))
    } finally {
      await primary.kill("SIGKILL")
      await standby.kill("SIGKILL")
    }
  })
})
