/** Where operators read the runbook, whose headings incidents link to. */
import { Context } from "effect"

/** A path in the repository, where no address is set. */
export const unset = ".deploy/README.md"

export class Runbook extends Context.Reference<string>("payouts/usecases/Runbook", {
  defaultValue: () => unset
}) {}

/** The chapter of a heading. */
export const urlOf = (runbook: string, heading: string): string => `${runbook}#${heading}`
