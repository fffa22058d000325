/**
 * `dashboard`: the time until the first page of the staff and of a customer can be used, in a real
 * Chromium with an empty cache and with many payouts in the database. It counts from the click
 * until the figures are shown and accept a click. It is compared with an empty page from a bare
 * server in the same browser. Then lists and searches of the same payouts, over HTTP.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as OTPAuth from "otpauth"
import type { Browser } from "playwright-core"
import * as Chromium from "../test/support/chromium.ts"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Cores from "./Cores.ts"
import type * as Latency from "./Latency.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly payouts: number
  /** The number of visits of each page. */
  readonly runs: number
  /** The number of rounds of lists, and of requests of each kind in a round. */
  readonly rounds: number
  readonly lists: number
}

const defaults: Options = { payouts: 100_000, runs: 20, rounds: 5, lists: 200 }

const password = "correct horse battery"

const originOf = ({ host, port }: Load.Target): string => `http://${host}:${port}`

const firstNames = ["Amina", "Okello", "Nakato", "Wanjiru", "Juma", "Grace", "Kato", "Florence"]
const lastNames = ["Ziwa", "Mukasa", "Achieng", "Byaruhanga", "Namutebi", "Ouma", "Ssemwogerere"]

const nameOf = (number: number): string => {
  const last = lastNames[Math.floor(number / firstNames.length) % lastNames.length]
  return `${firstNames[number % firstNames.length]} ${last}`
}

const phoneOf = (number: number): string => `+256771${String(number).padStart(6, "0")}`

const referenceOf = (number: number): string => `INV-${String(number).padStart(6, "0")}`

/**
 * Creates payouts that end within seconds, in pieces that fit the quotes' lifetime and the memory.
 */
const settle = async (service: Contenders.Contender, count: number): Promise<string> => {
  const piece = 5_000
  for (let made = 0; made < count; made += piece) {
    const size = Math.min(piece, count - made)
    const more = (index: number) => ({
      recipient_name: nameOf(made + index),
      recipient_phone: phoneOf(made + index),
      reference: referenceOf(made + index)
    })
    const requests = await Requests.spread(service, size, `${made}`, { keys: [Requests.key], more })
    Load.ensure(await Load.run({ target: service, connections: 32, requests }), "201")
  }
  while ((await Process.gauge(service, "payout_active")) > 0) await Process.pause()
  return Contenders.ensure(service, "service", "payouts", count)
}

interface Cookie {
  readonly name: string
  readonly value: string
}

/** A user with a session, as the page would have signed them in. */
interface Person {
  readonly cookies: () => ReadonlyArray<Cookie>
  /** Sends a request to the dashboard's API, and returns its response. */
  readonly ask: (path: string, body: unknown) => Promise<Readonly<Record<string, string>>>
}

const stranger = (service: Load.Target): Person => {
  const jar = new Map<string, string>()
  return {
    cookies: () => [...jar].map(([name, value]) => ({ name, value })),
    ask: async (path, body) => {
      const answer = await fetch(`${originOf(service)}/dashboard/api/${path}`, {
        method: "POST",
        headers: {
          "x-dashboard": "1",
          "content-type": "application/json",
          cookie: [...jar].map(([name, value]) => `${name}=${value}`).join("; ")
        },
        body: JSON.stringify(body)
      })
      for (const line of answer.headers.getSetCookie()) {
        const [pair = ""] = line.split(";")
        jar.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
      }
      if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
      return answer.json() as Promise<Readonly<Record<string, string>>>
    }
  }
}

/** Accepts an invitation, and sets an authenticator app up. */
const signIn = async (service: Load.Target, link: string): Promise<Person> => {
  const person = stranger(service)
  const token = new URL(link).hash.slice("#token=".length)
  await person.ask("invitation/accept", { token, name: "Bench", password })
  const { uri = "" } = await person.ask("totp", { password })
  const app = OTPAuth.URI.parse(uri) as OTPAuth.TOTP
  await person.ask("totp/confirm", { code: app.generate() })
  return person
}

const signInStaff = async (service: Load.Target): Promise<Person> => {
  const path = "/dashboard/api/staff/team/invitations"
  const invitation = { email: "staff@example.com", role: "admin" }
  const { link } = await Accounts.ask<{ readonly link: string }>(
    service,
    path,
    Contenders.adminKey,
    invitation
  )
  return signIn(service, link)
}

interface Seen {
  /** Milliseconds from the start of the navigation. */
  readonly painted: number
  readonly usable: number
  /**
   * Milliseconds of the slowest request to the service, which is the one for the sums over all
   * payouts.
   */
  readonly asked: number
  readonly requests: number
  readonly bytes: number
}

const timings = `(() => {
  const entries = [
    ...performance.getEntriesByType("navigation"),
    ...performance.getEntriesByType("resource")
  ]
  return {
    now: performance.now(),
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    asked: Math.max(0, ...entries.filter(({ name }) => name.includes("/api/"))
      .map(({ duration }) => duration)),
    requests: entries.length,
    bytes: entries.reduce((sum, entry) => sum + entry.transferSize, 0)
  }
})()`

