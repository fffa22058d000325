/** Calls between processes over a real connection, without the cluster that finds them. */
import * as net from "node:net"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber } from "effect"
import * as Link from "../../src/cluster/Link.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as OtherNodes from "../../src/engine/ports/OtherNodes.ts"
import type { Unavailable } from "../../src/engine/ports/Unavailable.ts"

/** Opens a connection, and passes its far end to `take`. */
const connection = (take: (socket: net.Socket) => void) =>
  Effect.gen(function* () {
    const server = yield* Effect.acquireRelease(
      Effect.callback<net.Server>((resume) => {
        const server = net.createServer(take)
        server.listen(0, "127.0.0.1", () => resume(Effect.succeed(server)))
      }),
      (server) => Effect.sync(() => server.close())
    )
    const { port } = server.address() as net.AddressInfo
    return yield* Effect.acquireRelease(
      Effect.sync(() => net.connect(port, "127.0.0.1")),
      (socket) => Effect.sync(() => socket.destroy())
    )
  })

/** A link to a process that responds with `answer`. */
const linkTo = Effect.fnUntraced(function* (answer: OtherNodes.Receiver["answer"]) {
  const runFork = Effect.runForkWith(yield* Effect.context<never>())
  const socket = yield* connection((far) => void runFork(Link.answer(far, answer)))
  return { link: Link.make(socket, yield* Clock.Clock), socket }
})

/** A link to a process that passes its end of the connection to `take`. */
const linkToRaw = Effect.fnUntraced(function* (take: (socket: net.Socket) => void) {
  const socket = yield* connection(take)
  return Link.make(socket, yield* Clock.Clock)
})

const never = Number.POSITIVE_INFINITY

const now = Effect.map(Clock.Clock, (clock) => clock.currentTimeMillisUnsafe())

const failureOf = (exit: Exit.Exit<unknown, Unavailable>) =>
  Exit.isFailure(exit) ? exit.cause.toString() : assert.fail("The call was answered")

describe("A link", () => {
  it.live("responds to each call as soon as it is done, before slower ones", () =>
    Effect.gen(function* () {
      const slow = yield* Deferred.make<string>()
      const { link } = yield* linkTo((partition, message) =>
        message === "slow" ? Deferred.await(slow) : Effect.succeed([partition, message])
      )
      const waiting = yield* Effect.forkChild(link.call(1, "slow", never))
      const messages = ["quick", "größer 💸", "a\nline", { deep: [null, "\u2028"] }]
      for (const message of messages) {
        assert.deepStrictEqual(yield* link.call(2, message, never), [2, message])
      }
      yield* Deferred.succeed(slow, "done")
      assert.strictEqual(yield* Fiber.join(waiting), "done")
    }).pipe(Effect.scoped)
  )

  it.live("carries a message of several megabytes in both directions", () =>
    Effect.gen(function* () {
      const { link } = yield* linkTo((_, message) => Effect.succeed(message))
      const long = "é€💸\n".repeat(500_000)
      assert.strictEqual(yield* link.call(0, long, never), long)
    }).pipe(Effect.scoped)
  )

  it.live("fails a call after its time limit, and responds to later calls", () =>
    Effect.gen(function* () {
      const { link } = yield* linkTo((_, message) =>
        message === "never" ? Effect.never : Effect.succeed(message)
      )
      const at = yield* now
      const late = yield* Effect.forkChild(Effect.exit(link.call(0, "never", at + 50)))
      assert.strictEqual(yield* link.call(0, "first", never), "first")
      link.check(at + 49)
      assert.isUndefined(late.pollUnsafe())
      link.check(at + 50)
      assert.match(failureOf(yield* Fiber.join(late)), /cannot be reached/)
      assert.strictEqual(yield* link.call(0, "second", never), "second")
    }).pipe(Effect.scoped)
  )

  it.live("fails a call that ends with a defect, and names the defect in its detail alone", () =>
    Effect.gen(function* () {
      const { link } = yield* linkTo(() => Effect.die(new Error("a defect of the owner")))
      const failure = yield* Effect.flip(link.call(0, "a call", never))
      assert.strictEqual(failure.message, "The partition cannot be reached right now.")
      assert.match(failure.detail ?? "", /a defect of the owner/)
    }).pipe(Effect.scoped)
  )
})

