/**
 * Requires a session. The sign-in page appears at the address of the requested page, which replaces
 * it after the sign-in.
 */
import { type QueryClient, useQuery, useQueryClient } from "@tanstack/react-query"
import { useEffect, useMemo, useState } from "react"
import { Redirect, Router, useLocation } from "wouter"
import * as Address from "./data/Address.ts"
import * as Api from "./data/Api.ts"
import * as SignedIn from "./data/SignedIn.tsx"
import type { Grant, Session } from "./Generated.ts"
import { SignIn } from "./pages/SignIn.tsx"
import { Trouble, useSlow } from "./parts/Answer.tsx"
import { Alone } from "./parts/Brand.tsx"
import { Button, LinkButton } from "./parts/Button.tsx"
import { PageHead } from "./parts/Page.tsx"
import { SecondFactor } from "./Routes.tsx"
import { Shell } from "./Shell.tsx"
import { answer as AnswerWords } from "./words/common.ts"
import { gate as Words } from "./words/shell.ts"

/** Takes the place of the page until the session is read. */
const Splash = () => {
  const isSlow = useSlow()
  return (
    <div className="splash" role="status" aria-label={Words.loading}>
      {isSlow && (
        <div>
          <h1>{Words.service}</h1>
          <p>{AnswerWords.slow}</p>
        </div>
      )}
    </div>
  )
}

export const Gate = () => {
  const client = useQueryClient()
  const [isArrived, setArrived] = useState(false)
  const session = useQuery({
    queryKey: ["session"],
    queryFn: ({ signal }) => Api.visitor.session.get({ signal })
  })
  const factor = useQuery({
    queryKey: ["factor-needed"],
    queryFn: () => false,
    initialData: false,
    staleTime: Number.POSITIVE_INFINITY
  })
  const enter = () => {
    setArrived(true)
    client.setQueryData(["factor-needed"], false)
    client.resetQueries({ queryKey: ["session"] })
  }
  // A session may have expired while the page was open, so this comes first.
  if (Api.isProblem(session.error, 401)) return <SignIn onDone={enter} />
  if (session.data === undefined) {
    if (session.isPending) return <Splash />
    if (Api.isProblem(session.error, 403, "SECOND_FACTOR_REQUIRED")) {
      return <SecondFactor onDone={enter} isForced />
    }
    return (
      <main className="alone">
        <h1>{Words.service}</h1>
        <Trouble error={session.error} onRetry={() => session.refetch()} />
      </main>
    )
  }
  const { grants, person } = session.data
  const isOwed = !person.has_second_factor && grants.some((grant) => grant.account_id === null)
  if (factor.data || isOwed) return <SecondFactor onDone={enter} isForced />
  return <Inside session={session.data} isArrived={isArrived} />
}

const leave = async (client: QueryClient): Promise<void> => {
  await Api.visitor.access.signOut().catch(() => undefined)
  client.clear()
  location.assign("/dashboard/")
}

/** Explains why the user sees no pages, and links to the user's accounts. */
const NoAccess = ({ session, title }: { readonly session: Session; readonly title: string }) => {
  const client = useQueryClient()
  const { grants, person } = session
  return (
    <Alone>
      <PageHead title={title} about={Words.signedInAs(person.email)} />
      {grants.length === 0 ? (
        <p>{Words.noAccount}</p>
      ) : (
        <>
          <p>{Words.otherAccounts}</p>
          <ul className="stack">
            {grants.map((grant) => (
              <li key={SignedIn.scopeOf(grant)}>
                <LinkButton href={Address.baseOf(grant)}>{SignedIn.nameOf(grant)}</LinkButton>
              </li>
            ))}
          </ul>
        </>
      )}
      <Button onClick={() => leave(client)}>{Words.signOut}</Button>
    </Alone>
  )
}

interface InsideProps {
  readonly session: Session
  /** True if the user has just signed in. */
  readonly isArrived: boolean
}

/** Acts for the account in the address, or else for the account that this browser used last. */
const Inside = ({ isArrived, session }: InsideProps) => {
  const [path] = useLocation()
  const { accountId } = Address.parse(path)
  const grant =
    accountId === undefined
      ? SignedIn.remembered(session)
      : session.grants.find(({ account_id }) => account_id === accountId)
  if (grant === undefined) {
    const title = session.grants.length === 0 ? Words.noAccess : Words.noAccessHere
    return <NoAccess session={session} title={title} />
  }
  if (accountId === undefined) {
    const rest = `${path}${location.search}${location.hash}`
    return <Redirect to={`${Address.baseOf(grant)}${rest}`} replace />
  }
  const scope = SignedIn.scopeOf(grant)
  return <Acting key={scope} session={session} grant={grant} isArrived={isArrived} />
}

const Acting = ({ grant, isArrived, session }: InsideProps & { readonly grant: Grant }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const who = useMemo(
    () => ({
      ...Api.clients(grant.account_id),
      ...{ session, grant },
      switchTo: (next: Grant) => navigate(Address.baseOf(next)),
      signOut: () => leave(client),
      isStaff: grant.account_id === null,
      scope: SignedIn.scopeOf(grant),
      may: SignedIn.mayOf(grant)
    }),
    [session, grant, client, navigate]
  )
  useEffect(() => SignedIn.remember(grant), [grant])
  return (
    <SignedIn.SignedInContext value={who}>
      <Router base={Address.baseOf(grant)}>
        <Shell isArrived={isArrived} />
      </Router>
    </SignedIn.SignedInContext>
  )
}
