/** The first steps of an account. They stay until they are done and hidden in this browser. */
import { CircleCheck, CircleDashed } from "lucide-react"
import { type ReactNode, useState } from "react"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Button, LinkButton } from "../../parts/Button.tsx"
import { Section } from "../../parts/Page.tsx"
import { Snippet } from "../../parts/Snippet.tsx"
import * as Steps from "./Steps.ts"

const one = { limit: 1 } as const

/** What the account has by now; `undefined`: it is not read yet. */
const useProgress = (): Steps.Progress | undefined => {
  const keys = useServiceQuery("keys", ["own"], ({ own }, call) => own.apiKeys.get(call))
  const quotes = useServiceQuery("quotes", ["any"], ({ api }, call) => api.quotes.list(one, call))
  const endpoints = useServiceQuery("endpoints", ["any"], ({ api }, call) =>
    api.webhooks.endpoints.list(one, call)
  )
  const settled = useServiceQuery("payouts", ["any settled"], ({ api }, call) =>
    api.payouts.list({ ...one, status: "SETTLED" }, call)
  )
  if (!(keys.data && quotes.data && endpoints.data && settled.data)) return undefined
  return {
    keys: keys.data.data.length,
    quotes: quotes.data.total,
    endpoints: endpoints.data.total,
    settled: settled.data.total
  }
}

const OneStep = ({
  children,
  isDone,
  title
}: {
  readonly title: string
  readonly isDone: boolean
  /** What to do, as long as it is not done. */
  readonly children: ReactNode
}) => (
  <li className={isDone ? "step step-done" : "step"}>
    {isDone ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
    <div>
      <h3>
        {title}
        <span className="hidden">{isDone ? ": done" : ": to do"}</span>
      </h3>
      {!isDone && children}
    </div>
  </li>
)

const titles: Readonly<Record<Steps.Step, string>> = {
  key: "Create an API key",
  quote: "Get your first quote",
  webhook: "Add a webhook endpoint",
  payout: "Send a payout that settles"
}

/** What to do for each step. */
const Help = ({ of }: { readonly of: Steps.Step }) => {
  const { session } = useSignedIn()
  switch (of) {
    case "key":
      return (
        <>
          <p>Your server sends the key with every request. The key is shown only once.</p>
          <LinkButton href="/api-keys" isSmall>
            Go to API keys
          </LinkButton>
        </>
      )
    case "quote":
      return (
        <>
          <p>
            Set <code>KEY</code> to your API key and run this command. The answer is a rate that is
            held for five minutes.
          </p>
          <Snippet title="Command" text={Steps.firstQuote(location.origin)} />
        </>
      )
    case "webhook":
      return (
        <>
          <p>Your server receives an event whenever a payout changes.</p>
          <LinkButton href="/webhooks" isSmall>
            Go to webhooks
          </LinkButton>
        </>
      )
    case "payout":
      return (
        <>
          <p>
            {session.environment === "sandbox"
              ? "Create one here or with the API. In the sandbox the deposit is simulated."
              : "Create one here or with the API, and send the exact USDC amount to its address."}
          </p>
          <LinkButton href="/payouts/new" isSmall>
            New payout
          </LinkButton>
        </>
      )
  }
}

const GoingLive = () => (
  <li className="step">
    <CircleDashed aria-hidden />
    <div>
      <h3>Go live</h3>
      <p>
        Production needs an account whose KYC is approved, a key that begins with{" "}
        <code>sk_live_</code>, your webhook endpoints registered again, and deposits of real USDC.
      </p>
      <a href="/docs#description/going-live">API reference, chapter “Going live”</a>
    </div>
  </li>
)

const keyOf = (scope: string): string => `first-steps-hidden:${scope}`

/** Whether the steps are shown, and a way to hide them for good. */
export const useHidden = () => {
  const { scope } = useSignedIn()
  const [isHidden, setHidden] = useState(() => localStorage.getItem(keyOf(scope)) !== null)
  const hide = () => {
    localStorage.setItem(keyOf(scope), "1")
    setHidden(true)
  }
  return { isHidden, hide }
}

export const Checklist = ({ onHide }: { readonly onHide: () => void }) => {
  const { session } = useSignedIn()
  const progress = useProgress()
  if (progress === undefined) return null
  const done = Steps.doneOf(progress)
  return (
    <Section
      title="Get started"
      about={`${done} of ${Steps.steps.length} steps done`}
      // Who never calls the API would keep the steps for ever: a settled payout is enough.
      actions={Steps.isDone("payout", progress) && <Button onClick={onHide}>Hide</Button>}
    >
      <ol className="steps">
        {Steps.steps.map((step) => (
          <OneStep key={step} title={titles[step]} isDone={Steps.isDone(step, progress)}>
            <Help of={step} />
          </OneStep>
        ))}
        {session.environment === "sandbox" && <GoingLive />}
      </ol>
    </Section>
  )
}
