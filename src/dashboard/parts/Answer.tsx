/**
 * Shows a response, or its place while it loads, after an error, or if there is nothing to show.
 */
import type { UseQueryResult } from "@tanstack/react-query"
import { CircleAlert, type LucideIcon, RefreshCw } from "lucide-react"
import { type ReactNode, useEffect, useState } from "react"
import { Link } from "wouter"
import { PayoutError } from "../../client/Problem.ts"
import { answer as Words } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { RequestId } from "./RequestId.tsx"

export const messageOf = (error: unknown): string => {
  if (!(error instanceof PayoutError)) return Words.pageFailed
  if (error.code === "CONNECTION_FAILED") return Words.unreachable
  if (error.code === "TIMEOUT") return Words.timedOut
  return error.message
}

export const requestIdOf = (error: unknown): string | undefined =>
  error instanceof PayoutError ? error.requestId : undefined

/** The way out of a refusal that the user can remove. */
export const Remedy = ({ error }: { readonly error: unknown }) =>
  error instanceof PayoutError &&
  error.code === "INSUFFICIENT_BALANCE" && (
    <p>
      <Link href="/balance">{Words.topUp}</Link>
    </p>
  )

/** Status codes of refusals that time or another attempt may resolve. */
const passing = [408, 409, 429]

/** True if the same request may succeed later. A missing or forbidden object stays so. */
const mayHelp = (error: unknown): boolean => {
  const status = error instanceof PayoutError ? error.status : undefined
  return status === undefined || status >= 500 || passing.includes(status)
}

export const Trouble = ({
  error,
  onRetry
}: {
  readonly error: unknown
  readonly onRetry?: () => void
}) => {
  const requestId = requestIdOf(error)
  return (
    <div className="trouble" role="alert">
      <CircleAlert aria-hidden />
      <div>
        <p>{messageOf(error)}</p>
        <Remedy error={error} />
        {requestId !== undefined && (
          <p className="faint">
            {Words.request} <RequestId of={requestId} />
          </p>
        )}
      </div>
      {onRetry !== undefined && mayHelp(error) && (
        <Button onClick={onRetry} icon={RefreshCw} isSmall>
          {Words.tryAgain}
        </Button>
      )}
    </div>
  )
}

export const Empty = ({
  children,
  icon: Icon,
  title
}: {
  readonly icon: LucideIcon
  readonly title: string
  readonly children?: ReactNode
}) => (
  <div className="empty">
    <Icon aria-hidden />
    <p className="empty-title">{title}</p>
    {children}
  </div>
)

/** Milliseconds after which a wait is unusually long. */
const usualMs = 5_000

export const useSlow = (): boolean => {
  const [isSlow, setSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), usualMs)
    return () => clearTimeout(timer)
  }, [])
  return isSlow
}

/** Grey lines, about as tall as the content that will replace them. */
export const Skeleton = ({ lines = 3 }: { readonly lines?: number }) => {
  const isSlow = useSlow()
  return (
    <>
      {isSlow && (
        <p className="note" role="status">
          {Words.slow}
        </p>
      )}
      <div className="skeleton" role="status" aria-label={Words.loading}>
        {Array.from({ length: lines }, (_, index) => index).map((line) => (
          <span key={line} />
        ))}
      </div>
    </>
  )
}

/** Takes the place of a response that has not arrived. */
export const Awaited = ({
  lines,
  of
}: {
  readonly of: Pick<UseQueryResult, "fetchStatus">
  readonly lines?: number | undefined
}) =>
  of.fetchStatus === "paused" ? (
    <p className="note" role="status">
      {Words.offline}
    </p>
  ) : (
    <Skeleton {...(lines === undefined ? {} : { lines })} />
  )

interface Props<A> {
  readonly of: UseQueryResult<A>
  readonly lines?: number
  readonly children: (data: A) => ReactNode
}

/**
 * Shows a response. An old response is better than none, so an error replaces only a missing one.
 */
export const Answer = <A,>({ children, lines, of }: Props<A>) => {
  if (of.data !== undefined) return children(of.data)
  if (of.isError) return <Trouble error={of.error} onRetry={() => of.refetch()} />
  return <Awaited of={of} lines={lines} />
}
