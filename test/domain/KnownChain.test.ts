/** The table of known chains. */
import * as fs from "node:fs"
import { getAddress } from "viem"
import { assert, describe, it } from "vitest"
import * as KnownChain from "../../src/domain/KnownChain.ts"

describe("The table of known chains", () => {
  it("has each id and each name once", () => {
    const unique = (values: ReadonlyArray<unknown>) => new Set(values).size
    assert.strictEqual(unique(KnownChain.all.map(({ id }) => id)), KnownChain.all.length)
    assert.strictEqual(unique(KnownChain.all.map(({ name }) => name)), KnownChain.all.length)
  })

  it("has a checksummed token for every chain but the local one", () => {
    for (const { kind, name, usdc } of KnownChain.all) {
      if (kind === "local") assert.isNull(usdc, name)
      else assert.strictEqual(usdc, getAddress(String(usdc)), name)
    }
  })

  it("is in the operator's document, except for public test chains", () => {
    const document = fs.readFileSync(".deploy/README.md", "utf8")
    const rows = [...document.matchAll(/^\| (\d+) \| ([^|,]+)/gm)]
    const inProduction = KnownChain.all.filter(({ kind }) => kind !== "test")
    assert.deepStrictEqual(
      rows.map(([, id, name]) => `${id} ${name?.trim()}`),
      inProduction.map(({ id, name }) => `${id} ${name}`)
    )
  })

  it("names an unknown chain by its id", () => {
    assert.strictEqual(KnownChain.nameOf(8453), "Base")
    assert.strictEqual(KnownChain.nameOf(5), "chain 5")
  })
})
