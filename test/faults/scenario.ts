/** One database and its customers through many lives of the program, and the audit at the end. */
import { assert } from "vitest"
import * as Audit from "./audit.ts"
import * as Customers from "./customers.ts"
import * as Life from "./life.ts"
import * as Servers from "./servers.ts"

/** True for the whole enumeration instead of the share of every test run. */
export const isComplete = process.env.FAULTS === "all"

/**
 * Milliseconds, far more than a test takes, after which a lost request no longer delays the run.
 */
export const msMax = isComplete ? 1_800_000 : 240_000

export interface Scenario {
  readonly customers: Customers.Customers
  readonly database: string
  /** Starts the program with a trap and more customers. Resolves when the trap has killed it. */
  readonly dieAt: (trap: string, customersMore: number) => Promise<void>
  /** Starts the program with more customers, and kills it after this number of webhooks. */
  readonly dieAfter: (webhooks: number, customersMore: number) => Promise<void>
  /** Runs the last life to the end of all payouts, and audits it. */
  readonly conclude: () => Promise<Audit.Books>
}

/** Prints the figures of one scenario. */
export const report = (what: string, faults: number, books: Audit.Books): void =>
  console.log(
    `${what}: ${faults} faults, ${books.acknowledged} requests acknowledged, ` +
      `${books.unknown} answers lost and asked for again, ${books.payouts} payouts, ` +
      `${books.entries} entries: nothing lost, nothing twice`
  )

/** The rounds of customers in a life, after which a trap counts as unreachable. */
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
      // This request makes the program write the read model at once, and not seconds later.
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

/** One life of the program while its database has faults. */
export interface Patient {
  readonly url: string
  readonly life: Life.Life
  readonly customers: Customers.Customers
  /**
   * Adds customers, and runs `hurt` once they have some webhooks. Resolves when everything has
   * recovered.
   */
  readonly through: (hurt: () => Promise<unknown>) => Promise<void>
  /** Audits the program, and then stops it with SIGTERM. */
  readonly conclude: (server: Servers.Server, database: string) => Promise<Audit.Books>
}

/** The number of new customers around one fault, and the number of webhooks before it. */
const [customersMore, webhooksBefore] = [8, 6]

/** Starts the program and passes it to `body`. The program ends with `body`, whatever happens. */
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

/** Runs a scenario on a new database. No process is left, whatever happens. */
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
