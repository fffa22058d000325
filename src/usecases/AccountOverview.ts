/** What the staff see of customers' accounts: how much they pay out, and who decided on their KYC. */

import { Effect } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as Account from "../domain/account/Account.ts"
import { dayMs } from "../domain/Day.ts"
import type * as Engine from "../engine/Engine.ts"
import * as Partitions from "../engine/Partitions.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import * as Accounts from "./Accounts.ts"
import * as AuditLog from "./AuditLog.ts"

/** Days that figures are of, today included. */
const figureDays = 30

export const figuresPart = Partitions.procedure<
  ReadModel.AccountFiguresAsked,
  ReadonlyArray<ReadModel.AccountFigure>
>({
  name: "account figures",
  run: ({ lists }, asked) => lists.accountFigures(asked)
})

/** Of these accounts, each from its partition: one read for all that a partition has. */
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
  return Effect.map(parts, (found) => found.flat())
}

/** A webhook endpoint as the staff see it. */
export interface EndpointState {
  readonly id: string
  readonly url: string
  readonly isActive: boolean
  /** Why the service disabled it; `null`: it did not. */
  readonly disabledReason: string | null
  /** Since when every attempt has failed, milliseconds; `null`: the last one succeeded. */
  readonly failingSince: number | null
}

export const endpointsPart = Partitions.procedure<string, ReadonlyArray<EndpointState>>({
  name: "account endpoints",
  run: ({ directory }, accountId) =>
    Effect.sync(() =>
      directory
        .endpointsOf(accountId)
        .map(({ failingSince, id, isActive, switchedOffReason, url }) => ({
          ...{ id, url, isActive, failingSince, disabledReason: switchedOffReason }
        }))
    )
})

/** Those of an account, in order of creation. */
export const endpoints = Effect.fnUntraced(function* (
  engine: Pick<Engine.Engine["Service"], "registry">,
  { call, ofAccount }: Pick<Partitions.PartitionsService, "call" | "ofAccount">,
  id: string
) {
  const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, id))
  return yield* call(endpointsPart, ofAccount(accountId), accountId)
})

/** A decision on an account's KYC, and who made it. */
export interface KycDecision extends AuditLog.AuditEntry {
  readonly status: Account.KycStatus
}

/**
 * Newest first. Every change of an account states its KYC, so the decision is the newest one that
 * states another than before. An account opens as pending; one that the service opened itself,
 * which no act shows, as approved.
 */
const decisionIn = (acts: ReadonlyArray<AuditLog.AuditEntry>): KycDecision | undefined => {
  const statusOf = (of: AuditLog.AuditEntry | undefined) =>
    of?.act.changes.kyc_status as Account.KycStatus | undefined
  const unchanged: Account.KycStatus =
    acts.at(-1)?.act.action === "account.created" ? "PENDING" : "APPROVED"
  for (const [index, each] of acts.entries()) {
    const status = statusOf(each)
    if (status !== undefined && status !== (statusOf(acts[index + 1]) ?? unchanged)) {
      return { ...each, status }
    }
  }
  return undefined
}

/** `undefined`: no decision yet. */
export const kycDecision = Effect.fnUntraced(function* (
  engine: Pick<Engine.Engine["Service"], "registry" | "lists">,
  id: string
) {
  const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, id))
  const page = { limit: Limits.readModel.kycActsMax, offset: 0 }
  const { items } = yield* AuditLog.list(engine, { accountId, isOfStanding: true }, page)
  return decisionIn(items)
})
