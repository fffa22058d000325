/**
 * Requires a session: the sign-in page is shown at the address of the requested page, which follows
 * after the sign-in.
 */
import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useMemo, useState } from "react"
import { useLocation } from "wouter"
import * as Api from "./data/Api.ts"
import * as SignedIn from "./data/SignedIn.tsx"
import type { Grant, Session } from "./Generated.ts"
import { SignIn } from "./pages/SignIn.tsx"
import { Trouble } from "./parts/Answer.tsx"
import { Button } from "./parts/Button.tsx"
import { SecondFactor } from "./Routes.tsx"
import { Shell } from "./Shell.tsx"

export const Gate = () => {
  const client = useQueryClient()
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
    client.setQueryData(["factor-needed"], false)
    client.resetQueries({ queryKey: ["session"] })
  }
  // Also where there was a session: it may have ended while the page was open.
  if (Api.isProblem(session.error, 401)) return <SignIn onDone={enter} />
  if (session.data === undefined) {
    if (session.isPending) return <div className="splash" role="status" aria-label="Loading" />
    if (Api.isProblem(session.error, 403, "SECOND_FACTOR_REQUIRED")) {
      return <SecondFactor onDone={enter} isForced />
    }
    return (
      <main className="alone">
        <h1>Payouts</h1>
        <Trouble error={session.error} onRetry={() => session.refetch()} />
      </main>
    )
  }
  const { grants, person } = session.data
  const isOwed = !person.has_second_factor && grants.some((grant) => grant.account_id === null)
  if (factor.data || isOwed) return <SecondFactor onDone={enter} isForced />
  return <Inside session={session.data} />
}

const Inside = ({ session }: { readonly session: Session }) => {
  const client = useQueryClient()
  const [, navigate] = useLocation()
  const [chosen, choose] = useState<Grant | undefined>(() => SignedIn.remembered(session))
  // A role that was changed meanwhile arrives with the next read of the session.
  const grant =
    session.grants.find(({ account_id }) => account_id === (chosen?.account_id ?? null)) ??
    session.grants[0]
  const who = useMemo(() => {
    const signOut = async () => {
      await Api.visitor.access.signOut().catch(() => undefined)
      client.clear()
      location.assign("/dashboard/")
    }
    if (grant === undefined) return { signOut }
    const switchTo = (next: Grant) => {
      SignedIn.remember(next)
      choose(next)
      navigate("/")
    }
    return {
      ...Api.clients(grant.account_id),
      ...{ session, grant, switchTo, signOut },
      isStaff: grant.account_id === null,
      scope: SignedIn.scopeOf(grant),
      may: SignedIn.mayOf(grant)
    }
  }, [session, grant, client, navigate])
  if (!("grant" in who)) {
    return (
      <main className="alone">
        <h1>No access</h1>
        <p>You belong to no account any more. Ask an owner of it to invite you.</p>
        <Button onClick={who.signOut}>Sign out</Button>
      </main>
    )
  }
  return (
    <SignedIn.SignedInContext value={who}>
      <Shell key={who.scope} />
    </SignedIn.SignedInContext>
  )
}
