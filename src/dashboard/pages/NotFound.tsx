/** An address without a page: where it is one of the staff or of an account, those are offered. */
import { Compass } from "lucide-react"
import { matchRoute, useLocation, useRouter } from "wouter"
import * as Address from "../data/Address.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { PageHead } from "../parts/Page.tsx"
import { notFound as Words } from "../words/shell.ts"

/** `elsewhere`: the addresses that the staff have and accounts do not, or the reverse. */
export const NotFound = ({ elsewhere }: { readonly elsewhere: ReadonlyArray<string> }) => {
  const { isStaff, session } = SignedIn.useSignedIn()
  const { parser } = useRouter()
  const [place] = useLocation()
  const isThere = elsewhere.some((path) => matchRoute(parser, path, place)[0])
  // Accounts have the same pages as each other.
  const others = isThere
    ? session.grants.filter(({ account_id }) => (account_id === null) !== isStaff)
    : []
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
