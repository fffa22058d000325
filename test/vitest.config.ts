import * as os from "node:os"
import * as path from "node:path"
import * as process from "node:process"
import { defineConfig } from "vitest/config"

// Each test file has a process of its own, and each loads the same packages.
process.env.NODE_COMPILE_CACHE ??= path.join(os.tmpdir(), "payout-tests-compiled")

export default defineConfig({
  test: {
    include: ["test/**/*.test.ts"],
    globalSetup: ["test/support/globalSetup.ts"],
    retry: 0,
    // Many tests wait for processes and timers: two share a machine of two cores well.
    maxWorkers: 2,
    // Against a test that hangs: the longest take half of it on two cores that others use too.
    testTimeout: 60_000,
    hookTimeout: 60_000
  }
})
