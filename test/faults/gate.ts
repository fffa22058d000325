/**
 * A gate inside statements. Triggers hold a statement at a row, so that a test kills a process
 * while PostgreSQL executes it. The statement has then done everything that comes before the row.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, ManagedRuntime } from "effect"
import { assert } from "vitest"
import * as Servers from "./servers.ts"

/** The changes of rows at which a gate holds a statement. */
const places = {
  "log insert": "before insert on log",
  "key insert": "before insert on person_keys",
  "key delete": "before delete on person_keys",
  "text delete": "before delete on payout_texts",
  /** Only at the row in table `gate_row`. */
  "key update": "before update on person_keys",
  "index update": "before update of person_index on installation"
} as const
export type Place = keyof typeof places

/** The class of the gate's advisory locks, which no program has. */
const lockClass = 424_242

const numberOf = (place: Place): number => Object.keys(places).indexOf(place)

const triggersSql = Object.entries(places).map(
  ([place, event], number) =>
    `create or replace trigger "gate at ${place}" ${event}
     for each row execute function gate(${number})`
)

const functionSql = `
  create or replace function gate() returns trigger language plpgsql as $$
  begin
    if tg_table_name = 'person_keys' and tg_op = 'UPDATE' then
      if not exists (select from gate_row where id = old.id) then return new; end if;
    end if;
    perform pg_advisory_xact_lock_shared(${lockClass}, tg_argv[0]::int);
    if tg_op = 'DELETE' then return old; end if;
    return new;
  end $$`

export interface Gate {
  /** Holds every statement that comes to this place from now on. */
  readonly close: (place: Place) => Promise<void>
  /**
   * Resolves when this number of statements is held, or one. Returns the process of the server that
   * executes the first.
   */
  readonly reached: (statements?: number) => Promise<number>
  /** Lets the statements proceed. Does nothing if the gate is open. */
  readonly open: () => Promise<void>
  /** Chooses the key whose update is held. */
  readonly choose: (id: Uint8Array) => Promise<void>
}

/** The number of checks of a condition, one per pause, after which a test fails. */
const checksMax = 5_000
const pauseMs = 2

/** Resolves once `check` returns a value. */
export const poll = async <A>(what: string, check: () => Promise<A | undefined>): Promise<A> => {
  for (let checks = 0; checks < checksMax; checks++) {
    const found = await check()
    if (found !== undefined) return found
    await Effect.runPromise(Effect.sleep(pauseMs))
  }
  return assert.fail(`${what} did not happen`)
}

const heldSql = `
  select pid from pg_locks
  where locktype = 'advisory' and classid = ${lockClass} and not granted
  order by waitstart`

/** Installs a gate in a migrated database. */
export const install = async (server: Servers.Server, database: string): Promise<Gate> => {
  const run = (statement: string) => Servers.query(server, database, statement)
  await run("create table if not exists gate_row (id bytea)")
  for (const statement of [functionSql, ...triggersSql]) await run(statement)
  let closed: ManagedRuntime.ManagedRuntime<PgClient, unknown> | undefined
  return {
    close: async (place) => {
      assert.isUndefined(closed, "the gate is closed")
      closed = ManagedRuntime.make(server.client(database))
      const lock = `select pg_advisory_lock(${lockClass}, ${numberOf(place)})`
      await closed.runPromise(Effect.flatMap(PgClient, (sql) => sql.unsafe(lock)))
    },
    reached: (statements = 1) =>
      poll("a statement at the gate", async () => {
        const rows = await Servers.query<{ readonly pid: number }>(server, "postgres", heldSql)
        return rows.length < statements ? undefined : rows[0]?.pid
      }),
    open: async () => {
      const holder = closed
      closed = undefined
      await holder?.dispose()
    },
    choose: async (id) => {
      const hex = Buffer.from(id).toString("hex")
      await run(`with gone as (delete from gate_row) insert into gate_row values ('\\x${hex}')`)
    }
  }
}

/** Resolves when a process of the server executes nothing any more. */
export const finished = (server: Servers.Server, pid: number): Promise<unknown> =>
  poll("the end of a statement", async () => {
    const sql = `select from pg_stat_activity where pid = ${pid} and state = 'active'`
    return (await Servers.query(server, "postgres", sql)).length === 0 ? true : undefined
  })

/** Ends a process of the server, which undoes its statement. */
export const undo = async (server: Servers.Server, pid: number): Promise<void> => {
  await Servers.query(server, "postgres", `select pg_terminate_backend(${pid})`)
  await finished(server, pid)
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Kills a process of the server, after which the server ends all others and recovers. */
export const killBackend = async (server: Servers.Server, pid: number): Promise<void> => {
  process.kill(pid, "SIGKILL")
  // The server accepts connections until it has noticed the death.
  await poll("the end of a killed process", async () => (isAlive(pid) ? undefined : true))
  await poll("the recovery of the server", () =>
    Servers.query(server, "postgres", "select from pg_postmaster_start_time()").then(
      () => true,
      () => undefined
    )
  )
  await finished(server, pid)
}
