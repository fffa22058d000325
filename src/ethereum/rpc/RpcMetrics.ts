/** Metrics of the calls to Ethereum nodes. A node is named by its host: its path may be a key. */
import { type Effect, Metric } from "effect"

const questions = Metric.counter("payout_chain_questions_total", {
  description: "Calls to Ethereum nodes, by outcome"
})

export const disagreements = Metric.counter("payout_chain_disagreements_total", {
  description: "Calls that Ethereum nodes answered differently"
})

/** The series of one node, created once, because calls are counted on a hot path. */
export const question = (node: string) => {
  const series = new Map<string, Metric.Counter<number>>()
  return (outcome: string): Effect.Effect<void> => {
    const metric = series.get(outcome) ?? Metric.withAttributes(questions, { node, outcome })
    series.set(outcome, metric)
    return Metric.update(metric, 1)
  }
}
