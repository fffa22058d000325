/** An address that leads nowhere: it may be another account's, so those are offered. */
import { Compass } from "lucide-react"
import { useLocation } from "wouter"
import * as Address from "../data/Address.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { PageHead } from "../parts/Page.tsx"
import * as Words from "../words/NotFound.ts"

export const NotFound = () => {
  const { scope, session } = SignedIn.useSignedIn()
  const [place] = useLocation()
  const others = session.grants.filter((grant) => SignedIn.scopeOf(grant) !== scope)
  return (
    <div className="page">
      <PageHead title={Words.title} />
      <Empty icon={Compass} title={Words.about}>
        {others.map((grant) => (
          <LinkButton
            key={SignedIn.scopeOf(grant)}
            href={`~/dashboard${Address.baseOf(grant)}${place}`}
          >
            {Words.openIn(SignedIn.nameOf(grant))}
          </LinkButton>
        ))}
        <LinkButton href="/">{Words.overview}</LinkButton>
      </Empty>
    </div>
  )
}
