/**
 * Concurrent customers of all accounts, who send each request to the next node. Quotes and payouts
 * have keys and are retried until they succeed. Beneficiaries and accounts have none, and each is
 * sent once.
 */
import { setTimeout as pause } from "node:timers/promises"
import * as History from "../support/history.ts"
import * as Nodes from "../support/nodes.ts"
import * as Accounts from "./accounts.ts"

/** A create without a key, and its outcome. */
interface Create {
  /** A unique name. */
  readonly name: string
  /** The id of the created object; `undefined` if the response was lost or is a 503. */
  id: string | undefined
}

export interface Load {
  readonly histories: ReadonlyArray<History.History>
  readonly creates: ReadonlyArray<Create>
  /** The number of requests that got a response. */
  readonly answered: () => number
  /** Resolves after this number of further responses. */
  readonly more: (count: number) => Promise<void>
  /** The longest time of a request with its retries, in milliseconds. */
  readonly slowest: () => number
  /**
   * Stops the customers after their last responses. Fails with any error that no retry resolved.
   */
  readonly stop: () => Promise<void>
}

/** Milliseconds of one attempt, and of the pause before the next one. */
const [attemptMsMax, backoffMs] = [5_000, 50]

/** Milliseconds between two requests of a customer. */
const paceMs = 100

interface Shared {
  readonly next: () => string
  readonly isOver: () => boolean
  readonly tell: (ms: number) => void
}

/** Sends an operation until it succeeds. */
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

/** The request of a create, to the account's partition or to the directory's. */
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

/** The interval of creates after which one creates an account. */
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
  /** The number of customers per account. */
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
