/** An address that leads nowhere. */
import { Compass } from "lucide-react"
import { Empty } from "../parts/Answer.tsx"
import { LinkButton } from "../parts/Button.tsx"
import { PageHead } from "../parts/Page.tsx"

export const NotFound = () => (
  <div className="page">
    <PageHead title="Page not found" />
    <Empty icon={Compass} title="Page not found">
      <p>It may have been moved, or belong to another account than the one you act for now.</p>
      <LinkButton href="/">To the overview</LinkButton>
    </Empty>
  </div>
)
