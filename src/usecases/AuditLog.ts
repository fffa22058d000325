/** The audit log: who did what, when, from where and why. */
import { Effect } from "effect"
import * as Directory from "../domain/account/Directory.ts"
import type * as Engine from "../engine/Engine.ts"
import type * as ReadModel from "../engine/ports/ReadModel.ts"
import type * as Rows from "../engine/ports/Rows.ts"

/** An act, and its actor as it is called now. */
export interface Entry {
  readonly act: Rows.Act
  readonly actor: Directory.Actor
}

/** Newest first. */
export const list = (
  { directory, lists }: Pick<Engine.Engine["Service"], "directory" | "lists">,
  filter: ReadModel.AuditFilter,
  page: ReadModel.Page
) =>
  Effect.map(lists.audits(filter, page), ({ items, total }) => ({
    items: items.map((act): Entry => ({ act, actor: Directory.actor(directory, act.actorId) })),
    total
  }))
