/** Figures of many runs. */
import type * as Simulation from "./Simulation.ts"

const add = <K>(sums: Map<K, number>, more: ReadonlyMap<K, number>): void => {
  for (const [key, count] of more) sums.set(key, (sums.get(key) ?? 0) + count)
}

const total = (sums: ReadonlyMap<string, number>): number =>
  [...sums.values()].reduce((sum, count) => sum + count, 0)

const table = (sums: ReadonlyMap<string, number>): string =>
  [...sums]
    .toSorted(([, left], [, right]) => right - left)
    .map(([name, count]) => `  ${String(count).padStart(9)}  ${name}`)
    .join("\n")

export const make = () => {
  const faults = new Map<string, number>()
  const statuses = new Map<string, number>()
  const batches = new Map<string, number>()
  /** Runs by their number of partitions. */
  const spreads = new Map<string, number>()
  /** Runs by their number of nodes. */
  const shares = new Map<string, number>()
  const failed: Array<number> = []
  /** Refused closings of months, and bookings refused for a closed month, by reason. */
  const refused = new Map<string, number>()
  let [splits, fromBalance, withdrawals, monthsClosed] = [0, 0, 0, 0]
  let [runs, payouts, rows, entries, deliveries, processes, simulatedMs] = [0, 0, 0, 0, 0, 0, 0]

  const text = (realMs: number): string => {
    const injected = total(faults)
    const perMinute = (count: number) => Math.round((count / realMs) * 60_000)
    return [
      `seeds ${runs}, processes ${processes}, log entries ${entries}, deliveries ${deliveries}`,
      `processes replaced in some of their logs only ${splits}; seeds of so many partitions:`,
      table(spreads),
      "seeds of so many nodes:",
      table(shares),
      `payouts ${payouts}, ${perMinute(payouts)} a minute; they ended as:`,
      table(statuses),
      `withdrawals from balances ${withdrawals}`,
      `months closed ${monthsClosed}; closings, and bookings into closed months, refused as:`,
      table(refused),
      `${fromBalance} of the payouts from balances, and ${rows} rows of ${total(batches)} batches, whose funding ended as:`,
      table(batches),
      `faults ${injected}, ${perMinute(injected)} a minute:`,
      table(faults),
      `simulated ${(simulatedMs / 86_400_000).toFixed(1)} days in ${(realMs / 1_000).toFixed(1)} s`,
      `violations ${failed.length}${failed.length === 0 ? "" : `: seeds ${failed.join(", ")}`}`
    ].join("\n")
  }

  return {
    add: (report: Simulation.Report): void => {
      runs += 1
      payouts += report.payouts
      rows += report.rows
      fromBalance += report.fromBalance
      withdrawals += report.withdrawals
      monthsClosed += report.monthsClosed
      add(refused, report.monthsRefused)
      entries += report.entries
      deliveries += report.deliveries
      processes += report.processes
      splits += report.splits
      simulatedMs += report.simulatedMs
      add(faults, report.faults)
      add(statuses, report.statuses)
      add(batches, report.batches)
      add(spreads, new Map([[`${report.partitions}`, 1]]))
      add(shares, new Map([[`${report.nodes}`, 1]]))
      if (report.violation !== undefined) failed.push(report.seed)
    },
    runs: () => runs,
    splits: () => splits,
    fromBalance: () => fromBalance,
    withdrawals: () => withdrawals,
    monthsClosed: () => monthsClosed,
    refused: (): ReadonlyMap<string, number> => refused,
    violations: () => failed.length,
    faults: (): ReadonlyMap<string, number> => faults,
    statuses: (): ReadonlyMap<string, number> => statuses,
    shares: (): ReadonlyMap<string, number> => shares,
    spreads: (): ReadonlyMap<string, number> => spreads,
    batches: (): ReadonlyMap<string, number> => batches,
    text
  }
}
