/** The saved views of a payout list as links, and the actions on the current view. */
import { Bookmark } from "lucide-react"
import { useEffect, useRef } from "react"
import { Link, useSearchParams } from "wouter"
import { PayoutError } from "../../client/Problem.ts"
import * as Views from "../data/SavedViews.ts"
import { nameOf, useSignedIn } from "../data/SignedIn.tsx"
import { useSavedViews } from "../data/useSavedViews.ts"
import { common as CommonWords } from "../words/common.ts"
import { savedViews as Words } from "../words/payouts.tsx"
import { Button } from "./Button.tsx"
import { Confirm, Opens } from "./Dialog.tsx"
import { Field } from "./Field.tsx"
import { Form, type Values } from "./Form.tsx"
import { usePage } from "./Listing.tsx"
import { useToast } from "./Toast.tsx"

/** The address as a view. It includes the page size, even if only the browser remembers it. */
const useShown = () => {
  const [search] = useSearchParams()
  const { limit } = usePage()
  const sized = new URLSearchParams(search)
  sized.set("rows", String(limit))
  return { query: Views.queryOf(sized), isPlain: Views.isPlain(search) }
}

const refused = (message: string) => new PayoutError({ code: "VIEW_REFUSED", status: 409, message })

const NameField = ({ defaultValue }: { readonly defaultValue?: string }) => (
  <Field
    name="name"
    label={CommonWords.name}
    required
    maxLength={Views.nameCharsMax}
    autoComplete="off"
    {...(defaultValue === undefined ? {} : { defaultValue })}
  />
)

type Kept = ReturnType<typeof useSavedViews>

const Save = ({ keep, query, views }: Kept & { readonly query: string }) => {
  const { grant } = useSignedIn()
  const toast = useToast()
  return (
    <Opens
      title={Words.save}
      button={(open) => (
        <Button look="quiet" isSmall icon={Bookmark} onClick={open}>
          {Words.save}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.save}
          onCancel={close}
          onSubmit={async (values: Values) => {
            const next = Views.withView(views, { name: values.text("name"), query })
            if (next === undefined) {
              throw refused(Words.tooMany(Views.viewsMax))
            }
            keep(next)
            toast.say(Words.saved)
            close()
          }}
        >
          <p>{Words.effect(nameOf(grant))}</p>
          <NameField />
        </Form>
      )}
    </Opens>
  )
}

const Rename = ({ keep, of, views }: Kept & { readonly of: Views.View }) => {
  const toast = useToast()
  return (
    <Opens
      title={Words.renameTitle}
      button={(open) => (
        <Button look="quiet" isSmall onClick={open}>
          {Words.renameOf(of.name)}
        </Button>
      )}
    >
      {(close) => (
        <Form
          label={Words.rename}
          onCancel={close}
          onSubmit={async (values: Values) => {
            const name = values.text("name")
            if (views.some((each) => each !== of && Views.isNamed(name)(each))) {
              throw refused(Words.taken(name))
            }
            keep(views.map((each) => (each === of ? { ...of, name } : each)))
            toast.say(Words.renamed)
            close()
          }}
        >
          <NameField defaultValue={of.name} />
        </Form>
      )}
    </Opens>
  )
}

const Delete = ({ keep, of, views }: Kept & { readonly of: Views.View }) => (
  <Confirm
    isSmall
    {...Words.remove}
    act={async () => keep(views.filter((each) => each !== of))}
    changes={[]}
  >
    <p>{Words.removal(of.name)}</p>
  </Confirm>
)

/** The views. A change may remove the focused element, so the current view then takes the focus. */
const useKept = () => {
  const { scope } = useSignedIn()
  const { keep, views } = useSavedViews(scope)
  const bar = useRef<HTMLDivElement>(null)
  const isChanged = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it follows a change of the views
  useEffect(() => {
    if (!isChanged.current) return
    isChanged.current = false
    const found = ["[aria-current]", "a, button"].flatMap(
      (selector) => bar.current?.querySelector<HTMLElement>(selector) ?? []
    )
    found[0]?.focus()
  }, [views])
  const change = (next: ReadonlyArray<Views.View>) => {
    isChanged.current = true
    keep(next)
  }
  return { bar, kept: { views, keep: change } }
}

/** The bar of views, or nothing if no view is saved and the list has no filters to save. */
export const SavedViews = () => {
  const { bar, kept } = useKept()
  const { isPlain, query } = useShown()
  const { views } = kept
  const shown = views.find((view) => view.query === query)
  if (views.length === 0 && isPlain) return null
  return (
    <div ref={bar} className="views">
      {views.length > 0 && (
        <nav aria-label={Words.title}>
          <ul>
            <li>
              <Link href="/payouts" aria-current={isPlain ? "page" : undefined}>
                {Words.all}
              </Link>
            </li>
            {views.map((view) => (
              <li key={view.name}>
                <Link
                  href={`/payouts?${view.query}`}
                  aria-current={view === shown ? "page" : undefined}
                >
                  {view.name}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <div className="actions">
        {shown !== undefined && <Rename {...kept} of={shown} />}
        {shown !== undefined && <Delete {...kept} of={shown} />}
        {shown === undefined && !isPlain && <Save {...kept} query={query} />}
      </div>
    </div>
  )
}
