/** An address that leads nowhere: it may be another account's, so those are offered. */
import { Compass } from "lucide-react"
import { Link, useLocation } from "wouter"
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
        {others.length > 0 && (
          <p>
            Look for it in{" "}
            {others.map((grant, index) => (
              <span key={SignedIn.scopeOf(grant)}>
                {index > 0 && ", "}
                <Link href={`~/dashboard${Address.baseOf(grant)}${place}`}>
                  {SignedIn.nameOf(grant)}
                </Link>
              </span>
            ))}
            .
          </p>
        )}
        <LinkButton href="/">To the overview</LinkButton>
      </Empty>
    </div>
  )
}
