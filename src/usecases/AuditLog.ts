/** The audit log: acts with their actor, time, address and reason. */
import { Effect } from "effect"
import * as Registry from "../domain/account/Registry.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type * as Rows from "../engine/ports/Rows.ts"

/** An act, and its actor with the current name. */
export interface AuditEntry {
  readonly act: Rows.Act
  readonly actor: Registry.Actor
}

/** Entries of the audit log, newest first. */
export const list = (
  { registry, lists }: Pick<Engine.Engine["Service"], "registry" | "lists">,
  filter: ReadModel.AuditFilter,
  page: ReadModel.Page
) =>
  Effect.map(lists.audits(filter, page), ({ items, total }) => ({
    items: items.map((act): AuditEntry => ({ act, actor: Registry.actor(registry, act.actorId) })),
    total
  }))
