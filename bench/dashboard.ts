/**
 * `dashboard`: how soon the first page can be used, in a real Chromium with an empty cache, with
 * many payouts in the database: from the click until its figures are there and take a click. Beside
 * it, in the same browser, a page without anything from a bare server.
 */
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import * as OTPAuth from "otpauth"
import type { Browser } from "playwright-core"
import * as Chromium from "../test/support/chromium.ts"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Cores from "./Cores.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly payouts: number
  readonly runs: number
}

const defaults: Options = { payouts: 100_000, runs: 7 }

const password = "correct horse battery"

const originOf = ({ host, port }: Load.Target): string => `http://${host}:${port}`

/** Payouts that end within seconds, in pieces that the quotes' lives and memory allow. */
const settle = async (service: Contenders.Contender, count: number): Promise<string> => {
  const piece = 5_000
  for (let made = 0; made < count; made += piece) {
    const size = Math.min(piece, count - made)
    const requests = await Requests.payouts(service, size, `${made}`)
    Load.ensure(await Load.run({ target: service, connections: 32, requests }), "201")
  }
  while ((await Process.gauge(service, "payout_active")) > 0) await Process.pause()
  return Contenders.ensure(service, "service", "payouts", count)
}

interface Cookie {
  readonly name: string
  readonly value: string
}

/** Someone of the staff with a session, as the page would have signed them in. */
const signIn = async (service: Load.Target): Promise<ReadonlyArray<Cookie>> => {
  const cookies = new Map<string, string>()
  const ask = async (path: string, body: unknown) => {
    const answer = await fetch(`${originOf(service)}/dashboard/api/${path}`, {
      method: "POST",
      headers: {
        "x-dashboard": "1",
        "content-type": "application/json",
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; ")
      },
      body: JSON.stringify(body)
    })
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ""] = line.split(";")
      cookies.set(pair.slice(0, pair.indexOf("=")), pair.slice(pair.indexOf("=") + 1))
    }
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`)
    return answer.json() as Promise<Readonly<Record<string, string>>>
  }
  const invitation = { email: "bench@example.com", role: "admin" }
  const path = "/dashboard/api/staff/team/invitations"
  const { adminKey } = Contenders
  const { link } = await Accounts.ask<{ readonly link: string }>(
    service,
    path,
    adminKey,
    invitation
  )
  const token = new URL(link).hash.slice("#token=".length)
  await ask("invitation/accept", { token, name: "Bench", password })
  const { uri = "" } = await ask("totp", { password })
  const app = OTPAuth.URI.parse(uri) as OTPAuth.TOTP
  await ask("totp/confirm", { code: app.generate() })
  return [...cookies].map(([name, value]) => ({ name, value }))
}

interface Seen {
  /** Milliseconds from the beginning of the navigation. */
  readonly painted: number
  readonly usable: number
  /** How long the slowest question to the service took: the sums over all payouts. */
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

/** One visit with nothing remembered; `ready` is what must be there and can be used. */
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
    await page.goto(url, { waitUntil: "commit" })
    // There, still, and with nothing in the way of a click.
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

export const dashboard = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const { payouts, runs } = { ...defaults, ...given }
  const program = await Chromium.find()
  if (program === undefined) throw new Error("No Chromium was found: set CHROMIUM_PATH")
  await using stage = await Stage.open()
  await using service = await Contenders.service(stage, { SANDBOX_TIME_SCALE: "0.001" })
  const made = await settle(service, payouts)
  // As autovacuum leaves a database that is not filled in a minute: it is under way just then.
  await service.database.query("vacuum (analyze) payouts")
  const cookies = await signIn(service)
  const bare = createServer((_, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end(barePage)
  })
  await new Promise<void>((resolve) => bare.listen(0, "127.0.0.1", resolve))
  // A browser is many processes: they may go where there is room, as on anybody's machine.
  Cores.leave()
  const browser = await Chromium.launch(program)
  try {
    const { port } = bare.address() as AddressInfo
    const pages: Array<Seen> = []
    const bares: Array<Seen> = []
    for (let run = 0; run <= runs; run++) {
      bares.push(await visit(browser, `http://127.0.0.1:${port}/`, "h1"))
      pages.push(await visit(browser, `${originOf(service)}/dashboard`, ".tile", cookies))
    }
    return {
      name: "dashboard",
      about: {
        ...stage.about,
        "payouts in the database": `${made}, vacuumed`,
        runs,
        browser: browser.version()
      },
      tables: [
        {
          title: "The first page, with nothing in the browser's cache",
          // The first visit of each warms the browser and the database.
          rows: { dashboard: row(pages.slice(1)), "bare page": row(bares.slice(1)) }
        }
      ]
    }
  } finally {
    await browser.close()
    bare.close()
  }
}
