/**
 * `webhooks`: deliveries per second from the running service to a hundred receivers, one of which
 * hangs, while the payouts that cause them are created. It is compared with a plain `undici` loop
 * that posts the same bodies with the same headers to the same receivers and stores nothing. The
 * rate of the loop is also the receivers' limit.
 */
import * as Limits from "../src/config/Limits.ts"
import * as Accounts from "./Accounts.ts"
import * as Contenders from "./Contenders.ts"
import * as Load from "./Load.ts"
import * as Process from "./Process.ts"
import * as Report from "./Report.ts"
import * as Requests from "./Requests.ts"
import * as Stage from "./Stage.ts"

export interface Options {
  readonly accounts: number
  /** The number of endpoints per account. The contract allows 16. */
  readonly endpoints: number
  readonly hanging: number
  /**
   * The number of payouts per account and run. Each causes one event at each endpoint of its
   * account.
   */
  readonly payouts: number
  readonly runs: number
  /** Milliseconds without an arrival after which missing events count as lost. */
  readonly silenceMsMax: number
}

const defaults: Options = {
  accounts: 10,
  endpoints: 10,
  hanging: 1,
  payouts: 200,
  runs: 3,
  silenceMsMax: 30_000
}

interface Tally {
  readonly ports: ReadonlyArray<number>
  readonly counts: ReadonlyArray<number>
  readonly ids: ReadonlyArray<ReadonlyArray<string>>
  readonly requests: number
  readonly lastAt: number
}

/** The fields of an endpoint that the loop needs. */
interface Endpoint {
  readonly accountId: string
  readonly url: string
  readonly secret: string
}

interface Event {
  readonly id: string
  readonly account_id: string
  readonly body: string
}

const tally = async ({ host, port }: Load.Target, query = ""): Promise<Tally> =>
  (await fetch(`http://${host}:${port}/${query}`)).json() as Promise<Tally>

const register = async (
  service: Load.Target,
  accounts: ReadonlyArray<Accounts.Account>,
  ports: ReadonlyArray<number>
): Promise<ReadonlyArray<Endpoint>> => {
  const endpoints: Array<Endpoint> = []
  for (const [index, port] of ports.entries()) {
    // Neighbours belong to different accounts.
    const { id, key } = accounts[index % accounts.length] as Accounts.Account
    const url = `http://127.0.0.1:${port}/hook`
    const { secret } = await Accounts.ask<{ readonly secret: string }>(
      service,
      "/v1/webhooks/endpoints",
      key,
      { url, events: ["payout.created"], idempotency_key: `endpoint ${port}` }
    )
    endpoints.push({ accountId: id, url, secret })
  }
  return endpoints
}

/** One run of deliveries. */
interface Delivered {
  readonly perSecond: number
  /** The number of requests beyond one per event. */
  readonly repeated: number
}

/** Waits until each live receiver has the expected number of events, and measures from `since`. */
const arrive = async (
  receivers: Load.Target,
  {
    expected,
    live,
    since,
    silenceMsMax
  }: {
    readonly expected: number
    readonly live: number
    readonly since: number
    readonly silenceMsMax: number
  }
): Promise<Delivered> => {
  while (true) {
    const { counts, lastAt, requests } = await tally(receivers)
    const missing = counts.slice(0, live).filter((count) => count < expected).length
    const total = live * expected
    if (missing === 0) {
      return { perSecond: total / ((lastAt - since) / 1000), repeated: requests - total }
    }
    if (Date.now() - Math.max(lastAt, since) > silenceMsMax) {
      throw new Error(`${missing} receivers miss events; ${requests} of ${total} requests came`)
    }
    await Process.pause(100)
  }
}

/** The processes and objects of a run. */
interface Scene {
  readonly receivers: Load.Target
  readonly courier: Load.Target
  readonly service: Contenders.Contender
  readonly accounts: ReadonlyArray<Accounts.Account>
  readonly endpoints: ReadonlyArray<Endpoint>
  /** The number of endpoints that respond, which are the first ones. */
  readonly live: number
  readonly options: Options
}

/**
 * Creates payouts with alternating accounts, as fast as they are accepted. Each causes an event.
 */
const create = async (scene: Scene, run: string): Promise<Delivered> => {
  const { accounts, live, options, receivers, service } = scene
  const { payouts: expected, silenceMsMax } = options
  const quoted = await Promise.all(
    accounts.map(({ key }) => Requests.payouts(service, expected, run, key))
  )
  await tally(receivers, "?reset")
  const requests = Array.from({ length: expected }, (_, index) =>
    quoted.flatMap((each) => each[index] ?? [])
  ).flat()
  const since = Date.now()
  Load.ensure(await Load.run({ target: service, connections: 16, requests }), "201")
  return arrive(receivers, { expected, live, since, silenceMsMax })
}

