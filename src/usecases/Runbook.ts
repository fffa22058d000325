/** The operators' runbook. Incidents link to its headings. */
import { Context } from "effect"

/** The runbook's path in the repository, used if no address is set. */
export const unset = ".deploy/RUNBOOK.md"

export class Runbook extends Context.Reference<string>("payouts/usecases/Runbook", {
  defaultValue: () => unset
}) {}

export const urlOf = (runbook: string, heading: string): string => `${runbook}#${heading}`
