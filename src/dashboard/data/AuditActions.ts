/** Actions of the audit log by name. */
import { acts, steps } from "../words/data/AuditActions.ts"

export { acts, steps }

/** The action in words; of one that is not in the table its name. */
export const labelOf = (action: string): string => acts[action] ?? steps[action] ?? action
