/** One database and its customers through many lives of the program, and the audit at the end. */
import { assert } from "vitest"
import * as Audit from "./audit.ts"
import * as Customers from "./customers.ts"
import * as Life from "./life.ts"
import * as Servers from "./servers.ts"

/** The enumeration instead of the share of it that every run of the tests makes. */
export const isComplete = process.env.FAULTS === "all"

/** Far more than a test takes; what is lost for ever must not hold the run for ever. */
export const msMax = isComplete ? 1_800_000 : 60_000

export interface Scenario {
  readonly customers: Customers.Customers
  readonly database: string
  /** Starts the program with a trap and more customers; ends when the trap has killed it. */
  readonly dieAt: (trap: string, customersMore: number) => Promise<void>
  /** The same, killed from outside after so many webhooks. */
  readonly dieAfter: (webhooks: number, customersMore: number) => Promise<void>
  /** The last life: everything ends well, or the audit says what did not. */
  readonly conclude: () => Promise<Audit.Books>
}

/** Prints the figures of one scenario. */
export const report = (what: string, faults: number, books: Audit.Books): void =>
  console.log(
    `${what}: ${faults} faults, ${books.acknowledged} requests acknowledged, ` +
      `${books.unknown} answers lost and asked for again, ${books.payouts} payouts, ` +
      `${books.entries} entries: nothing lost, nothing twice`
  )

/** Rounds of customers that a life gets before a trap counts as unreachable. */
const roundsMax = 400

const make = (
  server: Servers.Server,
  database: string,
  customers: Customers.Customers,
  lives: Set<Life.Life>
): Scenario => {
  let count = 0

  const begin = (entry: Life.Entry, environment: Life.Environment) => {
    const life = Life.start(entry, { DATABASE_URL: server.url(database), ...environment })
    lives.add(life)
    life.ended.then(() => lives.delete(life))
    return life
  }

  const listening = async (life: Life.Life): Promise<string> =>
    (await life.listening) ?? assert.fail(`it ended with ${await life.ended}:\n${life.output()}`)

  const dieAt: Scenario["dieAt"] = async (trap, customersMore) => {
    const life = begin("test/support/crashable.ts", { FAIL_AT: trap })
    const url = await life.listening
    for (let round = 0; url !== undefined && lives.has(life) && round < roundsMax; round++) {
      count += customersMore
      // The read model is written at once, and not seconds later.
      const written = Customers.written(url)
      const worked = customers.work(url, count)
      const settled = worked.then(
        async (isAll) => void (await (isAll ? customers.settled() : life.ended))
      )
      await Promise.race([life.ended, settled])
      await worked
      await written
    }
    assert.isFalse(lives.has(life), `${trap} is never reached`)
    assert.strictEqual(await life.ended, "SIGKILL", life.output())
    assert.include(life.output(), `killed at ${trap}`)
  }

  const dieAfter: Scenario["dieAfter"] = async (webhooks, customersMore) => {
    const life = begin("src/main.ts", {})
    const url = await listening(life)
    const before = customers.everything.received.length
    count += customersMore
    const worked = customers.work(url, count)
    await customers.everything.until(({ length }) => length >= before + webhooks)
    assert.strictEqual(await life.kill("SIGKILL"), "SIGKILL")
    await worked
  }

  const conclude = async () => {
    const life = begin("src/main.ts", {})
    const url = await listening(life)
    assert.isTrue(await customers.work(url, count), "the last life ended early")
    await customers.settled()
    const books = await Audit.run(url, customers, server, database)
    assert.strictEqual(await life.kill("SIGTERM"), 0)
    return books
  }
  return { customers, database, dieAt, dieAfter, conclude }
}

/** The program, once, while its database is hurt. */
export interface Patient {
  readonly url: string
  readonly life: Life.Life
  readonly customers: Customers.Customers
  /** More customers come; `hurt` runs once they have got some webhooks. Ends when all is well. */
  readonly through: (hurt: () => Promise<unknown>) => Promise<void>
  /** The audit, then SIGTERM. */
  readonly conclude: (server: Servers.Server, database: string) => Promise<Audit.Books>
}

/** New customers around one fault, and the webhooks that come before it. */
const [customersMore, webhooksBefore] = [8, 6]

/** Starts the program and hands it over; whatever happens, it does not survive `body`. */
export const nurse = async <A>(
  environment: Life.Environment,
  body: (patient: Patient) => Promise<A>
): Promise<A> => {
  const customers = await Customers.make()
  const life = Life.start("src/main.ts", environment)
  let count = 0
  const through: Patient["through"] = async (hurt) => {
    const url = (await life.listening) ?? ""
    const before = customers.everything.received.length
    count += customersMore
    const worked = customers.work(url, count)
    await customers.everything.until(({ length }) => length >= before + webhooksBefore)
    await hurt()
    assert.isTrue(await worked, life.output())
    await customers.settled()
  }
  try {
    const url = (await life.listening) ?? assert.fail(life.output())
    const conclude: Patient["conclude"] = async (server, database) => {
      const books = await Audit.run(url, customers, server, database)
      assert.strictEqual(await life.kill("SIGTERM"), 0, life.output())
      return books
    }
    return await body({ url, life, customers, through, conclude })
  } finally {
    await life.kill("SIGKILL")
    customers.close()
  }
}

/** Runs a scenario on a database of its own; whatever happens, no process is left. */
export const run = async <A>(body: (scenario: Scenario) => Promise<A>): Promise<A> => {
  const server = Servers.shared()
  const database = await Servers.create(server)
  const customers = await Customers.make()
  const lives = new Set<Life.Life>()
  try {
    return await body(make(server, database, customers, lives))
  } finally {
    await Promise.all(Array.from(lives, (life) => life.kill("SIGKILL")))
    customers.close()
    await Servers.drop(server, database)
  }
}
