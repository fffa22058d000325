/**
 * A rotation of `DATA_KEY` that is killed at any row is completed by the next one. No key is lost
 * or opens differently, and the service works in the meantime.
 */
import { PgClient } from "@effect/sql-pg/PgClient"
import { Effect, Redacted } from "effect"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as DataSubjects from "../../src/engine/ports/DataSubjects.ts"
import * as KeyTable from "../../src/postgres/sealing/KeyTable.ts"
import * as MasterKeys from "../../src/postgres/sealing/MasterKeys.ts"
import * as PersonKeys from "../../src/postgres/sealing/PersonKeys.ts"
import { dataKey } from "../support/dataKey.ts"
import * as History from "../support/history.ts"
import * as OwnServer from "../support/ownServer.ts"
import * as Gate from "./gate.ts"
import * as Life from "./life.ts"
import * as People from "./people.ts"
import * as Seed from "./seed.ts"
import * as Servers from "./servers.ts"

/** Each round rotates to a new master key, by runs that are killed and a last one. */
const rounds = 9

/** More keys than three statements of a rotation wrap. */
const people = 3 * Limits.sealing.rotatedPerStatement + 7

const masterOf = (round: number): string =>
  round === 0 ? dataKey : Buffer.alloc(32, `master ${round}`).toString("base64")

/**
 * Kills of a round: while the key of the keyed hashes is updated, in the middle of a statement that
 * is undone, by a crash of the server too, or completed, after a statement, and at any time.
 */
const ends = ["index", "undone", "server", "completed", "reported", "early"] as const
type End = (typeof ends)[number]

/** Milliseconds in which a run starts and rotates everything. */
const runMsMax = 2_500

interface Row {
  readonly id: Uint8Array
  readonly wrapped: Uint8Array
}

/** A database with keys of people, and what is known about it. */
interface World {
  readonly database: People.Database
  readonly gate: Gate.Gate
  readonly draw: (bound: number) => number
  readonly history: History.History
  /** The secrets of the keys by id, both in hex. Sealed data opens with nothing else. */
  readonly secrets: Map<string, string>
  readonly kills: Record<End, number>
}

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex")

const mastersOf = (...rounds: ReadonlyArray<number>) => {
  const [first = dataKey, ...others] = rounds.map(masterOf)
  return [Redacted.make(first), ...others.map((key) => Redacted.make(key))] as const
}

/** Stores keys of people of whom the log has nothing. */
const storeKeys = ({ name, server }: People.Database): Promise<void> =>
  Effect.gen(function* () {
    const sql = yield* PgClient
    const keys = yield* PersonKeys.PersonKeys
    const made = Array.from({ length: people }, (_, n) =>
      keys.of(DataSubjects.recipient("acct", `${n}`))
    )
    yield* KeyTable.add(
      sql,
      made.flatMap(({ row }) => row ?? [])
    )
  }).pipe(
    Effect.provide(PersonKeys.layer(mastersOf(0))),
    Effect.provide(server.client(name)),
    Effect.runPromise
  )

const rowsOf = ({ name, server }: People.Database): Promise<ReadonlyArray<Row>> =>
  Servers.query<Row>(server, name, "select id, wrapped from person_keys order by id")

/**
 * Opens every key with the master keys of these rounds. Each has the secret that it had before, and
 * none is missing. Returns the rows that the first master key did not wrap.
 */
const assertOpen = async (
  { database, secrets }: World,
  ...rounds: ReadonlyArray<number>
): Promise<ReadonlyArray<Row>> => {
  const masters = MasterKeys.make(mastersOf(...rounds))
  const rows = await rowsOf(database)
  for (const { id, wrapped } of rows) {
    const key = MasterKeys.unwrap(masters, id, wrapped)
    if (key._tag === "Failure") return assert.fail(`key ${hex(id)} does not open: ${key.failure}`)
    const secret = hex(key.success)
    assert.strictEqual(secret, secrets.get(hex(id)) ?? secret, `the key ${hex(id)}`)
    secrets.set(hex(id), secret)
  }
  assert.lengthOf(rows, secrets.size, "a key is lost")
  // It opens the key of the keyed hashes.
  const { name, server } = database
  await PersonKeys.PersonKeys.pipe(
    Effect.provide(PersonKeys.layer(mastersOf(...rounds))),
    Effect.provide(server.client(name)),
    Effect.runPromise
  )
  return rows.filter(({ wrapped }) => !MasterKeys.isCurrent(masters, wrapped))
}

const keysOf = (round: number): Life.Environment => ({
  DATA_KEY: `${masterOf(round)},${masterOf(round - 1)}`
})

const rotate = ({ database: { name, server } }: World, round: number): Life.Life =>
  Life.start("src/cli/main.ts", { ...keysOf(round), DATABASE_URL: server.url(name) }, [
    ...["data-key", "rotate"]
  ])

/** Kills a run within the time that it takes, or lets it end. */
const killEarly = async (world: World, round: number): Promise<void> => {
  const run = rotate(world, round)
  await Effect.runPromise(Effect.sleep(world.draw(runMsMax)))
  assert.include([0, "SIGKILL"], await run.kill("SIGKILL"), run.output())
}

