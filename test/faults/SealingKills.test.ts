/** An entry about a new person and the key of that person are stored together, or neither is. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as History from "../support/history.ts"
import * as OwnServer from "../support/ownServer.ts"
import type * as Gate from "./gate.ts"
import * as Life from "./life.ts"
import * as Moments from "./moments.ts"
import * as People from "./people.ts"
import * as Seed from "./seed.ts"
import * as Servers from "./servers.ts"

const kills = 50

/** The payouts and the beneficiaries of each kill. */
const requestsEach = 3

const places = ["log insert", "key insert"] as const satisfies ReadonlyArray<Gate.Place>

const beneficiaries = "/v1/beneficiaries"
const payouts = "/v1/payouts"

const apiKey = Life.environment.SANDBOX_API_KEY ?? ""

const personOf = (number: number) => ({
  phone: `+2567705${String(number).padStart(5, "0")}`,
  name: `Person ${number}`
})

/** Requests about people of whom the log has nothing yet. */
const makeRequests = (history: History.History) => {
  let count = 0
  return async (url: string): Promise<ReadonlyArray<History.Operation>> => {
    const made: Array<History.Operation> = []
    while (made.length < 2 * requestsEach) {
      const { name, phone } = personOf(count)
      const saved = { name, phone, network: "MTN_UG" }
      made.push(history.operation(beneficiaries, `beneficiary ${count}`, saved))
      const amount = { source_amount_usdc: 10 + (count % 90), target_currency: "UGX" }
      const quote = history.operation("/v1/quotes", `quote ${count}`, amount)
      await history.send(url, quote)
      const paid = personOf(count + 1)
      made.push(
        history.operation(payouts, `payout ${count}`, {
          ...{ quote_id: History.bodyOf(quote).quote_id, network: "MTN_UG" },
          ...{ recipient_phone: paid.phone, recipient_name: paid.name }
        })
      )
      count += 2
    }
    return made
  }
}

const phoneOf = ({ body }: History.Operation): string => String(body.phone ?? body.recipient_phone)

type Outcome = "absent" | "durable" | "acknowledged"

/** The names of the log's recipients by phone number. */
const namesInLog = async (
  database: People.Database
): Promise<ReadonlyMap<string, string | null>> => {
  const entries = await People.opened(database)
  return new Map(
    entries
      .flatMap(({ events }) => events)
      .flatMap((event) =>
        event._tag === "BeneficiarySaved" || event._tag === "PayoutCreated"
          ? [[event.phone, event.name] as const]
          : []
      )
  )
}

/** Checks the entries of requests: each has its personal data. */
const outcomesOf = async (
  database: People.Database,
  sent: ReadonlyArray<History.Operation>
): Promise<ReadonlyArray<Outcome>> => {
  const names = await namesInLog(database)
  return sent.map((operation) => {
    const { body, key } = operation
    const name = names.get(phoneOf(operation))
    if (name !== undefined) assert.strictEqual(name, body.name ?? body.recipient_name, key)
    if (!History.isOk(operation)) return name === undefined ? "absent" : "durable"
    assert.isDefined(name, `${key} was acknowledged and is lost`)
    return "acknowledged"
  })
}

/** Retries every request, and checks that the API shows all people. */
const assertReadable = async (url: string, history: History.History): Promise<void> => {
  await Promise.all(history.operations().map((each) => history.send(url, each)))
  const [saved, paid] = [history.ok(beneficiaries), history.ok(payouts)]
  assert.lengthOf([...saved, ...paid], kills * 2 * requestsEach)
  for (const operation of saved) {
    const { json } = await People.read(url, `${beneficiaries}/${History.bodyOf(operation).id}`)
    const { name, phone } = operation.body
    assert.deepInclude(json, { name, phone }, operation.key)
  }
  for (const operation of paid) {
    const { json } = await People.read(url, `${payouts}/${History.bodyOf(operation).payout_id}`)
    const { recipient_name, recipient_phone } = operation.body
    assert.deepInclude(json, { recipient_name, recipient_phone }, operation.key)
  }
}

let server: OwnServer.OwnServer

beforeAll(async () => {
  server = await OwnServer.start()
})
afterAll(() => server.close())

describe("The program, killed while it seals data of new people,", () => {
  it(`stores each entry with its keys or not at all, FAULTS_SEED=${Seed.seed}`, {
    timeout: 900_000
  }, async () => {
    const draw = Seed.make(Seed.seed)
    const mortal = await Moments.make(server, await Servers.create(server), draw)
    const { database } = mortal
    const history = History.make(apiKey)
    const requests = makeRequests(history)
    const outcomes = { absent: 0, durable: 0, acknowledged: 0 }
    try {
      for (let kill = 0; kill < kills; kill++) {
        const moment = Moments.moments[kill % Moments.moments.length] ?? assert.fail()
        const url = await mortal.url()
        // A retry gets the first response, byte for byte. The outcome is now known.
        await Promise.all(history.operations().map((each) => history.send(url, each)))
        const sent = await requests(url)
        await People.rested(database)
        await mortal.kill(moment, places[draw(places.length)] ?? assert.fail(), (to) =>
          Promise.all(sent.map((each) => history.send(to, each)))
        )
        assert.isEmpty((await mortal.audit()).keys.unused, "keys without an entry")
        const found = await outcomesOf(database, sent)
        Moments.assertEnd(
          moment,
          found.map((outcome) => outcome !== "absent")
        )
        for (const outcome of found) outcomes[outcome] += 1
      }
      await assertReadable(await mortal.url(), history)
    } finally {
      await mortal.close()
    }
    console.log(`seed ${Seed.seed}: ${kills} kills, requests by outcome`, outcomes)
    for (const [outcome, count] of Object.entries(outcomes)) assert.isAbove(count, 0, outcome)
  })
})
