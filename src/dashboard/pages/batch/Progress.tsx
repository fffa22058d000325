/** The live progress of a batch: settled, failed and pending payouts. */
import type { Batch } from "../../../client/Generated.ts"
import { Section } from "../../parts/Page.tsx"
import { progress as Words } from "../../words/batches.tsx"
import { common as CommonWords } from "../../words/common.ts"

type Counted = Pick<Batch, "total" | "completed" | "failed" | "pending">

export const Progress = ({ of }: { readonly of: Counted }) => {
  const { completed, failed, pending, total } = of
  const done = completed + failed
  return (
    <Section title={CommonWords.progress} about={Words.ended(done, total)}>
      <div
        className="progress"
        role="progressbar"
        aria-label={Words.bar}
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
          {Words.settled(completed)}
        </li>
        <li>
          <span className="swatch progress-bad" />
          {Words.failed(failed)}
        </li>
        <li>{Words.pending(pending)}</li>
      </ul>
    </Section>
  )
}
