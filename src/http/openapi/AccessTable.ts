/** Table of the operations and their permitted callers, in Markdown. */
import * as Limits from "../../config/Limits.ts"
import * as Role from "../../domain/account/Role.ts"
import type * as Operation from "../contract/Operation.ts"
import * as AllOperations from "./AllOperations.ts"

const commaList = (names: ReadonlyArray<string>): string =>
  names.length === 0 ? "none" : names.join(", ")

/** API keys that open an operation: scopes of an account's keys, or operators' keys. */
const keysOf = ({ access }: Operation.Any): string => {
  if (access.by === "public") return "not needed"
  if (access.isPrivate || access.by === "person") return "none"
  return access.by === "admin" ? "operator" : commaList(Role.scopesFor(access))
}

/** Roles of users that open an operation. */
const rolesOf = ({ access: { by, needs } }: Operation.Any): string => {
  if (by === "public") return "not needed"
  if (by === "person") return "any"
  const roles = by === "admin" ? Role.Staff.literals : Role.Member.literals
  return commaList(roles.filter((role) => Role.may(role, needs)))
}

const proofs: Readonly<Record<Operation.Access["proof"], string>> = {
  none: "",
  fresh: "users",
  second_factor: "users with a second factor"
}

const row = (operation: Operation.Any): string => {
  const { access, method, path, location } = operation
  const shown = `\`${method} ${path.replace(/:(\w+)/g, "{$1}")}\``
  const cells = [shown, keysOf(operation), rolesOf(operation), proofs[access.proof]]
  return `| ${[...cells, access.limit, location].join(" | ")} |`
}

/** A row of each operation. */
export const markdown = (operations: ReadonlyArray<Operation.Any>): string =>
  [
    "| operation | API keys | roles | recent proof | rate limit | runs in |",
    "|---|---|---|---|---|---|",
    ...operations.map(row)
  ].join("\n")

/** Meanings of the last three columns. */
export const legend = `\
**Recent proof.** A user who has not confirmed their identity in the last ${
  Limits.identity.proofMs / 60_000
} minutes gets 403
\`STEP_UP_REQUIRED\`. API keys need no such proof.

**Rate limit.** The limit that counts the request. For users, \`default\` is the limit \`dashboard\`.

**Runs in.** \`here\` is the process that takes the request. \`directory\` is partition 0, which has
accounts, keys and users. \`account\` is the partition of the caller's account. \`subject\` is the
partition of the object in the path. \`all\` is every partition, and their responses are merged.`

/** The published file `schema/access.md`. */
export const file = `# Who may call what

This table shows the API keys and roles that each operation accepts. A key of any other scope, or a
user of any other role, gets 403. \`npm run generate\` writes this page from the contracts in
[src/http](../src/http).

${legend}

${markdown(AllOperations.all)}
`
