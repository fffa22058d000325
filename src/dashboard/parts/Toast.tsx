/** Short messages about finished or failed actions. Screen readers speak them. */
import { CircleAlert, CircleCheck, X } from "lucide-react"
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react"
import { type SignedIn, SignedInContext } from "../data/SignedIn.tsx"
import { parts as Words } from "../words/common.ts"
import { messageOf, requestIdOf } from "./Answer.tsx"
import { IconButton } from "./Button.tsx"
import { RequestId } from "./RequestId.tsx"

interface Note {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly requestId: string | undefined
  /** The user who saw the failure, for the link to the failed request. */
  readonly who: SignedIn | undefined
}

interface Toasts {
  readonly say: (text: string) => void
  readonly fail: (error: unknown, who: SignedIn | undefined) => void
}

const ToastContext = createContext<Toasts>({ say: () => undefined, fail: () => undefined })

export const useToast = () => {
  const { fail, say } = useContext(ToastContext)
  const who = useContext(SignedInContext)
  return useMemo(() => ({ say, fail: (error: unknown) => fail(error, who) }), [fail, say, who])
}

const shownMs = 5_000
const notesMax = 3

export const Toaster = ({ children }: { readonly children: ReactNode }) => {
  const [notes, setNotes] = useState<ReadonlyArray<Note>>([])
  const drop = useCallback(
    (id: number) => setNotes((all) => all.filter((note) => note.id !== id)),
    []
  )
  const toast = useMemo(() => {
    const add = (note: Omit<Note, "id">) => {
      const id = performance.now()
      setNotes((all) => [...all, { ...note, id }].slice(-notesMax))
      // An error stays until the user dismisses it.
      if (!note.isError) setTimeout(() => drop(id), shownMs)
    }
    return {
      say: (text: string) => add({ text, isError: false, requestId: undefined, who: undefined }),
      fail: (error: unknown, who: SignedIn | undefined) =>
        add({ text: messageOf(error), isError: true, requestId: requestIdOf(error), who })
    }
  }, [drop])
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {notes.map((note) => (
          <div key={note.id} className={note.isError ? "toast toast-error" : "toast"}>
            {note.isError ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
            <span>
              {note.text}
              {note.requestId !== undefined && (
                <SignedInContext value={note.who}>
                  {" "}
                  <RequestId of={note.requestId} isBeside />
                </SignedInContext>
              )}
            </span>
            <IconButton icon={X} label={Words.dismiss} onClick={() => drop(note.id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
