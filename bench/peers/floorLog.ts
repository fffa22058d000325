/**
 * The log of the floor: the service's table, hash chain and conditional append, with one statement
 * in flight that takes everything that waits. If the outcome of a statement is unknown, the process
 * ends, because the service's handling of that case is not part of the cost of a creation.
 */
import pg from "pg"
import * as Row from "../../src/postgres/log/Row.ts"

const partition = 0
const epoch = 1

const tableSql = `create table log (
  partition integer not null, seq bigint not null, epoch integer not null, hash bytea not null,
  body text not null, primary key (partition, seq))`

const appendSql = `
  insert into log (partition, seq, epoch, hash, body)
  select ${partition}, $1::bigint + place - 1, ${epoch}, hash, body
  from unnest($2::bytea[], $3::text[]) with ordinality as entry (hash, body, place)
  where $1 = 1 or exists (
    select 1 from log where partition = ${partition} and seq = $1 - 1 and hash = $4
  )`

/** Called with the position of a durable entry. */
export type Durable = (seq: number) => void

interface Waiting {
  readonly body: string
  readonly durable: Durable
}

interface Tip {
  readonly seq: number
  readonly hash: Uint8Array
}

export interface Log {
  readonly append: (body: string, durable: Durable) => void
  /** Reads the body of an entry. */
  readonly read: (seq: number) => Promise<string>
  readonly close: () => Promise<void>
}

/** Writes a batch after the tip, and returns the new tip. */
const write = async (client: pg.Client, tip: Tip, batch: ReadonlyArray<Waiting>): Promise<Tip> => {
  let { hash, seq } = tip
  const hashes: Array<Uint8Array> = []
  const bodies: Array<string> = []
  for (const { body } of batch) {
    seq += 1
    hash = Row.hash(hash, { partition, seq, epoch }, { body, sealed: null })
    hashes.push(hash)
    bodies.push(body)
  }
  const values = [tip.seq + 1, hashes, bodies, tip.hash]
  const { rowCount } = await client.query({ name: "append", text: appendSql, values })
  if (rowCount !== batch.length) throw new Error(`${rowCount} of ${batch.length} entries written`)
  return { seq, hash }
}

export const open = async (url: string): Promise<Log> => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query(tableSql)
  let waiting: Array<Waiting> = []
  let isBusy = false
  let tip: Tip = { seq: 0, hash: Row.genesis }

  const flush = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting
      waiting = []
      const first = tip.seq + 1
      tip = await write(client, tip, batch)
      batch.forEach(({ durable }, index) => {
        durable(first + index)
      })
    }
    isBusy = false
  }

  return {
    append: (body, durable) => {
      waiting.push({ body, durable })
      if (isBusy) return
      isBusy = true
      // The flush runs after this turn of the event loop, with all appends of the turn.
      setImmediate(flush)
    },
    read: async (seq) => {
      const { rows } = await client.query<{ readonly body: string }>(
        "select body from log where partition = $1 and seq = $2",
        [partition, seq]
      )
      return rows[0]?.body ?? ""
    },
    close: () => client.end()
  }
}
