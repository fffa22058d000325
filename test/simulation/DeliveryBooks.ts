/**
 * The auditor's books of webhooks (L11): the endpoints of each transition, attempts, responses and
 * log entries. Ids are computed as the program promises. Everything else is independent of the
 * program.
 */
import * as Ids from "../../src/domain/Ids.ts"
import type { Status } from "../../src/domain/payout/Payout.ts"
import type * as PayoutEvent from "../../src/domain/payout/PayoutEvent.ts"
import type * as Entry from "../../src/engine/ports/Entry.ts"
import type * as WebhookSender from "../../src/engine/ports/WebhookSender.ts"
import { must, some } from "./Claim.ts"
import type { Host } from "./Host.ts"
import type { Transition } from "./PayoutBooks.ts"

/** The id of the endpoint with this URL. */
export const endpointOf = (url: string): string => new URL(url).pathname.split("/")[1] ?? ""

/** Event names in the registration, sandbox and overview set. */
const names: Readonly<
  Partial<
    Record<Status | "created" | "createdAsRow" | "refunded" | "recalled", ReadonlyArray<string>>
  >
> = {
  created: ["payout.created", "payout.awaiting_funds", "payout.created"],
  createdAsRow: ["payout.created", "", "payout.created"],
  AWAITING_FUNDS: ["payout.awaiting_funds"],
  PAYOUT_CONFIRMED: ["payout.confirmed"],
  STABLECOIN_RECEIVED: ["payout.funds_received", "payout.stablecoin_received", "payout.processing"],
  COMPLIANCE_HOLD: ["payout.compliance_hold"],
  PAYOUT_INITIATED: ["payout.initiated", "payout.payout_initiated"],
  SETTLED: ["payout.settled", "payout.settled", "payout.completed"],
  FAILED: ["payout.failed", "payout.failed", "payout.failed"],
  REVERSED: ["payout.reversed"],
  refunded: ["", "", "payout.refunded"],
  recalled: ["payout.recalled"],
  MANUAL_REVIEW: ["payout.manual_review"]
}

const nameOf = (status: Status, previousStatus: Status | null, isRecall = false) => {
  if (isRecall) return "recalled"
  if (previousStatus === null) return status === "CREATED" ? "createdAsRow" : "created"
  return previousStatus === status ? "refunded" : status
}

export const subscriptions: ReadonlyArray<ReadonlyArray<string>> = [
  ["*"],
  ["payout.*"],
  ["payout.settled", "payout.failed", "payout.reversed"],
  ["payout.created", "payout.awaiting_funds", "payout.settled", "payout.completed"],
  ["payout.*", "payout.processing", "payout.payout_initiated"],
  ["payout.manual_review", "payout.compliance_hold"]
]

/** Subscriptions of customers who send batches. */
export const listened: ReadonlyArray<ReadonlyArray<string>> = [
  ["deposit.received"],
  ["deposit.received", "payout.*"],
  ["*"]
]

const refunds: Readonly<Record<string, { readonly name: string; readonly vocabulary: number }>> = {
  Opened: { name: "due", vocabulary: 4 },
  Sent: { name: "sent", vocabulary: 5 },
  Confirmed: { name: "confirmed", vocabulary: 6 },
  Disproved: { name: "failed", vocabulary: 7 },
  Credited: { name: "credited", vocabulary: 10 }
}

/** The retry schedule, in milliseconds. */
const delaysMs = [30_000, 300_000, 1_800_000, 7_200_000]

interface Endpoint {
  readonly accountId: string
  events: ReadonlyArray<string>
  isActive: boolean
  isDeleted: boolean
  wasEverOff: boolean
  /** Secrets with the entry that set them, in order. */
  readonly secrets: Array<{ readonly seq: number; readonly at: number; readonly secret: string }>
}