/** Kills a run while a statement is held at a row, and ends the statement. */
const killInside = async (
  { database: { server }, gate }: World,
  run: Life.Life,
  end: End
): Promise<void> => {
  const pid = await gate.reached()
  if (end === "reported") process.kill(run.pid, "SIGSTOP")
  else await run.kill("SIGKILL")
  if (end === "undone") await Gate.undo(server, pid)
  if (end === "server") await Gate.killBackend(server, pid)
  await gate.open()
  await Gate.finished(server, pid)
  assert.strictEqual(await run.kill("SIGKILL"), "SIGKILL")
}

/**
 * Kills one run. `open` are the rows that it would wrap, of which it is held at one in the first
 * half. Returns the rows that the next run would wrap.
 */
const killOnce = async (
  world: World,
  round: number,
  end: End,
  open: ReadonlyArray<Row>
): Promise<ReadonlyArray<Row>> => {
  const { draw, gate, kills } = world
  if (end === "early") {
    await killEarly(world, round)
  } else {
    const target = open[draw(Math.ceil(open.length / 2))] ?? assert.fail("everything is rotated")
    await gate.choose(target.id)
    await gate.close(end === "index" ? "index update" : "key update")
    await killInside(world, rotate(world, round), end)
    const isDone = !(await assertOpen(world, round, round - 1)).some(
      ({ id }) => hex(id) === hex(target.id)
    )
    assert.strictEqual(isDone, end === "completed" || end === "reported", end)
  }
  kills[end] += 1
  const left = await assertOpen(world, round, round - 1)
  assert.isAtMost(left.length, open.length)
  return left
}

/** Saves a new recipient, whose key the current master key wraps. */
const save = async ({ history }: World, url: string, number: number): Promise<void> => {
  const phone = `+2567705${String(number).padStart(5, "0")}`
  const body = { name: `Person ${number}`, phone, network: "MTN_UG" }
  const operation = history.operation("/v1/beneficiaries", `beneficiary ${number}`, body)
  while ((await history.send(url, operation)) === undefined) {
    // The server recovers from a crash, and an HTTP client retries until then.
    await Effect.runPromise(Effect.sleep(20))
  }
}

/** Checks that the service shows everybody who was saved. */
const assertShown = async ({ history }: World, url: string): Promise<void> => {
  for (const operation of history.operations()) {
    const { id } = History.bodyOf(operation)
    const { json } = await People.read(url, `/v1/beneficiaries/${id}`)
    const { name, phone } = operation.body
    assert.deepInclude(json, { name, phone }, operation.key)
  }
}

/** Kills runs of a rotation to the next master key, completes it, and needs no other key then. */
const rotateOnce = async (world: World, round: number, hasService: boolean): Promise<void> => {
  const { database } = world
  const DATABASE_URL = database.server.url(database.name)
  const service = hasService
    ? Life.start("src/main.ts", { ...keysOf(round), DATABASE_URL })
    : undefined
  const url = await service?.listening
  let open = await assertOpen(world, round, round - 1)
  try {
    for (const [kill, end] of ends.entries()) {
      if (url !== undefined) await save(world, url, round * ends.length + kill)
      open = await killOnce(world, round, end, open)
    }
    const last = rotate(world, round)
    assert.strictEqual(await last.ended, 0, last.output())
    if (url !== undefined) await assertShown(world, url)
  } finally {
    await service?.kill("SIGKILL")
  }
  assert.isEmpty(await assertOpen(world, round), "keys of the last master key")
  await People.auditLog(database)
}

let server: OwnServer.OwnServer

beforeAll(async () => {
  server = await OwnServer.start()
})
afterAll(() => server.close())

/** Creates the tables and the key of the keyed hashes, which the first start makes. */
const prepare = async (name: string): Promise<void> => {
  const life = Life.start("src/main.ts", { DATABASE_URL: server.url(name) })
  assert.isDefined(await life.listening, life.output())
  await life.kill("SIGKILL")
}

describe("A rotation of DATA_KEY that is killed", () => {
  it(`leaves keys that open, and is completed by the next one, FAULTS_SEED=${Seed.seed}`, {
    timeout: 900_000
  }, async () => {
    const name = await Servers.create(server)
    await prepare(name)
    const world: World = {
      ...{ draw: Seed.make(Seed.seed), secrets: new Map() },
      database: { server, name, environment: {} },
      gate: await Gate.install(server, name),
      history: History.make(Life.environment.SANDBOX_API_KEY ?? ""),
      kills: { index: 0, undone: 0, server: 0, completed: 0, reported: 0, early: 0 }
    }
    await storeKeys(world.database)
    await assertOpen(world, 0)
    for (let round = 1; round <= rounds; round++) await rotateOnce(world, round, round % 2 === 0)
    console.log(`seed ${Seed.seed}: ${rounds * ends.length} kills`, world.kills)
    for (const [end, count] of Object.entries(world.kills)) assert.strictEqual(count, rounds, end)
    assert.isAbove(world.secrets.size, people)
  })
})