/**
 * Makes one visit with an empty browser. `ready` selects the element that must be shown and usable.
 */
const visit = async (
  browser: Browser,
  url: string,
  ready: string,
  cookies: ReadonlyArray<Cookie> = []
): Promise<Seen> => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } })
  try {
    const { hostname } = new URL(url)
    const facts = { domain: hostname, path: "/", httpOnly: true, sameSite: "Strict" } as const
    await context.addCookies(cookies.map((cookie) => ({ ...cookie, ...facts })))
    const page = await context.newPage()
    const answer = await page.goto(url, { waitUntil: "commit" })
    if (answer?.ok() !== true) throw new Error(`${url} was answered ${answer?.status()}`)
    // The trial click waits until the element is shown, does not move, and is not covered.
    await page.locator(ready).first().click({ trial: true })
    const { now, ...seen } = (await page.evaluate(timings)) as Omit<Seen, "usable"> & {
      readonly now: number
    }
    return { ...seen, usable: now }
  } finally {
    await context.close()
  }
}

const barePage = "<!doctype html><title>Bare</title><h1>Bare</h1>"

const row = (seen: ReadonlyArray<Seen>) => ({
  "first paint, ms": Report.over(seen, ({ painted }) => painted),
  "usable, ms": Report.over(seen, ({ usable }) => usable),
  "slowest question, ms": Report.over(seen, ({ asked }) => asked),
  requests: Report.over(seen, ({ requests }) => requests),
  "KB on the wire": Report.over(seen, ({ bytes }) => bytes / 1000)
})

/** Reads a path as an account, with its key. */
const ask = async <A>(service: Load.Target, path: string): Promise<A> => {
  const headers = { authorization: `Bearer ${Requests.key}` }
  const answer = await fetch(`${originOf(service)}${path}`, { headers })
  if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
  return answer.json() as Promise<A>
}

interface Listed {
  readonly data: ReadonlyArray<{ readonly payout_id: string }>
  readonly next_cursor: string | null
}

/** This number of cursors and of payout ids, from the newest to the oldest. */
const walk = async (service: Load.Target, count: number) => {
  const cursors: Array<string> = []
  const ids: Array<string> = []
  let page = await ask<Listed>(service, "/v1/payouts?limit=100")
  while (true) {
    ids.push(...page.data.map(({ payout_id }) => payout_id))
    if (page.next_cursor === null) break
    cursors.push(page.next_cursor)
    page = await ask<Listed>(service, `/v1/payouts?limit=100&cursor=${page.next_cursor}`)
  }
  const some = <A>(all: ReadonlyArray<A>): ReadonlyArray<A> =>
    Array.from(
      { length: count },
      (_, index) => all[Math.floor((index / count) * all.length)]
    ).filter((each) => each !== undefined)
  return { cursors: some(cursors), ids: some(ids) }
}

/** Makes a request of an account by its key, or of a page by its cookies. */
type Asking = (path: string) => string

const jarOf = (cookies: ReadonlyArray<Cookie>): string =>
  cookies.map(({ name, value }) => `${name}=${value}`).join("; ")

/** The path of a search by text. */
const searchOf = (text: string, limit = 20): string =>
  `/v1/payouts?limit=${limit}&search=${encodeURIComponent(text)}`

interface Askings {
  readonly byKey: Asking
  readonly byPage: Asking
  readonly byStaff: Asking
}

/** Requests of each kind. Those with a search text are all different. */
const listsOf = (
  { cursors, ids }: Awaited<ReturnType<typeof walk>>,
  { byKey, byPage, byStaff }: Askings,
  { lists, payouts }: Options
): Readonly<Record<string, ReadonlyArray<string>>> => {
  const each = (request: (number: number) => string): ReadonlyArray<string> =>
    Array.from({ length: lists }, (_, index) => request(Math.floor((index / lists) * payouts)))
  const firstOf = (number: number): string => nameOf(number).split(" ")[0] ?? ""
  return {
    "list, first page": each(() => byKey("/v1/payouts?limit=20")),
    "list, page by cursor": cursors.map((cursor) => byKey(`/v1/payouts?limit=20&cursor=${cursor}`)),
    "list, page by offset": each((number) => byKey(`/v1/payouts?limit=20&offset=${number}`)),
    "search by a word": each((number) => byKey(searchOf(firstOf(number)))),
    "search by two words": each((number) => byKey(searchOf(nameOf(number)))),
    "search by a phone": each((number) => byKey(searchOf(phoneOf(number)))),
    "search by an id": ids.map((id) => byKey(searchOf(id))),
    "search by a reference": each((number) => byKey(searchOf(referenceOf(number)))),
    "search by nothing there": each((number) => byKey(searchOf(`nowhere${number}`))),
    "Ctrl-K of a customer": each((number) => byPage(searchOf(nameOf(number), 5))),
    "Ctrl-K of the staff": each((number) => byStaff(`/admin${searchOf(nameOf(number), 5)}`))
  }
}

