/**
 * The tests of the domain and of the recorded log, which `npm run mutate` runs thousands of times,
 * in one process and with few random lives each. A mutation that these few miss is found by a
 * specific test, or survives.
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
