/**
 * Makes a failing run small: fewer items of the plan, then fewer kinds of faults, as long as it
 * still fails with the same claim. Bounded in runs; what is left is the shortest trace found.
 */
import type { Kind } from "./Faults.ts"
import * as Simulation from "./Simulation.ts"

/** Numbers and ids differ between runs of one failure; words do not. */
const claimOf = ({ violation }: Simulation.Report): string =>
  (violation ?? "").split("\n")[0]?.replace(/[a-z]+_[0-9A-Z]{20,}|\d+/g, "…") ?? ""

export const shrink = (found: Simulation.Report, runsMax = 150): Simulation.Report => {
  const { nodes, partitions, seed } = found
  const claim = claimOf(found)
  let best: Simulation.Options = {
    ...{ seed, nodes, partitions },
    ...{ batches: found.mayHaveBatches, itemsMax: found.items }
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

  /** Half the plan, then a quarter less, then one item less. */
  for (let cut = Math.ceil(found.items / 2); cut >= 1; cut = cut === 1 ? 0 : Math.ceil(cut / 2)) {
    while (
      (best.itemsMax ?? 0) > cut &&
      attempt({ ...best, itemsMax: (best.itemsMax ?? 0) - cut })
    ) {
      // Again with what is left.
    }
  }
  for (const kind of [...report.faults.keys()]) {
    attempt({ ...best, off: new Set<Kind>([...(best.off ?? []), kind]) })
  }
  return Simulation.run({ ...best, trace: true })
}

/** What a person reads. */
export const describe = (shortest: Simulation.Report, linesMax = 80): string => {
  const { faults, items, mayHaveBatches, nodes, partitions, seed, trace, violation } = shortest
  const flags = `${mayHaveBatches ? "" : " --no-batches"} --partitions ${partitions} --nodes ${nodes}`
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
