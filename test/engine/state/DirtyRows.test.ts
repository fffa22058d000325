/**
 * Each event alone reaches the tables. A change that is folded but not marked as dirty is lost
 * once the state leaves memory. Entries with several events hide this, because another event marks
 * the same state. So these tests apply each event of a complete log to a core that was just
 * restored from the tables, and compare the tables with the fold.
 */
import { assert, describe, it } from "vitest"
import * as Entry from "../../../src/engine/ports/Entry.ts"
import type * as Rows from "../../../src/engine/ports/Rows.ts"
import * as AsCreated from "../../../src/engine/state/AsCreated.ts"
import * as DirtyRows from "../../../src/engine/state/DirtyRows.ts"
import * as Eviction from "../../../src/engine/state/Eviction.ts"
import * as Fold from "../../../src/engine/state/Fold.ts"
import * as State from "../../../src/engine/state/State.ts"
import * as Logs from "../../fixtures/logs.ts"

type Row = Rows.Versioned<{ readonly id: string }>
type Tables = ReadonlyMap<string, Map<string, Row>>
type States = ReadonlyMap<string, unknown>
type StateOf = (events: ReadonlyArray<Entry.Event>, id: string) => Row["state"] | undefined

/** Names of changes that are not states. */
const others = [
  ...["seq", "reopened", "registryDeleted", "beneficiariesDeleted"],
  ...["webhookEvents", "auditRows", "hiddenRecipients", "movements", "replies", "postings"]
]

/** Tables by the names in changes, so that a new kind of state gets a table automatically. */
const emptyTables = (): Tables =>
  new Map(
    Object.keys(DirtyRows.take(State.make()))
      .filter((name) => !others.includes(name))
      .map((name) => [name, new Map()])
  )

/** A map of the core or a list of changes, by its name. */
const named = <A>(all: object, name: string): A => (all as Readonly<Record<string, A>>)[name] as A

/** A row as a start finds it. The state of an unchanged row comes from its entry. */
const stored = (name: string, row: Row): Row => {
  const event = events[row.seq - 1]
  if (row.isAsCreated !== true || event === undefined) return row
  const states: Readonly<Record<string, StateOf>> = AsCreated.stateOf
  const state = states[name]?.([event], row.state.id)
  assert.isDefined(state, `no entry contains ${row.state.id}`)
  return { seq: row.seq, state }
}

const write = (tables: Tables, changes: Rows.Changes): void => {
  for (const [name, table] of tables) {
    for (const row of named<ReadonlyArray<Row>>(changes, name)) {
      table.set(row.state.id, stored(name, row))
    }
    for (const id of changes.registryDeleted) table.delete(id)
  }
  for (const id of changes.beneficiariesDeleted) tables.get("beneficiaries")?.delete(id)
}

/** A core with the states of the tables and nothing to write. */
const restored = (tables: Tables, seq: number): State.State => {
  const core = State.make()
  core.seq = seq
  const loaded = [...tables].map(([name, rows]) => [name, [...rows.values()]])
  Eviction.hydrate(core, Object.fromEntries(loaded))
  return core
}

/** Ids whose loaded states differ from the fold's. */
const differing = (loaded: States, states: States): ReadonlyArray<string> => {
  const gone = [...loaded.keys()].filter((id) => !states.has(id))
  // Unchanged states are the same object, so the cheap comparison leaves only few to compare.
  return [...states.keys()]
    .filter((id) => loaded.get(id) !== states.get(id))
    .filter((id) => JSON.stringify(loaded.get(id)) !== JSON.stringify(states.get(id)))
    .concat(gone)
}

const tags: ReadonlyArray<string> = Entry.Event.members.map(
  ({ fields }) => fields._tag.schema.literal
)

const events: ReadonlyArray<Entry.Event> = [
  ...Logs.entries(Logs.read("v1.jsonl")).flatMap((entry) => entry.events)
]

const entryOf = (event: Entry.Event, index: number): Entry.Entry => ({
  ...{ v: Entry.version, at: 1, by: "engine", epoch: 1, seq: index + 1 },
  ...{ reply: null, events: [event] }
})

describe("Each event of the log", () => {
  it("has an example in the recorded log", () => {
    const known = new Set<string>(events.map(({ _tag }) => _tag))
    const forgotten = tags.filter((tag) => !known.has(tag))
    const advice = "add one to test/fixtures/logs/v1.payouts.ts, so that it follows from the log"
    assert.deepStrictEqual(forgotten, [], `Events without an example: ${advice}`)
  })

  for (const between of [1, 2, 5, 40]) {
    const how = between === 1 ? "alone" : `among ${between} between two writes`
    it(`leaves the tables equal to the fold when it is applied ${how}`, () => {
      const [fold, tables] = [State.make(), emptyTables()]
      assert.includeMembers([...tables.keys()], ["payouts", "batches", "deliveries", "people"])
      let core = restored(tables, 0)
      events.forEach((event, index) => {
        Fold.apply(core, entryOf(event, index))
        Fold.apply(fold, entryOf(event, index))
        if ((index + 1) % between !== 0) return
        write(tables, DirtyRows.take(core))
        core = restored(tables, index + 1)
        const loaded = restored(tables, index + 1)
        for (const name of tables.keys()) {
          const lost = differing(named<States>(loaded, name), named<States>(fold, name))
          assert.deepStrictEqual(lost, [], `${event._tag} does not reach the table of ${name}`)
        }
      })
    })
  }
})
