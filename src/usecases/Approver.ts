/**
 * Who approves: the person at the root of the chain of issue, once however they ask: with a
 * session, with a key that they issued, or with a key that such a key issued. Keys out of the first
 * start count as one. What somebody approved counts as long as they may still approve it.
 */
import * as ApiKey from "../domain/account/ApiKey.ts"
import type * as Approval from "../domain/account/Approval.ts"
import * as KeyIssuer from "../domain/account/KeyIssuer.ts"
import * as Role from "../domain/account/Role.ts"
import * as User from "../domain/account/User.ts"
import type * as State from "../engine/state/State.ts"

type Parts = Pick<State.State, "keys" | "people">
type Who = Omit<Approval.Word, "peopleMin">

/** Who asks, when, and for what. */
export interface Asking {
  readonly by: string
  readonly at: number
  readonly needs: Role.Permission
}

/** Names under which those approve who may do so at this moment. */
const speakers = ({ keys, people }: Parts, { at, needs }: Asking): ReadonlySet<string> => {
  const names = new Set<string>()
  const maySpeak = (person: User.User): boolean => {
    const role = User.roleIn(person, null)
    return role !== undefined && Role.may(role, needs)
  }
  for (const person of people.values()) if (maySpeak(person)) names.add(person.email)
  for (const key of keys.values()) {
    if (key.scope !== "admin") continue
    const root = KeyIssuer.rootOf(keys, key.id)
    const person = people.get(root)
    if (person === undefined ? ApiKey.hasEnded(key, at) : !maySpeak(person)) continue
    names.add(key.name)
    // Who holds a key out of the first start speaks as the first one, whether that works or not.
    names.add(keys.get(root)?.name ?? key.name)
  }
  return names
}

/** `names`: those of all keys of the same root, under which earlier versions kept approvals. */
export const of = (parts: Parts, asking: Asking): Who => {
  const { keys, people } = parts
  const root = KeyIssuer.rootOf(keys, asking.by)
  const names = [...keys.values()]
    .filter(({ id, scope }) => scope === "admin" && KeyIssuer.rootOf(keys, id) === root)
    .map(({ name }) => name)
  const known = speakers(parts, asking)
  return {
    by: people.get(root)?.email ?? keys.get(root)?.name ?? root,
    names,
    maySpeak: (name) => known.has(name)
  }
}

/** What a command says of whose word it is; nothing where one person's is enough. */
export const word = (
  parts: Parts,
  asking: Asking,
  peopleMin: number
): { readonly word?: Approval.Word } =>
  peopleMin > 1 ? { word: { ...of(parts, asking), peopleMin } } : {}
