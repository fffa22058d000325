/** Breaks, which staff must explain, and the reconciliations that found them. */
import { useSearchParams } from "wouter"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { Segments } from "../../parts/Segments.tsx"
import { reconciliation as Words } from "../../words/reconciliation.ts"
import { Breaks } from "./Breaks.tsx"
import { Runs } from "./Runs.tsx"
import { StartRun } from "./StartRun.tsx"

type View = "" | "breaks" | "runs"

const views = [
  ["", Words.views.open],
  ["breaks", Words.views.breaks],
  ["runs", Words.views.runs]
] as const

/** The view in the address, and its setter. Each view has other filters. */
const useView = () => {
  const [search, setSearch] = useSearchParams()
  const [view = ""] = views.find(([each]) => each === search.get("view")) ?? []
  const choose = (next: View) => setSearch(next === "" ? {} : { view: next }, { replace: true })
  return [view, choose] as const
}

export default function Reconciliation() {
  const { may } = useSignedIn()
  const [view, choose] = useView()
  return (
    <div className="page">
      <PageHead title={Words.title} about={Words.about}>
        {may("refunds") && <StartRun />}
        <Segments label={Words.views.label} of={views} value={view} onChoose={choose} />
      </PageHead>
      {view === "runs" ? <Runs /> : <Breaks key={view} isOpen={view === ""} />}
    </div>
  )
}
