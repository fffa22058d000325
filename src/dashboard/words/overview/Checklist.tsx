/** Words of the first steps of an account. */
import type { ReactNode } from "react"

export const title = "Get started"
export const progress = (done: number, all: number): string => `${done} of ${all} steps done`
/** All in one line, once the steps are done. */
export const inOneLine = (done: string, guide: ReactNode): ReactNode => (
  <>
    {done} · {guide}
  </>
)
export const hide = "Hide"

/** Behind the title of a step, for screen readers. */
export const states = { done: ": done", toDo: ": to do" } as const

export const titles = {
  key: "Create an API key",
  quote: "Get your first quote",
  webhook: "Add a webhook endpoint",
  payout: "Send a payout that settles"
} as const

export const key = {
  about: "Your server sends the key with every request. The key is shown only once.",
  go: "Go to API keys"
} as const

export const quote = {
  about: (
    <>
      Set <code>PAYOUT_API_KEY</code> to your API key and run this command. The answer is a rate
      that is held for five minutes.
    </>
  ),
  firstKey:
    "The first start of the sandbox printed a key in its terminal. You can create another under API keys.",
  command: "Command"
} as const

export const webhook = {
  about: "Your server receives an event whenever a payout changes.",
  go: "Go to webhooks"
} as const

export const payout = {
  inSandbox: "Create one here or with the API. In the sandbox the deposit is simulated.",
  underWay: "Your payout is on its way.",
  follow: "Follow it",
  inProduction: "Create one here or with the API, and send the exact USDC amount to its address."
} as const

export const goingLive = {
  title: "Go live",
  about: (
    <>
      Production needs an account whose KYC is approved, a key that begins with{" "}
      <code>sk_live_</code>, your webhook endpoints registered again, and deposits of real USDC.
    </>
  ),
  guide: "API reference, chapter “Going live”"
} as const
