import { assert } from "@effect/vitest"
import { assertHeaders, assertKeys, suite } from "./suite.ts"

/** A line of Prometheus' text format with a sample. */
const sample =
  /^[a-zA-Z_:][a-zA-Z0-9_:]*(\{[^{}]*\})? ([-+]?\d+(\.\d+)?([eE][-+]?\d+)?|[-+]Inf|NaN)$/

suite("The system route", {}, (test) => {
  test("/healthz shows that the process lives", async ({ call }) => {
    const answer = await call("GET", "/healthz", { key: null })
    assertHeaders(answer)
    assert.strictEqual(answer.status, 200)
    assert.deepStrictEqual(answer.json, { status: "ok" })
  })

  test("/readyz shows the position of the log", async ({ call, quote }) => {
    const before = await call("GET", "/readyz", { key: null })
    assertHeaders(before)
    assert.strictEqual(before.status, 200)
    assertKeys(before.json, "status", "seq", "epoch")
    assert.strictEqual(before.json.status, "ready")
    await quote("one more entry")
    const after = await call("GET", "/readyz", { key: null })
    assert.strictEqual(after.json.seq, before.json.seq + 1)
    assert.strictEqual(after.json.epoch, before.json.epoch)
  })

  test("/metrics gives valid Prometheus text", async ({ call }) => {
    const answer = await call("GET", "/metrics", { key: null })
    assertHeaders(answer)
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers.get("content-type") ?? "", /^text\/plain; ?version=0\.0\.4/)
    assert.isTrue(answer.text.endsWith("\n"))
    const types = new Map<string, string>()
    for (const line of answer.text.split("\n").filter((each) => each !== "")) {
      const type = /^# TYPE (\S+) (counter|gauge|histogram|summary|untyped)$/.exec(line)
      if (type !== null) {
        assert.isFalse(types.has(String(type[1])), `${type[1]} has one type`)
        types.set(String(type[1]), String(type[2]))
      } else if (!line.startsWith("# HELP ")) assert.match(line, sample)
    }
    assert.strictEqual(types.get("payout_log_writable"), "gauge")
    assert.match(answer.text, /^payout_log_writable 1$/m)
    assert.match(answer.text, /^payout_log_seq [1-9]\d*$/m)
  })

  test("/docs is one page of HTML that loads nothing from elsewhere", async ({ call }) => {
    const answer = await call("GET", "/docs", { key: null })
    assertHeaders(answer)
    assert.strictEqual(answer.status, 200)
    assert.match(answer.headers.get("content-type") ?? "", /^text\/html; ?charset=utf-8$/i)
    assert.match(answer.text, /^<!doctype html>/i)
    // The script is one text inside the page that contains markup.
    const markup = answer.text.replaceAll(/<script>[\s\S]*?<\/script>/g, "")
    // A link to the dashboard loads nothing.
    const loading = markup.replaceAll(/<a [^>]*href="\/[^>]*>/g, "")
    assert.notMatch(loading, /<script|<link|<img|<iframe|@import|url\(|(src|href)=/i)
    assert.include(answer.headers.get("content-security-policy") ?? "", "default-src 'none'")
    for (const path of ["/v1/quotes", "/v1/payouts/{id}/cancel", "/admin/v1/accounts", "/readyz"]) {
      assert.include(answer.text, path)
    }
  })

  test("/docs is compressed, and is 304 while it is unchanged", async ({ call }) => {
    const first = await call("GET", "/docs", { key: null })
    assert.strictEqual(first.headers.get("content-encoding"), "gzip")
    const headers = { "if-none-match": first.headers.get("etag") ?? "" }
    const again = await call("GET", "/docs", { key: null, headers })
    assert.deepStrictEqual([again.status, again.text], [304, ""])
    const plain = await call("GET", "/docs", {
      key: null,
      headers: { "accept-encoding": "identity" }
    })
    assert.isNull(plain.headers.get("content-encoding"))
    assert.strictEqual(plain.text, first.text)
  })
})
