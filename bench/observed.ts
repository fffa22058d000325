/**
 * The program with a window into its heap: on SIGUSR2 it collects garbage and prints what is left.
 * Run it with `--expose-gc`.
 */
import "../src/main.ts"

process.on("SIGUSR2", () => {
  // Twice: what the first collection finalised is free only after the second.
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, rss } = process.memoryUsage()
  console.log(`memory ${heapUsed} ${rss}`)
})
