/**
 * An address without a page. If staff or the user's accounts have the page, it offers links to
 * them.
 */
import { Compass } from "lucide-react"
import { matchRoute, useLocation, useRouter } from "wouter"
import * as Address from "../data/Address.ts"
import * as SignedIn from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { PageHead } from "../parts/Page.tsx"
import { notFound as Words } from "../words/shell.ts"

/** `elsewhere` contains the addresses that staff have and accounts lack, or the reverse. */
export const NotFound = ({ elsewhere }: { readonly elsewhere: ReadonlyArray<string> }) => {
  const { isStaff, session } = SignedIn.useSignedIn()
  const { parser } = useRouter()
  const [place] = useLocation()
  const isThere = elsewhere.some((path) => matchRoute(parser, path, place)[0])
  // All accounts have the same pages, so only the change between staff and accounts helps.
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
