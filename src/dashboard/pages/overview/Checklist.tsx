/** The first steps of an account. They stay until they are done and this browser hides them. */
import { ArrowRight, CircleCheck, CircleDashed } from "lucide-react"
import { type ReactNode, useState } from "react"
import { useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { Button, LinkButton } from "../../parts/Button.tsx"
import { Section } from "../../parts/Page.tsx"
import { Snippet } from "../../parts/Snippet.tsx"
import { common as CommonWords, firstQuote as FirstQuote } from "../../words/common.ts"
import { checklist as Words } from "../../words/overview.tsx"
import * as Steps from "./Steps.ts"

const one = { limit: 1 } as const

/** The account's progress, or `undefined` until it is read. */
const useProgress = (): Steps.Progress | undefined => {
  const keys = useServiceQuery("keys", ["own"], ({ own }, call) => own.apiKeys.get(call))
  const quotes = useServiceQuery("quotes", ["any"], ({ api }, call) => api.quotes.list(one, call))
  const endpoints = useServiceQuery("endpoints", ["any"], ({ api }, call) =>
    api.webhooks.endpoints.list(one, call)
  )
  const settled = useServiceQuery("payouts", ["any-settled"], ({ api }, call) =>
    api.payouts.list({ ...one, status: "SETTLED" }, call)
  )
  const newest = useServiceQuery("payouts", ["newest"], ({ api }, call) =>
    api.payouts.list(one, call)
  )
  if (!(keys.data && quotes.data && endpoints.data && settled.data && newest.data)) return undefined
  const [payout] = newest.data.data
  return {
    keys: keys.data.data.length,
    quotes: quotes.data.total,
    endpoints: endpoints.data.total,
    settled: settled.data.total,
    underWay: payout && !Status.isFinal(payout.status) ? payout.payout_id : undefined
  }
}

const OneStep = ({
  children,
  isDone,
  title
}: {
  readonly title: string
  readonly isDone: boolean
  /** The instructions, which disappear once the step is done. */
  readonly children: ReactNode
}) => (
  <li className={isDone ? "step step-done" : "step"}>
    {isDone ? <CircleCheck aria-hidden /> : <CircleDashed aria-hidden />}
    <div>
      <h3>
        {title}
        <span className="hidden">{isDone ? Words.states.done : Words.states.toDo}</span>
      </h3>
      {!isDone && children}
    </div>
  </li>
)

const UnderWay = ({ payout }: { readonly payout: string }) => (
  <>
    <p>{Words.payout.underWay}</p>
    <LinkButton href={`/payouts/${payout}`} isSmall>
      {Words.payout.follow}
    </LinkButton>
  </>
)

interface HelpProps {
  readonly of: Steps.Step
  readonly underWay: string | undefined
}

/** The instructions of each step. */
const Help = ({ of, underWay }: HelpProps) => {
  const { session } = useSignedIn()
  switch (of) {
    case "key":
      return (
        <>
          <p>{Words.key.about}</p>
          <LinkButton href="/api-keys" isSmall>
            {Words.key.go}
          </LinkButton>
        </>
      )
    case "quote":
      return (
        <>
          <p>{Words.quote.about}</p>
          {session.environment === "sandbox" && <p>{Words.quote.firstKey}</p>}
          <Snippet title={Words.quote.command} text={FirstQuote.command(location.origin)} />
        </>
      )
    case "webhook":
      return (
        <>
          <p>{Words.webhook.about}</p>
          <LinkButton href="/webhooks" isSmall>
            {Words.webhook.go}
          </LinkButton>
        </>
      )
    case "payout":
      if (underWay !== undefined) return <UnderWay payout={underWay} />
      return (
        <>
          <p>
            {session.environment === "sandbox" ? Words.payout.inSandbox : Words.payout.inProduction}
          </p>
          <LinkButton href="/payouts/new" isSmall>
            {CommonWords.newPayout}
          </LinkButton>
        </>
      )
  }
}

const Guide = () => <a href="/docs#description/going-live">{Words.goingLive.guide}</a>

const GoingLive = () => (
  <li className="step">
    <ArrowRight aria-hidden />
    <div>
      <h3>{Words.goingLive.title}</h3>
      <p>{Words.goingLive.about}</p>
      <Guide />
    </div>
  </li>
)

const keyOf = (scope: string): string => `first-steps-hidden:${scope}`

/** The hidden state of the steps, and the function that hides them forever. */
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
  const all = Steps.steps.length
  const isSandbox = session.environment === "sandbox"
  const about = Words.progress(done, all)
  if (done === all) {
    return (
      <Section
        title={Words.title}
        about={isSandbox ? Words.inOneLine(about, <Guide />) : about}
        actions={<Button onClick={onHide}>{Words.hide}</Button>}
      />
    )
  }
  return (
    <Section
      title={Words.title}
      about={about}
      // A user who never calls the API could never finish the steps, so one settled payout is
      // enough.
      actions={Steps.isDone("payout", progress) && <Button onClick={onHide}>{Words.hide}</Button>}
    >
      <ol className="steps">
        {Steps.steps.map((step) => (
          <OneStep key={step} title={Words.titles[step]} isDone={Steps.isDone(step, progress)}>
            <Help of={step} underWay={progress.underWay} />
          </OneStep>
        ))}
        {isSandbox && <GoingLive />}
      </ol>
    </Section>
  )
}