interface Expected {
  readonly endpointId: string
  readonly type: string
  readonly subjectId: string
  /** `null` if no payout transition caused the event. */
  readonly transition: {
    readonly sequence: number
    readonly status: Status
    readonly previousStatus: Status | null
    readonly batchId: string | null
  } | null
  /** Fields that the data of the event must have. */
  readonly data?: Readonly<Record<string, unknown>> | undefined
  body: string | undefined
  /** Attempts that are not in the log yet. */
  readonly unlogged: Array<{ readonly at: number; readonly statusCode: number | null }>
  logged: number
  state: "pending" | "delivered" | "failed" | "abandoned"
  dueAt: number
}

type Attempted = Extract<Entry.Event, { _tag: "DeliveryAttempted" }>

const openLedger = () => {
  const endpoints = new Map<string, Endpoint>()
  const ofAccount = new Map<string, Array<string>>()
  const expected = new Map<string, Expected>()
  /** Owners of payouts, batches and quotes. `deposits` counts final deposits. */
  const owners = new Map<string, string>()
  const deposits = new Map<string, number>()
  const batchOf = new Map<string, string>()
  const unended = new Map<string, number>()
  /** The rows of each batch in order, and the status of each payout. */
  const rows = new Map<string, Array<PayoutEvent.Created>>()
  const statuses = new Map<string, Status>()
  /** The highest sequence with a first attempt, by endpoint and payout. */
  const lines = new Map<string, number>()
  const batches = { unended, batchOf, rows, statuses }
  return { ofAccount, endpoints, expected, owners, deposits, lines, ...batches }
}

type Ledger = ReturnType<typeof openLedger>

const transition = (ledger: Ledger, { at, book, isRecall, previousStatus }: Transition): void => {
  const { accountId, batchId, id: payoutId } = book.birth
  ledger.statuses.set(payoutId, book.status)
  const all = names[nameOf(book.status, previousStatus, isRecall)] ?? []
  for (const endpointId of ledger.ofAccount.get(accountId) ?? []) {
    const endpoint = ledger.endpoints.get(endpointId)
    if (endpoint === undefined || !endpoint.isActive || endpoint.isDeleted) continue
    const isAll = endpoint.events.includes("*")
    all.forEach((type, set) => {
      if (type === "" || all.indexOf(type) !== set) return
      const isWild = isAll || endpoint.events.includes("payout.*")
      if (!endpoint.events.includes(type) && !(isWild && set === 0)) return
      const { sequence, status } = book
      const id = Ids.delivery(Ids.event(payoutId, at, sequence, set), endpointId)
      expect(ledger, id, at, {
        ...{ endpointId, type, subjectId: payoutId },
        transition: { sequence, status, previousStatus, batchId }
      })
    })
  }
}

const expect = (
  ledger: Ledger,
  id: string,
  at: number,
  facts: Pick<Expected, "endpointId" | "type" | "subjectId" | "transition" | "data">
): void => {
  must(!ledger.expected.has(id), "Two deliveries have one id")
  const fresh = { body: undefined, unlogged: [], logged: 0, state: "pending", dueAt: at } as const
  ledger.expected.set(id, { ...facts, ...fresh, unlogged: [] })
}

/** An event with one name that no transition causes. */
interface SingleEvent {
  readonly type: string
  readonly subjectId: string
  readonly at: number
  readonly sequence: number
  readonly vocabulary?: number
  readonly data?: Readonly<Record<string, unknown>>
}

const single = (
  ledger: Ledger,
  { at, data, sequence, subjectId, type, vocabulary = 3 }: SingleEvent
): void => {
  for (const endpointId of ledger.ofAccount.get(ledger.owners.get(subjectId) ?? "") ?? []) {
    const endpoint = ledger.endpoints.get(endpointId)
    if (endpoint === undefined || !endpoint.isActive || endpoint.isDeleted) continue
    if (!endpoint.events.includes("*") && !endpoint.events.includes(type)) continue
    const id = Ids.delivery(Ids.event(subjectId, at, sequence, vocabulary), endpointId)
    expect(ledger, id, at, { endpointId, type, subjectId, transition: null, data })
  }
}

