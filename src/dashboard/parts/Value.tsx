/** Values that look the same on every page: times, money, ids, and the copy button. */
import { Check, Copy } from "lucide-react"
import { useEffect, useState } from "react"
import { Link } from "wouter"
import * as Format from "../data/Format.ts"
import { parts as Words } from "../words/common.ts"

/** A time in the viewer's zone. A tooltip shows it in UTC. */
export const Time = ({
  at,
  isShort = false
}: {
  readonly at: string
  readonly isShort?: boolean
}) => (
  <time dateTime={at} title={`${at} (UTC)`}>
    {isShort ? Format.timeShort(at) : Format.time(at)}
  </time>
)

interface MoneyProps {
  /** A decimal, as the service sent it. */
  readonly of: number | string
  readonly currency: string
}

export const Money = ({ currency, of }: MoneyProps) => (
  <span className="money">
    {Format.amount(of, currency)} <span className="currency">{currency}</span>
  </span>
)

const shownMs = 2_000

interface CopyProps {
  readonly text: string
  readonly label: string
  /** True if the button shows its label next to the icon, because copying is its purpose. */
  readonly isWide?: boolean
}

export const CopyButton = ({ isWide = false, label, text }: CopyProps) => {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), shownMs)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = () => navigator.clipboard?.writeText(text).then(() => setCopied(true))
  return (
    <>
      <button
        type="button"
        className={isWide ? "copy copy-wide" : "copy"}
        onClick={copy}
        aria-label={label}
        title={label}
      >
        {isCopied ? <Check aria-hidden /> : <Copy aria-hidden />}
        {isWide && Words.copy}
      </button>
      <span className="hidden" role="status">
        {isCopied ? Words.copied : ""}
      </span>
    </>
  )
}

/** An id or address with a copy button. The button copies the whole text. */
export const Code = ({
  href,
  isShort = false,
  label,
  text
}: {
  readonly text: string
  /** The kind of the value, such as `payout id`. */
  readonly label: string
  readonly isShort?: boolean
  /** The page of the object. */
  readonly href?: string | undefined
}) => {
  const code = (
    <code title={isShort ? text : undefined}>{isShort ? Format.middle(text) : text}</code>
  )
  return (
    <span className={isShort ? "code code-short" : "code"}>
      {href === undefined ? code : <Link href={href}>{code}</Link>}
      <CopyButton text={text} label={Words.copyOf(label)} />
    </span>
  )
}

interface SecretProps {
  readonly text: string
  readonly label: string
  /** True to show groups of four, for a value that people type. The copied text has no spaces. */
  readonly isGrouped?: boolean
}

/** A value that is shown only once. */
export const Secret = ({ isGrouped = false, label, text }: SecretProps) => (
  <div className="secret">
    <code>{isGrouped ? text.match(/.{1,4}/g)?.join(" ") : text}</code>
    <CopyButton text={text} label={Words.copyOf(label)} isWide />
  </div>
)

/** The current time, updated every second while `isOn`. */
export const useNow = (isOn = true): number => {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    if (!isOn) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [isOn])
  return now
}

export const Countdown = ({ until }: { readonly until: string }) => {
  const left = Date.parse(until) - useNow()
  return (
    <span className={left < 30_000 ? "countdown countdown-short" : "countdown"} role="timer">
      {left <= 0 ? Words.expired : Format.countdown(left)}
    </span>
  )
}
