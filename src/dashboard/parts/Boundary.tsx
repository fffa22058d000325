/** An error boundary. The rest of the page stays, and the text says what to report. */
import { RefreshCw } from "lucide-react"
import { Component, type ReactNode } from "react"
import * as Recovery from "../data/Recovery.ts"
import { boundary as Words } from "../words/common.ts"
import { Trouble } from "./Answer.tsx"
import { Button } from "./Button.tsx"
import { MissingPart } from "./MissingPart.tsx"

interface Props {
  readonly children: ReactNode
}

interface State {
  readonly error: unknown
}

export class Boundary extends Component<Props, State> {
  override state: State = { error: undefined }

  static getDerivedStateFromError(error: unknown): State {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    if (error instanceof Error && Recovery.isMissingPart(error)) {
      return <MissingPart message={error.message} />
    }
    return (
      <div className="page">
        <h1 tabIndex={-1}>{Words.failed}</h1>
        <Trouble error={error} />
        <p className="faint">
          {error instanceof Error ? <code>{error.message}</code> : null} {Words.reloadingHelps}
        </p>
        <div className="actions">
          <Button icon={RefreshCw} look="primary" onClick={() => location.reload()}>
            {Words.reload}
          </Button>
        </div>
      </div>
    )
  }
}
