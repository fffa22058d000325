/** Links to past decisions in the audit log. */
import { LinkButton } from "../../parts/Button.tsx"

interface Props {
  /** Actions of the audit log, each with its label. */
  readonly of: ReadonlyArray<readonly [action: string, label: string]>
}

export const PastDecisions = ({ of }: Props) =>
  of.map(([action, label]) => (
    <LinkButton key={action} href={`/audit-log?action=${action}`}>
      {label}
    </LinkButton>
  ))
