/** Customers' accounts for the staff: payout volumes, webhook endpoints and KYC decisions. */

import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Account from "../domain/account/Account.ts"
import { dayMs } from "../domain/Day.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as Accounts from "./Accounts.ts"
import * as AuditLog from "./AuditLog.ts"

/** Number of days that the figures cover, including today. */
const figureDays = 30

export const figuresPart = Partitions.procedure<
  ReadModel.AccountFiguresQuery,
  ReadonlyArray<ReadModel.AccountFigure>
>({
  name: "account figures",
  run: ({ lists }, query) => lists.accountFigures(query)
})

/** Figures of these accounts, with one read per partition. */
export const figures = (
  { call, ofAccount }: Pick<Partitions.PartitionsService, "call" | "ofAccount">,
  accountIds: ReadonlyArray<string>,
  now: number
) => {
  const since = (Math.floor(now / dayMs) - figureDays + 1) * dayMs
  const parts = Effect.forEach(
    Map.groupBy(new Set(accountIds), ofAccount),
    ([number, ids]) => call(figuresPart, number, { accountIds: ids, since }),
    { concurrency: "unbounded" }
  )
  return Effect.map(parts, (figures) => figures.flat())
}

/** A webhook endpoint as the staff see it. */
export interface EndpointState {
  readonly id: string
  readonly url: string
  readonly isActive: boolean
  /** The service's reason for disabling the endpoint; `null` if it did not disable it. */
  readonly disabledReason: string | null
  /** Milliseconds: start of the current failures; `null` if the last attempt succeeded. */
  readonly failingSince: number | null
}

export const endpointsPart = Partitions.procedure<string, ReadonlyArray<EndpointState>>({
  name: "account endpoints",
  run: ({ directory }, accountId) =>
    Effect.sync(() =>
      directory
        .endpointsOf(accountId)
        .map(({ failingSince, id, isActive, disabledReason, url }) => ({
          ...{ id, url, isActive, failingSince, disabledReason }
        }))
    )
})

/** Endpoints of an account, in order of creation. */
export const endpoints = Effect.fnUntraced(function* (
  engine: Pick<Engine.Engine["Service"], "registry">,
  { call, ofAccount }: Pick<Partitions.PartitionsService, "call" | "ofAccount">,
  id: string
) {
  const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, id))
  return yield* call(endpointsPart, ofAccount(accountId), accountId)
})

/** A decision on an account's KYC, and its author. */
export interface KycDecision extends AuditLog.AuditEntry {
  readonly status: Account.KycStatus
}

/**
 * The latest decision; `acts` are newest first. Every change of an account contains its KYC status,
 * so the decision is the newest act whose status differs from the act before it. An account opens
 * as pending. The account that the service opens has no such act and opens as approved.
 */
const decisionIn = (acts: ReadonlyArray<AuditLog.AuditEntry>): KycDecision | undefined => {
  const statusOf = (entry: AuditLog.AuditEntry | undefined) =>
    entry?.act.changes.kyc_status as Account.KycStatus | undefined
  const unchanged: Account.KycStatus =
    acts.at(-1)?.act.action === "account.created" ? "PENDING" : "APPROVED"
  for (const [index, entry] of acts.entries()) {
    const status = statusOf(entry)
    if (status !== undefined && status !== (statusOf(acts[index + 1]) ?? unchanged)) {
      return { ...entry, status }
    }
  }
  return undefined
}

/** The latest KYC decision; `undefined` if there is none yet. */
export const kycDecision = Effect.fnUntraced(function* (
  engine: Pick<Engine.Engine["Service"], "registry" | "lists">,
  id: string
) {
  const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, id))
  const page = { limit: Limits.readModel.kycActsMax, offset: 0 }
  const { items } = yield* AuditLog.list(engine, { accountId, isAccountChange: true }, page)
  return decisionIn(items)
})
