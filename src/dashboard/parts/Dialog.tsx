/** The browser's own dialog. It keeps the focus, returns it, and closes with Escape. */
import { X } from "lucide-react"
import { type ReactNode, useEffect, useId, useRef, useState } from "react"
import type { QueryKind } from "../data/Queries.ts"
import { useAction } from "../data/Queries.ts"
import type { SignedIn } from "../data/SignedIn.tsx"
import { common as CommonWords, parts as Words } from "../words/common.ts"
import { Trouble } from "./Answer.tsx"
import { Button, IconButton } from "./Button.tsx"

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** True if the content is shown only once, so that Escape must not lose it. */
  readonly isSticky?: boolean
}

/** The first element to focus: a field, else the copy or back button, never the close button. */
const first = ["form .input", "form input", ".secret button", ".dialog-foot button"].join(", ")

export const Dialog = ({ children, isSticky = false, onClose, title }: Props) => {
  const dialog = useRef<HTMLDialogElement>(null)
  const id = useId()
  useEffect(() => {
    const element = dialog.current
    const before = document.activeElement
    element?.showModal()
    element?.querySelector<HTMLElement>(first)?.focus()
    return () => {
      element?.close()
      // The dialog leaves the page at the same time, so the browser cannot return the focus.
      if (before instanceof HTMLElement) before.focus()
    }
  }, [])
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        // A field inside may send a `cancel` event too, such as a file chooser.
        if (event.target !== dialog.current) return
        event.preventDefault()
        if (!isSticky) onClose()
      }}
    >
      <div className="dialog-head">
        <h2 id={id}>{title}</h2>
        {!isSticky && <IconButton icon={X} label={Words.close} onClick={onClose} />}
      </div>
      {children}
    </dialog>
  )
}

/** A button that opens a dialog. `close` closes the dialog. */
export const Opens = ({
  button,
  children,
  isSticky = false,
  title
}: {
  readonly title: string
  readonly button: (open: () => void) => ReactNode
  readonly children: (close: () => void) => ReactNode
  readonly isSticky?: boolean
}) => {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {button(() => setOpen(true))}
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)} isSticky={isSticky}>
          {children(() => setOpen(false))}
        </Dialog>
      )}
    </>
  )
}

interface ConfirmProps {
  readonly label: string
  readonly title: string
  readonly children: ReactNode
  readonly act: (who: SignedIn) => Promise<unknown>
  readonly changes: ReadonlyArray<QueryKind>
  readonly done: string
  readonly isSmall?: boolean
  readonly isDanger?: boolean
  readonly onDone?: () => void
}

/** A button whose action needs a confirmation. */
export const Confirm = (props: ConfirmProps) => {
  const { isDanger = true, isSmall = false, label, title } = props
  const [isOpen, setOpen] = useState(false)
  const [error, setError] = useState<unknown>()
  const act = async (who: SignedIn) => {
    setError(undefined)
    await props.act(who)
    setOpen(false)
    props.onDone?.()
  }
  const { changes, done } = props
  const { isRunning, run } = useAction(act, { changes, done, fail: setError })
  const open = () => {
    setError(undefined)
    setOpen(true)
  }
  return (
    <>
      <Button look={isSmall ? "quiet" : "plain"} isSmall={isSmall} onClick={open}>
        {label}
      </Button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <div className="dialog-body">
            {props.children}
            {error !== undefined && <Trouble error={error} />}
          </div>
          <div className="dialog-foot">
            <Button onClick={() => setOpen(false)}>{CommonWords.goBack}</Button>
            <Button
              look={isDanger ? "danger" : "primary"}
              isBusy={isRunning}
              onClick={() => run(undefined)}
            >
              {title.replace(/\?$/, "")}
            </Button>
          </div>
        </Dialog>
      )}
    </>
  )
}
