/**
 * Erasures of people while nodes are killed. Whichever node serves then shows the same, and the log
 * and the tables that are rebuilt from it agree.
 */
import { Effect } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as LogTools from "../../src/app/LogTools.ts"
import * as Settings from "../../src/config/Settings.ts"
import * as Ledger from "../../src/domain/books/Ledger.ts"
import * as Reconciliation from "../../src/domain/books/Reconciliation.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as Reconcile from "../../src/usecases/Reconcile.ts"
import * as Gate from "../faults/gate.ts"
import * as Servers from "../faults/servers.ts"
import { dataKey } from "../support/dataKey.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"
import * as Books from "./books.ts"
import * as Staff from "./staff.ts"

/** A law demands the data of paid recipients in Kenya alone. */
const settings = { RETENTION_YEARS: "KE=10,*=0", RATE_LIMITS: "off" }

const server = Servers.shared()
let database = ""
let nodes = Nodes.over("")

beforeAll(async () => {
  database = await Servers.create(server)
  nodes = await Nodes.start(3, server.url(database), settings)
})

afterAll(async () => {
  await nodes.close()
  await Servers.drop(server, database)
})

interface Recipient {
  readonly phone: string
  readonly name: string
  readonly network: string
  readonly currency: string
  /** The status of the recipient's data after an erasure. */
  readonly end: "erased" | "restricted"
}

/** Recipients with the ids of their payouts. */
type Known = ReadonlyArray<readonly [Recipient, string]>

const inUganda = { network: "MTN_UG", currency: "UGX", end: "erased" } as const
const inKenya = { network: "MPESA_KE", currency: "KES", end: "restricted" } as const

const ada: Recipient = { ...inUganda, phone: "+256770000001", name: "Ada Lovelace" }
const grace: Recipient = { ...inKenya, phone: "+254700000002", name: "Grace Hopper" }
/** A recipient whose data stays. */
const joan: Recipient = { ...inUganda, phone: "+256770000044", name: "Joan Clarke" }

/** A customer whose partition is not the one that every node follows. */
const customer = async (): Promise<Accounts.Account> => {
  for (let number = 1; ; number++) {
    const made = await Accounts.create(nodes.urls, `customer ${number}`)
    if (made.partition !== Partition.directory) return made
  }
}

let turn = 0
const nextUrl = (): string => {
  turn += 1
  return nodes.urls()[turn % nodes.urls().length] ?? assert.fail("no node serves")
}

/** Sends a request to the next node until the response has this status. */
const ask = (status: number, route: `${string} /${string}`, call: Accounts.Call = {}) =>
  Nodes.until(`${status} of ${route}`, async () => {
    const answer = await Accounts.call(nextUrl(), route, call).catch(() => undefined)
    return answer?.status === status ? answer : undefined
  })

/** Saves and pays a recipient, and returns the payout's id when the payout is settled. */
const know = async (
  { key }: Accounts.Account,
  { currency, name, network, phone }: Recipient
): Promise<string> => {
  // Keys of requests stay readable after an erasure.
  const idempotency_key = phone.slice(-2)
  const post = (path: `/${string}`, body: object) =>
    ask(201, `POST ${path}`, { key, body: { ...body, idempotency_key } })
  await post("/v1/beneficiaries", { name, phone, network })
  const quote = await post("/v1/quotes", { source_amount_usdc: 25, target_currency: currency })
  const { json } = await post("/v1/payouts", {
    ...{ quote_id: quote.json.quote_id, network, recipient_phone: phone, recipient_name: name },
    ...{ reference: `for ${name}`, metadata: { to: name } }
  })
  const id: string = json.payout_id
  await Nodes.until("the payout is settled", async () => {
    const shown = await ask(200, `GET /v1/payouts/${id}`, { key })
    return shown.json.status === "SETTLED" ? true : undefined
  })
  return id
}

const about = ({ id }: Accounts.Account, verb: string) =>
  `POST /admin/v1/accounts/${id}/recipients/${verb}` as const

/** Erases or restricts a recipient's data, and returns the status of the data. */
const erase = async (account: Accounts.Account, { phone }: Recipient): Promise<string> => {
  const body = { phone, reason: "request 1", idempotency_key: phone.slice(-2) }
  return (await ask(200, about(account, "erase"), { body })).json.status
}

/** The lists of an account, which contain all data of its recipients, as a node shows them. */
const listsAt = async (url: string, { id, key }: Accounts.Account) => {
  const read = async (route: `${string} /${string}`, call: Accounts.Call) =>
    (await Accounts.call(url, route, call)).text
  return {
    payouts: await read("GET /v1/payouts?limit=100", { key }),
    events: await read("GET /v1/events?limit=100", { key }),
    beneficiaries: await read("GET /v1/beneficiaries", { key }),
    audits: await read("GET /v1/audit-logs?limit=100", { key }),
    staffAudits: await read(`GET /admin/v1/audit-logs?account_id=${id}&limit=100`, {}),
    records: await read(`GET /admin/v1/accounts/${id}/recipients`, {})
  }
}

/** Checks that a node shows the end of a recipient's data, and returns what it shows. */
const assertEnded = async (
  url: string,
  account: Accounts.Account,
  payoutId: string,
  { end, name, phone }: Recipient
) => {
  const { key } = account
  const payout = await Accounts.call(url, `GET /v1/payouts/${payoutId}`, { key })
  assert.deepInclude(payout.json, {
    ...{ recipient_name: end, recipient_phone: end, reference: end, metadata: {} },
    status: "SETTLED"
  })
  for (const words of [name, phone.slice(1)]) {
    const path = `/v1/payouts?search=${encodeURIComponent(words)}` as const
    const { json } = await Accounts.call(url, `GET ${path}`, { key })
    assert.strictEqual(json.total, 0, path)
  }
  const lists = await listsAt(url, account)
  for (const [list, text] of Object.entries(lists)) {
    assert.notInclude(text, name, list)
    assert.notInclude(text, phone, list)
  }
  return lists
}

