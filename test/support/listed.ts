/** A sanctions list on disk for a sandbox service, and an entry of it. */
import * as fs from "node:fs"
import * as List from "../screening/fixtures/list.ts"
import * as Program from "./program.ts"

const list = List.make(7, 150)

const found = list.people.find(
  ({ aliases, family, given }) =>
    aliases.length > 1 &&
    list.people.filter((each) => each.family === family && each.given[0] === given[0]).length === 1
)
if (found === undefined) throw new Error("no person on the list has a unique name and aliases")

/** An entry with aliases whose name no other entry has. */
export const person: List.Person = found

/** The entry's name as a customer writes it. */
export const name = `${found.given.join(" ")} ${found.family}`

const unlike = list.people.find(
  ({ family, given }) =>
    family !== found.family && given.length > 1 && !given.some((each) => found.given.includes(each))
)

/** The name of another entry, as a customer writes it. */
export const other = `${unlike?.given.join(" ")} ${unlike?.family}`

export const remarks = List.remarksOf(found)

/** Writes the list, and returns the settings of a service that screens against it. */
export const settings = () => {
  const dir = Program.temporaryFolder()
  List.write(dir, list)
  process.once("exit", () => fs.rmSync(dir, { recursive: true, force: true }))
  return { SANDBOX_TIME_SCALE: "0.001", SANCTIONS_DIR: dir }
}
