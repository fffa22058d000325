/**
 * The service as a contender. Each payout is a quote and a payout over HTTP. If a webhook endpoint
 * is registered, a run ends when the endpoint has every event.
 */
import * as Accounts from "../../Accounts.ts"
import * as Contenders from "../../Contenders.ts"
import * as Load from "../../Load.ts"
import * as Process from "../../Process.ts"
import * as Requests from "../../Requests.ts"
import * as Child from "./Child.ts"
import type * as Contender from "./Contender.ts"

const connections = 64

/**
 * The webhook events of a payout: created, funds received, initiated and settled, but not
 * confirmed.
 */
const eventsPerPayout = 4

/**
 * The smallest scale that the program accepts: a deposit after 2 ms, and settled 60 to 180 ms after
 * the creation.
 */
export const quickly = { SANDBOX_TIME_SCALE: "0.001" }

const environment = {
  ...Contenders.serviceEnvironment,
  ...quickly,
  WEBHOOK_ALLOW_LOOPBACK: "true"
}

interface Tally {
  readonly ports: ReadonlyArray<number>
  readonly counts: ReadonlyArray<number>
  readonly ids: ReadonlyArray<ReadonlyArray<string>>
  readonly lastAt: number
}

const tally = async ({ host, port }: Load.Target, query = ""): Promise<Tally> =>
  (await fetch(`http://${host}:${port}/${query}`)).json() as Promise<Tally>

const register = async (service: Load.Target, receivers: Load.Target): Promise<void> => {
  const url = `http://127.0.0.1:${(await tally(receivers)).ports[0]}/hook`
  const body = { url, events: ["*"], idempotency_key: "endpoint" }
  await Accounts.ask(service, "/v1/webhooks/endpoints", Requests.key, body)
}

const launch = ({ database, folder }: Contender.Place) =>
  new Promise<{ readonly child: Child.Child; readonly target: Load.Target }>((resolve, reject) => {
    const child = Child.start({
      flags: Process.flags,
      file: "src/main.ts",
      environment: { ...environment, DATABASE_URL: database.url, DATA_DIR: folder },
      heard: (line) => {
        const port = /listening on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1]
        if (port === undefined) return
        resolve({ child, target: { host: "127.0.0.1", port: Number(port) } })
      },
      lost: reject
    })
  })

/** Creates quotes and their payouts until this number of payouts exists. */
export const create = (target: Load.Target, payouts: number, made: (id: string) => void) => {
  const run = crypto.randomUUID()
  let begun = 0
  const script = (): Load.Next => {
    let isQuoted = false
    return (answer) => {
      if (answer !== undefined && isQuoted) {
        isQuoted = false
        return Requests.payout(Requests.field("quote_id", answer.body))
      }
      if (answer !== undefined) made(Requests.field("payout_id", answer.body))
      if (begun === payouts) return undefined
      begun += 1
      isQuoted = true
      return Requests.quote(`${run} ${begun}`)
    }
  }
  return Load.loop({ target, connections: Math.min(connections, payouts), script })
}

const start = async (
  place: Contender.Place,
  receivers: Load.Target | undefined
): Promise<Contender.Working> => {
  const { child, target } = await launch(place)
  if (receivers !== undefined) await register(target, receivers)
  const acknowledged = new Set<string>()
  const made = (payout: string): void => {
    acknowledged.add(`${payout} AWAITING_FUNDS`)
  }

  const untilSettled = async (): Promise<number> => {
    while ((await Process.gauge(target, "payout_active")) > 0) await Process.pause(20)
    return Date.now()
  }

  const untilTold = async (events: number, tallied: Load.Target): Promise<number> => {
    while (true) {
      const { counts, lastAt } = await tally(tallied)
      if ((counts[0] ?? 0) >= events) return lastAt
      await Process.pause(20)
    }
  }

  const settled = (): Promise<void> => Contenders.untilShown(target)

  return {
    run: async (payouts) => {
      if (receivers !== undefined) await tally(receivers, "?reset")
      const startedAt = Date.now()
      Load.ensure(await create(target, payouts, made), "201")
      const endedAt =
        receivers === undefined
          ? await untilSettled()
          : await untilTold(payouts * eventsPerPayout, receivers)
      return { seconds: (endedAt - startedAt) / 1000 }
    },
    settled,
    /** The acknowledged payouts, and the ids of events that arrived. */
    acknowledged: async () => {
      const told = receivers === undefined ? [] : (await tally(receivers, "?ids")).ids[0]
      return new Set([...acknowledged, ...(told ?? [])])
    },
    read: async () => {
      await settled()
      const { query } = place.database
      const transitions = await query<{ readonly label: string }>(`
        select id || ' ' || (entry->>'status') as label
        from (
          select id, state from payouts union all
          select id, case state when '' then '{"timeline":[{"status":"AWAITING_FUNDS"}]}'
            else state end
          from active where kind = 'payout'
        ) as stored, json_array_elements(split_part(state, E'\\n', 1)::json->'timeline') as entry`)
      const events = await query<{ readonly label: string }>("select id as label from events")
      return new Set([...transitions, ...events].map(({ label }) => label))
    },
    kill: child.kill,
    [Symbol.asyncDispose]: child.stop
  }
}

/** The service, with one webhook endpoint at a receiver or without one. */
export const contender = (receivers: Load.Target | undefined): Contender.Contender => ({
  share: 1,
  inPostgres: true,
  missing: undefined,
  start: (place) => start(place, receivers)
})

/** The mean bytes of a payout's entries in the log, including its quote and deliveries. */
export const logBytes = async ({ database }: Contender.Place, payouts: number): Promise<number> => {
  const rows = await database.query<{ readonly bytes: number }>(
    "select sum(octet_length(body) + octet_length(hash) + coalesce(octet_length(sealed), 0))::float8 as bytes from log"
  )
  return (rows[0]?.bytes ?? Number.NaN) / payouts
}
