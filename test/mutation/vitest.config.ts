/**
 * The tests of the domain, and the recorded logs, as `npm run mutate` runs them, thousands of times
 * over: in one process, and with few random lives each. What so few do not find is found by a test
 * that says what it is about, or survives.
 */
import * as process from "node:process"
import { defineConfig } from "vitest/config"

process.env.FC_RUNS ??= "200"

export default defineConfig({
  test: {
    include: ["test/domain/**/*.test.ts", "test/mutation/**/*.test.ts"],
    retry: 0,
    isolate: false,
    maxWorkers: 1
  }
})
