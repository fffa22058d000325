/**
 * Makes a failing run small, with fewer items of the plan and then fewer kinds of faults, while it
 * fails with the same claim. The number of runs is limited. The result is the shortest trace.
 */
import type { Kind } from "./Faults.ts"
import * as Simulation from "./Simulation.ts"

/** A violation without numbers and ids, which differ between runs of the same failure. */
const claimOf = ({ violation }: Simulation.Report): string =>
  (violation ?? "").split("\n")[0]?.replace(/[a-z]+_[0-9A-Z]{20,}|\d+/g, "…") ?? ""

export const shrink = (found: Simulation.Report, runsMax = 150): Simulation.Report => {
  const { nodes, partitions, seed } = found
  const claim = claimOf(found)
  let best: Simulation.Options = {
    ...{ seed, nodes, partitions },
    ...{ batches: found.mayHaveBatches, balances: found.mayHaveBalances },
    ...{ closings: found.mayHaveClosings, itemsMax: found.items }
  }
  let report = found
  let runs = 0

  const attempt = (options: Simulation.Options): boolean => {
    if (runs >= runsMax) return false
    runs += 1
    const shorter = Simulation.run(options)
    if (shorter.violation === undefined || claimOf(shorter) !== claim) return false
    best = options
    report = shorter
    return true
  }

  // Cuts half of the plan, then a quarter, down to single items.
  for (let cut = Math.ceil(found.items / 2); cut >= 1; cut = cut === 1 ? 0 : Math.ceil(cut / 2)) {
    while (
      (best.itemsMax ?? 0) > cut &&
      attempt({ ...best, itemsMax: (best.itemsMax ?? 0) - cut })
    ) {
      // Each successful cut is tried again on the shorter plan.
    }
  }
  for (const kind of [...report.faults.keys()]) {
    attempt({ ...best, off: new Set<Kind>([...(best.off ?? []), kind]) })
  }
  return Simulation.run({ ...best, trace: true })
}

/** The text of a failure for people. */
export const describe = (shortest: Simulation.Report, linesMax = 80): string => {
  const {
    faults,
    items,
    mayHaveBalances,
    mayHaveBatches,
    mayHaveClosings,
    nodes,
    partitions,
    seed,
    trace,
    violation
  } = shortest
  const parts = { batches: mayHaveBatches, balances: mayHaveBalances, closings: mayHaveClosings }
  const without = Object.entries(parts).map(([part, may]) => (may ? "" : ` --no-${part}`))
  const flags = `${without.join("")} --partitions ${partitions} --nodes ${nodes}`
  const kinds = [...faults].map(([kind, count]) => `${kind} (${count})`).join(", ")
  const lines = trace.slice(-linesMax).map((line) => `  ${line.slice(0, 400)}`)
  return [
    `seed ${seed}, partitions ${partitions}, nodes ${nodes}: ${violation}`,
    `shortest: ${items} items of the plan, ${trace.length} lines, faults: ${kinds || "none"}`,
    ...(trace.length > linesMax ? [`  … ${trace.length - linesMax} lines before`] : []),
    ...lines,
    `again: npm run simulate -- --seed ${seed}${flags}`
  ].join("\n")
}
