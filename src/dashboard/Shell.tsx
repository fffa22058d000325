/** The frame of every page, with the account, the menu and the state of the connection. */

import { Keyboard, LogOut, Menu, Monitor, Moon, Search, Sun, WifiOff, X } from "lucide-react"
import { Suspense, useEffect, useId, useRef, useState } from "react"
import { Link, useLocation } from "wouter"
import * as Format from "./data/Format.ts"
import { isUnread, useIncidents } from "./data/Incidents.ts"
import { type Connection, useLive } from "./data/Live.ts"
import * as SignedIn from "./data/SignedIn.tsx"
import * as Theme from "./data/Theme.ts"
import { Navigation, useNavItems } from "./Navigation.tsx"
import { Skeleton } from "./parts/Answer.tsx"
import { Boundary } from "./parts/Boundary.tsx"
import { Brand } from "./parts/Brand.tsx"
import { IconButton } from "./parts/Button.tsx"
import { IncidentBanner } from "./parts/Incidents.tsx"
import { ArrivalContext } from "./parts/Page.tsx"
import { StepUp } from "./parts/StepUp.tsx"
import { Pages } from "./Routes.tsx"
import { Shortcuts, useShortcuts } from "./search/Shortcuts.tsx"
import { incidents as IncidentWords, search as SearchWords, shell as Words } from "./words/shell.ts"

/** The look and text of the status light. Staff never see green during an incident. */
const useStanding = (connection: Connection): readonly [look: string, text: string] => {
  const { isStaff } = SignedIn.useSignedIn()
  const read = useIncidents()
  const { data } = read
  const plain = [connection, Words.connections[connection]] as const
  if (!isStaff || connection !== "live") return plain
  if (isUnread(read)) return ["lost", IncidentWords.unread]
  if (data === undefined) return ["connecting", Words.connections.connecting]
  const [worst] = data.data
  return worst === undefined ? plain : [worst.severity, IncidentWords.light(data.data.length)]
}

const Live = ({ connection }: { readonly connection: Connection }) => {
  const [look, text] = useStanding(connection)
  return (
    <span className={`live live-${look}`} role="status" aria-live="polite">
      {text}
    </span>
  )
}

/** The connection warning on a phone, where the sidebar that shows it is closed. */
const Lost = () => (
  <span className="lost" role="status">
    <WifiOff aria-hidden />
    <span className="hidden">{Words.noConnection}</span>
  </span>
)

const themes = {
  system: { next: "light", icon: Monitor, label: Words.themes.system },
  light: { next: "dark", icon: Sun, label: Words.themes.light },
  dark: { next: "system", icon: Moon, label: Words.themes.dark }
} as const

const ThemeButton = () => {
  const [theme, setTheme] = useState(Theme.chosen)
  const { icon, label, next } = themes[theme]
  const choose = () => {
    Theme.choose(next)
    setTheme(next)
  }
  return <IconButton icon={icon} label={label} onClick={choose} />
}

const Switcher = () => {
  const { grant, session, switchTo } = SignedIn.useSignedIn()
  const id = useId()
  if (session.grants.length < 2) {
    return (
      <div className="acting">
        <strong>{SignedIn.nameOf(grant)}</strong>
      </div>
    )
  }
  const go = (scope: string) => {
    const next = session.grants.find((each) => SignedIn.scopeOf(each) === scope)
    if (next !== undefined) switchTo(next)
  }
  return (
    <div className="acting">
      <label htmlFor={id} className="hidden">
        {Words.actingFor}
      </label>
      <select
        id={id}
        className="input"
        value={SignedIn.scopeOf(grant)}
        onChange={(event) => go(event.target.value)}
      >
        {session.grants.map((each) => (
          <option key={SignedIn.scopeOf(each)} value={SignedIn.scopeOf(each)}>
            {SignedIn.nameOf(each)}
          </option>
        ))}
      </select>
    </div>
  )
}

const Environment = () =>
  SignedIn.useSignedIn().session.environment === "sandbox" && (
    <span className="environment">{Words.sandbox}</span>
  )

const Person = () => {
  const { grant, session, signOut } = SignedIn.useSignedIn()
  return (
    <div className="person">
      <Link href="/profile" className="person-name">
        <strong>{session.person.name}</strong>
        <span className="faint">{Format.words(grant.role)}</span>
      </Link>
      <ThemeButton />
      <IconButton icon={LogOut} label={Words.signOut} onClick={signOut} />
    </div>
  )
}

/** The menu on narrow screens. A change of page and Escape close it. */
const useMenu = () => {
  const [isOpen, setOpen] = useState(false)
  const [place] = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of page closes the menu
  useEffect(() => setOpen(false), [place])
  useEffect(() => {
    if (!isOpen) return
    const close = (event: KeyboardEvent) => {
      if (event.key === "Escape") setOpen(false)
    }
    addEventListener("keydown", close)
    return () => removeEventListener("keydown", close)
  }, [isOpen])
  return { isOpen, setOpen }
}

const SearchButton = ({ onClick }: { readonly onClick: () => void }) => (
  <button type="button" className="search-button" onClick={onClick}>
    <Search aria-hidden />
    {Words.search}
    <kbd aria-hidden>{SearchWords.keys.search}</kbd>
  </button>
)

export const Shell = ({ isArrived }: { readonly isArrived: boolean }) => {
  const arrival = useRef(isArrived)
  const { isOpen, setOpen } = useMenu()
  const [place] = useLocation()
  const { open, opened } = useShortcuts()
  const places = useNavItems()
  const connection = useLive()
  const { isStaff } = SignedIn.useSignedIn()
  return (
    <ArrivalContext value={arrival}>
      <a className="skip" href="#main">
        {Words.skip}
      </a>
      <div className="shell">
        <header className="topbar">
          <IconButton
            icon={isOpen ? X : Menu}
            label={Words.menu}
            aria-expanded={isOpen}
            aria-controls="sidebar"
            onClick={() => setOpen(!isOpen)}
          />
          <Brand />
          <Environment />
          {connection === "lost" && <Lost />}
          <IconButton icon={Search} label={Words.search} onClick={() => open("search")} />
        </header>
        <aside
          id="sidebar"
          aria-label={Words.sidebar}
          className={isOpen ? "sidebar sidebar-open" : "sidebar"}
        >
          <div className="sidebar-head">
            <Brand />
            <Environment />
          </div>
          <Switcher />
          <SearchButton onClick={() => open("search")} />
          <Navigation />
          <div className="sidebar-foot">
            <div className="sidebar-row">
              <Live connection={connection} />
              <IconButton icon={Keyboard} label={Words.shortcuts} onClick={() => open("sheet")} />
            </div>
            <Person />
          </div>
        </aside>
        <main id="main" tabIndex={-1}>
          <IncidentBanner />
          <Boundary key={place}>
            <Suspense
              fallback={
                <div className="page">
                  <Skeleton lines={6} />
                </div>
              }
            >
              <Pages />
            </Suspense>
          </Boundary>
        </main>
      </div>
      <StepUp />
      <Shortcuts
        opened={opened}
        onClose={() => open(undefined)}
        places={places}
        isStaff={isStaff}
      />
    </ArrivalContext>
  )
}
