/**
 * What people may do: a role of an account's member or of the service's own staff, and what each
 * may. API keys have what their scope gives, and never what is for people alone.
 */
import { Schema } from "effect"

/** Members of an account. */
export const Member = Schema.Literals(["owner", "developer", "viewer"])
export type Member = typeof Member.Type

/** The service's own people. */
export const Staff = Schema.Literals(["admin", "compliance", "operator"])
export type Staff = typeof Staff.Type

export const Role = Schema.Literals([...Member.literals, ...Staff.literals])
export type Role = typeof Role.Type

/**
 * `read` and `write` are an account's own objects; `keys` and `team` who else may act for it.
 * `holds` releases and rejects, `reviews` decides what became of a transfer, `refunds` records how
 * money went back, `deliveries` sends events again, `accounts` opens accounts and decides on KYC,
 * `issue` creates keys for others.
 */
export type Permission =
  | "read"
  | "write"
  | "keys"
  | "team"
  | "holds"
  | "reviews"
  | "refunds"
  | "deliveries"
  | "accounts"
  | "issue"

const permissions: Readonly<Record<Role, ReadonlyArray<Permission>>> = {
  owner: ["read", "write", "keys", "team"],
  developer: ["read", "write", "keys"],
  viewer: ["read"],
  admin: [
    ...(["read", "write", "keys", "team", "holds", "reviews"] as const),
    ...(["refunds", "deliveries", "accounts", "issue"] as const)
  ],
  compliance: ["read", "holds", "accounts"],
  operator: ["read", "reviews", "refunds", "deliveries"]
}

export const may = (role: Role, permission: Permission): boolean =>
  permissions[role].includes(permission)

export const isStaff = (role: Role): role is Staff =>
  (Staff.literals as ReadonlyArray<string>).includes(role)

/** What an API key of a scope may: never what is for people alone. */
const scopes: Readonly<Record<"full" | "read_only" | "admin", ReadonlyArray<Permission>>> = {
  full: ["read", "write"],
  read_only: ["read"],
  admin: permissions.admin
}

export const keyMay = (scope: keyof typeof scopes, permission: Permission): boolean =>
  scopes[scope].includes(permission)