/** Expects one event for each log event about a refund. */
const refund = (ledger: Ledger, event: Entry.Event, seq: number): void => {
  const [, what] =
    /^(?:Batch)?Refund(Opened|Sent|Confirmed|Disproved|Credited)$/.exec(event._tag) ?? []
  const told = refunds[what ?? ""]
  if (told === undefined || !("id" in event && "at" in event)) return
  const name = `refund.${told.name}`
  const { at, id: subjectId } = event
  single(ledger, { type: name, subjectId, at, sequence: seq, vocabulary: told.vocabulary })
}

/** Expects events of batches whose rows are not all final and that were not cancelled. */
const batch = (ledger: Ledger, event: Entry.Event): void => {
  if (event._tag === "BatchCreated") ledger.unended.set(event.id, event.total)
  if (event._tag === "PayoutCreated" && event.batchId !== null) {
    ledger.batchOf.set(event.id, event.batchId)
    ledger.rows.set(event.batchId, [...(ledger.rows.get(event.batchId) ?? []), event])
  }
  if (event._tag === "BatchFunded")
    single(ledger, {
      type: "batch.funded",
      subjectId: event.id,
      at: event.at,
      sequence: 1,
      vocabulary: 8
    })
  if (event._tag === "BatchCancelled") {
    ledger.unended.delete(event.id)
    single(ledger, {
      type: "batch.cancelled",
      subjectId: event.id,
      at: event.at,
      sequence: 3,
      vocabulary: 8
    })
  }
  if (!["PayoutSettled", "PayoutFailed", "PayoutReversed"].includes(event._tag)) return
  const id = "id" in event ? (ledger.batchOf.get(event.id) ?? "") : ""
  const left = ledger.unended.get(id)
  if (left === undefined || !("at" in event)) return
  ledger.unended.set(id, left - 1)
  if (left === 1)
    single(ledger, {
      type: "batch.completed",
      subjectId: id,
      at: event.at,
      sequence: 2,
      vocabulary: 8
    })
}

const others = (ledger: Ledger, event: Entry.Event, seq: number): void => {
  const isBirth = event._tag === "QuoteCreated" || event._tag === "PayoutCreated"
  if (isBirth || event._tag === "BatchCreated") {
    ledger.owners.set(event.id, event.accountId)
  }
  if (event._tag === "QuoteExpired")
    single(ledger, { type: "quote.expired", subjectId: event.id, at: event.at, sequence: 1 })
  if (event._tag === "DepositFinalized" || event._tag === "BatchDepositFinalized") {
    const count = (ledger.deposits.get(event.id) ?? 0) + 1
    ledger.deposits.set(event.id, count)
    single(ledger, { type: "deposit.received", subjectId: event.id, at: event.at, sequence: count })
  }
  refund(ledger, event, seq)
  batch(ledger, event)
}

const setEndpoint = (ledger: Ledger, event: Entry.Event, seq: number): void => {
  if (event._tag === "EndpointCreated") {
    const { accountId, at, events, secret } = event
    const fresh = { isActive: true, isDeleted: false, wasEverOff: false }
    ledger.endpoints.set(event.id, { accountId, events, ...fresh, secrets: [{ seq, at, secret }] })
    ledger.ofAccount.set(accountId, [...(ledger.ofAccount.get(accountId) ?? []), event.id])
  }
  if (!event._tag.startsWith("Endpoint") || !("id" in event)) return
  const endpoint = some(ledger.endpoints.get(event.id), "An endpoint that does not exist changes")
  if (event._tag === "EndpointUpdated") {
    endpoint.isActive = event.isActive
    endpoint.events = event.events
    if (!event.isActive) endpoint.wasEverOff = true
  }
  if (event._tag === "EndpointDisabled") {
    endpoint.isActive = false
    endpoint.wasEverOff = true
  }
  if (event._tag === "EndpointDeleted") endpoint.isDeleted = true
  if (event._tag === "EndpointSecretRotated") {
    endpoint.secrets.push({ seq, at: event.at, secret: event.secret })
  }
}

