/** What is kept of an attempt: how long it took too, whether an answer came or not. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { attemptMsMax } from "../../src/domain/webhook/Delivery.ts"
import type * as Endpoint from "../../src/domain/webhook/Endpoint.ts"
import * as Port from "../../src/engine/ports/WebhookSender.ts"
import * as GuardedWebhookSender from "../../src/webhooks/GuardedWebhookSender.ts"
import * as GuardedClient from "../../src/webhooks/ssrf/GuardedClient.ts"

const secrets: Endpoint.Secrets = {
  all: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"],
  leading: "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"
}
const parcel = { url: "https://hook.test/", secrets, eventId: "evt_1", body: "{}" }

/** A receiver that says nothing for as long as the client waits. */
const silent = Layer.succeed(
  GuardedClient.Client,
  GuardedClient.Client.of({
    post: ({ timeoutMs }) =>
      Effect.andThen(
        Effect.sleep(timeoutMs),
        Effect.fail(new GuardedClient.SendFailed({ reason: "timeout", message: "no answer" }))
      )
  })
)

describe("an attempt that timed out", () => {
  it.effect("shows the whole time that was waited as its latency", () =>
    Effect.gen(function* () {
      const courier = yield* Port.WebhookSender
      const sending = yield* Effect.forkChild(courier.send(parcel))
      yield* TestClock.adjust(attemptMsMax)
      assert.deepInclude(yield* Fiber.join(sending), {
        ...{ at: 0, statusCode: null, error: "timeout: no answer" },
        latencyMs: attemptMsMax
      })
    }).pipe(
      Effect.provide(
        GuardedWebhookSender.layer({ userAgent: "tests", allowLoopback: false }).pipe(
          Layer.provide(silent)
        )
      )
    )
  )
})
