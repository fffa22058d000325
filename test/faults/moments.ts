/**
 * Kills of the program at chosen moments of one request: before, during and after the statement
 * that appends its entry.
 */
import { Effect } from "effect"
import { assert } from "vitest"
import type * as Tables from "../fixtures/tables.ts"
import type { OwnServer } from "../support/ownServer.ts"
import * as Gate from "./gate.ts"
import * as Life from "./life.ts"
import * as People from "./people.ts"
import * as Servers from "./servers.ts"

export const moments = [
  "within milliseconds after it is sent",
  "in its statement, which is undone",
  "in its statement, which is completed",
  "in its statement, which is completed during the next start",
  "in its statement, in which the database server crashes",
  "after its statement",
  "after its response"
] as const
export type Moment = (typeof moments)[number]

interface Audited {
  readonly keys: People.KeyIds
  readonly tables: Tables.Rows | undefined
}

/** A program that is killed and started again on one database. */
export interface Mortal {
  readonly database: People.Database
  readonly server: OwnServer
  readonly draw: (bound: number) => number
  /** Resolves with the URL once the program takes writes. It is started if it does not run. */
  readonly url: () => Promise<string>
  /** Kills the program at a moment of `send`, whose statement is held at a place. */
  readonly kill: (
    moment: Moment,
    place: Gate.Place,
    send: (url: string) => Promise<unknown>
  ) => Promise<void>
  /**
   * Proves the log and the keys. If no program runs, proves the tables as well, and returns their
   * rows.
   */
  readonly audit: () => Promise<Audited>
  /** Kills the program, if it runs. */
  readonly close: () => Promise<unknown>
}

/** Asserts that a statement had the end that its moment gave it, by the requests in the log. */
export const assertEnd = (moment: Moment, isDurable: ReadonlyArray<boolean>): void => {
  switch (moment) {
    case "in its statement, which is undone":
    case "in its statement, in which the database server crashes":
      return assert.notInclude(isDurable, true, moment)
    case "in its statement, which is completed":
    case "after its statement":
      return assert.include(isDurable, true, moment)
    case "after its response":
      return assert.notInclude(isDurable, false, moment)
    default:
  }
}

/** Milliseconds within which a kill follows a request. */
const sentMsMax = 12

const activeSql = (name: string): string => `
  select from pg_stat_activity
  where datname = '${name}' and application_name = 'payout-service' and state = 'active'`

/** Resolves when no statement of a dead program executes. */
const settled = (server: Servers.Server, name: string) =>
  Gate.poll("the end of all statements", async () =>
    (await Servers.query(server, "postgres", activeSql(name))).length === 0 ? true : undefined
  )

const waitingSql = `
  select from pg_stat_activity
  where wait_event_type = 'Lock' and wait_event = 'transactionid'
    and application_name = 'payout-service'`

/** Resolves when a statement waits for the end of another one's transaction. */
const isAwaited = (server: Servers.Server) =>
  Gate.poll("a statement that waits for the held one", async () =>
    (await Servers.query(server, "postgres", waitingSql)).length > 0 ? true : undefined
  )

/** Crashes the server as a whole, or one process of it, which makes the server recover. */
const crash = async (server: OwnServer, pid: number, isWhole: boolean): Promise<void> => {
  if (!isWhole) return Gate.killBackend(server, pid)
  await server.crash()
  await server.restart()
}

/** Makes a program on an empty database of a server. */
export const make = async (
  server: OwnServer,
  name: string,
  draw: (bound: number) => number,
  environment: Life.Environment = {}
): Promise<Mortal> => {
  let life: Life.Life | undefined
  const start = (): Life.Life =>
    Life.start("src/main.ts", { ...environment, DATABASE_URL: server.url(name) })
  const url = async (): Promise<string> => {
    life ??= start()
    const to = await life.listening
    if (to === undefined) return assert.fail(`it ended with ${await life.ended}:\n${life.output()}`)
    await Gate.poll("readiness", async () => ((await fetch(`${to}/readyz`)).ok ? true : undefined))
    return to
  }
  await url()
  const gate = await Gate.install(server, name)

  const end = async (signal: NodeJS.Signals): Promise<number | NodeJS.Signals | undefined> => {
    const ended = await life?.kill(signal)
    life = undefined
    return ended
  }

  const killInside = async (moment: Moment, place: Gate.Place): Promise<void> => {
    const pid = await gate.reached()
    switch (moment) {
      case "in its statement, which is undone":
        await end("SIGKILL")
        await Gate.undo(server, pid)
        return gate.open()
      case "in its statement, which is completed":
        await end("SIGKILL")
        await gate.open()
        return
      case "in its statement, which is completed during the next start":
        await end("SIGKILL")
        life = start()
        // The next writer is held as well, or waits for the entry that the statement has written.
        await (place === "log insert" ? gate.reached(2) : isAwaited(server))
        await gate.open()
        await Gate.finished(server, pid)
        return void (await url())
      case "in its statement, in which the database server crashes":
        await end("SIGKILL")
        await crash(server, pid, draw(2) === 0)
        return gate.open()
      default:
        if (life !== undefined) process.kill(life.pid, "SIGSTOP")
        await gate.open()
        await Gate.finished(server, pid)
        await end("SIGKILL")
    }
  }

  const kill: Mortal["kill"] = async (moment, place, send) => {
    const to = await url()
    if (moment === "after its response" || moment === "within milliseconds after it is sent") {
      const sent = send(to)
      if (moment === "after its response") await sent
      else await Effect.runPromise(Effect.sleep(draw(sentMsMax)))
      await end("SIGKILL")
      await sent
    } else {
      await gate.close(place)
      const sent = send(to)
      await killInside(moment, place)
      await sent
    }
    if (life === undefined) await settled(server, name)
  }

  const database = { server, name, environment }
  return {
    ...{ database, server, draw, url, kill },
    audit: async () => ({
      keys: await People.auditLog(database),
      tables: life === undefined ? await People.auditTables(database) : undefined
    }),
    close: () => end("SIGKILL")
  }
}