interface Answered extends Latency.Latency {
  readonly bytes: number
}

const askAll = async (service: Load.Target, requests: ReadonlyArray<string>): Promise<Answered> => {
  let bytes = 0
  const take = (body: string) => {
    bytes += body.length
  }
  const measured = await Load.run({ target: service, connections: 1, requests, take })
  Load.ensure(measured, "200")
  return { ...measured.latency, bytes: bytes / measured.requests }
}

/**
 * Measures one request at a time, as a single reader waits, with alternating kinds in several
 * rounds.
 */
const listTable = async (
  service: Load.Target,
  kinds: Readonly<Record<string, ReadonlyArray<string>>>,
  rounds: number
): Promise<Report.Table> => {
  const answered = new Map<string, Array<Answered>>()
  for (let round = 0; round < rounds; round++) {
    for (const [name, requests] of Object.entries(kinds)) {
      answered.set(name, [...(answered.get(name) ?? []), await askAll(service, requests)])
    }
  }
  const rows = [...answered].map(([name, all]) => [
    name,
    {
      "p50, ms": Report.over(all, ({ p50 }) => p50),
      "p99, ms": Report.over(all, ({ p99 }) => p99),
      "max, ms": Report.over(all, ({ max }) => max),
      KB: Report.over(all, ({ bytes }) => bytes / 1000)
    }
  ])
  const title = "Lists and searches next to these payouts, one request at a time"
  return { title, rows: Object.fromEntries(rows) }
}

/** The cookies of a user, and the URL of their first page. */
interface First {
  readonly cookies: ReadonlyArray<Cookie>
  readonly url: string
}

/** Measures alternating visits of each user's first page and of the bare page. */
const pageTable = async (
  people: Readonly<Record<string, First>>,
  runs: number
): Promise<{ readonly table: Report.Table; readonly version: string }> => {
  const program = await Chromium.find()
  if (program === undefined) throw new Error("No Chromium was found: set CHROMIUM_PATH")
  const bare = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(barePage)
  })
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve))
  // A browser has many processes, which may run on any core, as on a user's machine.
  Cores.leave()
  const browser = await Chromium.launch(program)
  try {
    const { port } = bare.address() as AddressInfo
    const seen: Record<string, Array<Seen>> = {}
    for (let run = 0; run <= runs; run++) {
      for (const [name, { cookies, url }] of Object.entries(people)) {
        seen[name] = [...(seen[name] ?? []), await visit(browser, url, ".tile", cookies)]
      }
      const empty = await visit(browser, `http://127.0.0.1:${port}/`, "h1")
      seen["bare page"] = [...(seen["bare page"] ?? []), empty]
    }
    // The first visit of each warms the browser and the database.
    const rows = Object.entries(seen).map(([name, visits]) => [name, row(visits.slice(1))])
    return {
      table: {
        title: "The first page, with nothing in the browser's cache",
        rows: Object.fromEntries(rows)
      },
      version: browser.version()
    }
  } finally {
    await browser.close()
    bare.close()
  }
}

export const dashboard = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { payouts, runs } = options
  await using stage = await Stage.open()
  await using service = await Contenders.service(stage, { SANDBOX_TIME_SCALE: "0.001" })
  const made = await settle(service, payouts)
  // The vacuum leaves the tables as autovacuum does in a database that was not filled within a
  // minute.
  await service.database.query("vacuum (analyze) payouts")
  const { id } = await ask<{ readonly id: string }>(service, "/v1/account")
  const admin = await signInStaff(service)
  const invitation = { email: "customer@example.com", role: "owner" }
  const { link = "" } = await admin.ask(`staff/accounts/${id}/invitations`, invitation)
  const staff = admin.cookies()
  const customer = (await signIn(service, link)).cookies()
  const places = await walk(service, options.lists)
  const kinds = listsOf(
    places,
    {
      byKey: (path) => Requests.get(path),
      byPage: (path) => Requests.getAsPage(path, jarOf(customer), id),
      byStaff: (path) => Requests.getAsPage(path, jarOf(staff))
    },
    options
  )
  const lists = await listTable(service, kinds, options.rounds)
  const origin = `${originOf(service)}/dashboard`
  const people = {
    staff: { cookies: staff, url: `${origin}/operations` },
    customer: { cookies: customer, url: `${origin}/${id}` }
  }
  const { table, version } = await pageTable(people, runs)
  return {
    name: "dashboard",
    about: {
      ...stage.about,
      "payouts in the database": `${made}, vacuumed`,
      runs,
      "rounds of lists": `${options.rounds} of ${options.lists} requests of each kind`,
      browser: version
    },
    tables: [table, lists]
  }
}