/** Events by account. */
type Events = ReadonlyMap<string, ReadonlyArray<Event>>

/** The events of the service's last run. */
const lastEvents = async ({ accounts, options, service }: Scene): Promise<Events> => {
  await service.settled()
  const events = await service.database.query<Event>(
    `select id, account_id, body from events
      order by seq desc limit ${options.payouts * accounts.length}`
  )
  return Map.groupBy(events, ({ account_id }) => account_id)
}

/** Ensures that every live endpoint got every event of its account, and no other. */
const ensureAll = async (scene: Scene, events: Events): Promise<void> => {
  const { endpoints, live, options, receivers } = scene
  const { ids } = await tally(receivers, "?ids")
  for (const [index, { accountId, url }] of endpoints.slice(0, live).entries()) {
    const got = new Set(ids[index])
    const wanted = events.get(accountId) ?? []
    const isWhole = wanted.length === options.payouts && got.size === options.payouts
    if (isWhole && wanted.every(({ id }) => got.has(id))) continue
    throw new Error(`${url} did not get the events of its account, each of them and no other`)
  }
}

/** Posts the same events to the same endpoints with the loop. */
const post = async (scene: Scene, events: Events): Promise<Delivered> => {
  const { courier, endpoints, live, options, receivers } = scene
  const parcels = endpoints.map(({ accountId, secret, url }) => ({
    url,
    secret,
    events: (events.get(accountId) ?? []).map(({ body, id }) => ({ id, body }))
  }))
  await tally(receivers, "?reset")
  const body = JSON.stringify(parcels)
  const answer = await fetch(`http://${courier.host}:${courier.port}/`, { method: "POST", body })
  const since = Number(await answer.text())
  const { payouts: expected, silenceMsMax } = options
  return arrive(receivers, { expected, live, since, silenceMsMax })
}

const row = (delivered: ReadonlyArray<Delivered>) => ({
  "deliveries per second": Report.over(delivered, ({ perSecond }) => perSecond),
  repeated: Report.over(delivered, ({ repeated }) => repeated)
})

export const webhooks = async (given: Partial<Options> = {}): Promise<Report.Result> => {
  const options = { ...defaults, ...given }
  const { hanging, payouts, runs } = options
  const count = options.accounts * options.endpoints
  const live = count - hanging
  const { inFlightMax } = Limits.webhooks
  const atOnce = Math.max(1, Math.floor(inFlightMax / count))
  await using stage = await Stage.open()
  await using receivers = await Process.start(
    "bench/peers/receivers.ts",
    { RECEIVERS: String(count), HANGING: String(hanging) },
    { role: "load" }
  )
  await using courier = await Process.start("bench/peers/courier.ts", { AT_ONCE: String(atOnce) })
  await using service = await Contenders.service(stage, { WEBHOOK_ALLOW_LOOPBACK: "true" })
  const accounts = await Accounts.open(service, options.accounts)
  const endpoints = await register(service, accounts, (await tally(receivers)).ports)
  const scene: Scene = { receivers, courier, service, accounts, endpoints, live, options }

  const mine: Array<Delivered> = []
  const loop: Array<Delivered> = []
  await create(scene, "warm")
  for (let run = 0; run < runs; run++) {
    mine.push(await create(scene, `${run}`))
    const events = await lastEvents(scene)
    await ensureAll(scene, events)
    loop.push(await post(scene, events))
    await ensureAll(scene, events)
  }
  const ratios = mine.map(({ perSecond }, run) => perSecond / (loop[run]?.perSecond ?? Number.NaN))
  return {
    name: "webhooks",
    about: {
      ...stage.about,
      "receivers' core": "that of load and PostgreSQL",
      endpoints: `${count} of ${accounts.length} accounts, a port each; ${hanging} hang`,
      runs: `${runs} of ${live * payouts} deliveries to live endpoints, alternating`,
      "at once": `service at most ${inFlightMax}, loop ${atOnce} per receiver`,
      outcome: "every event reached every live endpoint of its account"
    },
    tables: [
      {
        title: "Deliveries to live endpoints, from the first payout's request to the last arrival",
        rows: {
          service: row(mine),
          "undici loop, nothing durable": row(loop),
          "service / loop": { "deliveries per second": Report.summarize(ratios) }
        }
      }
    ]
  }
}
