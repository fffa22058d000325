/**
 * Who approves: the person at the root of the chain of issue, once however they ask: with a
 * session, with a key that they issued, or with a key that such a key issued. Keys out of the first
 * start count as one.
 */
import type * as Approval from "../domain/Approval.ts"
import * as Issuer from "../domain/Issuer.ts"
import type * as Core from "../engine/Core.ts"

type Who = Pick<Approval.Word, "by" | "names">

/** `names`: those of all keys of the same root, under which earlier versions kept approvals. */
export const of = ({ keys, people }: Pick<Core.Core, "keys" | "people">, asking: string): Who => {
  const root = Issuer.rootOf(keys, asking)
  const names = [...keys.values()]
    .filter(({ id, scope }) => scope === "admin" && Issuer.rootOf(keys, id) === root)
    .map(({ name }) => name)
  return { by: people.get(root)?.email ?? keys.get(root)?.name ?? root, names }
}

/** What a command says of whose word it is; nothing where one person's is enough. */
export const word = (
  core: Pick<Core.Core, "keys" | "people">,
  asking: string,
  peopleMin: number
): { readonly word?: Approval.Word } =>
  peopleMin > 1 ? { word: { ...of(core, asking), peopleMin } } : {}
