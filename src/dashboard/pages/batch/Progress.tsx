/** How far a batch is, live: settled, failed, and what is still on its way. */
import type { Batch } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import { Section } from "../../parts/Page.tsx"

type Counted = Pick<Batch, "total" | "completed" | "failed" | "pending">

export const Progress = ({ of }: { readonly of: Counted }) => {
  const { completed, failed, pending, total } = of
  const done = completed + failed
  return (
    <Section title="Progress" about={`${Format.count(done)} of ${Format.count(total)} ended`}>
      <div
        className="progress"
        role="progressbar"
        aria-label="Finished payouts"
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        <span className="progress-good" style={{ flexGrow: completed }} />
        <span className="progress-bad" style={{ flexGrow: failed }} />
        <span className="progress-rest" style={{ flexGrow: pending }} />
      </div>
      <ul className="legend">
        <li>
          <span className="swatch progress-good" />
          {Format.count(completed)} settled
        </li>
        <li>
          <span className="swatch progress-bad" />
          {Format.count(failed)} failed
        </li>
        <li>{Format.count(pending)} pending</li>
      </ul>
    </Section>
  )
}