const logged = (ledger: Ledger, { attempt, id, nextAttemptAt, status }: Attempted): void => {
  const one = some(ledger.expected.get(id), "L11: a delivery that nobody subscribed to")
  must(one.state === "pending", `A ${one.state} delivery is attempted again`)
  const { at, statusCode } = attempt
  const place = one.unlogged.findIndex((made) => made.at === at && made.statusCode === statusCode)
  must(place >= 0, "The log has an attempt that never happened")
  one.unlogged.splice(place, 1)
  one.logged += 1
  const delay = delaysMs[one.logged - 1]
  const isSuccess = statusCode !== null && statusCode >= 200 && statusCode <= 299
  const state = isSuccess ? "delivered" : delay === undefined ? "failed" : "pending"
  must(status === state, `Attempt ${one.logged} with ${statusCode} leaves it ${status}`)
  one.state = state
  if (state !== "pending") return
  one.dueAt = at + (delay ?? 0)
  must(nextAttemptAt === one.dueAt, "the next attempt is at another time")
}

const entry = (ledger: Ledger, { events, seq }: Entry.Entry): void => {
  for (const event of events) {
    setEndpoint(ledger, event, seq)
    others(ledger, event, seq)
    if (event._tag === "DeliveryAttempted") logged(ledger, event)
    if (event._tag === "DeliveryAbandoned") {
      const one = some(ledger.expected.get(event.id), "L11: a delivery that nobody subscribed to")
      const endpoint = ledger.endpoints.get(one.endpointId)
      const isGone = endpoint?.isDeleted === true || endpoint?.wasEverOff === true
      must(isGone && one.state === "pending", "A delivery is given up without cause")
      one.state = "abandoned"
    }
  }
}

interface ToldRow {
  readonly payout_id: string
  readonly idempotency_key: string
  readonly status: Status
  readonly amount_usdc: number
  readonly target_currency: string
}

interface ToldBatch {
  readonly total: number
  readonly completed: number
  readonly failed: number
  readonly total_amount_usdc: number
  readonly rows?: ReadonlyArray<ToldRow>
}

/** Checks that an event of a batch has the accepted rows, with statuses that fit its counters. */
const batchTold = (ledger: Ledger, batchId: string, type: string, data: ToldBatch): void => {
  const rows = some(ledger.rows.get(batchId), "An event of no batch")
  const told = { ...data, rows: some(data.rows, "An event of a batch has no rows") }
  const ids = (those: ReadonlyArray<string>) => those.join(" ")
  const isSame = ids(told.rows.map((row) => row.payout_id)) === ids(rows.map(({ id }) => id))
  must(isSame && told.total === rows.length, "An event of a batch has other rows")
  rows.forEach(({ currency, idempotencyKey, sourceAmount }, index) => {
    const row = some(told.rows[index], "An event of a batch lacks a row")
    must(row.idempotency_key === idempotencyKey, "A row of an event has another key")
    must(Math.round(row.amount_usdc * 1e6) === sourceAmount, "L9: a row has another amount")
    must(row.target_currency === currency, "A row of an event has another currency")
  })
  const count = (...those: ReadonlyArray<Status>) =>
    told.rows.filter(({ status }) => those.includes(status)).length
  const isCounted = count("SETTLED") === told.completed
  must(
    isCounted && count("FAILED", "REVERSED") === told.failed,
    "B1: its rows are not its counters"
  )
  const sum = told.rows.reduce((total, row) => total + Math.round(row.amount_usdc * 1e6), 0)
  must(sum === Math.round(told.total_amount_usdc * 1e6), "L9: rows of an event do not add up")
  if (type !== "batch.completed") return
  const isFinal = told.rows.every((row) => ledger.statuses.get(row.payout_id) === row.status)
  must(isFinal, "A batch that is completed shows a row as it is not")
}

const checkSecrets = (
  endpoint: Endpoint,
  host: Host,
  parcel: WebhookSender.OutgoingRequest,
  now: number
) => {
  const known = endpoint.secrets.filter(({ seq }) => seq <= host.appliedSeq)
  const signing = known
    // A replaced secret also signs for 24 hours.
    .filter((_, index) => now < (known[index + 1]?.at ?? now) + 86_400_000)
    .map(({ secret }) => secret)
    .toReversed()
  must(`${signing}` === `${parcel.secrets.all}`, "A parcel is signed with other secrets")
}