/** Checks that an export by a node has a recipient's payouts, or finds no data if there are none. */
const assertExported = async (
  url: string,
  account: Accounts.Account,
  { phone }: Recipient,
  payouts: ReadonlyArray<string>
): Promise<void> => {
  const body = { phone, reason: "request 2" }
  const { json, text } = await Accounts.call(url, about(account, "export"), { body })
  if (payouts.length === 0) {
    assert.strictEqual(json.error_code, "RECIPIENT_NOT_FOUND", text)
    return assert.notInclude(text, phone)
  }
  assert.deepStrictEqual(
    json.payouts.map((payout: Record<string, unknown>) => payout.payout_id),
    payouts
  )
  assert.include(text, phone)
}

/** The node that runs an account's partition. */
const ownerOf = async ({ partition }: Accounts.Account): Promise<Nodes.Node> => {
  const { json } = await ask(200, "GET /admin/v1/cluster")
  const { owner } = json.partitions.of.find(
    ({ number }: { number: number }) => number === partition
  )
  return nodes.running().find(({ name }) => name === owner) ?? assert.fail(`no node is ${owner}`)
}

/** Lets a user act in an account, removes the user from the staff, and erases the user's data. */
const eraseUser = async (account: Accounts.Account): Promise<string> => {
  const service = Staff.service(nodes.urls)
  const email = "former@example.com"
  const user = await Staff.member(service, email)
  const path = `/admin/v1/accounts/${account.id}/recipients`
  const body = { phone: joan.phone, reason: "request 3" }
  const held = await user.ask("POST", `${path}/hold-data`, body)
  assert.strictEqual(held.status, 200, held.text)
  const { id } = (await user.ask("GET", "/dashboard/api/session")).json.person
  const other = await Staff.member(service, "other@example.com")
  const removed = await other.ask("DELETE", `/dashboard/api/staff/team/members/${id}`)
  assert.strictEqual(removed.status, 200, removed.text)
  const reason = { email, reason: "request 4" }
  await ask(200, "POST /dashboard/api/staff/people/erase", { body: reason })
  return email
}

/** The settings of commands on the nodes' database. */
const commandSettings = () =>
  Settings.read({
    ...{ DATABASE_URL: server.url(database), PARTITIONS: String(Nodes.partitions) },
    DATA_KEY: dataKey
  })

/** Checks that money balances in the books of the whole log. */
const assertBalanced = async (): Promise<void> => {
  const books = Reconciliation.open()
  const reading = Effect.flatMap(commandSettings(), (settings) =>
    LogTools.readOpened(settings, (entries, partition) =>
      Effect.sync(() => {
        for (const entry of entries) Reconcile.record(books, entry, partition)
      })
    )
  )
  await Effect.runPromise(reading)
  assert.deepStrictEqual(Reconciliation.auditBooks(books), [])
  assert.isNotEmpty([...books.balances])
  for (const [currency, sum] of Ledger.trial(books.balances)) {
    assert.strictEqual(sum, 0n, currency)
  }
}

/**
 * Erases a recipient's data. The node that runs the account's partition is killed when the
 * statement of the erasure is complete, and before its response. Returns the node.
 */
const eraseAndKill = async (
  account: Accounts.Account,
  recipient: Recipient
): Promise<Nodes.Node> => {
  const gate = await Gate.install(server, database)
  const owner = await ownerOf(account)
  await gate.close("key delete")
  const erased = erase(account, recipient)
  const statement = await gate.reached()
  owner.freeze()
  await gate.open()
  await Gate.finished(server, statement)
  await owner.end("SIGKILL")
  assert.strictEqual(await erased, "erased")
  await nodes.ready()
  return owner
}

/** Checks at every node, after the kill of each, what is left of recipients. */
const assertEndedAfterKills = async (account: Accounts.Account, known: Known): Promise<void> => {
  for (const node of nodes.running()) {
    await node.end("SIGKILL")
    nodes.again(node)
    await nodes.ready()
    for (const url of nodes.urls()) {
      for (const [recipient, id] of known) await assertEnded(url, account, id, recipient)
    }
  }
}

describe("Three nodes", () => {
  it("agree on erasures of people, also if the erasing node is killed before its response", {
    timeout: 180_000
  }, async () => {
    const account = await customer()
    const [adaId, graceId] = [await know(account, ada), await know(account, grace)]
    await know(account, joan)
    const email = await eraseUser(account)
    const killed = await eraseAndKill(account, ada)
    for (const url of nodes.urls()) await assertEnded(url, account, adaId, ada)
    assert.strictEqual(await erase(account, grace), "restricted")
    nodes.again(killed)
    await nodes.divided()
    const known: Known = [
      [ada, adaId],
      [grace, graceId]
    ]
    await assertEndedAfterKills(account, known)
    const url = nodes.urls()[0] ?? assert.fail("no node serves")
    await assertExported(url, account, ada, [])
    await assertExported(url, account, grace, [graceId])
    const before = await assertEnded(url, account, adaId, ada)
    assert.notInclude(before.staffAudits, email)
    assert.include(before.payouts, joan.name)

    for (const node of nodes.running()) await node.end("SIGTERM")
    await Books.verify({ server, database })
    await assertBalanced()
    await Effect.runPromise(Effect.flatMap(commandSettings(), LogTools.rebuildReadModel))
    const alone = await nodes.join()
    await nodes.ready()
    assert.deepStrictEqual(await listsAt(alone.url, account), before)
    await assertExported(alone.url, account, grace, [graceId])
  })
})
