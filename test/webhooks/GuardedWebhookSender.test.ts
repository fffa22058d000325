/** The kept facts of an attempt, with or without a response. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { attemptMsMax } from "../../src/domain/webhook/Delivery.ts"
import type * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import * as GuardedWebhookSender from "../../src/webhooks/GuardedWebhookSender.ts"
import * as GuardedClient from "../../src/webhooks/ssrf/GuardedClient.ts"

const secrets: Endpoint.Secrets = {
  all: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  leading: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
}
const request = { url: "https://hook.test/", secrets, eventId: "evt_1", body: "{}" }

/** A client that never gets a response. */
const silent: GuardedClient.GuardedClient = {
  post: ({ timeoutMs }) =>
    Effect.andThen(
      Effect.sleep(timeoutMs),
      Effect.fail(new GuardedClient.SendFailed({ reason: "timeout", message: "no answer" }))
    )
}

describe("A webhook attempt that timed out", () => {
  it.effect("has the whole period as its latency", () =>
    Effect.gen(function* () {
      const sender = yield* GuardedWebhookSender.make(silent, {
        userAgent: "tests",
        allowLoopback: false
      })
      const sending = yield* Effect.forkChild(sender.send(request))
      yield* TestClock.adjust(attemptMsMax)
      assert.deepInclude(yield* Fiber.join(sending), {
        ...{ at: 0, statusCode: null, error: "timeout: no answer" },
        latencyMs: attemptMsMax
      })
    })
  )
})