/** The id of the object that an event is about. */
const subjectOf = (data: Readonly<Record<string, unknown>>): unknown =>
  data.payout_id ?? data.quote_id ?? data.batch_id ?? data.withdrawal_id ?? data.address_id

/** The sending process. `isCurrent` is true if no later one has taken over. */
interface Sender {
  readonly host: Host
  readonly isCurrent: boolean
}

const attempted = (
  ledger: Ledger,
  { host, isCurrent }: Sender,
  parcel: WebhookSender.OutgoingRequest,
  now: number
): void => {
  const endpointId = endpointOf(parcel.url)
  const id = Ids.delivery(parcel.eventId, endpointId)
  const one = some(ledger.expected.get(id), "L1: an event goes out that is not in the log")
  const { created_at: _, data, id: eventId, type } = JSON.parse(parcel.body)
  must(eventId === parcel.eventId && type === one.type, "An event has another name")
  const { transition: told } = one
  if (type.startsWith("batch.")) batchTold(ledger, one.subjectId, type, data)
  must(type.startsWith("balance.") || subjectOf(data) === one.subjectId, "Another event")
  for (const [name, value] of Object.entries(one.data ?? {})) {
    must(data[name] === value, () => `${type} has another ${name}: ${data[name]}, not ${value}`)
  }
  if (told !== null) {
    const isSame = data.status === told.status && data.previous_status === told.previousStatus
    must(isSame && data.sequence === told.sequence, "An event tells another transition")
    must(data.batch_id === told.batchId, "An event of a row names another batch")
  }
  must((one.body ?? parcel.body) === parcel.body, "An event's bytes change between attempts")
  const line = `${endpointId} ${one.subjectId}`
  if (one.body === undefined && told !== null) {
    must((ledger.lines.get(line) ?? 0) <= told.sequence, "L11: first attempts are out of order")
    ledger.lines.set(line, told.sequence)
  }
  one.body = parcel.body
  // Attempts of a replaced process that has not noticed it are allowed repetitions.
  if (!isCurrent) return
  must(now >= one.dueAt, "an attempt is too early")
  must(one.state === "pending", `A ${one.state} delivery is attempted again`)
  const endpoint = some(ledger.endpoints.get(endpointId), "An event goes to no endpoint")
  checkSecrets(endpoint, host, parcel, now)
}

const answered =
  (ledger: Ledger) =>
  (
    { eventId, url }: WebhookSender.OutgoingRequest,
    attempt: { readonly at: number; readonly statusCode: number | null }
  ): void => {
    ledger.expected.get(Ids.delivery(eventId, endpointOf(url)))?.unlogged.push(attempt)
  }

const pending = (ledger: Ledger) => (): string | undefined => {
  for (const [id, { state, type }] of ledger.expected) {
    if (state === "pending") return `${type} (${id}) is on its way`
  }
  return undefined
}

/** Checks at the end that each event was received, failed five times, or lost its endpoint. */
const finish = (ledger: Ledger) => (): void => {
  for (const [id, { body, state, type }] of ledger.expected) {
    const isHeard = state !== "delivered" || body !== undefined
    must(isHeard, () => `L11: ${type} of ${id} is delivered, and no receiver has it`)
    must(state !== "pending", () => `L11: ${type} of ${id} is still on its way`)
  }
}

export const make = () => {
  const ledger = openLedger()
  return {
    entry: (given: Entry.Entry) => entry(ledger, given),
    /** Expects an event of an account's balance. */
    balance: (accountId: string, told: SingleEvent): void => {
      ledger.owners.set(told.subjectId, accountId)
      single(ledger, told)
    },
    /** Expects an event of a withdrawal or of an address for withdrawals. */
    withdrawal: (accountId: string, told: SingleEvent): void => {
      ledger.owners.set(told.subjectId, accountId)
      single(ledger, told)
    },
    transition: (given: Transition) => transition(ledger, given),
    attempted: (sender: Sender, parcel: WebhookSender.OutgoingRequest, now: number) =>
      attempted(ledger, sender, parcel, now),
    answered: answered(ledger),
    count: () => ledger.expected.size,
    pending: pending(ledger),
    finish: finish(ledger)
  }
}
