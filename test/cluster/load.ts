/**
 * Customers of all accounts at once, who send each request to the next node. Quotes and payouts
 * have keys and are repeated until they are answered; beneficiaries and accounts have none, and
 * each is sent once.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as History from "../support/history.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

/** A create without a key, and what came of it. */
interface Create {
  /** No other has it. */
  readonly name: string
  /** `undefined`: the answer was lost, or is a 503. */
  id: string | undefined
}

export interface Load {
  readonly histories: ReadonlyArray<History.History>
  readonly creates: ReadonlyArray<Create>
  /** How many requests were answered. */
  readonly answered: () => number
  /** Resolves after so many answers more. */
  readonly more: (count: number) => Promise<void>
  /** The longest that a request took with its retries, milliseconds. */
  readonly slowest: () => number
  /** Ends the customers after their last answers; fails with what no retry healed. */
  readonly stop: () => Promise<void>
}

/** One attempt, and the pause before the next one, milliseconds. */
const [attemptMsMax, backoffMs] = [5_000, 50]

/** From one request of a customer to the next one, milliseconds. */
const paceMs = 100

interface Shared {
  readonly next: () => string
  readonly isOver: () => boolean
  readonly tell: (ms: number) => void
}

/** Sends it until it is answered. */
const answered = async (
  { next, tell }: Shared,
  history: History.History,
  operation: History.Operation
): Promise<void> => {
  const begun = performance.now()
  while ((await history.send(next(), operation)) === undefined) await pause(backoffMs)
  tell(performance.now() - begun)
}

const customer = async (shared: Shared, history: History.History, name: string): Promise<void> => {
  for (let count = 0; !shared.isOver(); count++) {
    const quote = history.operation("/v1/quotes", `quote ${name} ${count}`, Accounts.rate)
    await answered(shared, history, quote)
    const payout = history.operation("/v1/payouts", `payout ${name} ${count}`, {
      ...{ quote_id: History.bodyOf(quote).quote_id, network: "MTN_UG" },
      recipient_phone: "+256770000001"
    })
    await answered(shared, history, payout)
    await pause(paceMs)
  }
}

/** A request of a create: to the account's partition, or every so often to the directory's. */
const unkeyed = (account: Accounts.Account, name: string, isOfDirectory: boolean) =>
  isOfDirectory
    ? ({
        route: "POST /admin/v1/accounts",
        call: { body: { name, email: "nodes@example.com", kyc_status: "APPROVED" } }
      } as const)
    : ({
        route: "POST /v1/beneficiaries",
        call: { key: account.key, body: { name, phone: "+256770000001", network: "MTN_UG" } }
      } as const)

/** Every so many creates one is an account. */
const accountEvery = 5

const creator = async (
  shared: Shared,
  account: Accounts.Account,
  creates: Array<Create>
): Promise<void> => {
  for (let count = 0; !shared.isOver(); count++) {
    const create: Create = { name: `create ${account.partition} ${count}`, id: undefined }
    creates.push(create)
    const { call, route } = unkeyed(account, create.name, count % accountEvery === 0)
    const begun = performance.now()
    const answer = await Accounts.call(shared.next(), route, {
      ...call,
      msMax: 2 * attemptMsMax
    }).catch(() => undefined)
    if (answer?.status === 201) {
      create.id = answer.json.id
      shared.tell(performance.now() - begun)
    } else if (answer !== undefined && answer.status !== 503) {
      throw new Error(`${create.name} is answered ${answer.status} ${answer.text}`)
    }
    await pause(paceMs)
  }
}

export interface Options {
  /** Customers of each account. */
  readonly customers: number
}

export const start = (
  accounts: ReadonlyArray<Accounts.Account>,
  urls: () => ReadonlyArray<string>,
  { customers }: Options = { customers: 1 }
): Load => {
  const histories = accounts.map(({ key }) => History.make(key, attemptMsMax))
  const creates: Array<Create> = []
  let [count, slowest, turn, isOver] = [0, 0, 0, false]
  const shared: Shared = {
    next: () => {
      const all = urls()
      turn += 1
      return all[turn % all.length] ?? ""
    },
    isOver: () => isOver,
    tell: (ms) => {
      count += 1
      slowest = Math.max(slowest, ms)
    }
  }
  const all = Promise.all(
    accounts.flatMap((account, index) => [
      creator(shared, account, creates),
      ...Array.from({ length: customers }, (_, number) =>
        customer(shared, histories[index] ?? History.make(account.key), `${number}`)
      )
    ])
  )
  const failures: Array<unknown> = []
  all.catch((error: unknown) => failures.push(error))
  const more = async (wanted: number): Promise<void> => {
    const end = count + wanted
    const look = async () => {
      if (failures.length > 0) throw failures[0]
      return count >= end ? true : undefined
    }
    await Nodes.until(`${wanted} answers more`, look)
  }
  return {
    ...{ histories, creates, more },
    answered: () => count,
    slowest: () => slowest,
    stop: async () => {
      isOver = true
      await all
    }
  }
}