describe("A link that ends", () => {
  it.live("returns its calls as moved, even calls that are made later", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const { link, socket } = yield* linkTo(() =>
        Effect.andThen(Deferred.succeed(begun, undefined), Effect.never)
      )
      const waiting = yield* Effect.forkChild(link.call(0, "a call", never))
      yield* Deferred.await(begun)
      socket.destroy()
      assert.strictEqual(yield* Fiber.join(waiting), OtherNodes.moved)
      assert.isFalse(link.isOpen())
      assert.strictEqual(yield* link.call(0, "another", never), OtherNodes.moved)
    }).pipe(Effect.scoped)
  )

  it.live("interrupts its calls at the owner", () =>
    Effect.gen(function* () {
      const begun = yield* Deferred.make<void>()
      const interrupted = yield* Deferred.make<void>()
      const { link, socket } = yield* linkTo(() =>
        Effect.andThen(Deferred.succeed(begun, undefined), Effect.never).pipe(
          Effect.onInterrupt(() => Deferred.succeed(interrupted, undefined))
        )
      )
      yield* Effect.forkChild(link.call(0, "a call", never))
      yield* Deferred.await(begun)
      socket.destroy()
      yield* Deferred.await(interrupted)
    }).pipe(Effect.scoped)
  )

  it.live.each([
    ["invalid JSON", "no JSON\n"],
    ["a line without an end", "x".repeat(Limits.cluster.lineCharsMax + 1)]
  ])("is a link whose other process sends %s", ([_, bytes]) =>
    Effect.gen(function* () {
      const link = yield* linkToRaw((far) => {
        far.on("error", () => undefined)
        far.write(bytes ?? "")
      })
      assert.strictEqual(yield* link.call(0, "a call", never), OtherNodes.moved)
    }).pipe(Effect.scoped)
  )
})

describe("A link to a process that is silent", () => {
  const { silenceMsMax } = Limits.cluster

  it.live("ends after a while, and returns its calls as moved", () =>
    Effect.gen(function* () {
      const link = yield* linkToRaw(() => undefined)
      const waiting = yield* Effect.forkChild(link.call(0, "a call", never))
      yield* Effect.yieldNow
      const at = yield* now
      link.check(at + silenceMsMax - 100)
      assert.isTrue(link.isOpen())
      link.check(at + silenceMsMax + 100)
      assert.strictEqual(yield* Fiber.join(waiting), OtherNodes.moved)
      assert.isFalse(link.isOpen())
    }).pipe(Effect.scoped)
  )

  it.live("ends even if each caller leaves before that", () =>
    Effect.gen(function* () {
      const link = yield* linkToRaw(() => undefined)
      const at = yield* now
      for (const share of [0.4, 0.8, 1.2]) {
        const waiting = yield* Effect.forkChild(link.call(0, "a call", never))
        yield* Effect.yieldNow
        yield* Fiber.interrupt(waiting)
        assert.isTrue(link.isOpen())
        link.check(at + share * silenceMsMax)
      }
      assert.isFalse(link.isOpen())
    }).pipe(Effect.scoped)
  )

  it.live("ends even if nobody calls", () =>
    Effect.gen(function* () {
      const link = yield* linkToRaw(() => undefined)
      link.check((yield* now) + silenceMsMax + 100)
      assert.isFalse(link.isOpen())
    }).pipe(Effect.scoped)
  )

  it.live("stays open while that process reads", () =>
    Effect.gen(function* () {
      const { link, socket } = yield* linkTo(() => Effect.never)
      const sign = Effect.callback<void>((resume) => {
        socket.once("data", () => resume(Effect.void))
      })
      const begun = yield* now
      while ((yield* now) <= begun) yield* Effect.sleep(1)
      const signed = yield* Effect.forkChild(sign, { startImmediately: true })
      link.check(begun)
      yield* Fiber.join(signed)
      link.check(begun + silenceMsMax + 1)
      assert.isTrue(link.isOpen())
    }).pipe(Effect.scoped)
  )
})
