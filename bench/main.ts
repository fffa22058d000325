/** `npm run bench` measures everything, `npm run bench -- <name>` one thing. */
import * as fs from "node:fs"
import * as path from "node:path"
import { create } from "./create.ts"
import { memory } from "./memory.ts"
import { restart } from "./restart.ts"

const benches = { create, memory, restart }

const results = path.join(import.meta.dirname, "../.results")

const isName = (name: string): name is keyof typeof benches => name in benches

const names = process.argv.slice(2)
const unknown = names.filter((name) => !isName(name))
if (unknown.length > 0) {
  console.error(
    `No such bench: ${unknown.join(", ")}. There is: ${Object.keys(benches).join(", ")}`
  )
  process.exit(2)
}

const show = (value: unknown): string =>
  typeof value === "number" ? (value >= 100 ? value.toFixed(0) : value.toFixed(3)) : String(value)

for (const name of names.length === 0 ? Object.keys(benches) : names) {
  if (!isName(name)) continue
  const result = await benches[name]()
  const { machine, ...figures } = result
  console.log(`\n${name}: ${machine.cores} × ${machine.cpu}, Node ${machine.node}`)
  console.log(
    `fdatasync of 8 KiB: p50 ${show(machine.fdatasync.p50)} ms, p99 ${show(machine.fdatasync.p99)} ms`
  )
  console.table(
    Object.fromEntries(
      Object.entries(figures).flatMap(([figure, value]) =>
        typeof value === "object"
          ? [[figure, { median: show(value.median), min: show(value.min), max: show(value.max) }]]
          : []
      )
    )
  )
  fs.mkdirSync(results, { recursive: true })
  fs.writeFileSync(path.join(results, `${name}.json`), `${JSON.stringify(result, null, 2)}\n`)
}
