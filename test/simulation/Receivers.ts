/**
 * The customers' webhook endpoints. An endpoint counts a request when it arrives, whatever happens
 * to the response. The response may be a success, an error or missing, or come after the sending
 * process has ended.
 */
import { Effect } from "effect"
import type * as Delivery from "../../src/domain/webhook/Delivery.ts"
import type * as WebhookSender from "../../src/engine/ports/WebhookSender.ts"
import { endpointOf } from "./DeliveryBooks.ts"
import type { Host } from "./Host.ts"
import { crash, type Setting } from "./Setting.ts"

const errorOf = (status: number | null): string | null =>
  status === null ? "no answer" : status < 300 ? null : `answered ${status}`

/** Draws an endpoint's response to one request: a status after a delay, or none. */
const makeMood = ({ faults, machine, random: source }: Setting) => {
  const random = source.stream("receivers")
  const deadUntil = new Map<string, number>()
  return (endpointId: string): readonly [number | null, number] => {
    const now = machine.now()
    if (faults.strikes("receiver: dead for long", 0.01)) {
      deadUntil.set(endpointId, now + random.int(60_000, 12_000_000))
    }
    const isDead = !faults.hasCeased() && now < (deadUntil.get(endpointId) ?? 0)
    if (isDead || faults.strikes("receiver: 5xx", 0.05)) return [random.pick([500, 503, 404]), 5]
    if (faults.strikes("receiver: unreachable", 0.03)) return [null, 3]
    if (faults.strikes("receiver: hangs", 0.03)) return [null, 10_000]
    if (faults.strikes("receiver: slow", 0.05)) return [200, random.int(1_000, 9_900)]
    return [random.pick([200, 200, 201, 204]), random.int(1, 150)]
  }
}

export const make = (
  setting: Setting
): ((host: Host) => WebhookSender.WebhookSender["Service"]) => {
  const { audit, breach, faults, machine } = setting
  const random = setting.random.stream("secrets")
  const mood = makeMood(setting)
  const skipped = new Set<string>()

  /** True if a planted fault makes an endpoint miss an event or get it late. */
  const isMissed = ({ body, eventId, url }: WebhookSender.OutgoingRequest): boolean => {
    if (breach === "receiver never gets an event") return body.includes('"sequence":2')
    if (breach !== "receiver gets events out of order") return false
    const parcel = `${url} ${eventId}`
    if (skipped.has(parcel) || !body.includes('"sequence":1')) return false
    skipped.add(parcel)
    return true
  }

  /** The status and the delay of an endpoint's response. */
  const receive = (parcel: WebhookSender.OutgoingRequest, missed: boolean) => {
    const usual = mood(endpointOf(parcel.url))
    const isLate = missed && breach === "receiver gets events out of order"
    return isLate ? ([500, 5] as const) : usual
  }

  return (host) => {
    const { realm } = host
    const send: WebhookSender.WebhookSender["Service"]["send"] = (parcel) =>
      realm.wait((resume) => {
        const at = machine.now()
        const isSkipped = isMissed(parcel)
        if (!isSkipped) audit.attempted(host, parcel)
        if (faults.strikes("defect: courier", 0.005)) {
          audit.answered(parcel, { at, statusCode: null })
          return resume(Effect.die(new Error("injected: the courier is broken")))
        }
        const [statusCode, afterMs] = receive(parcel, isSkipped)
        if (crash(setting, host, "crash: received, not reported", 0.005)) return
        realm.after(afterMs, () => {
          const attempt: Delivery.Attempt = {
            ...{ at, statusCode, error: errorOf(statusCode), latencyMs: machine.now() - at }
          }
          audit.answered(parcel, attempt)
          resume(Effect.succeed(attempt))
        })
      })
    return {
      send,
      checkUrl: () => undefined,
      newSecret: () => `whsec_${random.int(0, 2 ** 32)}`
    }
  }
}
