/** An address that leads nowhere: it may be another account's, so those are offered. */
import { Compass } from "lucide-react"
import { useLocation } from "wouter"
import * as Address from "../data/Address.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { PageHead } from "../parts/Page.tsx"

export const NotFound = () => {
  const { scope, session } = SignedIn.useSignedIn()
  const [place] = useLocation()
  const others = session.grants.filter((grant) => SignedIn.scopeOf(grant) !== scope)
  return (
    <div className="page">
      <PageHead title="Page not found" />
      <Empty icon={Compass} title="There is no page at this address">
        {others.map((grant) => (
          <LinkButton
            key={SignedIn.scopeOf(grant)}
            href={`~/dashboard${Address.baseOf(grant)}${place}`}
          >
            Open this page in {SignedIn.nameOf(grant)}
          </LinkButton>
        ))}
        <LinkButton href="/">Go to the overview</LinkButton>
      </Empty>
    </div>
  )
}
